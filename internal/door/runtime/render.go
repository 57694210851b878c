package runtime

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"renown/internal/door/locale"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
)

const retryUnavailable = 5 // seconds

func succeed(w http.ResponseWriter, r *http.Request, data any) {
	write(w, r, http.StatusOK, map[string]any{"code": 0, "msg": "", "data": data})
}

// fail answers with a refusal in the language that the runtime asks for. What is not a fault is internal and says nothing.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	record, f := porch.Of(r.Context()), fault.Of(err)
	record.Code = int(f.Code)
	detail, retry := f.Detail, f.RetrySeconds()
	switch f.Code {
	case fault.Internal:
		record.Err, detail = err, map[string]any{"request_id": record.RequestID}
	case fault.Unavailable:
		record.Err = err
		if retry == 0 {
			retry = retryUnavailable
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
	said := locale.Match("", r.Header.Get("Accept-Language")).Fault(f)
	write(w, r, porch.Statuses[f.Code], map[string]any{"code": f.Code, "msg": said, "data": nil, "detail": detail})
}

func write(w http.ResponseWriter, r *http.Request, status int, envelope map[string]any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(envelope); err != nil {
		panic(err) // plain values only
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	if _, err := w.Write(body.Bytes()); err != nil {
		porch.Of(r.Context()).Err = err
	}
}

// Stopping answers a request that comes while the program stops.
func Stopping(w http.ResponseWriter, r *http.Request) { fail(w, r, fault.New(fault.Unavailable)) }

// Busy answers a request that found no place among those that are worked on.
func Busy(w http.ResponseWriter, r *http.Request) {
	fail(w, r, fault.New(fault.Unavailable).After(time.Second))
}

// Failed answers a request whose handler panicked.
func Failed(w http.ResponseWriter, r *http.Request) {
	fail(w, r, fault.New(fault.Internal).Because(porch.Of(r.Context()).Err))
}
