package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"renown/internal/door/locale"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/insight"
	"renown/internal/tool/requestschema"
)

// chinese is what the contract promises for msg and for every other text of an answer.
var chinese, _ = locale.Of("zh")

// retryUnavailable is what a caller is told to wait when the service is away, unless the fault says it.
const retryUnavailable = 5 // seconds

// opening is an answer up to its result.
const opening = `{"code":0,"msg":"成功","data":`

// render puts the envelope around a result.
func render(data any) ([]byte, error) {
	buf := bytes.NewBuffer(make([]byte, 0, 512))
	buf.WriteString(opening)
	encoder := json.NewEncoder(buf)
	encoder.SetEscapeHTML(false) // the answer is JSON and says so: markup in it is text
	if err := encoder.Encode(data); err != nil {
		return nil, err
	}
	buf.Truncate(buf.Len() - 1)
	buf.WriteByte('}')
	return buf.Bytes(), nil
}

// rendered is a result with its envelope around it, which several requests share.
type rendered struct {
	body   []byte
	zipped func() []byte // made when it is first asked for
}

// enveloped puts the envelope around an analysis, once for as long as it is true.
func enveloped(text *insight.Text, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return text.Form(func(data []byte) any {
		body := make([]byte, 0, len(opening)+len(data)+1)
		body = append(append(append(body, opening...), data...), '}')
		return &rendered{body, sync.OnceValue(func() []byte { return porch.Zip(body) })}
	}), nil
}

// succeed answers with a result.
func succeed(w http.ResponseWriter, r *http.Request, data any) {
	body, err := render(data)
	if err != nil {
		fail(w, r, err)
		return
	}
	write(w, r, http.StatusOK, body)
}

// fail writes the envelope of a refusal. What is not a fault is internal: the caller learns the request id, the log the rest.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	failWith(w, r, err, func(*fault.Fault) string { return "" })
}

// failWith is fail with a hint for the caller.
func failWith(w http.ResponseWriter, r *http.Request, err error, hint func(*fault.Fault) string) {
	rec := porch.Of(r.Context())
	f := fault.Of(err)
	rec.Code = int(f.Code)
	if f.Value != nil {
		refuseValue(w, r, f)
		return
	}
	if f.Code == fault.Internal || f.Code == fault.Unavailable {
		rec.Err = err
	}
	detail, retry := f.Detail, f.RetrySeconds()
	switch f.Code {
	case fault.Internal:
		detail = map[string]any{"request_id": rec.RequestID}
	case fault.Unavailable:
		if retry == 0 {
			retry = retryUnavailable
		}
		detail = map[string]any{"retry_after": retry}
		if reason, ok := f.Detail["reason"]; ok {
			detail["reason"] = reason
		}
	case fault.Unauthenticated:
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(retry))
	}
	if detail == nil {
		detail = map[string]any{}
	}
	write(w, r, porch.Statuses[f.Code], envelope(f, detail, hint(f)))
}

func envelope(f *fault.Fault, detail any, hint string) []byte {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(struct {
		Code   fault.Code `json:"code"`
		Msg    string     `json:"msg"`
		Data   any        `json:"data"`
		Detail any        `json:"detail"`
		Hint   string     `json:"hint,omitempty"`
	}{f.Code, chinese.Fault(f), nil, detail, hint})
	if err != nil {
		panic(err) // details hold plain values only
	}
	return buf.Bytes()
}

// refuseShape writes the envelope of a malformed request, whose detail is the list of failures.
func refuseShape(w http.ResponseWriter, r *http.Request, failures requestschema.Failures, hint string) {
	porch.Of(r.Context()).Code = int(fault.Malformed)
	body := append([]byte(nil), `{"code":4220,"msg":"`+chinese.Fault(fault.New(fault.Malformed))+`","data":null,"detail":`...)
	body = failures.AppendJSON(body)
	if hint != "" {
		quoted, err := json.Marshal(hint)
		if err != nil {
			panic(err) // a string is always written
		}
		body = append(append(body, `,"hint":`...), quoted...)
	}
	write(w, r, http.StatusUnprocessableEntity, append(body, '}'))
}

// refuseValue is refuseShape for a value that a rule of the domain refuses.
func refuseValue(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	entry := map[string]any{
		"type": "value_error", "loc": f.Value.Loc, "msg": "Value error, " + f.Value.Rule, "input": f.Value.Input,
		"ctx": map[string]any{"error": map[string]any{}},
	}
	write(w, r, porch.Statuses[f.Code], envelope(f, []any{entry}, ""))
}

// zipFrom is from how many bytes on an answer is compressed for a client that takes it so. That lengths then tell of
// contents helps only those who can make a caller's program send chosen texts with its key: keys are never sent by a
// browser on its own, and no CORS header lets a page send one.
const zipFrom = 1 << 10

func write(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	writeZipped(w, r, status, body, func() []byte { return porch.ZipFast(body) })
}

func writeZipped(w http.ResponseWriter, r *http.Request, status int, body []byte, zipped func() []byte) {
	h := w.Header()
	h["Vary"] = varyEncoding
	if len(body) > zipFrom && porch.AcceptsGzip(r) {
		body = zipped()
		h["Content-Encoding"] = gzipped
	}
	h["Content-Type"] = jsonType
	h["X-Content-Type-Options"] = noSniff
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noStore
	}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away is no concern of ours
}

var (
	jsonType     = []string{"application/json; charset=utf-8"}
	varyEncoding = []string{"Accept-Encoding"}
	noSniff      = []string{"nosniff"}
	gzipped      = []string{"gzip"}
	noStore      = []string{"private, no-store"}
)

// Refusal renders what net/http refuses before any handler is called. Whatever the reason, the request was unreadable.
func Refusal(int) (int, []byte) {
	return http.StatusBadRequest, envelope(fault.New(fault.Unreadable), map[string]any{}, "")
}

// Stopping answers every request while the program stops.
func Stopping(w http.ResponseWriter, r *http.Request) { fail(w, r, fault.New(fault.Unavailable)) }

// Busy answers a request that found no place among those that are worked on.
func Busy(w http.ResponseWriter, r *http.Request) {
	fail(w, r, fault.New(fault.Unavailable).After(time.Second))
}

// Failed answers a request whose handler panicked; the record holds the reason for the log. Whatever was thrown, a
// fault included, it was not meant as an answer.
func Failed(w http.ResponseWriter, r *http.Request) {
	fail(w, r, fault.New(fault.Internal).Because(porch.Of(r.Context()).Err))
}
