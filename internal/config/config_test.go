package config_test

import (
	"log/slog"
	"net/netip"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/config"
	"renown/internal/testkit/expect"
)

// server is the settings of serve as they are without any flag, changed by fn.
func server(fn func(s *config.Server)) config.Server {
	var s config.Server
	config.FillDefaults(&s)
	if fn != nil {
		fn(&s)
	}
	return s
}

// exceptCatalogue leaves the platforms to the package that reads them.
var exceptCatalogue = cmpopts.IgnoreFields(config.Settings{}, "Catalogue")

var logging = config.Logging{LogLevel: "info", LogFormat: "auto"}

func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		set  any    // func(s *config.Server), or a line of the file
		want string // the whole fault
	}{
		{
			"listen without port", func(s *config.Server) { s.Listen = "127.0.0.1" },
			`listen: "127.0.0.1" is not an address such as 127.0.0.1:8080`,
		},
		{"listen empty", func(s *config.Server) { s.Listen = "" }, `listen: "" is not an address such as 127.0.0.1:8080`},
		{
			"metrics without port", func(s *config.Server) { s.MetricsListen = "x" },
			`metrics_listen: "x" is not an address such as 127.0.0.1:8080`,
		},
		{"role", func(s *config.Server) { s.Role = "boss" }, `role: "boss" is none of all, api, worker`},
		{
			"word for a number", func(s *config.Server) { s.RateLimitPerMinute = "many" },
			`rate_limit_per_minute: "many" is not a whole number from 1 to 1000000000`,
		},
		{"nought", func(s *config.Server) { s.RateLimitPerMinute = "0" }, `rate_limit_per_minute: "0" is not a whole number from 1 to 1000000000`},
		{
			"below nought", `anonymous_limit_per_minute: -1`,
			`anonymous_limit_per_minute: "-1" is not a whole number from 1 to 1000000000`,
		},
		{"weak passwords", "password_memory: 8", "password_memory: is not a number of MiB from 19 to 1024"},
		{
			"half", `anonymous_limit_per_minute: 1.5`,
			`anonymous_limit_per_minute: "1.5" is not a whole number from 1 to 1000000000`,
		},
		{"requests", func(s *config.Server) { s.MaxRequests = "many" }, `max_requests: "many" is not a whole number from 1 to 1000000000`},
		{
			"huge", "max_connections: 1000000001",
			`max_connections: "1000000001" is not a whole number from 1 to 1000000000`,
		},
		{
			"network", func(s *config.Server) { s.TrustedProxies = "10.0.0.0/8, 10.0.0.0/33" },
			`trusted_proxies: "10.0.0.0/33" is not a network such as 10.0.0.0/8`,
		},
		{"duration", func(s *config.Server) { s.StopTimeout = "20" }, `stop_timeout: "20" is not a duration such as 20s or 1m30s`},
		{"no time at all", func(s *config.Server) { s.StopTimeout = "0s" }, `stop_timeout: "0s" is not a duration such as 20s or 1m30s`},
		{"delay", func(s *config.Server) { s.StopDelay = "-1s" }, `stop_delay: "-1s" is neither auto nor a duration such as 6s`},
		{
			"public address", func(s *config.Server) { s.PublicURL = "renown.example" },
			`public_url: "renown.example" is not an http:// or https:// address`,
		},
		{
			"public address with a query", func(s *config.Server) { s.PublicURL = "https://renown.example/?from=mail" },
			"public_url: links begin with it, so it ends before ? and # and names no user",
		},
		{
			"public address with a password",
			func(s *config.Server) { s.PublicURL = "https://li:secret@renown.example" },
			"public_url: links begin with it, so it ends before ? and # and names no user",
		},
		{"registration", func(s *config.Server) { s.Registration = "maybe" }, `registration: "maybe" is none of open, closed`},
		{"sender", func(s *config.Server) { s.MailFrom = "me" }, `mail_from: "me" is not a mail address`},
		{"brands", `max_brands: ""`, `max_brands: "" is not a whole number from 1 to 1000000000`},
		{"keys", "max_keys: x", `max_keys: "x" is not a whole number from 1 to 1000000000`},
		{"capacity", func(s *config.Server) { s.Capacity = "all" }, `capacity: "all" is not a whole number from 1 to 1000000000`},
		{
			"retention without unit", func(s *config.Server) { s.AnswerRetention = "400" },
			`answer_retention: "400" is neither forever nor a number of days such as 400d`,
		},
		{
			"retention of nothing", func(s *config.Server) { s.AnswerRetention = "0d" },
			`answer_retention: "0d" is neither forever nor a number of days such as 400d`,
		},
		{"drafter", func(s *config.Server) { s.Drafter = "nobody" }, `drafter: no platform nobody that can chat`},
		{"judge", func(s *config.Server) { s.Judge = "nobody" }, `judge: no platform nobody that can chat`},
		{
			"seal keys", func(s *config.Server) { s.SealKeys = "c2VjcmV0" },
			`seal_keys: key 1 is not 32 bytes in base64, as openssl rand -base64 32 prints`,
		},
		{"article gate", func(s *config.Server) { s.ArticleGate = "strict" }, `article_gate: "strict" is none of off, warn, require`},
		{
			"outlet networks", func(s *config.Server) { s.OutletNetworks = "10.0.0.0/33" },
			`outlet_networks: "10.0.0.0/33" is not a network such as 10.0.0.0/8`,
		},
		{"collector", func(s *config.Server) { s.OTLPEndpoint = "collector:4317" }, `otlp_endpoint: not an http:// or https:// address`},
		{
			"collector with a password", func(s *config.Server) { s.OTLPEndpoint = "https://me:secret@collector" },
			`otlp_endpoint: an address without user and password is needed; credentials go into OTEL_EXPORTER_OTLP_HEADERS`,
		},
		{
			"collector with a query", func(s *config.Server) { s.OTLPEndpoint = "https://collector/?key=secret" },
			`otlp_endpoint: an address without ? and # is needed`,
		},
		{"trace ratio", "trace_ratio: 2", `trace_ratio: "2" is not a number from 0 to 1`},
		{"trace ratio of nothing", "trace_ratio: NaN", `trace_ratio: "NaN" is not a number from 0 to 1`},
		{"contents", "max_contents: x", `max_contents: "x" is not a whole number from 1 to 1000000000`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			set, _ := c.set.(func(s *config.Server))
			line, _ := c.set.(string)
			_, err := config.Check(config.Database{}, logging, server(set), config.ReadFile(write(t, line)))
			if want := "the configuration has a fault:\n  " + c.want; err == nil || err.Error() != want {
				t.Errorf("got %v\nwant %s", err, want)
			}
		})
	}
}

