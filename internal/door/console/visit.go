package console

import (
	"net/http"

	"github.com/a-h/templ"

	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
)

// visit is one request on its way through the console.
type visit struct {
	*http.Request
	w http.ResponseWriter
	*view

	session account.Session
	caller  account.Caller // who acts, in the space at hand
	spaces  []account.Space
	space   account.Space
	brand   brand.Brand // of a path with {brand_id}
}

// reply is what a handler answers: exactly one of page, location and file.
type reply struct {
	page     *page
	location string
	file     *file
}

// page is one page of the console. Title is a key of the dictionary, unless it is the user's own text.
type page struct {
	Title  string
	Entry  string          // of the rail, that is current
	Bare   bool            // without rail and bar
	Bar    templ.Component // filters beside the brand; may be nil
	Status int             // 0 is 200
	Body   templ.Component
}

// file is a download.
type file struct {
	name, contentType string
	body              []byte
}

// show answers with a page.
func show(p page) (reply, error) { return reply{page: &p}, nil }

// leadTo answers with a redirection, which is what follows a form that was accepted.
func leadTo(location string) (reply, error) { return reply{location: location}, nil }

// newVisit is a request with all that its view says of it: its cookies choose language, theme and zone.
func newVisit(w http.ResponseWriter, r *http.Request, about view) *visit {
	v := &visit{Request: r, w: w, view: &about}
	v.read(r)
	v.flash = v.takeFlash()
	v.Request = r.WithContext(withView(r.Context(), v.view))
	return v
}
