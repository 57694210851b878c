package app_test

import (
	"errors"
	"io"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"renown/internal/config"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/tool/assistant"
)

type composeFile struct {
	Services map[string]struct {
		Image       string            `yaml:"image"`
		Environment map[string]string `yaml:"environment"`
		MemLimit    string            `yaml:"mem_limit"`
		ReadOnly    bool              `yaml:"read_only"`
		CapDrop     []string          `yaml:"cap_drop"`
		Healthcheck struct{ Test []string }
	} `yaml:"services"`
}

var placeholder = regexp.MustCompile(`\$\{([A-Z_]+)(:[-?])?([^}]*)\}`)

// interpolated is a compose file with the variables filled in as Compose does it. What must be set and is not is an error.
func interpolated(t *testing.T, path string, env map[string]string) (file composeFile, missing []string) {
	t.Helper()
	text := readText(t, path)
	must.Do(t, yaml.Unmarshal([]byte(text), &file))
	for _, s := range file.Services {
		for name, value := range s.Environment {
			s.Environment[name] = placeholder.ReplaceAllStringFunc(value, func(found string) string {
				part := placeholder.FindStringSubmatch(found)
				given := env[part[1]]
				switch {
				case given != "":
					return given
				case part[2] == ":?":
					missing = append(missing, part[1])
				case part[2] == ":-":
					return part[3]
				}
				return ""
			})
		}
	}
	slices.Sort(missing)
	return file, slices.Compact(missing)
}

func sampleEnv(t *testing.T) map[string]string {
	t.Helper()
	env := map[string]string{}
	for line := range strings.Lines(readText(t, "deploy/renown.env")) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(name, "#") {
			env[name] = value
		}
	}
	return env
}

// The shipped files start on a fresh machine once the blanks of the sample are filled in, and say which these are.
func TestCompose(t *testing.T) {
	t.Parallel()
	env := sampleEnv(t)
	if _, missing := interpolated(t, "deploy/compose.yaml", env); !slices.Equal(missing,
		[]string{"RENOWN_DB_PASSWORD", "RENOWN_SEAL_KEYS"}) {
		t.Errorf("must be filled in: %v", missing)
	}
	const password = `p@ss/w#rd:?%20&"'$x`
	env["RENOWN_DB_PASSWORD"], env["RENOWN_SEAL_KEYS"] = password, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	env["RENOWN_SMTP_URL"], env["RENOWN_MAIL_FROM"] = "smtp://u:p@mail.example:587", "renown@example.com"
	catalogue := must.Get(assistant.Load(assistant.Override{}, func(string) string { return "" }))(t)
	for _, p := range catalogue.All() {
		if _, ok := env[p.KeyEnv]; !ok {
			t.Errorf("the sample does not name %s", p.KeyEnv)
		}
		env[p.KeyEnv] = "key of " + p.KeyEnv
	}
	file, missing := interpolated(t, "deploy/compose.yaml", env)
	if len(missing) > 0 {
		t.Errorf("still missing: %v", missing)
	}
	expect.Equal(t, file.Services["db"].Environment["POSTGRES_PASSWORD"], password, "the database's password is")
	for name, s := range file.Services {
		if s.MemLimit == "" || !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") {
			t.Errorf("%s may take or do more than it needs: %+v", name, s)
		}
	}
	for _, name := range []string{"api", "worker"} {
		s := file.Services[name]
		expect.Same(t, s.Healthcheck.Test, []string{"CMD", "/renown", "health"})
		inside := imageEnv(t)
		maps.Copy(inside, s.Environment)
		settings := checkedEnv(t, inside)
		if u, err := url.Parse(settings.DatabaseURL); err != nil || u.Host != "db" || u.User.String() != "renown" ||
			s.Environment["PGPASSWORD"] != password {
			t.Errorf("%s: the database is %s with %q", name, settings.DatabaseURL, s.Environment["PGPASSWORD"])
		}
		if settings.PublicURL != "https://renown.example.com" || !settings.SealKeys.Ready() ||
			settings.SMTPURL == nil || !settings.RegistrationClosed || string(settings.Role) != name {
			t.Errorf("%s: %+v", name, settings)
		}
		for _, p := range catalogue.All() {
			expect.Equal(t, s.Environment[p.KeyEnv], "key of "+p.KeyEnv, name, "does not pass", p.KeyEnv, "on")
		}
		if name == "api" {
			trusts(t, settings.TrustedProxies)
		}
		if w := settings.Warnings(); len(w) > 0 {
			t.Errorf("%s: %v", name, w)
		}
	}
}

