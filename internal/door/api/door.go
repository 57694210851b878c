// Package api is the door /openapi/v1. openapi.yaml is the source of truth: requests are checked by what is
// compiled from its schemas, and tests hold every route, scope and answer against it.
//
// A handler turns one checked request into one call of a domain method and returns data or an error; one renderer
// puts the envelope around it. Rules do not live here.
package api

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room"
)

// Prefix is where the interface lives.
const Prefix = "/openapi/v1"

// Rooms are the domains behind the door.
type Rooms struct {
	room.Rooms
	Admission *porch.Admission
	Exporting *porch.Singly // one export an account at a time, over all doors; nil: over this one

	Time     time.Duration   // a request may take, from its credential to its result; 0 is 30 s
	Stopping context.Context // ends when the program stops, and with it every request that only waits; nil: never
}

// Door serves everything below Prefix, and below CallbackPrefix.
type Door struct {
	rooms    Rooms
	mux      *http.ServeMux
	stopping context.Context
	waiting  waiting
	spool    spool
}

// New compiles the contract and binds every route to its operation. It fails when they do not match.
func New(rooms Rooms) (*Door, error) {
	if rooms.Time == 0 {
		rooms.Time = requestTime
	}
	if rooms.Stopping == nil {
		rooms.Stopping = context.Background()
	}
	if rooms.Exporting == nil {
		rooms.Exporting = &porch.Singly{}
	}
	contract, err := Contract()
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	d := &Door{rooms: rooms, mux: http.NewServeMux(), stopping: rooms.Stopping}
	byPath := map[string]porch.Methods{}
	for _, rt := range d.routes() {
		check := contract.Operation(rt.method, rt.path)
		if check == nil {
			return nil, fmt.Errorf("openapi.yaml has no operation %s %s", rt.method, rt.path)
		}
		if byPath[rt.path] == nil {
			byPath[rt.path] = porch.Methods{}
		}
		scope := check.Scope()
		if scope == "none" {
			scope = ""
		}
		headers, err := ending(check)
		if err != nil {
			return nil, fmt.Errorf("openapi.yaml: %s %s: %w", rt.method, rt.path, err)
		}
		byPath[rt.path][rt.method] = d.serve(operation{route: rt, check: check, scope: scope, ending: headers})
	}
	for p, page := range bare {
		byPath[p] = porch.Methods{http.MethodGet: page.serve}
	}
	d.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fail(w, r, fault.New(fault.NoRoute)) })
	for p, m := range byPath {
		d.mux.Handle(Prefix+p, m.Handler(Prefix+p, refuseMethod))
	}
	written, err := pages()
	if err != nil {
		return nil, err
	}
	for p, page := range written {
		d.mux.Handle(p, porch.Methods{http.MethodGet: page.serve}.Handler(p, refuseMethod))
	}
	callback := CallbackPath + "{order_id}"
	d.mux.Handle(callback, porch.Methods{http.MethodPost: d.serveCallback}.Handler(callback, refuseMethod))
	return d, nil
}

const changesPath = "/changes.md"

const jsonDocument = "application/json; charset=utf-8"

// bare are the documents that are served beside the operations, by their paths: made once for the whole process.
var bare = map[string]document{
	"/openapi.json":     documentOf(jsonDocument, func() ([]byte, error) { return source, nil }),
	"/openapi-3.0.json": documentOf(jsonDocument, Document30),
	changesPath:         documentOf(markdownType, Changes),
}

func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !utf8.ValidString(r.URL.Path) || strings.ContainsRune(r.URL.Path, 0) {
		fail(w, r, fault.New(fault.Unreadable))
		return
	}
	// The mux would redirect a path that is not clean; here there simply is no such route.
	if escaped := r.URL.EscapedPath(); path.Clean(escaped) != escaped {
		fail(w, r, fault.New(fault.NoRoute))
		return
	}
	d.mux.ServeHTTP(w, r)
}

func refuseMethod(w http.ResponseWriter, r *http.Request) { fail(w, r, fault.New(fault.NoMethod)) }
