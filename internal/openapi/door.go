// Package openapi is the door /openapi/v1. openapi.yaml is the source of truth: requests are checked by what is
// compiled from its schemas, and tests hold every route, scope and answer against it.
//
// A handler turns one checked request into one call of a domain method and returns data or an error; one renderer
// puts the envelope around it. Rules do not live here.
package openapi

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/account"
	"renown/internal/fault"
	"renown/internal/middleware"
	"renown/internal/shape"
)

// Prefix is where the interface lives.
const Prefix = "/openapi/v1"

const (
	bodyMax     = 1 << 20          // bytes
	requestTime = 30 * time.Second // for everything a handler does
)

// Rooms are the domains behind the door.
type Rooms struct {
	Gate *middleware.Gate
}

// Door serves everything below Prefix.
type Door struct {
	rooms    Rooms
	mux      *http.ServeMux
	document []byte
	etag     string
}

// call is one request that has passed every gate up to its shape.
type call struct {
	account.Caller
	In   shape.Input
	Path func(name string) string
}

// handler does the work of one operation.
type handler func(ctx context.Context, c *call) (any, error)

// route binds an operation of the contract to its handler; nil means documented and not built yet.
type route struct {
	method, path string
	handle       handler
}

// operation is a route with what the contract says about it.
type operation struct {
	route
	check *shape.Operation
	scope string
}

// New compiles the contract and binds every route to its operation. It fails when they do not match.
func New(rooms Rooms) (*Door, error) {
	document, err := Document()
	if err != nil {
		return nil, err
	}
	contract, err := shape.Compile(document)
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	d := &Door{rooms: rooms, mux: http.NewServeMux(), document: document, etag: etagOf(document)}
	byPath := map[string]methods{}
	for _, rt := range d.routes() {
		check := contract.Operation(rt.method, rt.path)
		if check == nil {
			return nil, fmt.Errorf("openapi.yaml has no operation %s %s", rt.method, rt.path)
		}
		if byPath[rt.path] == nil {
			byPath[rt.path] = methods{}
		}
		scope := check.Scope()
		if scope == "none" {
			scope = ""
		}
		byPath[rt.path][rt.method] = d.serve(operation{route: rt, check: check, scope: scope})
	}
	byPath["/openapi.json"] = methods{http.MethodGet: d.serveDocument}
	d.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fail(w, r, fault.New(fault.NoRoute)) })
	for p, m := range byPath {
		d.mux.Handle(Prefix+p, m.handler(Prefix+p))
	}
	return d, nil
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

// methods are the handlers of one path.
type methods map[string]http.HandlerFunc

func (m methods) handler(pattern string) http.Handler {
	if get, ok := m[http.MethodGet]; ok {
		m[http.MethodHead] = get
	}
	var allow []string
	for method := range m {
		allow = append(allow, method)
	}
	slices.Sort(allow)
	allowed := strings.Join(allow, ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		middleware.Of(r.Context()).Route = pattern
		serve, ok := m[r.Method]
		if !ok {
			w.Header().Set("Allow", allowed)
			fail(w, r, fault.New(fault.NoMethod))
			return
		}
		serve(w, r)
	})
}

// serve passes a request through the gates in the contract's order: credential, account, rate, scope, shape; then the handler.
func (d *Door) serve(op operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		caller, err := d.rooms.Gate.Admit(w, r)
		if err == nil {
			err = caller.Scopes.Require(op.scope)
		}
		if err != nil {
			fail(w, r, err)
			return
		}
		body, err := readBody(w, r)
		if err != nil {
			fail(w, r, err)
			return
		}
		in, failures := op.check.Check(shape.Request{
			ContentType: r.Header.Get("Content-Type"), Body: body, RawQuery: r.URL.RawQuery, Path: r.PathValue, Header: r.Header.Values,
		})
		if len(failures) > 0 {
			refuseShape(w, r, failures)
			return
		}
		if op.handle == nil {
			fail(w, r, fault.New(fault.NotBuilt))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), requestTime)
		defer cancel()
		data, err := op.handle(ctx, &call{Caller: caller, In: in, Path: r.PathValue})
		if err != nil {
			fail(w, r, err)
			return
		}
		succeed(w, r, data)
	}
}

// readBody reads what a request with a body carries, at most bodyMax.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.ContentLength == 0 {
		return nil, nil
	}
	if r.ContentLength > bodyMax {
		w.Header().Set("Connection", "close")
		return nil, fault.New(fault.TooLarge)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyMax))
	if _, tooLarge := err.(*http.MaxBytesError); tooLarge {
		return nil, fault.New(fault.TooLarge)
	}
	if err != nil { // cut off, or slower than the server's patience
		w.Header().Set("Connection", "close")
		return nil, fault.New(fault.Unreadable).Because(err)
	}
	return body, nil
}
