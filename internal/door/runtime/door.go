// Package runtime is the door /runtime/v1: questions handed to browsers in which people have logged in, and their answers taken back.
//
// It knows tokens of runtimes alone: a key of the interface opens nothing here, and a runtime's token nothing elsewhere. Envelope and
// codes are the interface's; docs/runtime.md describes the four calls.
package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
)

// Prefix is where the door is.
const Prefix = "/runtime/v1"

const (
	// Protocol is what both sides speak; a runtime says which it does with every call.
	Protocol = 1

	bodyMax = 12 << 20 // bytes
	waitMax = 50 * time.Second
	lookGap = 2 * time.Second // between looks for a question while a runtime waits
)

// Rooms are the domains behind the door.
type Rooms struct {
	Admission *porch.Admission // counts strangers
	Runtimes  *runtime.Runtimes
	Runs      *run.Runs
	Limits    *limit.Limiter
	Rate      limit.Rate // of a token
	Time      time.Duration
	Stopping  context.Context // ends when the program stops
}

// Door serves Prefix.
type Door struct {
	rooms Rooms
	mux   *http.ServeMux
}

// New returns the door.
func New(rooms Rooms) *Door {
	d := &Door{rooms: rooms, mux: http.NewServeMux()}
	for pattern, serve := range map[string]handler{
		"/claim":                   d.claim,
		"/tasks/{task_id}/renew":   d.renew,
		"/tasks/{task_id}/answer":  d.answer,
		"/tasks/{task_id}/failure": d.failure,
	} {
		d.mux.Handle(Prefix+pattern, porch.Methods{http.MethodPost: d.admit(serve)}.Handler(Prefix+pattern, refuse(fault.NoMethod)))
	}
	d.mux.HandleFunc("/", refuse(fault.NoRoute))
	return d
}

func refuse(code fault.Code) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { fail(w, r, fault.New(code)) }
}

func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) { d.mux.ServeHTTP(w, r) }

// call is one request of a runtime that was let in.
type call struct {
	w    http.ResponseWriter
	of   runtime.Runtime
	body []byte
	task string
}

type handler func(ctx context.Context, c *call) (any, error)

// admit finds the runtime behind a request, counts it, reads its body and asks for the protocol before anything is done.
func (d *Door) admit(serve handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d.rooms.Time+waitMax)
		defer cancel()
		c := &call{w: w, task: r.PathValue("task_id")}
		var err error
		if c.of, err = d.authenticate(ctx, r); err == nil {
			c.body, err = porch.ReadBody(w, r, bodyMax)
		}
		if err == nil && (!utf8.ValidString(c.task) || strings.IndexByte(c.task, 0) >= 0) {
			err = fault.New(fault.Unreadable)
		}
		if err == nil {
			err = speaks(c.body)
		}
		var data any
		if err == nil {
			data, err = serve(ctx, c)
		}
		if err != nil {
			fail(w, r, err)
			return
		}
		succeed(w, r, data)
	}
}

func (d *Door) authenticate(ctx context.Context, r *http.Request) (runtime.Runtime, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		token = ""
	}
	of, err := d.rooms.Runtimes.Authenticate(ctx, strings.TrimSpace(token))
	if fault.Is(err, fault.Unauthenticated) {
		if frequent := d.rooms.Admission.AdmitStranger(ctx, r); frequent != nil {
			err = frequent
		}
	}
	if err != nil {
		return of, err
	}
	porch.Of(ctx).KeyID = of.ID
	decision, err := d.rooms.Limits.Allow(ctx, of.ID, d.rooms.Rate)
	if err == nil && !decision.Allowed {
		err = fault.New(fault.TooFrequent).After(decision.RetryAfter)
	}
	return of, err
}

// speaks refuses a runtime of another protocol, older or newer, and says which is spoken here.
func speaks(body []byte) error {
	var said struct {
		Protocol int `json:"protocol"`
	}
	if err := json.Unmarshal(body, &said); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
		return fault.New(fault.Unreadable).Because(err)
	}
	if said.Protocol != Protocol {
		return fault.New(fault.Malformed).Why("runtime_protocol", Protocol).With("protocol", Protocol)
	}
	return nil
}

// read decodes a body. What it does not know it passes over: a newer runtime of the same protocol may say more.
func (c *call) read(into any) error {
	if err := json.Unmarshal(c.body, into); err != nil {
		return fault.New(fault.Malformed).Why("runtime_answer").Because(err)
	}
	return nil
}
