package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// held are idle connections, each of which was answered once: a connection that was used keeps its buffers.
type held []net.Conn

func (h held) release() {
	for _, c := range h {
		_ = c.Close()
	}
}

// hold opens so many, or as many as the open files of this process and of the server allow.
func hold(address string, count int) (h held) {
	say("holding %d connections", count)
	host := strings.TrimPrefix(address, "http://")
	for len(h) < count {
		conn, err := net.DialTimeout("tcp", host, 10*time.Second)
		if err == nil {
			h = append(h, conn)
			err = ask(conn, host)
		}
		if err != nil {
			say("holding %d connections only: %v", len(h), err)
			break
		}
	}
	return h
}

func ask(conn net.Conn, host string) error {
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", host)
	response, err := http.ReadResponse(bufio.NewReaderSize(conn, 512), nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err
}
