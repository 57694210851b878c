// Package mcp is the door /mcp: the rooms as tools, resources and prompts of the Model Context Protocol, for agents.
//
// It speaks streamable HTTP without sessions and answers with JSON. Keys, scopes and limits are the API's, and refusals carry
// the API's codes. A tool is one call of a room; rules do not live here.
package mcp

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"renown/internal/door/locale"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room"
	"renown/internal/room/account"
)

// Path is where the door is.
const Path = "/mcp"

const (
	bodyMax     = 1 << 20 // bytes
	requestTime = 30 * time.Second
)

// Rooms are the domains behind the door.
type Rooms struct {
	room.Rooms
	Admission *porch.Admission

	Version string           // of the program, told to clients
	Now     func() time.Time // for agreements that end; nil: the machine's clock
	Time    time.Duration    // a request may take; 0 is 30 s
}

// Door serves Path.
type Door struct {
	rooms   Rooms
	tools   map[string]*tool
	handler http.Handler // the protocol, behind the gates
	methods http.Handler
}

// New builds the servers of the protocol, one for each language.
func New(rooms Rooms) (*Door, error) {
	if rooms.Time == 0 {
		rooms.Time = requestTime
	}
	if rooms.Now == nil {
		rooms.Now = time.Now
	}
	d := &Door{rooms: rooms}
	var err error
	if d.tools, err = d.readTools(); err != nil {
		return nil, err
	}
	servers := map[*locale.Language]func() *mcp.Server{} // made when an agent first comes
	for _, l := range locale.All() {
		servers[l] = sync.OnceValue(func() *mcp.Server { return d.server(l) })
	}
	d.handler = mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server { return servers[languageOf(r)]() },
		&mcp.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true,
			// A proxy on the same machine sends the public name as Host. What the protection is for, a page that reaches a server
			// without credentials by a name of its own, cannot happen here: nothing is answered without a key.
			DisableLocalhostProtection: true,
		})
	d.methods = porch.Methods{http.MethodPost: d.serve}.Handler(Path, refuseMethod)
	return d, nil
}

func languageOf(r *http.Request) *locale.Language {
	return locale.Match("", r.Header.Get("Accept-Language"))
}

func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != Path {
		fail(w, r, rpcInvalidRequest, fault.New(fault.NoRoute))
		return
	}
	d.methods.ServeHTTP(w, r)
}

func refuseMethod(w http.ResponseWriter, r *http.Request) {
	fail(w, r, rpcInvalidRequest, fault.New(fault.NoMethod))
}

var crossOrigin = http.NewCrossOriginProtection()

// serve passes a request through the gates in the API's order, credential, account, rate, shape of the message, and then to
// the protocol. Scopes are looked at where the tool is known.
func (d *Door) serve(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), d.rooms.Time)
	defer cancel()
	if err := crossOrigin.Check(r); err != nil {
		answer(w, r, http.StatusForbidden, failure(r, nil, rpcInvalidRequest, fault.New(fault.Unreadable).Why("cross_origin")))
		return
	}
	caller, err := d.rooms.Admission.Admit(ctx, w, r)
	if err != nil {
		fail(w, r, rpcRefused, err)
		return
	}
	body, err := porch.ReadBody(w, r, bodyMax)
	if err != nil {
		fail(w, r, rpcInvalidRequest, err)
		return
	}
	m, refusal := readMessage(r, body)
	if refusal != nil {
		answer(w, r, refusal.status, failure(r, m.id, refusal.code, refusal.fault))
		return
	}
	record := porch.Of(r.Context())
	record.Route = Path + " " + m.route(d.tools)
	ctx = context.WithValue(ctx, visitKey{}, &visit{ctx: ctx, caller: caller, lang: languageOf(r), record: record})
	forward := r.Clone(ctx)
	forward.Header = maps.Clone(r.Header)
	forward.Header.Set("Accept", "application/json, text/event-stream") // whatever is accepted, the answer is JSON
	forward.Header.Set("Content-Type", "application/json")
	forward.Body, forward.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	out := &buffered{header: http.Header{}}
	d.handler.ServeHTTP(out, forward)
	d.finish(w, r, m, out, ctx.Err())
}

// finish sends what the protocol answered. Where it refused in plain text, or gave no answer in time, it is told as an error of
// the protocol.
func (d *Door) finish(w http.ResponseWriter, r *http.Request, m message, out *buffered, late error) {
	switch {
	case out.body.Len() == 0 && out.status == http.StatusAccepted: // a notification
		w.WriteHeader(http.StatusAccepted)
	case out.body.Len() == 0:
		f := fault.New(fault.Unavailable).Because(late)
		answer(w, r, http.StatusServiceUnavailable, failure(r, m.id, rpcInternal, f))
	case out.status >= 400 && !out.isJSON():
		f := fault.New(fault.Unreadable).With("error", string(bytes.TrimSpace(out.body.Bytes())))
		answer(w, r, out.status, failure(r, m.id, rpcInvalidRequest, f))
	default:
		answer(w, r, max(out.status, http.StatusOK), out.coded(r, m))
	}
}

// visit is what a request knows of its caller. The protocol works on in another goroutine, whose context does not end with
// the request's: ctx is the one that does.
type visit struct {
	ctx    context.Context
	caller account.Caller
	lang   *locale.Language
	record *porch.Record
}

type visitKey struct{}

func visitOf(ctx context.Context) *visit { return ctx.Value(visitKey{}).(*visit) }
