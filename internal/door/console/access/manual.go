package access

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"go.yaml.in/yaml/v3"

	"renown/internal/door/console/kit"
	"renown/internal/tool/openapi"
)

// Manual is the published description, prepared for reading.
type Manual struct {
	introduction []paragraph
	groups       []manualGroup
	codes        []manualCode
	parts        sync.Map // by language: manualText, parted at its holes
}

// paragraph is a piece of the introduction; a heading has a title.
type paragraph struct{ title, text string }

type manualGroup struct {
	name, text string
	operations []manualOperation
}

type manualOperation struct {
	id, method, path, summary, text, scope string
	filled                                 string // the path with the ids of the example
	codes                                  []string
	parameters                             []manualField
	query                                  []string // of the example: name=value, escaped
	once                                   bool     // takes an Idempotency-Key
	body, answer                           []manualField
	bodyExample, answerExample             string
}

type manualField struct {
	name, kind, text, limits string
	required                 bool
}

type manualCode struct {
	code, name, status, condition string
	details                       []manualField
}

func (pages *Pages) showManual(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	own, err := pages.ownIDs(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	manual, err := pages.Manual()
	if err != nil {
		return kit.Reply{}, err
	}
	lines := examples{base: strings.ReplaceAll(v.Base(pages.PublicURL), "'", "%27") + "/openapi/v1", own: own}
	return kit.Show(kit.Page{Title: kit.Key("接口文档"), Entry: "docs", Wide: true, Body: manualBody(manual, lines)})
}

// filled is the reference for one reader. All but what is filled in is the same for every reader of a language, and is written once.
func (m *Manual) filled(lines examples) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, out io.Writer) error {
		parts, err := m.parted(ctx)
		if err != nil {
			return err
		}
		for i, part := range parts {
			if i%2 == 1 {
				part = templ.EscapeString(lines.fill(part))
			}
			if _, err := io.WriteString(out, part); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *Manual) parted(ctx context.Context) ([]string, error) {
	language := kit.ViewOf(ctx).Lang.Code
	if parts, ok := m.parts.Load(language); ok {
		return parts.([]string), nil //nolint:forcetypeassert // nothing else is stored
	}
	var text strings.Builder
	if err := manualText(m).Render(ctx, &text); err != nil {
		return nil, err
	}
	parts := strings.Split(text.String(), hole)
	m.parts.Store(language, parts)
	return parts, nil
}

// ReadManual reads the document.
func ReadManual(document []byte) (*Manual, error) {
	read, err := openapi.Read(document)
	if err != nil {
		return nil, err
	}
	b := book{read}
	m := &Manual{introduction: paragraphs(kit.OrElse(b.Text(b.Root, "x-guide"), b.Text(b.Root, "info", "description")))}
	for _, tag := range openapi.Items(b.At(b.Root, "tags")) {
		m.groups = append(m.groups, manualGroup{name: b.Text(tag, "name"), text: b.Text(tag, "description")})
	}
	for path, methods := range openapi.Members(b.At(b.Root, "paths")) {
		for method, op := range openapi.Members(methods) {
			o := b.operation(strings.ToUpper(method), path, op)
			tag := b.Text(op, "tags", "0")
			i := slices.IndexFunc(m.groups, func(g manualGroup) bool { return g.name == tag })
			if i < 0 {
				return nil, fmt.Errorf("%s %s has no known tag", method, path)
			}
			m.groups[i].operations = append(m.groups[i].operations, o)
		}
	}
	for _, row := range openapi.Items(b.At(b.Root, "x-codes")) {
		m.codes = append(m.codes, b.code(row))
	}
	if len(m.codes) == 0 {
		return nil, fmt.Errorf("no codes")
	}
	return m, nil
}

func (b book) code(row *yaml.Node) manualCode {
	c := manualCode{
		code: b.Text(row, "code"), name: b.Text(row, "name"), status: b.Text(row, "status"), condition: b.Text(row, "condition"),
	}
	for name, schema := range openapi.Members(b.At(row, "detail")) {
		c.details = append(c.details, b.field(name, schema))
	}
	return c
}

// paragraphs splits the introduction, whose headings are lines that begin with ##.
func paragraphs(markdown string) (list []paragraph) {
	for part := range strings.SplitSeq(markdown, "\n\n") {
		p := paragraph{text: strings.TrimSpace(part)}
		if title, ok := strings.CutPrefix(p.text, "## "); ok {
			p.title, p.text, _ = strings.Cut(title, "\n")
		}
		p.text = strings.Join(strings.Fields(p.text), " ")
		list = append(list, p)
	}
	return list
}

// book reads parts of the document.
type book struct{ openapi.Document }

func (b book) operation(method, path string, n *yaml.Node) manualOperation {
	o := manualOperation{
		id: b.Text(n, "operationId"), method: method, path: path, summary: b.Text(n, "summary"), text: b.Text(n, "description"),
		scope: b.Text(n, "x-scope"),
	}
	for _, code := range openapi.Items(b.At(n, "x-codes")) {
		o.codes = append(o.codes, code.Value)
	}
	for _, p := range openapi.Items(b.At(n, "parameters")) {
		p = b.Resolve(p)
		if name := b.Text(p, "name"); name != "X-API-KEY" && name != "Authorization" {
			f := b.field(name+" ("+b.Text(p, "in")+")", b.At(p, "schema"))
			f.text, f.required = kit.OrElse(b.Text(p, "description"), f.text), b.Text(p, "required") == "true"
			o.parameters = append(o.parameters, f)
			o.exemplify(name, b.Text(p, "in"), b.At(p, "example"))
		}
	}
	body := b.At(n, "requestBody", "content", "application/json")
	o.body, o.bodyExample = b.fields("", b.At(body, "schema"), 3), example(b.At(body, "example"))
	answer := b.At(n, "responses", "200", "content", "application/json")
	if data := b.At(answer, "schema", "properties", "data"); data != nil {
		o.answer = b.fields("", data, 3)
	}
	o.answerExample = example(b.At(answer, "example"))
	return o
}
