package access

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"go.yaml.in/yaml/v3"

	"renown/internal/door/console/kit"
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

// ReadManual reads the document, which is JSON and so YAML too: a YAML reader keeps the order in which it is written.
func ReadManual(document []byte) (*Manual, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(document, &root); err != nil {
		return nil, err
	}
	if len(root.Content) == 0 {
		return nil, fmt.Errorf("empty")
	}
	b := book{root.Content[0]}
	m := &Manual{introduction: paragraphs(kit.OrElse(scalar(b.at(b.root, "x-guide")), scalar(b.at(b.root, "info", "description"))))}
	for _, tag := range items(b.at(b.root, "tags")) {
		m.groups = append(m.groups, manualGroup{name: scalar(b.at(tag, "name")), text: scalar(b.at(tag, "description"))})
	}
	for path, methods := range members(b.at(b.root, "paths")) {
		for method, op := range members(methods) {
			o := b.operation(strings.ToUpper(method), path, op)
			tag := scalar(b.at(op, "tags", "0"))
			i := slices.IndexFunc(m.groups, func(g manualGroup) bool { return g.name == tag })
			if i < 0 {
				return nil, fmt.Errorf("%s %s has no known tag", method, path)
			}
			m.groups[i].operations = append(m.groups[i].operations, o)
		}
	}
	for _, row := range items(b.at(b.root, "x-codes")) {
		m.codes = append(m.codes, b.code(row))
	}
	if len(m.codes) == 0 {
		return nil, fmt.Errorf("no codes")
	}
	return m, nil
}

func (b book) code(row *yaml.Node) manualCode {
	c := manualCode{
		code: scalar(b.at(row, "code")), name: scalar(b.at(row, "name")), status: scalar(b.at(row, "status")), condition: scalar(b.at(row, "condition")),
	}
	for name, schema := range members(b.at(row, "detail")) {
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

// book finds its way in the document.
type book struct{ root *yaml.Node }

// at walks down by names and, in lists, by numbers, following references.
func (b book) at(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		n = b.resolve(n)
		var next *yaml.Node
		if n != nil && n.Kind == yaml.SequenceNode {
			if i, err := strconv.Atoi(name); err == nil && i < len(n.Content) {
				next = n.Content[i]
			}
		}
		for key, value := range members(n) {
			if key == name {
				next = value
			}
		}
		n = next
	}
	return b.resolve(n)
}

func (b book) resolve(n *yaml.Node) *yaml.Node {
	for key, value := range members(n) {
		if key == "$ref" {
			target := b.at(b.root, strings.Split(strings.TrimPrefix(value.Value, "#/"), "/")...)
			return beside(target, n)
		}
	}
	return n
}

// beside is the target of a reference with what the reference says itself: its own description and default win.
func beside(target, ref *yaml.Node) *yaml.Node {
	if target == nil || target.Kind != yaml.MappingNode || len(ref.Content) == 2 {
		return target
	}
	joined := &yaml.Node{Kind: yaml.MappingNode}
	own := map[string]bool{}
	for i := 0; i+1 < len(ref.Content); i += 2 {
		if name := ref.Content[i].Value; name != "$ref" {
			own[name] = true
			joined.Content = append(joined.Content, ref.Content[i], ref.Content[i+1])
		}
	}
	for i := 0; i+1 < len(target.Content); i += 2 {
		if !own[target.Content[i].Value] {
			joined.Content = append(joined.Content, target.Content[i], target.Content[i+1])
		}
	}
	return joined
}

func members(n *yaml.Node) func(func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		if n == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

func items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

func scalar(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

func (b book) operation(method, path string, n *yaml.Node) manualOperation {
	o := manualOperation{
		id: scalar(b.at(n, "operationId")), method: method, path: path, summary: scalar(b.at(n, "summary")), text: scalar(b.at(n, "description")),
		scope: scalar(b.at(n, "x-scope")),
	}
	for _, code := range items(b.at(n, "x-codes")) {
		o.codes = append(o.codes, code.Value)
	}
	for _, p := range items(b.at(n, "parameters")) {
		p = b.resolve(p)
		if name := scalar(b.at(p, "name")); name != "X-API-KEY" && name != "Authorization" {
			f := b.field(name+" ("+scalar(b.at(p, "in"))+")", b.at(p, "schema"))
			f.text, f.required = kit.OrElse(scalar(b.at(p, "description")), f.text), scalar(b.at(p, "required")) == "true"
			o.parameters = append(o.parameters, f)
			o.exemplify(name, scalar(b.at(p, "in")), b.at(p, "example"))
		}
	}
	body := b.at(n, "requestBody", "content", "application/json")
	o.body, o.bodyExample = b.fields("", b.at(body, "schema"), 3), example(b.at(body, "example"))
	answer := b.at(n, "responses", "200", "content", "application/json")
	if data := b.at(answer, "schema", "properties", "data"); data != nil {
		o.answer = b.fields("", data, 3)
	}
	o.answerExample = example(b.at(answer, "example"))
	return o
}
