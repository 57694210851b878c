package console_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"renown/internal/testkit/expect"
)

var void = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true,
	"img": true, "input": true, "link": true, "meta": true, "source": true, "track": true, "wbr": true,
}

// inspect looks at every page that any test sees: well formed, no inline script or style, ids unique, every field labelled,
// nothing loaded from elsewhere.
func inspect(t testing.TB, s *received) {
	t.Helper()
	wellFormed(t, s)
	ids := map[string]bool{}
	for n := range s.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "style":
				t.Errorf("%s: <%s style=%q>", s.path, n.Data, a.Val)
			case strings.HasPrefix(a.Key, "on"):
				t.Errorf("%s: <%s %s=%q>", s.path, n.Data, a.Key, a.Val)
			case (a.Key == "href" || a.Key == "src" || a.Key == "action") &&
				strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:"):
				t.Errorf("%s: <%s %s=%q>", s.path, n.Data, a.Key, a.Val)
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("%s: two elements are #%s", s.path, a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			}
		}
		switch n.Data {
		case "script":
			if n.FirstChild != nil || !strings.HasPrefix(attr(n, "src"), "/assets/") {
				t.Errorf("%s: a script that is not an asset: %s", s.path, attr(n, "src"))
			}
		case "style":
			t.Errorf("%s: inline style", s.path)
		case "link", "img", "iframe":
			if from := attr(n, "href") + attr(n, "src"); !strings.HasPrefix(from, "/") || strings.HasPrefix(from, "//") {
				t.Errorf("%s: <%s> from %q", s.path, n.Data, from)
			}
		}
	}
	labelled(t, s)
	spokenAsShown(t, s)
	if s.header.Get("Content-Security-Policy") == "" || strings.Contains(s.header.Get("Content-Security-Policy"), "unsafe") {
		t.Errorf("%s: policy %q", s.path, s.header.Get("Content-Security-Policy"))
	}
}

// labelled wants a name for every field and button.
func labelled(t testing.TB, s *received) {
	t.Helper()
	named := map[string]bool{}
	for _, n := range s.find("label[for]") {
		named[attr(n, "for")] = true
	}
	for _, tag := range []string{"input", "select", "textarea", "button"} {
		for _, n := range s.find(tag) {
			if attr(n, "type") == "hidden" || attr(n, "aria-hidden") == "true" || attr(n, "aria-label") != "" ||
				tag == "button" && textOf(n) != "" {
				continue
			}
			if id := attr(n, "id"); id != "" && named[id] {
				continue
			}
			inside := false
			for p := n.Parent; p != nil; p = p.Parent {
				inside = inside || p.Data == "label"
			}
			if !inside {
				t.Errorf("%s: <%s name=%q> has no label", s.path, tag, attr(n, "name"))
			}
		}
	}
}

// spokenAsShown wants what is shown in the name of a link or button that has one of its own, or who speaks to the machine
// cannot call it.
func spokenAsShown(t testing.TB, s *received) {
	t.Helper()
	for _, tag := range []string{"a", "button", "summary"} {
		for _, n := range s.find(tag + "[aria-label]") {
			var shown strings.Builder
			for d := range n.Descendants() {
				if d.Type == html.TextNode && attr(d.Parent, "aria-hidden") != "true" && attr(d.Parent, "class") != "sr" {
					shown.WriteString(d.Data)
				}
			}
			text, name := strings.Join(strings.Fields(shown.String()), " "), attr(n, "aria-label")
			if !strings.Contains(name, text) {
				t.Errorf("%s: <%s> shows %q and is called %q", s.path, tag, text, name)
			}
		}
	}
}

// wellFormed wants every element closed in order.
func wellFormed(t testing.TB, s *received) {
	t.Helper()
	var open []string
	for z := html.NewTokenizer(strings.NewReader(s.body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			expect.Equal(t, z.Err(), io.EOF, s.path)
			if len(open) > 0 {
				t.Errorf("%s: never closed: %v", s.path, open)
			}
			return
		case html.StartTagToken:
			if name, _ := z.TagName(); !void[string(name)] {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				t.Errorf("%s: </%s> closes %v", s.path, name, open)
				return
			}
			open = open[:len(open)-1]
		}
	}
}
