// Package console is the web console: server-rendered pages on the same rooms, account and quota as the API.
//
// A handler turns one request into one call of a domain method and returns a page, a redirection or a file; one renderer
// puts the frame around it or says what went wrong. Rules do not live here: forms are checked by the schemas of the
// published description. The package knows no database and no assistant, and it writes no user's text unescaped.
//
// README.md says how a page is added.
package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"renown/internal/door/console/access"
	"renown/internal/door/console/kit"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/tool/requestschema"
)

// Rooms are the domains behind the door, and what the program tells it about itself. Without a Contract New compiles the Document.
type Rooms = kit.Rooms

// Console serves every page and asset.
type Console struct {
	rooms    Rooms
	assets   *assets
	mux      *http.ServeMux
	guarded  http.Handler
	patterns map[string]kit.Route // of pages, by path
	changing changes
}

// New binds all routes. It fails when the description cannot be compiled.
func New(rooms Rooms) (*Console, error) {
	if rooms.Time == 0 {
		rooms.Time = 30 * time.Second
	}
	if rooms.Exporting == nil {
		rooms.Exporting = &porch.Singly{}
	}
	if rooms.Secure == nil {
		rooms.Secure = porch.Proxies(nil).Secure
	}
	var err error
	if rooms.Contract == nil {
		if rooms.Contract, err = requestschema.Compile(rooms.Document); err != nil {
			return nil, fmt.Errorf("published description: %w", err)
		}
	}
	c := &Console{rooms: rooms, mux: http.NewServeMux(), patterns: map[string]kit.Route{}, changing: newChanges()}
	if c.assets, err = loadAssets(); err != nil {
		return nil, err
	}
	byPath := map[string]porch.Methods{}
	for _, rt := range c.routes() {
		if byPath[rt.Path] == nil {
			byPath[rt.Path] = porch.Methods{}
		}
		byPath[rt.Path][rt.Method] = c.serve(rt)
		c.changing.add(rt)
		if rt.Method == http.MethodGet {
			c.patterns[rt.Path] = rt
		}
	}
	for path, m := range byPath {
		c.mux.Handle(exact(path), m.Handler(path, c.refuseMethod))
	}
	c.mux.Handle("GET "+assetPrefix, c.assets)
	c.mux.HandleFunc("/", c.serveNothing)
	if c.guarded, err = c.guard(c.mux); err != nil {
		return nil, err
	}
	return c, nil
}

// manuals are the readers' forms of documents, by document: one takes a while to make, so it is made when it is first shown, and a
// process may hold many consoles.
var manuals sync.Map

func (c *Console) manual() (*access.Manual, error) {
	once, _ := manuals.LoadOrStore(string(c.rooms.Document),
		sync.OnceValues(func() (*access.Manual, error) { return access.ReadManual(c.rooms.Document) }))
	return once.(func() (*access.Manual, error))() //nolint:forcetypeassert // nothing else is stored
}

// guard refuses what another site's page makes a browser send. Cookies are SameSite besides.
func (c *Console) guard(next http.Handler) (http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	if u, err := url.Parse(c.rooms.PublicURL); err == nil && u.Host != "" {
		if err := protection.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, err
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.refuse(w, r, fault.New(fault.ScopeMissing).
			Why("other_site"))
	}))
	return protection.Handler(next), nil
}

// contentPolicy allows what the binary serves itself and nothing else: no inline script, no inline style, no other host.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
	if c.secure(r) {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	c.guarded.ServeHTTP(w, r)
}

// secure tells whether the browser speaks TLS, to us or to the proxy in front of us.
func (c *Console) secure(r *http.Request) bool {
	return strings.HasPrefix(c.rooms.PublicURL, "https://") || c.rooms.Secure(r)
}

// exact keeps a pattern that ends in a slash from matching everything below it.
func exact(path string) string {
	if strings.HasSuffix(path, "/") {
		return path + "{$}"
	}
	return path
}

func (c *Console) refuseMethod(w http.ResponseWriter, r *http.Request) {
	c.refuse(w, r, fault.New(fault.NoMethod).Why("page_method"))
}

func (c *Console) serveNothing(w http.ResponseWriter, r *http.Request) {
	c.refuse(w, r, fault.New(fault.NoRoute).Why("no_page"))
}
