package porch

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// zippers are writers of one level each: 5 makes the least of a text that is worth its time, 1 takes a third of that time and
// leaves a sixth more.
var thorough, fast = zippers(5), zippers(1)

func zippers(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		z, err := gzip.NewWriterLevel(nil, level)
		if err != nil {
			panic(err) // the level is written above
		}
		return z
	}}
}

// Zip compresses a body well.
func Zip(body []byte) []byte { return zip(thorough, body) }

// ZipFast compresses a body that is made anew for every request.
func ZipFast(body []byte) []byte { return zip(fast, body) }

func zip(writers *sync.Pool, body []byte) []byte {
	var out bytes.Buffer
	z := writers.Get().(*gzip.Writer)
	z.Reset(&out)
	_, _ = z.Write(body) // into memory
	_ = z.Close()
	writers.Put(z)
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