// All faults of a configuration are reported, in the order of the settings, the file's own faults first.
func TestCheckReportsAllFaults(t *testing.T) {
	t.Parallel()
	file := config.ReadFile(write(t, "listne: x\nrole: {a: b}\nlisten: a\n"))
	file.Expect("listen", "role")
	_, err := config.Check(config.Database{Data: "x", Database: "y"}, config.Logging{LogLevel: "loud", LogFormat: "xml"},
		server(func(s *config.Server) { s.Listen, s.RateLimitPerMinute, s.SMTPURL = "a", "b", "smtp://mail" }), file)
	if err == nil {
		t.Fatal("no fault was found")
	}
	var got []string
	for line := range strings.Lines(err.Error()) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), ": ")
		got = append(got, strings.TrimSpace(name))
	}
	want := []string{
		"the configuration has 9 faults:", "config", "config", "log_format", "log_level", "data, database",
		"listen", "rate_limit_per_minute", "mail_from", "public_url",
	}
	expect.Same(t, got, want, err)
}

func TestCheckDefaults(t *testing.T) {
	t.Parallel()
	got, err := config.Check(config.Database{}, logging, server(nil), nil)
	want := config.Settings{
		DatabaseURL: "sqlite:renown-data", Log: config.Log{Level: slog.LevelInfo, Format: "auto"},
		Listen: "127.0.0.1:8080", Role: config.All,
		RateLimit: config.Rate{PerMinute: 300, Burst: 100}, AnonymousLimit: config.Rate{PerMinute: 1200, Burst: 400},
		AccountLimit: config.Rate{PerMinute: 1200, Burst: 400}, SessionLimit: config.Rate{PerMinute: 600, Burst: 200},
		MaxConnections: 20000, MaxRequests: 32 * runtime.GOMAXPROCS(0), StopTimeout: 20 * time.Second,
		MaxBrands: 100, MaxKeys: 50, MaxContents: 10000, Capacity: 8,
		MaxTopics: 1000, MaxPrompts: 5000, MaxCompetitors: 100, MaxNamesKB: 256, MaxGenerations: 20,
		FactJudgeCalls: 20, MaxStoredMB: 2000,
		ArticleGate: "warn", DeletedRetention: 7 * 24 * time.Hour,
		AuditRetention: 365 * 24 * time.Hour, SessionMax: 90 * 24 * time.Hour, PasswordMemory: 19 << 10,
	}
	if diff := cmp.Diff(want, got, exceptCatalogue); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestCheckEverything(t *testing.T) {
	t.Parallel()
	got, err := config.Check(config.Database{Database: "postgresql://db/renown"}, config.Logging{LogLevel: "debug", LogFormat: "json"},
		server(func(s *config.Server) {
			s.Listen, s.MetricsListen, s.Role = ":0", "[::1]:9090", "api"
			s.RateLimitPerMinute = " 60 "
			s.TrustedProxies = "10.1.2.3/8, 192.0.2.7,,2001:db8::/32"
			s.StopTimeout, s.MaxRequests, s.PublicURL = "1m30s", "7", "https://renown.example/app/"
			s.Registration, s.SMTPURL, s.MailFrom = "closed", "smtps://u:p@mail:465", "Renown <no-reply@renown.example>"
			s.Capacity, s.AnswerRetention, s.Drafter, s.ArticleGate = "2", "400d", "doubao", "require"
			s.OperatorSecondFactor, s.SealKeys = "required", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
		}), config.ReadFile(write(t, "deleted_retention: 30d\nmax_keys: 3\naudit_retention: forever\nsession_max: 7d\n")))
	want := config.Settings{
		DatabaseURL: "postgresql://db/renown", Log: config.Log{Level: slog.LevelDebug, Format: "json"},
		Listen: ":0", MetricsListen: "[::1]:9090", Role: config.API,
		RateLimit: config.Rate{PerMinute: 60, Burst: 20}, AnonymousLimit: config.Rate{PerMinute: 1200, Burst: 400},
		AccountLimit: config.Rate{PerMinute: 240, Burst: 80}, SessionLimit: config.Rate{PerMinute: 120, Burst: 40},
		TrustedProxies: []netip.Prefix{
			netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("2001:db8::/32"),
		},
		MaxConnections: 20000, MaxRequests: 7, StopDelay: 6 * time.Second, StopTimeout: 90 * time.Second, PublicURL: "https://renown.example/app",
		RegistrationClosed: true, SMTPURL: &url.URL{Scheme: "smtps", User: url.UserPassword("u", "p"), Host: "mail:465"},
		MailFrom: "Renown <no-reply@renown.example>", MaxBrands: 100, MaxKeys: 3, MaxContents: 10000,
		MaxTopics: 1000, MaxPrompts: 5000, MaxCompetitors: 100, MaxNamesKB: 256, MaxGenerations: 20,
		FactJudgeCalls: 20, MaxStoredMB: 2000,
		ArticleGate: "require", DeletedRetention: 30 * 24 * time.Hour,
		PasswordMemory: 19 << 10,
		Capacity:       2, AnswerRetention: 400 * 24 * time.Hour, Drafter: "doubao",
		SessionMax: 7 * 24 * time.Hour, OperatorSecondFactor: true,
	}
	if !got.SealKeys.Ready() {
		t.Error("no sealing key")
	}
	got.SealKeys = nil
	compare := cmp.Options{exceptCatalogue, cmpopts.EquateComparable(netip.Prefix{}), cmp.AllowUnexported(url.Userinfo{})}
	if diff := cmp.Diff(want, got, compare); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestDatabaseURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		db   config.Database
		url  string
		err  string
	}{
		{"both", config.Database{Data: "d", Database: "postgres://db/x"}, "", "data, database: give a folder or a URL, not both"},
		{"another engine", config.Database{Database: "mysql://db/x"}, "", "database: not a postgres:// URL"},
		{"no URL", config.Database{Database: "db"}, "", "database: not a postgres:// URL"},
		{"neither", config.Database{}, "sqlite:renown-data", ""},
		{"folder", config.Database{Data: "/var/lib/renown"}, "sqlite:/var/lib/renown", ""},
		{"URL", config.Database{Database: "postgres://db/x"}, "postgres://db/x", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.db.URL()
			if got != c.url || (err == nil) != (c.err == "") || (err != nil && err.Error() != c.err) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// However a URL with a password is misspelt, the fault does not repeat it.
func TestSecretsNeverShown(t *testing.T) {
	t.Parallel()
	for i, text := range []string{
		"smtp://me:geheim@", "smtp://me:geheim@host:port", "smtp:me:geheim@host", "http://me:geheim@host", "me:geheim@host",
		"smtp://me:geheim%zz@host", "smtp://me:geheim\x7f@host", " smtp://me:geheim@host", "postgres:/me:geheim@host",
		"postgres://me:geheim@[::1/x", "mysql://me:geheim@host",
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			mail := server(func(s *config.Server) { s.SMTPURL = text })
			_, mailErr := config.Check(config.Database{}, logging, mail, nil)
			file := config.ReadFile(write(t, "smtp_url: \""+text+"\n"))
			for name, err := range map[string]error{"smtp_url": mailErr, "database": databaseErr(text), "file": fileErr(file)} {
				if err != nil && strings.Contains(err.Error(), "geheim") {
					t.Errorf("%q as %s: %v", text, name, err)
				}
			}
			if mailErr == nil || fileErr(file) == nil {
				t.Errorf("%q is accepted: %v, %v", text, mailErr, fileErr(file))
			}
		})
	}
}

func databaseErr(text string) error {
	_, err := config.Check(config.Database{Database: text}, logging, server(nil), nil)
	return err
}

func fileErr(file *config.File) error {
	_, err := config.Check(config.Database{}, logging, server(nil), file)
	return err
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		name     string
		settings config.Settings
		says     string
	}{
		{"at home", config.Settings{Listen: "127.0.0.1:8080"}, ""},
		{"everywhere", config.Settings{Listen: ":8080"}, "public_url is not set"},
		{"behind a proxy", config.Settings{Listen: "127.0.0.1:8080", TrustedProxies: proxies}, "public_url is not set"},
		{"a worker", config.Settings{Listen: ":8080", Role: config.Worker}, ""},
		{"without TLS", config.Settings{Listen: ":8080", PublicURL: "http://console.example"}, "unprotected"},
		{"at home by name", config.Settings{Listen: ":8080", PublicURL: "http://localhost:8080"}, ""},
		{"as it should be", config.Settings{Listen: ":8080", TrustedProxies: proxies, PublicURL: "https://console.example"}, ""},
	} {
		got := strings.Join(c.settings.Warnings(), "\n")
		if (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A variable that is none of the settings is told of, one that stands in the file alone with where it belongs.
func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	environ := []string{"RENOWN_CAPACTY=3", "RENOWN_MAX_KEYS=7", "RENOWN_RATE_LIMIT_PER_MINUTE=9", "RENOWN_CONFIG=x", "PATH=y"}
	want := []string{
		"RENOWN_CAPACTY is no setting", "RENOWN_MAX_KEYS is not read: max_keys stands in the file of --config alone",
	}
	expect.Same(t, config.Unknown(environ, []string{"capacity", "rate-limit-per-minute"}), want)
}
