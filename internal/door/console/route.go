package console

import (
	"context"
	"net/http"

	"renown/internal/floor/fault"
)

// access says who may ask for a path.
type access int

const (
	open     access = iota // anybody
	member                 // who is logged in
	watching               // who is logged in, for a brand of the space: {brand_id} in the path
	operator               // operators
)

// handler does the work of one route.
type handler func(ctx context.Context, v *visit) (reply, error)

// route is a method of a path, who may ask for it, and what answers.
type route struct {
	method, path string
	access       access
	handle       handler
	bodyMax      int64 // bytes that a request may send
}

const bodyMax = 2 << 20 // bytes of a form; a content of 100,000 characters fits, percent-encoded

// get is a page or a file.
func get(path string, who access, handle handler) route {
	return route{method: http.MethodGet, path: path, access: who, handle: handle, bodyMax: bodyMax}
}

// post is what a form does.
func post(path string, who access, handle handler) route {
	return route{method: http.MethodPost, path: path, access: who, handle: handle, bodyMax: bodyMax}
}

// taking is the route with another limit for what a request may send, in bytes.
func (rt route) taking(bodyMax int64) route {
	rt.bodyMax = bodyMax
	return rt
}

func unreadable(err error) error {
	if _, tooLarge := err.(*http.MaxBytesError); tooLarge {
		return fault.New(fault.TooLarge).Say("提交的内容过大，上限为 2 MiB。", "What was sent is too large; the limit is 2 MiB.")
	}
	return fault.New(fault.Unreadable).Because(err)
}
