package markdown

import (
	"bytes"
	"html"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Visible is what a reader of the rendered text sees, character by character, each with the byte of the source that
// it comes from. Marks, addresses, pictures, HTML and characters without an extent are left out, so that nothing is
// hidden between two letters; headings begin with #, cells of a table are set apart by |, or by a colon where there
// are two, and a block ends its line.
type Visible struct {
	Text   []rune
	At     []int // one more than Text: the last is where the source ends
	Links  []Link
	Asides []string // titles of links and pictures, and what stands for a picture: shown on demand, or in its place
}

// Link is an address of the web behind the characters from Start to End.
type Link struct {
	Start, End int
	Address    string
}

// NewVisible reads a text. One that is too costly to be formatted is seen as it is written.
func NewVisible(source string) Visible {
	v := visibleOf{source: []byte(source)}
	n := utf8.RuneCountInString(source)
	v.Text, v.At = make([]rune, 0, n), make([]int, 0, n+1)
	if !Formatted(source) {
		v.raw(0, len(source))
	} else {
		_ = ast.Walk(renderer.Parser().Parse(text.NewReader(v.source)), v.visit)
	}
	v.At = append(v.At, len(source))
	return v.Visible
}

type visibleOf struct {
	Visible
	source []byte
	last   int   // byte after what was written last
	starts []int // of the links that are open
}

func (v *visibleOf) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		v.leave(n)
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.Image:
		var alt visibleOf
		alt.source = v.source
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			_ = ast.Walk(child, alt.visit)
		}
		v.aside(string(alt.Text), n.Title)
		v.Asides = append(v.Asides, alt.Asides...)
		return ast.WalkSkipChildren, nil
	case *ast.RawHTML, *ast.HTMLBlock:
		return ast.WalkSkipChildren, nil
	case *ast.Heading:
		v.mark("# ")
	case *ast.Text:
		if n.IsRaw() {
			v.raw(n.Segment.Start, n.Segment.Stop)
		} else {
			v.written(n.Segment.Start, n.Segment.Stop)
		}
		if n.SoftLineBreak() || n.HardLineBreak() {
			v.mark("\n")
		}
	case *ast.String:
		v.mark(string(n.Value))
	case *ast.Link:
		v.aside("", n.Title)
		v.starts = append(v.starts, len(v.Text))
	case *ast.AutoLink:
		v.Links = append(v.Links, Link{len(v.Text), len(v.Text), string(n.URL(v.source))})
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			v.raw(line.Start, line.Stop)
		}
	}
	return ast.WalkContinue, nil
}

func (v *visibleOf) leave(n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		start := v.starts[len(v.starts)-1]
		v.starts = v.starts[:len(v.starts)-1]
		v.Links = append(v.Links, Link{start, len(v.Text), string(n.Destination)})
	case *extended.TableCell:
		if n.Parent().ChildCount() == 2 && n.NextSibling() != nil { // what, and what of it
			v.mark(": ")
		} else {
			v.mark(" | ")
		}
	default:
		if n.Type() == ast.TypeBlock {
			v.mark("\n")
		}
	}
}

func (v *visibleOf) aside(alt string, title []byte) {
	for _, text := range []string{alt, html.UnescapeString(string(title))} {
		if text != "" {
			v.Asides = append(v.Asides, text)
		}
	}
}

// mark adds what no byte of the source stands for.
func (v *visibleOf) mark(s string) {
	for _, r := range s {
		v.Text, v.At = append(v.Text, r), append(v.At, v.last)
	}
}

func (v *visibleOf) add(r rune, at int) {
	if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == 0x34f {
		return // takes no room
	}
	v.Text, v.At = append(v.Text, r), append(v.At, at)
}

// raw adds what is read as it is written.
func (v *visibleOf) raw(from, to int) {
	for i := from; i < to; {
		r, size := utf8.DecodeRune(v.source[i:to])
		v.add(r, i)
		i += size
	}
	v.last = to
}

// entityMax bounds a named character: &CounterClockwiseContourIntegral; is the longest.
const entityMax = 33

// written adds text in which characters may be escaped or named.
func (v *visibleOf) written(from, to int) {
	for i := from; i < to; {
		r, size := utf8.DecodeRune(v.source[i:to])
		if r == '\\' && i+1 < to && v.source[i+1] < utf8.RuneSelf &&
			(unicode.IsPunct(rune(v.source[i+1])) || unicode.IsSymbol(rune(v.source[i+1]))) {
			v.add(rune(v.source[i+1]), i)
			i += 2
			continue
		}
		if r == '&' {
			if end := bytes.IndexByte(v.source[i:min(to, i+entityMax)], ';'); end > 0 {
				name := string(v.source[i : i+end+1])
				if said := html.UnescapeString(name); said != name {
					for _, r := range said {
						v.add(r, i)
					}
					i += end + 1
					continue
				}
			}
		}
		v.add(r, i)
		i += size
	}
	v.last = to
}
