package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// goName writes a name as Go does: brand_id is BrandID.
func goName(s string) string {
	var out strings.Builder
	for _, w := range words(s) {
		switch low := strings.ToLower(w); low {
		case "id", "url", "api":
			out.WriteString(strings.ToUpper(w))
		case "ids", "urls":
			out.WriteString(strings.ToUpper(w[:len(w)-1]) + "s")
		default:
			out.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return out.String()
}

func goVar(s string) string {
	name := goName(s)
	if name == strings.ToUpper(name) {
		return strings.ToLower(name)
	}
	name = strings.ToLower(name[:1]) + name[1:]
	if slices.Contains([]string{"type", "range", "func", "map"}, name) {
		return name + "_"
	}
	return name
}

func goType(s *schema) string {
	switch {
	case s.ref != "":
		return goName(s.ref)
	case s.kind == "array":
		return "[]" + goType(s.items)
	case s.kind == "string" && s.format == "date-time":
		return "time.Time"
	case s.kind == "string":
		return "string"
	case s.kind == "integer":
		return "int"
	case s.kind == "number":
		return "float64"
	case s.kind == "boolean":
		return "bool"
	case s.kind == "object":
		return "map[string]any"
	}
	return "any"
}

// goField is a field's type and tag. What is sent and changes something tells absent, null and a value apart; other optional fields are
// left out when they are zero; what comes and may be null is a pointer.
func goField(owner string, f field) (kind, tag string) {
	kind = goType(f.schema)
	switch {
	case strings.HasSuffix(owner, "Update") && !f.required:
		return "Field[" + kind + "]", f.name + ",omitzero"
	case strings.HasSuffix(owner, "Create") && !f.required:
		return kind, f.name + ",omitzero"
	case (f.nullable || !f.required) && !strings.HasPrefix(kind, "[]") && !strings.HasPrefix(kind, "map") && kind != "any":
		kind = "*" + kind
	}
	return kind, f.name
}

func writeGo(out *bytes.Buffer, c *contract) {
	fmt.Fprint(out,
		"// Code generated from the contract by tools/clientgen. DO NOT EDIT.\n\npackage client\n\nimport (\n\"context\"\n\"iter\"\n\"net/http\"\n\"net/url\"\n\"time\"\n)\n\n")
	fmt.Fprint(out, "// The codes of this version. A later server may answer others.\nconst (\n")
	for _, k := range c.codes {
		fmt.Fprintf(out, "%s Code = %d\n", k.name, k.number)
	}
	fmt.Fprint(out, ")\n\nvar codeNames = map[Code]string{\n")
	for _, k := range c.codes {
		fmt.Fprintf(out, "%s: %q,\n", k.name, k.name)
	}
	fmt.Fprint(out, "}\n\n")
	for _, t := range c.types {
		writeGoType(out, t)
	}
	fmt.Fprint(out, "type groups struct {\n")
	for _, g := range c.groups {
		fmt.Fprintf(out, "%s %s // %s\n", goName(g.name), service(g), g.about)
	}
	fmt.Fprint(out, "}\n\nfunc (c *Client) group() {\n")
	for _, g := range c.groups {
		fmt.Fprintf(out, "c.%s.c = c\n", goName(g.name))
	}
	fmt.Fprint(out, "}\n\n")
	for _, g := range c.groups {
		fmt.Fprintf(out, "// %s holds operations. %s\ntype %s struct{ c *Client }\n\n", service(g), g.about, service(g))
		for _, o := range g.operations {
			writeGoOperation(out, g, o)
		}
	}
}

func writeGoType(out *bytes.Buffer, t named) {
	name := goName(t.name)
	if t.about != "" {
		fmt.Fprintf(out, "// %s: %s\n", name, t.about)
	}
	if len(t.enum) > 0 {
		fmt.Fprintf(out, "type %s string\n\nconst (\n", name)
		for _, v := range t.enum {
			fmt.Fprintf(out, "%s%s %s = %q\n", name, goName(v), name, v)
		}
		fmt.Fprint(out, ")\n\n")
		return
	}
	if t.kind != "object" || len(t.fields) == 0 && t.base == "" {
		fmt.Fprintf(out, "type %s = %s\n\n", name, goType(&schema{kind: t.kind, items: t.items, format: t.format}))
		return
	}
	fmt.Fprintf(out, "type %s struct {\n", name)
	if t.base != "" {
		fmt.Fprintf(out, "%s\n", goName(t.base))
	}
	for _, f := range t.fields {
		kind, tag := goField(t.name, f)
		fmt.Fprintf(out, "%s %s `json:\"%s\"`", goName(f.name), kind, tag)
		if f.about != "" {
			fmt.Fprintf(out, " // %s", f.about)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "}\n\n")
}

func writeGoOperation(out *bytes.Buffer, g group, o operation) {
	kind, method := service(g), goName(o.name)
	query := goName(g.name) + method + "Query"
	if len(o.query) > 0 {
		fmt.Fprintf(out, "// %s narrows %s.%s; a zero field is not sent.\ntype %s struct {\n", query, kind, method, query)
		for _, p := range o.query {
			fmt.Fprintf(out, "%s %s // %s\n", goName(p.name), goType(p.schema), p.about)
		}
		fmt.Fprintf(out, "}\n\nfunc (q %s) values() url.Values {\nv := url.Values{}\n", query)
		for _, p := range o.query {
			fmt.Fprintf(out, "put(v, %q, q.%s)\n", p.name, goName(p.name))
		}
		fmt.Fprint(out, "return v\n}\n\n")
	}
	args, path := []string{"ctx context.Context"}, fmt.Sprintf("%q", o.path)
	for _, p := range o.inPath {
		value := goVar(p.name)
		args = append(args, value+" "+goType(p.schema))
		if p.ref != "" {
			value = "string(" + value + ")"
		}
		path = strings.ReplaceAll(path, "{"+p.name+"}", `"+url.PathEscape(`+value+`)+"`)
	}
	path = strings.TrimSuffix(path, `+""`)
	values, body := "nil", "nil"
	if o.body != "" {
		args, body = append(args, "body "+goName(o.body)), "body"
	}
	if len(o.query) > 0 {
		args, values = append(args, "query "+query), "query.values()"
	}
	if o.stream {
		fmt.Fprintf(out,
			"// %s: %s. Close what it returns.\nfunc (g %s) %s(%s) (*Download, error) {\nreturn download(ctx, g.c, %s, %s)\n}\n\n", method, strings.TrimSuffix(o.about, "."), kind, method, strings.Join(args, ", "), path, values)
		return
	}
	result := goName(o.result)
	fmt.Fprintf(out, "// %s: %s.\nfunc (g %s) %s(%s) (%s, error) {\n", method, strings.TrimSuffix(o.about, "."), kind,
		method, strings.Join(args, ", "), result)
	for _, f := range o.filled {
		fmt.Fprintf(out, "body.%s = %s\n", goName(f), goVar(f))
	}
	fmt.Fprintf(out, "return call[%s](ctx, g.c, http.Method%s, %s, %s, %s, %v)\n}\n\n", result, o.method[:1]+
		strings.ToLower(o.method[1:]), path, values, body, o.idempotencyKey)
	if o.item == "" {
		return
	}
	names := make([]string, 0, len(args))
	for _, a := range args {
		names = append(names, strings.Fields(a)[0])
	}
	fmt.Fprintf(out,
		"// %s goes through all pages of %s.\nfunc (g %s) %s(%s) iter.Seq2[%s, error] {\nreturn pages(func(page, size int) ([]%s, int, error) {\n", goName(allOf(o.name)), method, kind, goName(allOf(o.name)), strings.Join(args, ", "), goName(o.item), goName(o.item))
	fmt.Fprintf(out,
		"query.Page, query.PageSize = page, size\nlist, err := g.%s(%s)\nreturn list.Items, list.Total, err\n})\n}\n\n", method, strings.Join(names, ", "))
}

func service(g group) string { return goName(g.name) + "Service" }

// allOf names what goes through the pages of a list: list is all, listAnswers is allAnswers.
func allOf(list string) string { return "all" + strings.TrimPrefix(list, "list") }
