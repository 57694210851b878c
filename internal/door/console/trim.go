package console

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"renown/internal/door/console/kit"
)

// changes knows of every address of the console who may use it, by the table of routes.
type changes struct {
	mux      *http.ServeMux
	patterns map[string]kit.Route
}

func newChanges() changes { return changes{http.NewServeMux(), map[string]kit.Route{}} }

func (c changes) add(rt kit.Route) {
	pattern := rt.Method + " " + exact(rt.Path)
	c.mux.Handle(pattern, http.NotFoundHandler())
	c.patterns[pattern] = rt
}

// does tells whether an address changes something of a space.
func (c changes) does(method, address string) bool {
	rt, _ := c.route(method, address)
	return rt.Changes
}

func (c changes) route(method, address string) (rt kit.Route, routed bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, "/") {
		return rt, false
	}
	_, pattern := c.mux.Handler(&http.Request{Method: method, URL: &url.URL{Path: u.Path}})
	rt, routed = c.patterns[pattern]
	return rt, routed
}

// trimChanges makes a page for who may only look: what they may not do is absent, so that no template has to ask. Forms that change
// the space lose their buttons; their fields stay as text where they hold something. A form of empty fields goes with its section, as
// does one that makes something new (data-makes): what it holds are proposals. A link with that mark invites to make it, and goes.
// The gate in answer is what refuses; this only spares a click that would be refused.
func (c *Console) trimChanges(root *html.Node) {
	stripped := map[string]bool{} // ids of forms
	for n := range elements(root) {
		switch {
		case n.DataAtom == atom.Form && strings.EqualFold(attribute(n, "method"), "post") && c.changing.does(http.MethodPost,
			attribute(n, "action")):
			stripped[attribute(n, "id")] = true
			stripForm(n)
		case n.DataAtom == atom.A && (has(n, "data-makes") || c.changing.does(http.MethodGet, attribute(n, "href"))):
			remove(n)
		}
	}
	delete(stripped, "")
	for n := range elements(root) { // fields that stand outside of their form
		action := attribute(n, "formaction")
		if stripped[attribute(n, "form")] || (action != "" && c.changing.does(http.MethodPost, action)) {
			stripField(n)
		}
	}
}

// trimUntold makes text of the links that lead a guest nowhere, and lets those go that are buttons or lead to what is made.
func (c *Console) trimUntold(root *html.Node) {
	c.trimChanges(root)
	for n := range elements(root) {
		rt, routed := c.changing.route(http.MethodGet, attribute(n, "href"))
		switch {
		case n.DataAtom == atom.Form && strings.EqualFold(attribute(n, "method"), "get"):
			if rt, routed := c.changing.route(http.MethodGet, attribute(n, "action")); routed && !rt.ToGuests() {
				remove(n)
			}
		case n.DataAtom != atom.A || !routed || rt.ToGuests():
		case slices.ContainsFunc(strings.Fields(attribute(n, "class")), func(c string) bool { return c == "btn" || c == "allowance" }):
			remove(n)
		default:
			n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key != "class" && a.Key != "title" })
		}
	}
}

// withoutLinks is a page for who has no account: names and figures that lead into the console become text; forms, menus, switches
// and what invites to do something go.
func withoutLinks(page []byte) ([]byte, error) { return trimmed(page, trimLinks) }

func trimLinks(root *html.Node) {
	for n := range elements(root) {
		class := strings.Fields(attribute(n, "class"))
		into := n.DataAtom == atom.A && strings.HasPrefix(attribute(n, "href"), "/")
		switch {
		case n.DataAtom == atom.Form, n.DataAtom == atom.Button, has(n, "data-menu"), slices.ContainsFunc(class,
			func(c string) bool { return c == "report-tools" || c == "skip" || c == "seg" }),
			into && (slices.Contains(class, "btn") || membersPage.MatchString(attribute(n, "href"))):
			remove(n)
		case into: // an anchor without an address is text that keeps its looks
			n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key != "class" && a.Key != "title" })
		}
	}
}

// membersPage is the address of a page on which members work: a link to it says what they can do there.
var membersPage = regexp.MustCompile(`^/brands/[^/]+/(accuracy|competitors|facts|notes|opportunities|prompts|runs|sampling)([?#]|$)`)

// trimmed is a page of which something is taken away.
func trimmed(page []byte, trim func(root *html.Node)) ([]byte, error) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil, err
	}
	trim(root)
	var out bytes.Buffer
	err = html.Render(&out, root)
	return out.Bytes(), err
}

func stripForm(form *html.Node) {
	if ask := within(form, func(n *html.Node) bool {
		return n.DataAtom == atom.Details && strings.Contains(attribute(n, "class"), "ask")
	}); ask != nil {
		remove(ask)
		return
	}
	shown := false
	for n := range elements(form) {
		stripField(n)
		switch {
		case n.DataAtom == atom.Table, n.DataAtom == atom.Select, n.DataAtom == atom.Input && n.Parent != nil && attribute(n,
			"value") != "", n.DataAtom == atom.Textarea && words(n) != "":
			shown = true
		}
	}
	if shown && !has(form, "data-makes") {
		return
	}
	section := within(form, func(n *html.Node) bool { return n.DataAtom == atom.Section })
	remove(form)
	if section != nil && !holdsMore(section) {
		remove(section)
	}
}

// holdsMore tells whether a section has anything beside its head.
func holdsMore(section *html.Node) bool {
	for child := section.FirstChild; child != nil; child = child.NextSibling {
		head := strings.Contains(attribute(child, "class"), "sec-head") || child.DataAtom == atom.H2
		if !head && words(child) != "" {
			return true
		}
	}
	return false
}

func stripField(n *html.Node) {
	switch n.DataAtom {
	case atom.Button:
		remove(n)
	case atom.Input:
		switch attribute(n, "type") {
		case "hidden", "submit", "file":
			remove(n)
		default:
			n.Attr = append(n.Attr, html.Attribute{Key: "disabled"})
		}
	case atom.Select, atom.Textarea:
		n.Attr = append(n.Attr, html.Attribute{Key: "disabled"})
	}
}

// elements are all elements below a node, gathered before the first is handed out, so that some may be removed meanwhile.
func elements(root *html.Node) func(yield func(*html.Node) bool) {
	var list []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			list = append(list, n)
		}
	}
	return func(yield func(*html.Node) bool) {
		for _, n := range list {
			if !yield(n) {
				return
			}
		}
	}
}

func within(n *html.Node, is func(*html.Node) bool) *html.Node {
	for n = n.Parent; n != nil && !is(n); n = n.Parent {
	}
	return n
}

func remove(n *html.Node) {
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// words is the text below a node.
func words(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(text.String())
}
