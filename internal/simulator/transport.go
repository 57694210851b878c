package simulator

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// RoundTrip serves a request in this process, without a socket. It behaves as a connection does: the reply begins when
// the handler writes, a handler that aborts cuts the body, and a cancelled request ends both sides.
func (s *Simulator) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reader, writer := io.Pipe()
	w := &pipeWriter{header: http.Header{}, begun: make(chan struct{}), body: writer}
	inner := r.WithContext(ctx)
	inner.Host = r.URL.Host
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	stop := context.AfterFunc(ctx, func() { writer.CloseWithError(context.Cause(ctx)) })
	go func() {
		defer stop()
		defer inner.Body.Close()
		defer w.end(ctx)
		s.ServeHTTP(w, inner)
	}()
	select {
	case <-w.begun:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if w.failure != nil {
		return nil, w.failure
	}
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: reader, ContentLength: -1, Request: r,
	}, nil
}

// pipeWriter is a response on its way through a pipe.
type pipeWriter struct {
	header  http.Header
	sent    http.Header
	status  int
	failure error
	begun   chan struct{}
	body    *io.PipeWriter
}

func (w *pipeWriter) Header() http.Header { return w.header }

func (w *pipeWriter) WriteHeader(status int) {
	if w.status != 0 {
		return
	}
	w.status, w.sent = status, w.header.Clone()
	close(w.begun)
}

func (w *pipeWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

func (w *pipeWriter) Flush() { w.WriteHeader(http.StatusOK) }

// end closes the body; a handler that aborted, or that ended without a word, is a cut connection.
func (w *pipeWriter) end(ctx context.Context) {
	caught := recover()
	if err, ok := caught.(error); caught != nil && !(ok && errors.Is(err, http.ErrAbortHandler)) {
		panic(caught)
	}
	if w.status == 0 {
		w.failure = io.ErrUnexpectedEOF
		w.status = -1
		close(w.begun)
	}
	switch {
	case caught != nil:
		w.body.CloseWithError(io.ErrUnexpectedEOF)
	case ctx.Err() != nil: // a handler that left because the caller did has not finished its body
		w.body.CloseWithError(context.Cause(ctx))
	default:
		w.body.Close()
	}
}

// Start serves on an address such as 127.0.0.1:0 and returns the origin to put into base addresses. Stop waits for
// requests in flight as long as its context allows.
func (s *Simulator) Start(address string) (origin string, stop func(context.Context) error, err error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 32 << 10}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	stop = func(ctx context.Context) error {
		err := server.Shutdown(ctx)
		if err != nil {
			err = errors.Join(err, server.Close())
		}
		if serving := <-ended; !errors.Is(serving, http.ErrServerClosed) {
			return errors.Join(err, serving)
		}
		return err
	}
	return "http://" + listener.Addr().String(), stop, nil
}
