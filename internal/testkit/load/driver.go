package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// shot is one request of the mix.
type shot struct {
	group             group
	method, path, key string
	body              string
	then              func(code int, body []byte) // told of the answer; may be nil
}

// noAnswer is the code of a request that was not answered.
const noAnswer = -1

// driver sends requests and knows what there is to ask for.
type driver struct {
	url      string
	seed     uint64
	client   *http.Client
	open     atomic.Int64 // connections now
	accounts []*account
}

// answerTime is more than any server should need: what takes longer has failed.
const answerTime = time.Minute

func newDriver(url string, seed uint64) *driver {
	d := &driver{url: url, seed: seed}
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	d.client = &http.Client{Timeout: answerTime, Transport: &http.Transport{
		MaxIdleConnsPerHost: outstanding, DisableCompression: true, IdleConnTimeout: time.Minute,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			d.open.Add(1)
			return &countedConn{Conn: conn, open: &d.open}, nil
		},
	}}
	return d
}

func (d *driver) close() { d.client.CloseIdleConnections() }

// countedConn is a connection that is counted while it is open.
type countedConn struct {
	net.Conn
	open   *atomic.Int64
	closed atomic.Bool
}

func (c *countedConn) Close() error {
	if c.closed.CompareAndSwap(false, true) {
		c.open.Add(-1)
	}
	return c.Conn.Close()
}

const prefix = "/openapi/v1"

// send makes a request and returns the code of its answer, or noAnswer.
func (d *driver) send(ctx context.Context, s shot) (code int, body []byte, err error) {
	var content io.Reader
	if s.body != "" {
		content = strings.NewReader(s.body)
	}
	r, err := http.NewRequestWithContext(ctx, s.method, d.url+prefix+s.path, content)
	if err != nil {
		return noAnswer, nil, err
	}
	r.Header.Set("X-API-KEY", s.key)
	if s.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	response, err := d.client.Do(r)
	if err != nil {
		return noAnswer, nil, err
	}
	defer response.Body.Close()
	if s.then == nil {
		var head [32]byte
		n, err := io.ReadFull(response.Body, head[:])
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return noAnswer, nil, err
		}
		_, err = io.Copy(io.Discard, response.Body)
		return codeOf(head[:n]), nil, err
	}
	body, err = io.ReadAll(response.Body)
	return codeOf(body), body, err
}

// codeOf reads the code with which every envelope begins.
func codeOf(body []byte) int {
	rest, ok := bytes.CutPrefix(body, []byte(`{"code":`))
	end := bytes.IndexByte(rest, ',')
	if !ok || end < 0 {
		return noAnswer
	}
	code, err := strconv.Atoi(string(rest[:end]))
	if err != nil {
		return noAnswer
	}
	return code
}

// get reads the data of an answer that must be a success, while the driver learns its way around.
func (d *driver) get(ctx context.Context, key, path string, data any) error {
	s := shot{method: http.MethodGet, path: path, key: key, then: func(int, []byte) {}}
	code, body, err := d.send(ctx, s)
	if err != nil {
		return err
	}
	if code != 0 {
		return fmt.Errorf("GET %s: %.300s", path, body)
	}
	return json.Unmarshal(body, &struct{ Data any }{data})
}
