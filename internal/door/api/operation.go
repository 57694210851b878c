package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"net/http"
	"time"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/room/account"
	"renown/internal/tool/requestschema"
)

const (
	bodyMax     = 1 << 20 // bytes
	requestTime = 30 * time.Second
)

// call is one request that has passed every check up to its shape.
type call struct {
	account.Caller
	In   requestschema.Input
	Path func(name string) string
	Once *idempotency.Once // nil without an Idempotency-Key
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
	check  *requestschema.Operation
	scope  string
	ending http.Header // of one that is going to end
}

// serve passes a request through the gates in the contract's order: credential, account, rate, scope, shape; then the handler.
func (d *Door) serve(op operation) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := porch.Within(r.Context(), d.rooms.Time)
		defer cancel()
		maps.Copy(w.Header(), op.ending)
		caller, err := d.rooms.Admission.Admit(ctx, w, r)
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
		path := r.PathValue
		sent := requestschema.Request{
			ContentType: r.Header.Get("Content-Type"), Body: body, RawQuery: r.URL.RawQuery, Path: path, Header: r.Header.Values,
		}
		in, failures := op.check.Check(sent)
		if len(failures) > 0 {
			refuseShape(w, r, failures, shapeHint(op.check, sent, failures))
			return
		}
		if op.handle == nil {
			fail(w, r, fault.New(fault.NotBuilt))
			return
		}
		c := &call{Caller: caller, In: in, Path: path, Once: onceOf(r, caller, body)}
		data, err := op.handle(ctx, c)
		if p, ok := data.(pending); ok && err == nil {
			data, err = d.settle(w, r, caller.KeyID, p)
		}
		if f, ok := data.(download); ok && err == nil {
			if err = d.send(w, r, f); err == nil {
				return
			}
		}
		if err != nil {
			failWith(w, r, err, func(f *fault.Fault) string { return faultHint(f, op.path, r, body) })
			return
		}
		if kept := c.Once.Replayed(); kept != nil {
			w.Header().Set("Idempotent-Replayed", "true")
			write(w, r, http.StatusOK, kept)
			return
		}
		if shared, ok := data.(*rendered); ok {
			writeZipped(w, r, http.StatusOK, shared.body, shared.zipped)
			return
		}
		if result, ok := data.(tagged); ok {
			succeedTagged(w, r, result)
			return
		}
		succeed(w, r, data)
	}
}

// onceOf reads the Idempotency-Key, which belongs to the API key and the path. Operations that do not take one ignore it.
func onceOf(r *http.Request, caller account.Caller, body []byte) *idempotency.Once {
	key := r.Header.Get("Idempotency-Key")
	if key == "" || r.Method != http.MethodPost {
		return nil
	}
	sum := sha256.Sum256(body)
	return &idempotency.Once{KeyID: caller.KeyID, Path: r.URL.Path, Key: key, Fingerprint: hex.EncodeToString(sum[:]), Render: render}
}

// readBody reads what a request with a body carries, at most bodyMax.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.ContentLength == 0 {
		return nil, nil
	}
	if r.ContentLength > bodyMax {
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