// imageEnv is what the image itself puts into the environment.
func imageEnv(t *testing.T) map[string]string {
	t.Helper()
	env := map[string]string{}
	for line := range strings.Lines(readText(t, "deploy/Dockerfile")) {
		if rest, ok := strings.CutPrefix(line, "ENV "); ok {
			for _, word := range strings.Fields(rest) {
				name, value, _ := strings.Cut(word, "=")
				env[name] = value
			}
		}
	}
	return env
}

// checkedEnv is the settings that a process with this environment would have.
func checkedEnv(t *testing.T, env map[string]string) config.Settings {
	t.Helper()
	var server config.Server
	config.FillDefaults(&server)
	server.Listen, server.Role = env["RENOWN_LISTEN"], env["RENOWN_ROLE"]
	server.PublicURL, server.SealKeys, server.TrustedProxies = env["RENOWN_PUBLIC_URL"], env["RENOWN_SEAL_KEYS"],
		env["RENOWN_TRUSTED_PROXIES"]
	server.SMTPURL, server.MailFrom, server.Registration = env["RENOWN_SMTP_URL"], env["RENOWN_MAIL_FROM"], env["RENOWN_REGISTRATION"]
	settings, err := config.Check(config.Database{Data: env["RENOWN_DATA"], Database: env["RENOWN_DATABASE"]},
		config.Logging{LogLevel: "info", LogFormat: env["RENOWN_LOG_FORMAT"]}, server, config.ReadFile(""))
	expect.Do(t, err)
	return settings
}

// trusts holds the trusted networks against the pools that Docker takes networks from.
func trusts(t *testing.T, proxies []netip.Prefix) {
	t.Helper()
	for _, address := range []string{"172.17.0.2", "172.31.9.9", "192.168.16.3", "192.168.240.5", "10.0.1.2"} {
		if !slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(netip.MustParseAddr(address)) }) {
			t.Errorf("a proxy at %s is not trusted", address)
		}
	}
	if slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(netip.MustParseAddr("203.0.113.9")) }) {
		t.Error("the internet is trusted")
	}
}

// Images are named by a version of three numbers or a digest, and Grafana has no password that everybody knows.
func TestImagesAreNamed(t *testing.T) {
	t.Parallel()
	exact := regexp.MustCompile(`(:v?\d+\.\d+(\.\d+)?|@sha256:[0-9a-f]{64})$`)
	for _, path := range []string{"deploy/compose.yaml", "deploy/compose.watch.yaml"} {
		file, _ := interpolated(t, path, nil)
		for name, s := range file.Services {
			if s.Image != "" && !exact.MatchString(s.Image) {
				t.Errorf("%s: %s is %s", path, name, s.Image)
			}
		}
	}
	if _, missing := interpolated(t, "deploy/compose.watch.yaml", nil); !slices.Equal(missing, []string{"RENOWN_GRAFANA_PASSWORD"}) {
		t.Errorf("must be filled in: %v", missing)
	}
	if !regexp.MustCompile(`(?m)^FROM golang:\d+\.\d+\.\d+ `).MatchString(readText(t, "deploy/Dockerfile")) {
		t.Error("the compiler of the image has no version")
	}
	if ignored := readText(t, ".dockerignore"); !strings.Contains(ignored, "\n*\n!go.mod") {
		t.Error("the builder is sent more than it needs")
	}
}

// What a proxy must do is in both files; nginx itself reads its own where it is installed.
func TestProxies(t *testing.T) {
	t.Parallel()
	caddy, nginx := readText(t, "deploy/Caddyfile"), readText(t, "deploy/nginx.conf")
	for text, wants := range map[string][]string{
		caddy: {"header_up -traceparent", "header_up -tracestate", "request_body", "max_size 13MB"},
		nginx: {
			`proxy_set_header traceparent "";`, `proxy_set_header tracestate "";`, "X-Forwarded-Proto $scheme",
			"ssl_protocols       TLSv1.2 TLSv1.3;",
			"listen 80;", "return 301 https://", "client_max_body_size 3m;", "client_max_body_size 13m;",
		},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
	}
	expect.Equal(t, strings.Count(caddy, "{"), strings.Count(caddy, "}"), "the braces of the Caddyfile do not match")
	name, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("NOT RUN: nginx -t, because nginx is not installed")
	}
	path := program.Nginx(t, nginx, "127.0.0.1:18080", "127.0.0.1:18443")
	if out, err := exec.Command(name, "-t", "-q", "-c", path).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// systemd reads the unit where it is installed.
