package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"
	"time"
)

// held are idle connections, each of which was answered once.
type held []net.Conn

func (h held) release() {
	for _, c := range h {
		_ = c.Close()
	}
}

// affordable is how many connections this process and a server on the same machine may have, and says when that is
// fewer. The Go runtime has raised the soft limit to the hard one, in both.
func affordable(wanted int) int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return wanted
	}
	const others = 200 // files, databases, the connections that measure
	if most := int(limit.Max) - others; most < wanted {
		fmt.Fprintf(os.Stderr, "holding %d connections only: the system allows %d open files (ulimit -n)\n", most, limit.Max)
		return most
	}
	return wanted
}

// hold opens idle connections. Each asks for /healthz first: a connection that was used keeps its buffers.
func (d *driver) hold(ctx context.Context, count int) (h held, err error) {
	u, err := url.Parse(d.url)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "http" {
		return nil, fmt.Errorf("holding connections needs an http:// address, not %s", d.url)
	}
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	for len(h) < count {
		conn, err := dialer.DialContext(ctx, "tcp", u.Host)
		if err != nil {
			return h, fmt.Errorf("connection %d: %w", len(h)+1, err)
		}
		h = append(h, conn)
		if err := askOnce(conn, u.Host); err != nil {
			return h, fmt.Errorf("connection %d: %w", len(h), err)
		}
	}
	return h, nil
}

func askOnce(conn net.Conn, host string) error {
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
		return err
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(conn, 512), nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	_ = conn.SetDeadline(time.Time{})
	return err
}
