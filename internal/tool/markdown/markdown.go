// Package markdown turns what users write into HTML that is safe to show, and counts it as outlets do.
//
// It knows nothing of contents or orders. What comes in is foreign: whatever it holds, what goes out runs nothing.
package markdown

import (
	"bytes"
	"html"
	"net/url"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// Raw HTML is not rendered at all; what is rendered passes the policy, so that no slip of one is an opening.
var (
	renderer = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify))
	policy   = newPolicy()
)

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote",
		"ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src", "alt").OnElements("img")
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("a", "img")
	p.AllowURLSchemes("mailto")
	for _, scheme := range []string{"http", "https"} { // without a host it would be an address on the page's own
		p.AllowURLSchemeWithCustomPolicy(scheme, func(at *url.URL) bool { return at.Host != "" })
	}
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true) // which adds noopener
	return p
}

// Render is the HTML of a text. It holds no script, no style, no event handler, and addresses of http, https and mailto
// alone; links carry nofollow, noopener and noreferrer.
func Render(source string) string {
	if !Formatted(source) {
		return "<pre>" + html.EscapeString(source) + "</pre>\n"
	}
	var out bytes.Buffer
	if err := renderer.Convert([]byte(source), &out); err != nil {
		panic(err) // a buffer takes everything
	}
	return policy.SanitizeReader(&out).String()
}

// Plain is what a reader of the rendered text reads: no marks, no addresses, no raw HTML, a line for each block.
func Plain(source string) string {
	if !Formatted(source) {
		return source
	}
	src := []byte(source)
	var b strings.Builder
	_ = ast.Walk(renderer.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image, *ast.RawHTML, *ast.HTMLBlock:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				b.Write(line.Value(src))
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
