package mcp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"renown/internal/door/locale"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
)

// refusal is a fault as agents are told of it: the envelope of the API without its data.
type refusal struct {
	Code   fault.Code `json:"code"`
	Msg    string     `json:"msg"`
	Detail any        `json:"detail"`
}

// retryUnavailable is what a caller is told to wait when the service is away, unless the fault says it.
const retryUnavailable = 5 // seconds

// refused notes a fault in the record and puts it into words.
func refused(record *porch.Record, l *locale.Language, f *fault.Fault) refusal {
	record.Code = int(f.Code)
	if f.Code == fault.Internal || f.Code == fault.Unavailable {
		record.Err = f
	}
	var detail any = map[string]any{}
	switch {
	case f.Code == fault.Internal:
		detail = map[string]any{"request_id": record.RequestID}
	case f.Code == fault.Unavailable && f.RetrySeconds() == 0:
		detail = map[string]any{"retry_after": retryUnavailable}
	case f.Value != nil:
		detail = []any{map[string]any{
			"type": "value_error", "loc": append([]any{"arguments"}, f.Value.Loc[1:]...), "msg": "Value error, " + f.Value.Rule,
			"input": f.Value.Input,
			"ctx":   map[string]any{"error": map[string]any{}},
		}}
	case f.Detail != nil:
		detail = f.Detail
	}
	return refusal{f.Code, l.Fault(f), detail}
}

// failure is an error of the protocol with a fault as its data. Without an id it answers to none.
func failure(r *http.Request, id json.RawMessage, code int, f *fault.Fault) []byte {
	said := refused(porch.Of(r.Context()), languageOf(r), f)
	if id == nil {
		id = json.RawMessage("null")
	}
	return encode(map[string]any{
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": said.Msg, "data": said},
	})
}

func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // what is answered is plain values only
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// fail answers with an error before a message was read.
func fail(w http.ResponseWriter, r *http.Request, code int, err error) {
	f := fault.Of(err)
	if f.Code == fault.Internal {
		code = rpcInternal
	}
	if f.Code == fault.Unauthenticated {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	retry := f.RetrySeconds()
	if f.Code == fault.Unavailable && retry == 0 {
		retry = retryUnavailable
	}
	if retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(retry))
	}
	answer(w, r, porch.Statuses[f.Code], failure(r, nil, code, f))
}

// zipFrom is from how many bytes on an answer is compressed for a client that takes it so.
const zipFrom = 1 << 10

func answer(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding, Accept-Language, Authorization, X-API-KEY")
	if len(body) > zipFrom && porch.AcceptsGzip(r) {
		body = porch.ZipFast(body)
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away is no concern of ours
}

// Stopping answers every request while the program stops.
func Stopping(w http.ResponseWriter, r *http.Request) {
	fail(w, r, rpcRefused, fault.New(fault.Unavailable))
}

// Busy answers a request that found no place among those that are worked on.
func Busy(w http.ResponseWriter, r *http.Request) {
	fail(w, r, rpcRefused, fault.New(fault.Unavailable).After(time.Second))
}

// Failed answers a request whose handler panicked.
func Failed(w http.ResponseWriter, r *http.Request) {
	fail(w, r, rpcInternal, fault.New(fault.Internal).Because(porch.Of(r.Context()).Err))
}

// buffered holds an answer until it is known whether it is one of the protocol. The library writes it from another goroutine
// and is done with it when its handler returns.
type buffered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *buffered) Header() http.Header { return b.header }

func (b *buffered) WriteHeader(status int) {
	if b.status == 0 {
		b.status = status
	}
}

func (b *buffered) Write(p []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	return b.body.Write(p)
}

// coded is the answer, where it is an error with the API's code in its data. The library's own errors have none, and speak of types of
// this program: what they are about is told instead, and of a request that was not let in what it lacks.
func (b *buffered) coded(r *http.Request, m message) []byte {
	if !bytes.Contains(b.body.Bytes(), []byte(`"error":`)) {
		return b.body.Bytes()
	}
	var said struct {
		Error *struct {
			Code    int             `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data"`
		} `json:"error"`
	}
	if json.Unmarshal(b.body.Bytes(), &said) != nil || said.Error == nil || len(said.Error.Data) > 0 {
		return b.body.Bytes()
	}
	f := fault.New(fault.Unreadable).Why("agent_params")
	switch {
	case said.Error.Code == rpcNoMethod:
		f = fault.New(fault.NoRoute).Why("agent_method")
	case b.status >= http.StatusBadRequest:
		f = f.With("error", said.Error.Message)
	}
	return failure(r, m.id, cmp.Or(said.Error.Code, rpcInvalidParams), f)
}

func (b *buffered) isJSON() bool {
	return strings.HasPrefix(b.header.Get("Content-Type"), "application/json")
}
