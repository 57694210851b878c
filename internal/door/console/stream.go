package console

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
)

const (
	streamBuffer = 64 << 10       // bytes that are gathered before they are sent
	streamPiece  = time.Minute    // that a client may take for a buffer
	streamTime   = time.Hour      // that a client may take for all
	streamZip    = gzip.BestSpeed // a stream is made anew each time
)

// stream sends a file as it is made. As long as nothing was sent a failure is returned; later the connection is broken off, so
// that a part does not look whole.
func stream(ctx context.Context, v *kit.Visit, f kit.File) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	d := &download{v: v, file: f, zip: porch.AcceptsGzip(v.Request)}
	if v.Method == http.MethodHead {
		d.begin()
		return nil
	}
	err := d.fill(ctx)
	if err != nil && d.begun {
		porch.Of(v.Context()).Err = err
		panic(http.ErrAbortHandler)
	}
	return err
}

// download is the body of an answer that begins with its first byte.
type download struct {
	v     *kit.Visit
	file  kit.File
	zip   bool
	begun bool
}

func (d *download) fill(ctx context.Context) error {
	buffered := bufio.NewWriterSize(d, streamBuffer)
	if !d.zip {
		if err := d.file.Stream(ctx, working{buffered, d}); err != nil {
			return err
		}
		return buffered.Flush()
	}
	zipped, err := gzip.NewWriterLevel(buffered, streamZip)
	if err != nil {
		return err
	}
	if err := d.file.Stream(ctx, working{zipped, d}); err != nil { // what is gathered is not sent: the document has no end
		return err
	}
	if err := zipped.Close(); err != nil {
		return err
	}
	return buffered.Flush()
}

func (d *download) begin() {
	d.begun = true
	h := d.v.Writer.Header()
	attach(h, d.file)
	h.Set("Cache-Control", "private, no-store")
	h.Add("Vary", "Accept-Encoding")
	h.Add("Vary", "Cookie")
	if d.zip {
		h.Set("Content-Encoding", "gzip")
	}
	d.v.Writer.WriteHeader(http.StatusOK)
}

// working is what the maker of a file writes to: as long as something comes the connection stays, though little of it may be left
// to send when it is compressed.
type working struct {
	io.Writer
	d *download
}

func (w working) Write(p []byte) (int, error) {
	w.d.extend()
	return w.Writer.Write(p)
}

// extend gives the client time for the next buffer. The server notices by reading that a client went away, and takes the end of
// the time for reading for that.
func (d *download) extend() {
	end, connection := time.Now().Add(streamPiece), http.NewResponseController(d.v.Writer)
	_ = connection.SetReadDeadline(end)
	_ = connection.SetWriteDeadline(end)
}

func (d *download) Write(p []byte) (int, error) {
	if !d.begun {
		d.begin()
	}
	d.extend()
	return d.v.Writer.Write(p)
}
