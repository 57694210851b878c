package porch

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, 5) // further levels cost more time than they save bytes
	return z
}}

// Zip compresses a body.
func Zip(body []byte) []byte {
	var out bytes.Buffer
	z := zippers.Get().(*gzip.Writer)
	z.Reset(&out)
	_, _ = z.Write(body) // into memory
	_ = z.Close()
	zippers.Put(z)
	return out.Bytes()
}

// AcceptsGzip tells whether a client reads what Zip writes.
func AcceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if coding == "gzip" || coding == "*" {
			quality = strings.ReplaceAll(quality, " ", "")
			return quality != "q=0" && quality != "q=0.0" && quality != "q=0.00" && quality != "q=0.000"
		}
	}
	return false
}
