package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"time"

	"renown/internal/config"
)

// examineTraces shows where traces go, and whether a collector listens there.
func examineTraces(ctx context.Context, t *config.Traces) []finding {
	if t == nil {
		return nil
	}
	where := fmt.Sprintf("%g of all go to %s", t.Ratio, t.Endpoint)
	u, err := url.Parse(t.Endpoint)
	if err != nil {
		return []finding{{"traces", "fault", err.Error()}}
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	dialer := net.Dialer{Timeout: 2 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return []finding{{"traces", "warning", where + ", where nobody answers: " + err.Error()}}
	}
	conn.Close()
	return []finding{{"traces", "ok", where}}
}
