package console

import (
	"context"
	"net/http"

	"github.com/a-h/templ"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
)

const bodyMax = 2 << 20 // bytes of a form; a content of 100,000 characters fits, percent-encoded

// visit is one request on its way through the console.
type visit struct {
	*http.Request
	w http.ResponseWriter
	*view

	session account.Session
	user    account.User
	caller  account.Caller // who acts, in the space at hand
	spaces  []account.Space
	space   account.Space
	brand   brand.Brand // of a path with {brand_id}
}

// handler does the work of one route.
type handler func(ctx context.Context, v *visit) (reply, error)

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

// serve passes a request through the gates in order: session, role, brand; then the handler.
func (c *Console) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), c.rooms.Time)
		defer cancel()
		v := c.newVisit(w, r.WithContext(ctx), rt.path)
		answer, err := c.answer(v, rt)
		if err == nil {
			err = c.write(v, answer)
		}
		if err != nil {
			c.fail(v, err)
		}
	}
}

func (c *Console) answer(v *visit, rt route) (reply, error) {
	known, err := c.resume(v)
	if err != nil {
		return reply{}, err
	}
	if rt.access != open && !known {
		return leadTo(loginPath(v.Request))
	}
	if rt.access == operator && v.user.Role != account.RoleOperator {
		return reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
	if known {
		if err := c.enterSpace(v); err != nil {
			return reply{}, err
		}
	}
	if rt.access == watching {
		if v.brand, err = c.rooms.Brands.Find(v.Context(), v.caller, v.PathValue("brand_id")); err != nil {
			return reply{}, err
		}
		v.remember(brandCookie, v.brand.ID)
	}
	if v.Method == http.MethodPost {
		v.Body = http.MaxBytesReader(v.w, v.Body, rt.most())
		if err := v.ParseForm(); err != nil {
			return reply{}, unreadable(err)
		}
	}
	return rt.handle(v.Context(), v)
}

func unreadable(err error) error {
	if _, tooLarge := err.(*http.MaxBytesError); tooLarge {
		return fault.New(fault.TooLarge).Why("form_large")
	}
	return fault.New(fault.Unreadable).Because(err)
}

func (c *Console) newVisit(w http.ResponseWriter, r *http.Request, pattern string) *visit {
	v := &visit{Request: r, w: w, view: c.newView(r)}
	v.pattern = pattern
	v.flash = v.takeFlash(c.secure(r))
	v.Request = r.WithContext(withView(r.Context(), v.view))
	porch.Of(r.Context()).Route = pattern
	return v
}
