package porch

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"renown/internal/floor/turn"
)

// Slots bounds how many requests are let in at the same time. When all slots are taken a request waits for one, not
// for long and not among many, and is refused otherwise: a caller of a server that is too busy learns it soon, and
// those who are being served are not slowed down by those who are not.
//
// Of those let in a few are worked on at a time: more would not be done sooner, and each would wait for all. Slots and turns go to
// the caller who has had least of them lately, so that accounts which ask for much wait for each other, and others hardly for them.
//
// A request has its slot while the program works on it. It gives it up while the client sends a body or another
// service is waited for, and for good with the first byte of the answer: a slow client costs a connection and no
// slot.
type Slots struct {
	slots, turns *turn.Queue
	wait         time.Duration
	callers      *Callers
}

// queuePerSlot is how many may wait for each slot. It bounds memory; time bounds the queue long before, unless requests
// are short, and then a long queue is soon over.
const queuePerSlot = 8

// NewSlots returns so many slots, for which a request waits at most that long, and hands the turns on.
func NewSlots(slots int, turns *turn.Queue, wait time.Duration, callers *Callers) *Slots {
	return &Slots{slots: turn.New(slots, slots*queuePerSlot), turns: turns, wait: wait, callers: callers}
}

// Handler passes requests to next as slots become free, and to refuse when it would take too long.
func (p *Slots) Handler(next, refuse http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, shown := p.callers.of(r)
		h := &slotHolder{ResponseWriter: w, slots: p, who: who}
		if !h.enter(r.Context()) {
			refuse.ServeHTTP(w, r)
			if err := r.Context().Err(); err != nil { // it did not wait for its slot
				Of(r.Context()).Err = err
			}
			return
		}
		defer func() { p.callers.learn(shown, who, Of(r.Context()).UserID) }()
		defer h.leave()
		ctx := turn.With(r.Context(), turn.Caller{Who: h.who, Pause: h.giveWay, Leave: h.stepOut})
		r = r.WithContext(ctx)
		if r.ContentLength != 0 {
			r.Body = &slotBody{r.Body, h, ctx}
		}
		next.ServeHTTP(h, r)
	})
}

// slotHolder is an answer whose first byte gives the slot up.
type slotHolder struct {
	http.ResponseWriter
	slots *Slots
	who   string

	mu         sync.Mutex
	slot, turn turn.Turn
	has        bool // the slot
	works      bool // has the turn
	over       bool // the answer has begun: it needs no slot any more
}

// enter takes a slot, for which it is not patient, and then a turn.
func (h *slotHolder) enter(ctx context.Context) bool {
	if slot, ok := h.slots.slots.TryTake(h.who); ok {
		return h.begin(ctx, slot)
	}
	short, cancel := context.WithTimeout(ctx, h.slots.wait)
	defer cancel()
	slot, ok := h.slots.slots.Take(short, h.who)
	return ok && h.begin(ctx, slot)
}

// begin takes a turn for who has a slot.
func (h *slotHolder) begin(ctx context.Context, slot turn.Turn) bool {
	turn, ok := h.slots.turns.Take(ctx, h.who)
	if !ok {
		h.slots.slots.Give(slot)
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slot, h.turn, h.has, h.works = slot, turn, true, true
	if h.over { // meanwhile
		h.release()
	}
	return true
}

func (h *slotHolder) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.over = true
	h.release()
}

func (h *slotHolder) pause() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.release()
}

func (h *slotHolder) release() {
	if h.works {
		h.works = false
		h.slots.turns.Give(h.turn)
	}
	if h.has {
		h.has = false
		h.slots.slots.Give(h.slot)
	}
}

// giveWay gives up the turn while the request waits for the database, and takes it again at once: it then has what others wait for.
func (h *slotHolder) giveWay() (resume func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.works {
		return func() {}
	}
	h.works = false
	h.slots.turns.Give(h.turn)
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.has && !h.works {
			h.turn, h.works = h.slots.turns.Force(h.who), true
		}
	}
}

// stepOut gives up slot and turn while another service is waited for.
func (h *slotHolder) stepOut() (back func(context.Context) error) {
	h.pause()
	return h.resume
}

// resume takes a slot again, however many have one or wait: the request was let in already. It waits for its turn.
func (h *slotHolder) resume(ctx context.Context) error {
	h.mu.Lock()
	needless := h.has || h.over
	h.mu.Unlock()
	if needless {
		return nil
	}
	if !h.begin(ctx, h.slots.slots.Force(h.who)) {
		return ctx.Err()
	}
	return nil
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
