package simulator

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// perform does what the step says.
func (s *Simulator) perform(w http.ResponseWriter, r *http.Request, in *inquiry, step Step) {
	switch step.Do {
	case RateLimit, Server, Overload, BadRequest, Auth, Config, Balance, Quota, Retired:
		f := refuse(in, step.Do)
		if step.RetryAfter > 0 {
			f.retryAfter = step.RetryAfter
		}
		f.write(w)
		return
	case Filter:
		if filtered := in.protocol.filtered; filtered != nil {
			if body := filtered(in); body != nil {
				writeJSON(w, http.StatusOK, body)
				return
			}
		}
		refuse(in, Filter).write(w)
		return
	case Hang:
		<-r.Context().Done()
		return
	case Huge:
		writeHuge(w, r)
		return
	case Garbage:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("\x00\x1f\x8b\xff\xfe garbage \xc3\x28"))
		return
	case HTML:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!DOCTYPE html><html><head><title>502</title></head><body>upstream</body></html>"))
		return
	case Redirect:
		w.Header().Set("Location", "https://elsewhere.example/"+in.platform.ID)
		w.WriteHeader(http.StatusTemporaryRedirect)
		return
	}
	s.answer(w, r, in, step.Do)
}

// answer writes a whole reply, or spoils it on the way.
func (s *Simulator) answer(w http.ResponseWriter, r *http.Request, in *inquiry, do Outcome) {
	if in.round > 1 && (in.inherited == Empty || shapeOf(in.inherited) != "") {
		do = in.inherited
	}
	draft := s.draft(r.Context(), in.platform, in.question, asking{in.searching, shapeOf(do)})
	if do == Empty {
		draft.Passages = nil
	}
	in.since = s.modelSince(in.platform.ID)
	asWritten := in
	if do == Foreign {
		copied := *in
		copied.protocol, copied.stream = anotherProtocol(in.protocol), false
		asWritten = &copied
	}
	body := asWritten.protocol.encode(asWritten, &draft, do)
	w.Header().Set("X-Request-Id", asWritten.id())
	if asWritten.stream {
		w.Header().Set("Content-Type", "text/event-stream")
	} else {
		w.Header().Set("Content-Type", "application/json")
	}
	switch do {
	case Truncated:
		_, _ = w.Write(body[:len(body)*2/3])
	case Cut:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body[:len(body)/2])
		flush(w)
		panic(http.ErrAbortHandler)
	case Slow:
		dribble(w, r, body)
	default:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
	}
}

// shapeOf is the part of an outcome that concerns the text.
func shapeOf(do Outcome) Outcome {
	switch do {
	case Cited, Uncited, NotSearched, Refusal, Dangling:
		return do
	}
	return ""
}

// anotherProtocol is one whose replies share no required field with the given one: the last, and for that the first.
func anotherProtocol(p *protocol) *protocol {
	if last := protocols[len(protocols)-1]; last != p {
		return last
	}
	return protocols[0]
}

func flush(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

// dribbleStep is short against any timeout and long against a scheduler's tick.
const dribbleStep = 20 * time.Millisecond

// dribble writes half of the body and then a blank now and then, until the caller gives up.
func dribble(w http.ResponseWriter, r *http.Request, body []byte) {
	_, _ = w.Write(body[:len(body)/2])
	flush(w)
	ticker := time.NewTicker(dribbleStep)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if _, err := w.Write([]byte(" ")); err != nil {
				return
			}
			flush(w)
		case <-r.Context().Done():
			return
		}
	}
}

// hugeSize is what a mistaken or hostile server might send.
const hugeSize = 1 << 30 // bytes

func writeHuge(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	chunk := []byte(strings.Repeat("x", 64<<10))
	if _, err := w.Write([]byte(`{"text":"`)); err != nil {
		return
	}
	for sent := 0; sent < hugeSize; sent += len(chunk) {
		if _, err := w.Write(chunk); err != nil || r.Context().Err() != nil {
			return
		}
	}
}
