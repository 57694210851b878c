package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// serveDocument publishes the contract itself: bare, without a key, with an ETag.
func (d *Door) serveDocument(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("ETag", d.etag)
	h.Set("Cache-Control", "public, max-age=300")
	if matches(r.Header.Get("If-None-Match"), d.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(d.document)))
	_, _ = w.Write(d.document)
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
