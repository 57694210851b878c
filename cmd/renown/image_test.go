package main

import (
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"renown/internal/simulator"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
)

// TestImage runs what deploy/Dockerfile puts into the image the way a container would: in an empty root folder, by the image's
// user, with the image's environment and nothing else.
func TestImage(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: changing the root folder takes root")
	}
	image := readImage(t)
	platform := httptest.NewTLSServer(simulator.New(simulator.Options{}))
	t.Cleanup(platform.Close)
	image.write(t, "/data/renown.yaml",
		fmt.Sprintf("platforms:\n  - {id: deepseek, base_url: %q, allow_private: true}\n", platform.URL+
			"/deepseek/anthropic"))

	image.run(t, "migrate")
	if out := image.run(t, "migrate", "--check"); !strings.Contains(out, "current: true") {
		t.Errorf("after migrate: %s", out)
	}

	ask := []string{"try", "--platform", "deepseek", "--question", "有哪些值得推荐的云笔记软件？", "--mode", "chat", "--config", "/data/renown.yaml"}
	if out, err := image.command(ask...).CombinedOutput(); err == nil || !strings.Contains(string(out), "certificate") {
		t.Errorf("a platform whose certificate nobody vouches for: %v, %s", err, out)
	}
	image.write(t, image.bundle, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: platform.Certificate().Raw})))
	if out := image.run(t, ask...); !strings.Contains(out, "latency") {
		t.Errorf("asked over TLS: %s", out)
	}

	image.serve(t)
}

// image is the last stage of a Dockerfile, unpacked.
type image struct {
	root     string
	bundle   string // certificates
	user     uint32
	env      []string
	entry    []string
	defaults []string
}

var listed = regexp.MustCompile(`"([^"]*)"`)

func readImage(t *testing.T) *image {
	t.Helper()
	text := must.Get(os.ReadFile("../../deploy/Dockerfile"))(t)
	_, stage, ok := strings.Cut(string(text), "FROM scratch\n")
	if !ok {
		t.Fatal("the last stage does not begin empty")
	}
	m := &image{root: t.TempDir()}
	must.Do(t, os.Chmod(m.root, 0o755))
	for line := range strings.Lines(stage) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "COPY":
			m.copy(t, strings.Fields(rest))
		case "USER":
			name, group, _ := strings.Cut(rest, ":")
			n, err := strconv.ParseUint(name, 10, 32)
			if err != nil || group != name || n == 0 {
				t.Fatalf("the user is %s", rest)
			}
			m.user = uint32(n)
		case "ENV":
			m.env = append(m.env, strings.Fields(rest)...)
		case "ENTRYPOINT", "CMD":
			for _, found := range listed.FindAllStringSubmatch(rest, -1) {
				if word == "CMD" {
					m.defaults = append(m.defaults, found[1])
				} else {
					m.entry = append(m.entry, found[1])
				}
			}
		case "HEALTHCHECK":
			if found := listed.FindAllStringSubmatch(rest, -1); len(found) != 2 || found[0][1] != "/renown" || found[1][1] != "health" {
				t.Fatalf("the image is asked %s", rest)
			}
		case "VOLUME", "EXPOSE", "":
		default:
			t.Fatalf("what does %s do?", word)
		}
	}
	if m.user == 0 || m.bundle == "" || len(m.entry) != 1 || len(m.defaults) == 0 {
		t.Fatalf("the image is %+v", m)
	}
	return m
}

// copy makes what the build stage would have made.
func (m *image) copy(t *testing.T, words []string) {
	t.Helper()
	var owner string
	var paths []string
	for _, w := range words {
		if value, ok := strings.CutPrefix(w, "--chown="); ok {
			owner, _, _ = strings.Cut(value, ":")
		} else if !strings.HasPrefix(w, "--") {
			paths = append(paths, w)
		}
	}
	from, to := paths[0], paths[1]
	switch from {
	case "/etc/ssl/certs/ca-certificates.crt":
		m.bundle = filepath.Join(to, filepath.Base(from))
		m.write(t, m.bundle, "")
	case "/src/THIRD_PARTY_NOTICES.md":
		m.write(t, filepath.Join(to, filepath.Base(from)), "")
	case "/out/renown":
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", filepath.Join(m.root, to), ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building: %v\n%s", err, out)
		}
	case "/out/data":
		id, err := strconv.Atoi(owner)
		must.Do(t, err, "the data folder belongs to", owner)
		folder := filepath.Join(m.root, to)
		must.Do(t, os.Mkdir(folder, 0o755))
		must.Do(t, os.Chown(folder, id, id))
	default:
		t.Fatalf("nobody knows how %s is made", from)
	}
}

func (m *image) write(t *testing.T, path, text string) {
	t.Helper()
	path = filepath.Join(m.root, path)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
}

func (m *image) command(args ...string) *exec.Cmd {
	cmd := exec.Command(m.entry[0], args...)
	cmd.Path, cmd.Dir = m.entry[0], "/"
	cmd.Env = append(append([]string{}, m.env...), "DEEPSEEK_API_KEY=simulated")
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: m.root, Credential: &syscall.Credential{Uid: m.user, Gid: m.user}}
	return cmd
}

func (m *image) run(t *testing.T, args ...string) string {
	t.Helper()
	out, err := m.command(args...).CombinedOutput()
	must.Do(t, err, args, out)
	return string(out)
}

// serve starts the image's own command, on a free port, and stops it as a container engine does.
func (m *image) serve(t *testing.T) {
	t.Helper()
	cmd := m.command(append(append([]string{}, m.defaults...), "--listen", "127.0.0.1:0")...)
	p := must.Get(program.Listen(cmd))(t)
	t.Cleanup(p.End)
	for path, want := range map[string]string{"/readyz": "ok", "/login": "声闻", "/openapi/v1/me": "1001"} {
		response := must.Get(http.Get(p.URL + path))(t)
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if !strings.Contains(string(body), want) {
			t.Errorf("%s: status %d: %.200s", path, response.StatusCode, body)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	must.Do(t, p.Stop(syscall.SIGTERM), p.Said)
}
