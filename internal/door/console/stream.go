package console

import (
	"context"
	"net/http"

	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
)

// stream sends a file as it is made.
func stream(ctx context.Context, v *kit.Visit, f kit.File) error {
	s := porch.Stream{Writer: v.Writer, Request: v.Request, Zip: porch.AcceptsGzip(v.Request), Header: func(h http.Header) {
		attach(h, f)
		h.Set("Cache-Control", "private, no-store")
		h.Add("Vary", "Accept-Encoding")
		h.Add("Vary", "Cookie")
	}}
	return s.Send(ctx, f.Stream)
}
