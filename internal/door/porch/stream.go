package porch

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/klauspost/compress/gzip"
)

const (
	streamBuffer = 64 << 10       // bytes that are gathered before they are sent
	streamPiece  = time.Minute    // that a client may take for a buffer
	streamTime   = time.Hour      // that a client may take for all
	streamZip    = gzip.BestSpeed // a stream is made anew each time
)

// Stream is an answer that is sent as it is made.
type Stream struct {
	Writer  http.ResponseWriter
	Request *http.Request
	Header  func(http.Header) // sets what the answer begins with
	Zip     bool              // the body is compressed

	begun bool
}

// Send lets fill write the body. As long as nothing was sent a failure is returned; later the connection is broken off, so that a
// part does not look whole. HEAD is answered without a body.
func (s *Stream) Send(ctx context.Context, fill func(context.Context, io.Writer) error) error {
	ctx, cancel := context.WithTimeout(ctx, streamTime)
	defer cancel()
	if s.Request.Method == http.MethodHead {
		s.begin()
		return nil
	}
	err := s.fill(ctx, fill)
	if err != nil && s.begun {
		Of(s.Request.Context()).Err = err
		panic(http.ErrAbortHandler)
	}
	return err
}

func (s *Stream) fill(ctx context.Context, fill func(context.Context, io.Writer) error) error {
	buffered := bufio.NewWriterSize(s, streamBuffer)
	if !s.Zip {
		if err := fill(ctx, working{buffered, s}); err != nil {
			return err
		}
		return s.end(buffered)
	}
	zipped, err := gzip.NewWriterLevel(buffered, streamZip)
	if err != nil {
		return err
	}
	if err := fill(ctx, working{zipped, s}); err != nil { // what is gathered is not sent: the document has no end
		return err
	}
	if err := zipped.Close(); err != nil {
		return err
	}
	return s.end(buffered)
}

// end sends what is gathered, and an answer without a body when there was nothing.
func (s *Stream) end(buffered *bufio.Writer) error {
	if buffered.Buffered() == 0 && !s.begun {
		s.begin()
	}
	return buffered.Flush()
}

func (s *Stream) begin() {
	s.begun = true
	h := s.Writer.Header()
	s.Header(h)
	if s.Zip {
		h.Set("Content-Encoding", "gzip")
	}
	s.Writer.WriteHeader(http.StatusOK)
}

// working is what the maker of a body writes to: as long as something comes the connection stays, though little of it may be left
// to send when it is compressed.
type working struct {
	io.Writer
	s *Stream
}

func (w working) Write(p []byte) (int, error) {
	Extend(w.s.Writer)
	return w.Writer.Write(p)
}

// Extend gives the client time for the next piece. The server notices by reading that a client went away, and takes the end of
// the time for reading for that.
func Extend(w http.ResponseWriter) {
	end, connection := time.Now().Add(streamPiece), http.NewResponseController(w)
	_ = connection.SetReadDeadline(end)
	_ = connection.SetWriteDeadline(end)
}

func (s *Stream) Write(p []byte) (int, error) {
	if !s.begun {
		s.begin()
	}
	Extend(s.Writer)
	return s.Writer.Write(p)
}
