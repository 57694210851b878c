package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

func tsType(s *schema) string {
	kind := "unknown"
	switch {
	case s.ref != "":
		kind = s.ref
	case s.kind == "array":
		kind = tsType(s.items)
		if strings.Contains(kind, " ") {
			kind = "(" + kind + ")"
		}
		kind += "[]"
	case len(s.enum) > 0:
		kind = `"` + strings.Join(s.enum, `" | "`) + `"`
	case s.kind == "string", s.kind == "boolean":
		kind = s.kind
	case s.kind == "integer", s.kind == "number":
		kind = "number"
	case s.kind == "object":
		kind = "Record<string, unknown>"
	}
	if s.nullable {
		kind += " | null"
	}
	return kind
}

func tsName(s string) string {
	var out strings.Builder
	for i, w := range words(s) {
		if i > 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		out.WriteString(w)
	}
	return out.String()
}

func about(out *bytes.Buffer, indent, text string) {
	if text != "" {
		fmt.Fprintf(out, "%s/** %s */\n", indent, strings.ReplaceAll(text, "*/", "* /"))
	}
}

func writeTypeScript(out *bytes.Buffer, c *contract) {
	fmt.Fprint(out,
		"// Generated from the contract by tools/clientgen; do not edit.\nimport { pages, type Caller, type Download } from \"./call.js\";\n\n")
	fmt.Fprint(out, "/** The codes of this version. A later server may answer others. */\nexport const Code = {\n")
	for _, k := range c.codes {
		fmt.Fprintf(out, "  %s: %d,\n", k.name, k.number)
	}
	fmt.Fprint(out, "} as const;\n\n")
	for _, t := range c.types {
		writeTypeScriptType(out, t)
	}
	for _, g := range c.groups {
		about(out, "", g.about)
		fmt.Fprintf(out, "export class %s {\n  constructor(protected readonly caller: Caller) {}\n", service(g))
		for _, o := range g.operations {
			writeTypeScriptOperation(out, o)
		}
		fmt.Fprint(out, "}\n\n")
	}
	fmt.Fprint(out, "/** The operations, in groups. */\nexport class Groups {\n")
	for _, g := range c.groups {
		fmt.Fprintf(out, "  readonly %s: %s;\n", g.name, service(g))
	}
	fmt.Fprint(out, "  constructor(caller: Caller) {\n")
	for _, g := range c.groups {
		fmt.Fprintf(out, "    this.%s = new %s(caller);\n", g.name, service(g))
	}
	fmt.Fprint(out, "  }\n}\n")
}

func writeTypeScriptType(out *bytes.Buffer, t named) {
	about(out, "", t.about)
	switch {
	case len(t.fields) == 0 && t.base == "":
		fmt.Fprintf(out, "export type %s = %s;\n\n", t.name, tsType(&schema{kind: t.kind, enum: t.enum, items: t.items}))
		return
	case t.base != "":
		fmt.Fprintf(out, "export interface %s extends %s {\n", t.name, t.base)
	default:
		fmt.Fprintf(out, "export interface %s {\n", t.name)
	}
	for _, f := range t.fields {
		if f.fromPath {
			continue
		}
		about(out, "  ", f.about)
		mark := ""
		if !f.required {
			mark = "?"
		}
		fmt.Fprintf(out, "  %s%s: %s;\n", f.name, mark, tsType(f.schema))
	}
	fmt.Fprint(out, "}\n\n")
}

func writeTypeScriptOperation(out *bytes.Buffer, o operation) {
	var args, names []string
	path := o.path
	for _, p := range o.inPath {
		args, names = append(args, tsName(p.name)+": "+tsType(p.schema)), append(names, tsName(p.name))
		path = strings.ReplaceAll(path, "{"+p.name+"}", "${encodeURIComponent("+tsName(p.name)+")}")
	}
	extra := []string{}
	if o.body != "" {
		args, names = append(args, "body: "+o.body), append(names, "body")
		body := "body"
		if len(o.filled) > 0 {
			body = "body: { ...body"
			for _, f := range o.filled {
				body += ", " + f + ": " + tsName(f)
			}
			body += " }"
		}
		extra = append(extra, body)
	}
	if len(o.query) > 0 {
		var fields []string
		for _, p := range o.query {
			fields = append(fields, p.name+"?: "+tsType(p.schema))
		}
		args = append(args, "query: { "+strings.Join(fields, "; ")+" } = {}")
		extra = append(extra, "query")
	}
	if o.idempotencyKey {
		args, extra = append(args, "idempotencyKey?: string"), append(extra, "idempotencyKey: idempotencyKey ?? crypto.randomUUID()")
	}
	about(out, "  ", o.about+".")
	more := ""
	if len(extra) > 0 {
		more = ", { " + strings.Join(extra, ", ") + " }"
	}
	if o.stream {
		fmt.Fprintf(out, "  %s(%s): Promise<Download> {\n    return this.caller.download(`%s`%s);\n  }\n", o.name,
			strings.Join(args, ", "), path, more)
		return
	}
	fmt.Fprintf(out, "  %s(%s): Promise<%s> {\n    return this.caller.call<%s>(%q, `%s`%s);\n  }\n", o.name,
		strings.Join(args, ", "), o.result, o.result, o.method, path, more)
	if o.item == "" {
		return
	}
	i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "query: ") })
	fmt.Fprintf(out, "  /** All pages of %s. */\n  %s(%s): AsyncGenerator<%s> {\n", o.name, allOf(o.name),
		strings.Join(args[:i+1], ", "), o.item)
	fmt.Fprintf(out, "    return pages((page, page_size) => this.%s(%s));\n  }\n", o.name,
		strings.Join(append(names, "{ ...query, page, page_size }"), ", "))
}
