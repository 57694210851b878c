package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"renown/internal/door/porch"
)

// published is a document that is served bare, without a key, with an ETag. It is compressed once.
type published struct {
	kind         string
	body, zipped []byte
	etag         string
}

func publish(kind string, body []byte) published {
	return published{kind, body, porch.Zip(body), etagOf(body)}
}

// document is one that is made, and compressed, when it is first asked for.
type document func() (published, error)

func documentOf(kind string, made func() ([]byte, error)) document {
	return sync.OnceValues(func() (published, error) {
		body, err := made()
		if err != nil {
			return published{}, err
		}
		return publish(kind, body), nil
	})
}

func (d document) serve(w http.ResponseWriter, r *http.Request) {
	made, err := d()
	if err != nil {
		fail(w, r, err)
		return
	}
	made.serve(w, r)
}

func (p published) serve(w http.ResponseWriter, r *http.Request) {
	h, body, etag := w.Header(), p.body, p.etag
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=300")
	if porch.AcceptsGzip(r) {
		body, etag = p.zipped, "W/"+etag
	}
	h.Set("ETag", etag)
	if matches(r.Header.Get("If-None-Match"), p.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if porch.AcceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", p.kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func etagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// matches compares weakly, as If-None-Match asks for.
func matches(header, etag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if candidate == etag || candidate == "*" {
			return true
		}
	}
	return false
}
