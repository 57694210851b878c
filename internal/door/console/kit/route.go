package kit

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/fault"
)

// Access says who may ask for a path.
type Access int

const (
	Open     Access = iota // without login
	Member                 // who is logged in
	Watching               // who is logged in, for a brand of the space: {brand_id} in the path
	Operator               // operators
)

// Handler does the work of one route.
type Handler func(ctx context.Context, v *Visit) (Reply, error)

// Route is a method of a path, who may ask for it, and what answers.
type Route struct {
	Method, Path string
	Access       Access
	Handle       Handler
	BodyMax      int64 // bytes that a request may send
	Changes      bool  // something of the space at hand, or spends: not for who may only look
	told         bool  // shows of the space at hand one brand at most, and of that what is told to its guests
}

// Bytes of a form.
const (
	bodyMax = 2 << 20  // a content of 100,000 characters fits, percent-encoded
	openMax = 16 << 10 // of who is not logged in: a password and an address fit many times
)

// Get is the route of a page or a file.
func Get(path string, who Access, handle Handler) Route {
	return Route{Method: http.MethodGet, Path: path, Access: who, Handle: handle, BodyMax: bodyMax}
}

// Post is the route of a form.
func Post(path string, who Access, handle Handler) Route {
	rt := Route{Method: http.MethodPost, Path: path, Access: who, Handle: handle, BodyMax: bodyMax}
	if who == Open {
		rt.BodyMax = openMax
	}
	rt.Changes = who == Member || who == Watching
	return rt
}

// Own says of a form that it touches nothing of the space at hand: the visitor's own account, which space they look at, or a team that
// the path names and the room guards.
func (rt Route) Own() Route {
	rt.Changes = false
	return rt
}

// Told says of a page that guests may read it.
func (rt Route) Told() Route {
	rt.told = true
	return rt
}

// ToGuests tells whether guests of the space at hand may ask for it: besides what they are told all that touches nothing of the space.
func (rt Route) ToGuests() bool {
	return rt.told || rt.Access == Open || rt.Access == Operator || rt.Method == http.MethodPost && !rt.Changes
}

// Editing says of a page that it is there for changing something and shows nothing else.
func (rt Route) Editing() Route {
	rt.Changes = true
	return rt
}

// Taking is the route with another limit for what a request may send, in bytes.
func (rt Route) Taking(bodyMax int64) Route {
	rt.BodyMax = bodyMax
	return rt
}

// Unreadable is the fault of a body that is too large or no form.
func Unreadable(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) { // a form in parts wraps it
		return fault.New(fault.TooLarge).Why("form_large", sizeOf(tooLarge.Limit))
	}
	return fault.New(fault.Unreadable).Because(err)
}

// sizeOf is a number of bytes in words.
func sizeOf(bytes int64) string {
	if bytes < 1<<20 {
		return strconv.FormatInt(bytes>>10, 10) + " KiB"
	}
	return strconv.FormatInt(bytes>>20, 10) + " MiB"
}

// Readable tells whether what a request holds is text: no database keeps what is not UTF-8 or holds NUL.
func Readable(text string) bool { return utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 }

// ReadableValues tells the same of names and values of a query or a form.
func ReadableValues(values url.Values) bool {
	for name, list := range values {
		if !Readable(name) || slices.ContainsFunc(list, func(v string) bool { return !Readable(v) }) {
			return false
		}
	}
	return true
}