func TestUnit(t *testing.T) {
	t.Parallel()
	unit := readText(t, "deploy/renown.service")
	for _, want := range []string{"MemoryMax=", "LimitCORE=0", "EnvironmentFile=-/etc/renown/environment", "DynamicUser=yes"} {
		if !strings.Contains(unit, want) {
			t.Errorf("%s is missing", want)
		}
	}
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("NOT RUN: systemd-analyze verify, because it is not installed")
	}
	path := filepath.Join(t.TempDir(), "renown.service")
	unit = strings.ReplaceAll(strings.ReplaceAll(unit, "/usr/bin/renown", "/bin/true"),
		"Documentation=file:///usr/share/doc/renown/operations.md\n", "")
	must.Do(t, os.WriteFile(path, []byte(unit), 0o600))
	out, err := exec.Command(program, "verify", "--man=no", path).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "renown.service") {
			t.Errorf("%v: %s", err, line)
		}
	}
}

// object is of the cluster's, as far as it is looked at.
type object struct {
	Kind     string
	Metadata struct{ Name string }
	Data     map[string]string
	Spec     struct {
		MinAvailable int `yaml:"minAvailable"`
		Selector     struct {
			MatchLabels map[string]string `yaml:"matchLabels"`
		}
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     struct {
				Grace      int `yaml:"terminationGracePeriodSeconds"`
				Containers []struct {
					Env             []struct{ Name, Value string }
					LivenessProbe   probed `yaml:"livenessProbe"`
					ReadinessProbe  probed `yaml:"readinessProbe"`
					SecurityContext struct {
						ReadOnly bool `yaml:"readOnlyRootFilesystem"`
					} `yaml:"securityContext"`
				}
			}
		}
	}
}

type probed struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// The nodes of the cluster are probed where the program answers, have time to stop, settings that are read, and a budget each.
func TestKubernetes(t *testing.T) {
	t.Parallel()
	decoder := yaml.NewDecoder(strings.NewReader(readText(t, "deploy/kubernetes.yaml")))
	budgets, roles := []map[string]string{}, []string{}
	var env map[string]string
	for {
		var o object
		if err := decoder.Decode(&o); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch o.Kind {
		case "ConfigMap":
			env = o.Data
		case "PodDisruptionBudget":
			expect.Equal(t, o.Spec.MinAvailable, 1, o.Metadata.Name)
			budgets = append(budgets, o.Spec.Selector.MatchLabels)
		case "Deployment":
			pod := o.Spec.Template
			expect.Same(t, pod.Metadata.Labels, o.Spec.Selector.MatchLabels)
			c := pod.Spec.Containers[0]
			if c.LivenessProbe.HTTPGet.Path != "/healthz" || c.ReadinessProbe.HTTPGet.Path != "/readyz" || !c.SecurityContext.ReadOnly {
				t.Errorf("%s: %+v", o.Metadata.Name, c)
			}
			inside := imageEnv(t)
			maps.Copy(inside, env)
			inside["RENOWN_ROLE"], inside["RENOWN_DATABASE"] = c.Env[0].Value, "postgres://renown:x@db/renown"
			settings := checkedEnv(t, inside)
			if total := settings.StopDelay + settings.StopTimeout; total >= time.Duration(pod.Spec.Grace)*time.Second {
				t.Errorf("%s has %d s to stop and takes up to %s", o.Metadata.Name, pod.Spec.Grace, total)
			}
			roles = append(roles, string(settings.Role))
			if o.Metadata.Name != "renown-"+c.Env[0].Value {
				t.Errorf("%s has the role %s", o.Metadata.Name, c.Env[0].Value)
			}
		}
	}
	expect.Same(t, roles, []string{"api", "worker"})
	expect.Equal(t, len(budgets), 2, "budgets")
}
