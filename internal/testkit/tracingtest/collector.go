// Package tracingtest is a collector of traces for tests: it takes what is sent by OTLP over HTTP and keeps it.
package tracingtest

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Span is what arrived of one.
type Span struct {
	Name, Trace, ID, Parent string
	Kind                    string
	Failed                  bool
	Said                    map[string]string
}

// Collector is one that is up.
type Collector struct {
	URL string

	mu       sync.Mutex
	spans    []Span
	resource map[string]string
	headers  http.Header
	raw      []byte
	status   int
}

// New starts a collector, which ends with the test.
func New(t testing.TB) *Collector {
	c := &Collector{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(c.take(t, r))
	}))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// Refuse has everything that comes from now on answered with this status; 0 takes it again.
func (c *Collector) Refuse(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

func (c *Collector) take(t testing.TB, r *http.Request) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.status != 0 {
		return c.status
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
		t.Errorf("a collector was asked %s %s, %s", r.Method, r.URL, r.Header.Get("Content-Type"))
		return http.StatusBadRequest
	}
	packed, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Error(err)
		return http.StatusBadRequest
	}
	body, err := io.ReadAll(packed)
	var data tracepb.TracesData
	if err == nil {
		err = proto.Unmarshal(body, &data)
	}
	if err != nil {
		t.Error(err)
		return http.StatusBadRequest
	}
	c.raw, c.headers = append(c.raw, body...), r.Header.Clone()
	for _, rs := range data.ResourceSpans {
		c.resource = said(rs.Resource.GetAttributes())
		for _, scope := range rs.ScopeSpans {
			for _, s := range scope.Spans {
				c.spans = append(c.spans, read(s))
			}
		}
	}
	return http.StatusOK
}

func read(s *tracepb.Span) Span {
	return Span{
		Name: s.Name, Trace: hex.EncodeToString(s.TraceId), ID: hex.EncodeToString(s.SpanId), Parent: hex.EncodeToString(s.ParentSpanId),
		Kind: s.Kind.String(), Failed: s.GetStatus().GetCode() == tracepb.Status_STATUS_CODE_ERROR, Said: said(s.Attributes),
	}
}

func said(list []*commonpb.KeyValue) map[string]string {
	out := map[string]string{}
	for _, a := range list {
		switch v := a.Value.GetValue().(type) {
		case *commonpb.AnyValue_IntValue:
			out[a.Key] = strconv.FormatInt(v.IntValue, 10)
		default:
			out[a.Key] = a.Value.GetStringValue()
		}
	}
	return out
}

// Spans are those that have arrived.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Span{}, c.spans...)
}

// Raw is everything that has arrived, unpacked.
func (c *Collector) Raw() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]byte{}, c.raw...)
}

// Last is what was said of the sender, and the headers, of the last batch.
func (c *Collector) Last() (resource map[string]string, headers http.Header) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.resource, c.headers
}
