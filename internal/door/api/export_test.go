package api

import (
	"context"

	"renown/internal/door/porch"
)

// Route is one row of the routes.
type Route struct {
	Method, Path string
	Built        bool
}

// Routes lists the routes as they are bound.
func Routes() []Route {
	var list []Route
	for _, r := range new(Door).routes() {
		list = append(list, Route{r.method, r.path, r.handle != nil})
	}
	return list
}

// BodyMax is the largest body that is read, in bytes.
const BodyMax = bodyMax

// Add binds a path below Prefix to a handler that passes all the gates of GET /me first.
func (d *Door) Add(path string, do func(ctx context.Context) (any, error)) error {
	contract, err := Contract()
	if err != nil {
		return err
	}
	op := operation{
		route: route{"GET", path, func(ctx context.Context, _ *call) (any, error) { return do(ctx) }},
		check: contract.Operation("GET", "/me"),
	}
	d.mux.Handle(Prefix+path, porch.Methods{"GET": d.serve(op)}.Handler(Prefix+path, refuseMethod))
	return nil
}
