package console_test

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// find returns the elements that a selector names: compounds of tag, #id, .class, [name] and [name=value], separated by
// blanks for descendants.
func find(root *html.Node, selector string) []*html.Node {
	found := []*html.Node{root}
	for compound := range strings.FieldsSeq(selector) {
		parts := split(compound)
		var next []*html.Node
		seen := map[*html.Node]bool{}
		for _, n := range found {
			for d := range n.Descendants() {
				if d.Type == html.ElementNode && matches(d, parts) && !seen[d] {
					seen[d] = true
					next = append(next, d)
				}
			}
		}
		found = next
	}
	return found
}

// split cuts a compound into its tag, #id, .class and [name].
func split(compound string) (parts []string) {
	for compound != "" {
		end := strings.IndexAny(compound[1:], "#.[") + 1
		if compound[0] == '[' {
			end = strings.IndexByte(compound, ']') + 1
		}
		if end <= 0 {
			end = len(compound)
		}
		parts = append(parts, compound[:end])
		compound = compound[end:]
	}
	return parts
}

func matches(n *html.Node, parts []string) bool {
	for _, part := range parts {
		switch part[0] {
		case '#':
			if attr(n, "id") != part[1:] {
				return false
			}
		case '.':
			if !slices.Contains(strings.Fields(attr(n, "class")), part[1:]) {
				return false
			}
		case '[':
			name, value, valued := strings.Cut(part[1:len(part)-1], "=")
			if !has(n, name) || valued && attr(n, name) != strings.Trim(value, `"`) {
				return false
			}
		default:
			if n.Data != part {
				return false
			}
		}
	}
	return true
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textOf is what a reader sees of an element, blanks folded.
func textOf(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.Data != "script" && d.Parent.Data != "style" {
			text.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
