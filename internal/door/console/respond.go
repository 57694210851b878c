package console

import (
	"bytes"
	"context"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"sync"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// write renders the reply as a whole before the first byte leaves, so that a page that fails is no half page.
func (c *Console) write(v *kit.Visit, answer kit.Reply) error {
	switch {
	case answer.Location != "":
		v.Writer.Header().Set("Cache-Control", "no-store")
		http.Redirect(v.Writer, v.Request, answer.Location, http.StatusSeeOther)
		return nil
	case answer.File != nil:
		attach(v.Writer.Header(), *answer.File)
		send(v.Writer, v.Request, http.StatusOK, answer.File.Body)
		return nil
	}
	p := *answer.Page
	out := takeBuffer()
	defer giveBuffer(out)
	if v.User.ID == "" || p.Bare {
		if err := bare(p).Render(v.Context(), out); err != nil {
			return err
		}
	} else {
		f, err := c.frame(v, p)
		if err != nil {
			return err
		}
		if v.Saved, err = c.savedHere(v); err != nil {
			return err
		}
		if err := shell(f, p).Render(v.Context(), out); err != nil {
			return err
		}
	}
	body := out.Bytes()
	var err error
	if p.Shared {
		if body, err = withoutLinks(body); err != nil {
			return err
		}
	}
	switch v.Space.Role {
	case account.Viewer:
		body, err = trimmed(body, c.trimChanges)
	case account.Guest:
		body, err = trimmed(body, c.trimUntold)
	}
	if err != nil {
		return err
	}
	v.Writer.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(v.Writer, v.Request, max(p.Status, http.StatusOK), body)
	return nil
}

// attach says of an answer that it is a file.
func attach(h http.Header, f kit.File) {
	h.Set("Content-Type", f.ContentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
}

// fail says what went wrong, in the look of the console.
func (c *Console) fail(v *kit.Visit, err error) {
	record := porch.Of(v.Context())
	status, f := http.StatusInternalServerError, fault.As(err)
	switch {
	case f != nil:
		status = porch.Statuses[f.Code]
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
		v.Writer.Header().Set("Retry-After", strconv.Itoa(wait))
	}
	sentence := v.Sentence(f)
	if f.Code == fault.NoSuchThing {
		sentence = v.T("它不存在、已被删除，或不在当前空间里。")
	}
	p := kit.Page{Title: kit.Key("出错了"), Status: status, Body: errorBody(status, sentence, v.Written())}
	if err := c.write(v, kit.Reply{Page: &p}); err != nil { // the frame itself cannot be drawn
		p.Bare = true
		_ = c.write(v, kit.Reply{Page: &p})
	}
}

// refuse answers a request that no handler was found for, or that was not let through.
func (c *Console) refuse(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	v := c.newVisit(w, r, porch.Of(r.Context()).Route)
	if known, err := c.resume(v); err != nil || !known || c.enterSpace(v) != nil {
		v.User.ID = ""
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

// buffers hold pages from their making until they are sent. One that grew beyond bufferKept bytes is not kept.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const bufferKept = 2 << 20

func takeBuffer() *bytes.Buffer {
	return buffers.Get().(*bytes.Buffer)
}

func giveBuffer(b *bytes.Buffer) {
	if b.Cap() <= bufferKept {
		b.Reset()
		buffers.Put(b)
	}
}

const zipFrom = 1400 // bytes: what fits into one packet is sent as it is

func send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	h := w.Header()
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-store")
	}
	h.Add("Vary", "Accept-Encoding")
	h.Add("Vary", "Cookie")
	if len(body) >= zipFrom && porch.AcceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		zipped := takeBuffer()
		defer giveBuffer(zipped)
		porch.ZipTo(zipped, body)
		body = zipped.Bytes()
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
