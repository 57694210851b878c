package console

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
)

// statuses maps every code of the vocabulary to a status. What is not a fault is 500 and says nothing.
var statuses = map[fault.Code]int{
	fault.Unauthenticated: 401, fault.ScopeMissing: 403, fault.AccountDisabled: 403, fault.Expired: 403,
	fault.TooFrequent: 429, fault.PromptLimit: 409, fault.DailyLimit: 429, fault.RunGap: 429, fault.PointsShort: 402, fault.CapReached: 409,
	fault.NoSuchThing: 404, fault.Duplicate: 409, fault.RunInFlight: 409, fault.NoPrompt: 409, fault.NoPlatform: 409,
	fault.GenerationRunning: 409, fault.OrderState: 409, fault.MediaUnavailable: 409, fault.KeyReused: 409, fault.TopicNotEmpty: 409, fault.RunEnded: 409,
	fault.Unreadable: 400, fault.NoRoute: 404, fault.NoMethod: 405, fault.TooLarge: 413, fault.Malformed: 422,
	fault.Internal: 500, fault.NotBuilt: 501, fault.Unavailable: 503,
}

// write renders the reply as a whole before the first byte leaves, so that a page that fails is no half page.
func (c *Console) write(v *visit, answer reply) error {
	switch {
	case answer.location != "":
		v.w.Header().Set("Cache-Control", "no-store")
		http.Redirect(v.w, v.Request, answer.location, http.StatusSeeOther)
		return nil
	case answer.file != nil:
		h := v.w.Header()
		h.Set("Content-Type", answer.file.contentType)
		h.Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(answer.file.name))
		send(v.w, v.Request, http.StatusOK, answer.file.body)
		return nil
	}
	p := *answer.page
	var out bytes.Buffer
	if v.user.ID == "" || p.Bare {
		if err := bare(p).Render(v.Context(), &out); err != nil {
			return err
		}
	} else {
		f, err := c.frame(v, p)
		if err != nil {
			return err
		}
		if err := shell(f, p).Render(v.Context(), &out); err != nil {
			return err
		}
	}
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(v.w, v.Request, max(p.Status, http.StatusOK), out.Bytes())
	return nil
}

// fail says what went wrong, in the look of the console.
func (c *Console) fail(v *visit, err error) {
	record := porch.Of(v.Context())
	status, f := http.StatusInternalServerError, fault.As(err)
	switch {
	case f != nil:
		status = statuses[f.Code]
		record.Err = f.Cause
	case errors.Is(err, context.DeadlineExceeded):
		status, f = http.StatusServiceUnavailable, fault.New(fault.Unavailable)
		record.Err = err
	default:
		f = fault.New(fault.Internal)
		record.Err = err
	}
	record.Code = int(f.Code)
	if wait := f.RetrySeconds(); wait > 0 {
		v.w.Header().Set("Retry-After", strconv.Itoa(wait))
	}
	sentence := v.sentence(f)
	if f.Code == fault.NoSuchThing {
		sentence = v.t("它不存在，或不在当前空间里。")
	}
	p := page{Title: key("出错了"), Status: status, Body: mishap(status, sentence)}
	if err := c.write(v, reply{page: &p}); err != nil { // the frame itself cannot be drawn
		p.Bare = true
		_ = c.write(v, reply{page: &p})
	}
}

// sentence is what a fault says, in the reader's language.
func (v *view) sentence(f *fault.Fault) string {
	return upperFirst(v.lang.Fault(f))
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// refuse answers a request that no handler was found for, or that was not let through.
func (c *Console) refuse(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	v := c.newVisit(w, r, porch.Of(r.Context()).Route)
	if known, err := c.resume(v); err != nil || !known || c.enterSpace(v) != nil {
		v.user.ID = ""
	}
	c.fail(v, f)
}

// Failed answers a request whose handler panicked.
func (c *Console) Failed(w http.ResponseWriter, r *http.Request) {
	v := c.newVisit(w, r, "")
	c.fail(v, fault.New(fault.Internal).Because(porch.Of(r.Context()).Err))
}

// Stopping answers a request that comes while the program stops.
func (c *Console) Stopping(w http.ResponseWriter, r *http.Request) {
	c.fail(c.newVisit(w, r, ""), fault.New(fault.Unavailable).After(5e9))
}

var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, 5)
	return z
}}

const zipFrom = 1400 // bytes: what fits into one packet is sent as it is

func send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-store")
	}
	h.Add("Vary", "Accept-Encoding")
	h.Add("Vary", "Cookie")
	if len(body) >= zipFrom && acceptsGzip(r) {
		var out bytes.Buffer
		z := zippers.Get().(*gzip.Writer)
		z.Reset(&out)
		_, _ = z.Write(body)
		_ = z.Close()
		zippers.Put(z)
		h.Set("Content-Encoding", "gzip")
		body = out.Bytes()
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if coding == "gzip" || coding == "*" {
			return strings.ReplaceAll(quality, " ", "") != "q=0"
		}
	}
	return false
}
