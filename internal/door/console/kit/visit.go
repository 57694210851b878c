// Package kit is what the pages of the console are made of: a request as a visit, what a handler replies, routes, forms, tables,
// components, and how figures, times and names are written. It knows rooms by their types alone and calls none of them but for
// the names of platforms.
package kit

import (
	"context"
	"io"
	"net/http"

	"github.com/a-h/templ"

	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/brand"
)

// Visit is one request on its way through the console.
type Visit struct {
	*http.Request
	Writer http.ResponseWriter
	*View

	Session account.Session
	Caller  account.Caller // who acts, in the space at hand
	Spaces  []account.Space
	Space   account.Space
	Brand   brand.Brand // of a path with {brand_id}
	Slip    undo.Slip   // names what this request changed and can be undone
}

// Reply is what a handler answers: exactly one of page, location and file.
type Reply struct {
	Page     *Page
	Location string
	File     *File
}

// Page is one page of the console. Title is a key of the dictionary, unless it is the user's own text.
type Page struct {
	Title  string
	Entry  string          // of the rail, that is current
	Bare   bool            // without rail and bar
	Wide   bool            // for tables, where there is no rail
	Shared bool            // for who holds a link: nothing on it leads into the console
	Bar    templ.Component // filters beside the brand; may be nil
	Status int             // 0 is 200
	Body   templ.Component
}

// File is a download: a body, or what writes one that is too large to be held.
type File struct {
	Name, ContentType string
	Body              []byte
	// Stream writes the body. What it fails with is shown as long as nothing was sent; later the connection is broken off, so
	// that a part does not look whole. Its context has no deadline but that of all downloads.
	Stream func(ctx context.Context, out io.Writer) error
}

// Show answers with a page, as refused where one of its forms has faults.
func Show(p Page, forms ...Form) (Reply, error) {
	for _, f := range forms {
		if !f.Sound() {
			p.Status = http.StatusUnprocessableEntity
		}
	}
	return Reply{Page: &p}, nil
}

// LeadTo answers with a redirection, which is what follows a form that was accepted.
func LeadTo(location string) (Reply, error) { return Reply{Location: location}, nil }

// Base is the address under which the console is reached: the public one, or else the one that was asked.
func (v *Visit) Base(public string) string {
	if public != "" {
		return public
	}
	scheme := "http://"
	if v.Secure {
		scheme = "https://"
	}
	return scheme + v.Host
}

// NewVisit is a request with all that its view says of it: its cookies choose language, theme and zone.
func NewVisit(w http.ResponseWriter, r *http.Request, about View) *Visit {
	v := &Visit{Request: r, Writer: w, View: &about}
	v.read(r)
	v.Flash, v.FlashUndo = v.takeFlash()
	v.Request = r.WithContext(withView(r.Context(), v.View))
	return v
}
