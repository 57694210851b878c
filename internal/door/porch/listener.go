package porch

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"renown/internal/floor/id"
)

// Renderer turns a status that net/http chose into the status and JSON body that leave instead.
type Renderer func(status int) (int, []byte)

// PlainRefusals makes the few refusals that net/http writes itself, before any handler is called (a request line it
// cannot read, a header that is too large, an expectation it does not know), leave in the words of the renderer.
// It prepares the server, whose Handler must be set, and returns the listener to serve on.
func PlainRefusals(server *http.Server, ln net.Listener, render Renderer) net.Listener {
	next := server.Handler
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := r.Context().Value(connKey{}).(*refusingConn); ok {
			c.answering.Store(true)
		}
		next.ServeHTTP(w, r)
	})
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) }
	server.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateIdle { // the answer is out, and no other request was read yet
			c.(*refusingConn).answering.Store(false)
		}
	}
	return refusingListener{ln, render}
}

type connKey struct{}

type refusingListener struct {
	net.Listener
	render Renderer
}

func (l refusingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &refusingConn{Conn: c, render: l.render}, nil
}

// refusingConn knows whether a handler was called for the request at hand. What is written otherwise is net/http's own,
// each refusal in one piece; what a handler writes is never looked into.
type refusingConn struct {
	net.Conn
	render    Renderer
	answering atomic.Bool
}

func (c *refusingConn) Write(p []byte) (int, error) {
	if c.answering.Load() {
		return c.Conn.Write(p)
	}
	status := refusalStatus(p)
	if status == 0 {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(rendered(c.render(status))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func rendered(status int, body []byte) []byte {
	now := time.Now().UTC()
	var out bytes.Buffer
	out.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) +
		"\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nCache-Control: private, no-store" +
		"\r\nX-Request-Id: " + id.New("req", now) + "\r\nDate: " + now.Format(http.TimeFormat) +
		"\r\nConnection: close\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n")
	out.Write(body)
	return out.Bytes()
}

// refusalStatus returns the status of an answer that begins with p when it refuses, else 0.
func refusalStatus(p []byte) int {
	const start = "HTTP/1.1 " // or 1.0, to a caller that old
	if len(p) < len(start)+3 || string(p[:7]) != start[:7] {
		return 0
	}
	status, err := strconv.Atoi(string(p[len(start) : len(start)+3]))
	if err != nil || status < 400 {
		return 0
	}
	return status
}
