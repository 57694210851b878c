package porch

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// Places bounds how many requests are worked on at the same time. When all places are taken a request waits for one, not
// for long and not among many, and is refused otherwise: whoever comes to a server that is too busy learns it soon, and
// those who are being served are not slowed down by those who are not.
//
// A request has its place while the program works on it. It gives it up while the client sends a body, and for good with
// the first byte of the answer: a slow client costs a connection and no place.
type Places struct {
	free    chan struct{} // holds one for each place that is free
	waiting atomic.Int64
	queue   int64
	wait    time.Duration
}

// queuePerPlace is how many may wait for each place. It bounds memory; time bounds the queue long before, unless requests
// are short, and then a long queue is soon over.
const queuePerPlace = 8

// NewPlaces returns so many places, for which a request waits at most that long.
func NewPlaces(places int, wait time.Duration) *Places {
	p := &Places{free: make(chan struct{}, places), queue: int64(places) * queuePerPlace, wait: wait}
	for range places {
		p.free <- struct{}{}
	}
	return p
}

// Handler passes requests to next as places become free, and to refuse when it would take too long.
func (p *Places) Handler(next, refuse http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !p.take(r.Context()) {
			refuse.ServeHTTP(w, r)
			return
		}
		h := &placeHolder{ResponseWriter: w, places: p, has: true}
		defer h.leave()
		if r.ContentLength != 0 {
			r.Body = &placeBody{r.Body, h, r.Context()}
		}
		next.ServeHTTP(h, r)
	})
}

func (p *Places) take(ctx context.Context) bool {
	select {
	case <-p.free:
		return true
	default:
	}
	if p.waiting.Add(1) > p.queue {
		p.waiting.Add(-1)
		return false
	}
	defer p.waiting.Add(-1)
	patience := time.NewTimer(p.wait)
	defer patience.Stop()
	select {
	case <-p.free:
		return true
	case <-patience.C:
		return false
	case <-ctx.Done():
		return false
	}
}

// placeHolder is an answer whose first byte gives the place up. A handler and the reading of its body are one goroutine.
type placeHolder struct {
	http.ResponseWriter
	places *Places
	has    bool
	over   bool // the answer has begun: it needs no place any more
}

func (h *placeHolder) leave() {
	h.over = true
	h.pause()
}

func (h *placeHolder) pause() {
	if h.has {
		h.has = false
		h.places.free <- struct{}{}
	}
}

// resume takes a place again, however many wait: the request was let in already.
func (h *placeHolder) resume(ctx context.Context) error {
	if h.has || h.over {
		return nil
	}
	select {
	case <-h.places.free:
		h.has = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *placeHolder) WriteHeader(status int) {
	h.leave()
	h.ResponseWriter.WriteHeader(status)
}

func (h *placeHolder) Write(p []byte) (int, error) {
	h.leave()
	return h.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (h *placeHolder) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// placeBody gives the place up while it waits for the client.
type placeBody struct {
	io.ReadCloser
	holder *placeHolder
	ctx    context.Context // of the request
}

func (b *placeBody) Read(p []byte) (int, error) {
	b.holder.pause()
	n, err := b.ReadCloser.Read(p)
	if failed := b.holder.resume(b.ctx); failed != nil && err == nil {
		err = failed
	}
	return n, err
}
