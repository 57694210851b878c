package tracing

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

const (
	sendTime   = 10 * time.Second // for one batch
	tracesPath = "/v1/traces"
	replyLimit = 64 << 10 // bytes; what the collector says is not used
)

// client posts batches. The library's own brings a whole RPC framework along, some 5 MB of program, for the same request.
type client struct {
	url     string
	headers map[string]string
	http    *http.Client
	log     *slog.Logger
	away    atomic.Bool
}

func newClient(s Settings) *client {
	url := strings.TrimRight(s.Endpoint, "/")
	if !strings.HasSuffix(url, tracesPath) {
		url += tracesPath
	}
	return &client{url: url, headers: s.Headers, http: &http.Client{
		Transport: &http.Transport{MaxIdleConns: 1, IdleConnTimeout: time.Minute, Proxy: http.ProxyFromEnvironment},
		// Headers with a credential must not follow a redirect.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, log: s.Log}
}

func (c *client) Start(context.Context) error { return nil }

func (c *client) Stop(context.Context) error {
	c.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends one batch, once: a collector that is away loses it, and the log says so the first time.
func (c *client) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	err := c.send(ctx, spans)
	if was := c.away.Swap(err != nil); err != nil && !was {
		c.log.Warn("traces are lost: the collector does not take them", "error", err)
	} else if err == nil && was {
		c.log.Info("the collector takes traces again")
	}
	return nil
}

func (c *client) send(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// On the wire it is the same message as the service's own request, whose package would bring the framework.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, pack(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Content-Encoding", "gzip")
	request.Header.Set("User-Agent", "renown")
	for name, value := range c.headers {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, replyLimit)) // so that the connection is used again
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("HTTP %d", response.StatusCode)
	}
	return nil
}

func pack(body []byte) *bytes.Buffer {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(body) // into memory: cannot fail
	_ = w.Close()
	return &packed
}
