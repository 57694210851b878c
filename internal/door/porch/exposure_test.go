package porch_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"renown/internal/door/porch"
	"renown/internal/testkit/expect"
)

// What a request shows and the settings do not know is said once.
func TestExposure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, host, remote, forwarded, public string
		says                                  string // "": nothing
	}{
		{name: "at home", host: "local:8080", remote: "127.0.0.1:5000"},
		{name: "known by its address", host: "console.example", remote: "127.0.0.1:5000", public: "https://console.example"},
		{name: "without an address", host: "console.example", remote: "127.0.0.1:5000", says: "public_url"},
		{name: "through a trusted proxy", host: "local", remote: "10.0.0.1:5000", forwarded: "192.0.2.1"},
		{name: "through another", host: "local", remote: "192.168.0.1:5000", forwarded: "192.0.2.1", says: "trusted_proxies"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			e := porch.Exposure{
				Log:     slog.New(slog.NewTextHandler(&log, nil)),
				Proxies: porch.Proxies{netip.MustParsePrefix("10.0.0.0/8")}, PublicURL: c.public,
				Local: func(host string) bool { return host == "local" },
			}
			served := 0
			h := e.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
			for range 3 {
				r := httptest.NewRequest(http.MethodGet, "/", nil)
				r.Host, r.RemoteAddr = c.host, c.remote
				if c.forwarded != "" {
					r.Header.Set("X-Forwarded-For", c.forwarded)
				}
				h.ServeHTTP(httptest.NewRecorder(), r)
			}
			expect.Equal(t, served, 3, "of 3 were served")
			if lines := strings.Count(log.String(), "\n"); c.says == "" && lines != 0 || c.says != "" &&
				(lines != 1 || !strings.Contains(log.String(), c.says)) {
				t.Errorf("the log says %q", log.String())
			}
		})
	}
}
