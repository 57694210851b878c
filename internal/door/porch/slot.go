package porch

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// Slots bounds how many requests are worked on at the same time. When all slots are taken a request waits for one, not
// for long and not among many, and is refused otherwise: whoever comes to a server that is too busy learns it soon, and
// those who are being served are not slowed down by those who are not.
//
// A request has its slot while the program works on it. It gives it up while the client sends a body, and for good with
// the first byte of the answer: a slow client costs a connection and no slot.
type Slots struct {
	free    chan struct{} // holds one for each slot that is free
	waiting atomic.Int64
	queue   int64
	wait    time.Duration
}

// queuePerSlot is how many may wait for each slot. It bounds memory; time bounds the queue long before, unless requests
// are short, and then a long queue is soon over.
const queuePerSlot = 8

// NewSlots returns so many slots, for which a request waits at most that long.
func NewSlots(slots int, wait time.Duration) *Slots {
	p := &Slots{free: make(chan struct{}, slots), queue: int64(slots) * queuePerSlot, wait: wait}
	for range slots {
		p.free <- struct{}{}
	}
	return p
}

// Handler passes requests to next as slots become free, and to refuse when it would take too long.
func (p *Slots) Handler(next, refuse http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !p.take(r.Context()) {
			refuse.ServeHTTP(w, r)
			return
		}
		h := &slotHolder{ResponseWriter: w, slots: p, has: true}
		defer h.leave()
		if r.ContentLength != 0 {
			r.Body = &slotBody{r.Body, h, r.Context()}
		}
		next.ServeHTTP(h, r)
	})
}

func (p *Slots) take(ctx context.Context) bool {
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

// slotHolder is an answer whose first byte gives the slot up. A handler and the reading of its body are one goroutine.
type slotHolder struct {
	http.ResponseWriter
	slots *Slots
	has   bool
	over  bool // the answer has begun: it needs no slot any more
}

func (h *slotHolder) leave() {
	h.over = true
	h.pause()
}

func (h *slotHolder) pause() {
	if h.has {
		h.has = false
		h.slots.free <- struct{}{}
	}
}

// resume takes a slot again, however many wait: the request was let in already.
func (h *slotHolder) resume(ctx context.Context) error {
	if h.has || h.over {
		return nil
	}
	select {
	case <-h.slots.free:
		h.has = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *slotHolder) WriteHeader(status int) {
	h.leave()
	h.ResponseWriter.WriteHeader(status)
}

func (h *slotHolder) Write(p []byte) (int, error) {
	h.leave()
	return h.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (h *slotHolder) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// slotBody gives the slot up while it waits for the client.
type slotBody struct {
	io.ReadCloser
	holder *slotHolder
	ctx    context.Context // of the request
}

func (b *slotBody) Read(p []byte) (int, error) {
	b.holder.pause()
	n, err := b.ReadCloser.Read(p)
	if failed := b.holder.resume(b.ctx); failed != nil && err == nil {
		err = failed
	}
	return n, err
}
