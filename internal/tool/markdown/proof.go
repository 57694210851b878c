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
	render "github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Proof is a text as its reviewer sees it: harmless HTML, and what outlets count.
//
// Nothing of it leads anywhere or is loaded: links are their words with the address beside them, images are their
// description, and HTML that was typed is shown as the text that it is, so that nothing hides from who reviews it.
type Proof struct {
	HTML          string
	Length        int // as Length counts
	Images, Links int
	AsWritten     bool // too costly to be formatted: see Formatted
}

// NewProof renders a text for review. What comes out passes a list of allowed elements besides.
func NewProof(markdown string) Proof {
	p := Proof{Length: Length(markdown), HTML: "<pre>" + html.EscapeString(markdown) + "</pre>"}
	if p.AsWritten = !Formatted(markdown); p.AsWritten {
		return p
	}
	source := []byte(markdown)
	root := proofs.Parser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch at := n.(type) {
		case *ast.Heading: // the title is the page's h2
			at.Level = min(max(at.Level+1, 3), 5)
		case *ast.Image:
			p.Images++
			return ast.WalkSkipChildren, nil
		case *ast.Link, *ast.AutoLink:
			p.Links++
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	if err := proofs.Renderer().Render(&out, source, root); err == nil {
		p.HTML = string(harmless.SanitizeBytes(out.Bytes()))
	}
	return p
}

func linesOf(n ast.Node, source []byte) []byte {
	var out bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		out.Write(line.Value(source))
	}
	return out.Bytes()
}

var (
	proofs = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(render.WithNodeRenderers(util.Prioritized(neutral{}, 100))))
	harmless = newHarmless()
)

// newHarmless is what a proof may consist of: no attribute but the two classes that neutral writes.
func newHarmless() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h3", "h4", "h5", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong",
		"del", "small", "span",
		"table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("class").Matching(bluemonday.SpaceSeparatedTokens).OnElements("span")
	return p
}

// neutral writes what could lead elsewhere, or act, as text.
type neutral struct{}

func (neutral) RegisterFuncs(to render.NodeRendererFuncRegisterer) {
	to.Register(ast.KindLink, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(`<span class="linked">`)
		} else {
			_, _ = w.WriteString(address(string(n.(*ast.Link).Destination)) + `</span>`)
		}
		return ast.WalkContinue, nil
	})
	to.Register(ast.KindAutoLink, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.WriteString(`<span class="linked">` + html.EscapeString(string(n.(*ast.AutoLink).Label(source))) + `</span>`)
		}
		return ast.WalkContinue, nil
	})
	to.Register(ast.KindImage, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			image := n.(*ast.Image)
			_, _ = w.WriteString(`<span class="picture">` + html.EscapeString(wordsOf(image, source)) +
				address(string(image.Destination)) + `</span>`)
		}
		return ast.WalkSkipChildren, nil
	})
	to.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			segments := n.(*ast.RawHTML).Segments
			for i := range segments.Len() {
				at := segments.At(i)
				_, _ = w.WriteString(html.EscapeString(string(at.Value(source))))
			}
		}
		return ast.WalkSkipChildren, nil
	})
	to.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			block := n.(*ast.HTMLBlock)
			raw := linesOf(block, source)
			if block.HasClosure() {
				raw = append(raw, block.ClosureLine.Value(source)...)
			}
			_, _ = w.WriteString("<pre>" + html.EscapeString(string(raw)) + "</pre>\n")
		}
		return ast.WalkSkipChildren, nil
	})
}

// address is where a link would lead, to read and not to follow. What is no web address is shown all the same.
func address(to string) string {
	if to == "" {
		return ""
	}
	if u, err := url.Parse(to); err == nil && len(to) > 120 && u.Host != "" {
		to = u.Scheme + "://" + u.Host + "/…"
	}
	return " <small>" + html.EscapeString(to) + "</small>"
}

// wordsOf is the text inside a node.
func wordsOf(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(at ast.Node, entering bool) (ast.WalkStatus, error) {
		if leaf, is := at.(*ast.Text); is && entering {
			out.Write(leaf.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}
