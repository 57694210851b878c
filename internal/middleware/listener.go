package middleware

import (
	"bytes"
	"net"
	"net/http"
	"renown/internal/id"
	"strconv"
	"time"
)

// Renderer turns a status that net/http chose into the status and JSON body that leave instead.
type Renderer func(status int) (int, []byte)

// PlainRefusals wraps a listener so that the few refusals which net/http writes itself, before any handler is called
// (a request line it cannot read, a header that is too large), leave in the words of the given renderer.
// net/http writes each of them as one plain-text answer and closes the connection.
func PlainRefusals(ln net.Listener, render Renderer) net.Listener {
	return refusingListener{ln, render}
}

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

type refusingConn struct {
	net.Conn
	render Renderer
}

// plainTail is how net/http ends the header of the answers it writes itself. No handler of ours sends plain text and closes.
var plainTail = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

func (c *refusingConn) Write(p []byte) (int, error) {
	status := ownRefusal(p)
	if status == 0 {
		return c.Conn.Write(p)
	}
	status, body := c.render(status)
	var out bytes.Buffer
	out.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\n" +
		"Content-Type: application/json; charset=utf-8\r\nX-Request-Id: " + id.New("req", time.Now()) + "\r\nConnection: close\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n")
	out.Write(body)
	if _, err := c.Conn.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// ownRefusal returns the status when p is an answer net/http wrote itself, else 0.
func ownRefusal(p []byte) int {
	const start = "HTTP/1.1 "
	if len(p) < len(start)+3 || (p[9] != '4' && p[9] != '5') || !bytes.HasPrefix(p, []byte(start)) {
		return 0
	}
	lineEnd := bytes.Index(p, []byte("\r\n"))
	if lineEnd < 0 || !bytes.HasPrefix(p[lineEnd:], plainTail) {
		return 0
	}
	status, err := strconv.Atoi(string(p[9:12]))
	if err != nil {
		return 0
	}
	return status
}
