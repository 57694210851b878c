package console

import (
	"bytes"
	"html"
	"net/url"
	"strings"
	"sync"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// manuscript is a content as readers will see it: harmless HTML, and what outlets count.
//
// Nothing of it leads anywhere or is loaded: links are their words with the address beside them, images are their
// description, and HTML that was typed is shown as the text that it is, so that nothing hides from who reviews it.
type manuscript struct {
	html   string
	length int // as a word processor counts 字数: a Chinese character or mark is one, a Latin word is one
	images int
	links  int
}

// newManuscript renders Markdown. What comes out passes a list of allowed elements besides.
func newManuscript(markdown string) manuscript {
	source := []byte(markdown)
	root := markdownReader().Parser().Parse(text.NewReader(source))
	m := manuscript{}
	var plain strings.Builder
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				plain.WriteByte('\n')
			}
			return ast.WalkContinue, nil
		}
		switch at := n.(type) {
		case *ast.Heading: // the title is the page's h2
			at.Level = min(max(at.Level+1, 3), 5)
		case *ast.Image:
			m.images++
			return ast.WalkSkipChildren, nil
		case *ast.Link:
			m.links++
		case *ast.AutoLink:
			m.links++
			plain.Write(at.Label(source))
		case *ast.Text:
			plain.Write(at.Value(source))
			if at.SoftLineBreak() || at.HardLineBreak() {
				plain.WriteByte('\n')
			}
		case *ast.String:
			plain.Write(at.Value)
		case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
			plain.Write(linesOf(n, source))
		}
		return ast.WalkContinue, nil
	})
	m.length = lengthOf(plain.String())
	var out bytes.Buffer
	if err := markdownReader().Renderer().Render(&out, source, root); err != nil {
		m.html = "<pre>" + html.EscapeString(markdown) + "</pre>"
		return m
	}
	m.html = string(harmless().SanitizeBytes(out.Bytes()))
	return m
}

// lengthOf counts as outlets do.
func lengthOf(plain string) int {
	n, word := 0, false
	for _, r := range plain {
		switch {
		case unicode.IsSpace(r):
			word = false
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef || r >= 0x2010 && r <= 0x2027:
			n++
			word = false
		case !word:
			n++
			word = true
		}
	}
	return n
}

func linesOf(n ast.Node, source []byte) []byte {
	var out bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		out.Write(line.Value(source))
	}
	return out.Bytes()
}

var markdownReader = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(neutral{}, 100))))
})

// harmless is what a manuscript may consist of: no attribute but the two classes that neutral writes.
var harmless = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h3", "h4", "h5", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "del", "small", "span",
		"table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("class").Matching(bluemonday.SpaceSeparatedTokens).OnElements("span")
	return p
})

// neutral writes what could lead elsewhere, or act, as text.
type neutral struct{}

func (neutral) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
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
			_, _ = w.WriteString(`<span class="picture">` + html.EscapeString(wordsOf(image, source)) + address(string(image.Destination)) + `</span>`)
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
