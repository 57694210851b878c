// Package porch is the porch that all doors share: request ids, the access log, recovery from panics, the client's
// address, authentication by key, rate limits, and an orderly refusal while the program stops. It knows no domain
// beyond who is calling, and renders nothing itself: each door has its own renderer.
package porch

import (
	"context"
	"net/http"
	"time"

	"renown/internal/floor/id"
)

// Record follows one request from the porch to the log line. Doors fill in what they learn.
type Record struct {
	http.ResponseWriter
	RequestID string
	Route     string // pattern, never the raw path: that may hold what a user typed
	KeyID     string
	UserID    string // of who is logged in, or whose key it is
	Code      int    // of the envelope; 0 is success
	Err       error  // what the log should know and the caller must not
	Stack     []byte

	request *http.Request // with the body as it came
	status  int
	bytes   int64
	start   time.Time
	aborted bool          // the answer was broken off after it had begun
	ended   func(*Record) // nil: no tracing
}

type recordKey struct{}

// Of returns the record of the request that ctx belongs to. Outside a request it returns an empty one.
func Of(ctx context.Context) *Record {
	if r, ok := ctx.Value(recordKey{}).(*Record); ok {
		return r
	}
	return &Record{}
}

// WriteHeader notes the status on its way out. Before it says that a body is too large, it lets the client send that.
func (r *Record) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
		if status == http.StatusRequestEntityTooLarge && r.request != nil {
			discard(r.ResponseWriter, r.request)
		}
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *Record) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (r *Record) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Status is that of the answer; 0 before there is one.
func (r *Record) Status() int { return r.status }

// Started tells whether anything was written: then it is too late for another answer.
func (r *Record) Started() bool { return r.status != 0 }

const requestIDMax = 128

// requestID keeps a sane incoming id, so that a caller's own trace leads to our log, and makes one otherwise.
func requestID(h http.Header, now time.Time) string {
	if got := h.Get("X-Request-Id"); saneID(got) {
		return got
	}
	return id.New("req", now)
}

func saneID(s string) bool {
	if s == "" || len(s) > requestIDMax {
		return false
	}
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}
