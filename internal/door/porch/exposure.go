package porch

import (
	"log/slog"
	"net"
	"net/http"
	"sync"
)

// Exposure says once in the log what requests show about the place the program is served in, and its settings do not know.
type Exposure struct {
	Log       *slog.Logger
	Proxies   Proxies
	PublicURL string
	Local     func(host string) bool // it is this machine for itself alone

	nameless, proxy sync.Once
}

// Handler puts next behind the look at each request.
func (e *Exposure) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.look(r)
		next.ServeHTTP(w, r)
	})
}

func (e *Exposure) look(r *http.Request) {
	if e.PublicURL == "" && !e.Local(hostOnly(r.Host)) {
		e.nameless.Do(func() {
			e.Log.Warn("requests come from elsewhere, but public_url is not set: " +
				"links to copy go by the address each browser names, outlets cannot report back")
		})
	}
	if len(r.Header["X-Forwarded-For"]) > 0 && !e.Proxies.Trusted(r) {
		e.proxy.Do(func() {
			e.Log.Warn("X-Forwarded-For is not believed: its sender is not among trusted_proxies, so all its clients count as one address",
				"sender", hostOnly(r.RemoteAddr))
		})
	}
}

func hostOnly(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}
