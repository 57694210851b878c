package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

func pyType(s *schema) string {
	kind := "Any"
	switch {
	case s.ref != "":
		kind = s.ref
	case s.kind == "array":
		kind = "list[" + pyType(s.items) + "]"
	case len(s.enum) > 0:
		kind = `Literal["` + strings.Join(s.enum, `", "`) + `"]`
	case s.kind == "string":
		kind = "str"
	case s.kind == "integer":
		kind = "int"
	case s.kind == "number":
		kind = "float"
	case s.kind == "boolean":
		kind = "bool"
	case s.kind == "object":
		kind = "dict[str, Any]"
	}
	if s.nullable {
		kind += " | None"
	}
	return kind
}

var keywords = []string{"from", "import", "class", "def", "global", "in", "is"}

// pyName keeps clear of words of the language.
func pyName(s string) string {
	s = snake(s)
	if slices.Contains(keywords, s) {
		return s + "_"
	}
	return s
}

func writePython(out *bytes.Buffer, c *contract) {
	fmt.Fprint(out,
		"# Generated from the contract by tools/clientgen; do not edit.\n\"\"\"Types, errors and operations of the API.\"\"\"\n\nfrom __future__ import annotations\n\n")
	fmt.Fprint(out,
		"from typing import TYPE_CHECKING, Any, Iterator, Literal, TypedDict, Union\n\nfrom .call import Caller, Download, RenownError, pages, quote\n\nif TYPE_CHECKING:\n    from typing import NotRequired, Unpack\n\n")
	fmt.Fprint(out, "\n# One error a code of this version; a later server may answer others, which are a RenownError.\n")
	for _, k := range c.codes {
		fmt.Fprintf(out, "class %s(RenownError):\n    number = %d\n\n\n", k.name, k.number)
	}
	fmt.Fprint(out, "ERRORS: dict[int, type[RenownError]] = {\n")
	for _, k := range c.codes {
		fmt.Fprintf(out, "    %d: %s,\n", k.number, k.name)
	}
	fmt.Fprint(out, "}\n\n\n")
	bodies := map[string]bool{}
	for _, g := range c.groups {
		for _, o := range g.operations {
			bodies[o.body] = true
		}
	}
	for _, t := range inOrder(c.types) {
		writePythonType(out, t, bodies[t.name])
	}
	for _, g := range c.groups {
		fmt.Fprintf(out,
			"class %s:\n    \"\"\"%s\"\"\"\n\n    def __init__(self, caller: Caller) -> None:\n        self._caller = caller\n\n", service(g), g.about)
		for _, o := range g.operations {
			writePythonOperation(out, o)
		}
		fmt.Fprint(out, "\n")
	}
	fmt.Fprint(out, "class Groups:\n    def __init__(self, caller: Caller) -> None:\n")
	for _, g := range c.groups {
		fmt.Fprintf(out, "        self.%s = %s(caller)\n", g.name, service(g))
	}
}

// inOrder puts enums first and other names for a list last: they are values, and look up at once what they are made of.
func inOrder(types []named) []named {
	list := slices.Clone(types)
	slices.SortStableFunc(list, func(a, b named) int {
		rank := func(t named) int {
			switch {
			case t.kind == "array":
				return 3
			case len(t.fields) == 0 && t.base == "":
				return 0
			case t.base == "":
				return 1
			}
			return 2
		}
		return rank(a) - rank(b)
	})
	return list
}

// writePythonType writes a type. The fields of a body are arguments, so they keep clear of words of the language; the client takes the mark
// off again.
func writePythonType(out *bytes.Buffer, t named, isBody bool) {
	if len(t.fields) == 0 && t.base == "" {
		fmt.Fprintf(out, "%s = %s\n\n", t.name, pyType(&schema{kind: t.kind, enum: t.enum, items: t.items}))
		return
	}
	base := "TypedDict"
	if t.base != "" {
		base = t.base
	}
	said := t.about
	if said == "" {
		said = t.name + "."
	}
	if !isBody && slices.ContainsFunc(t.fields, func(f field) bool { return slices.Contains(keywords, f.name) }) { // no names of a class body
		fmt.Fprintf(out, "%s = %s(\n    %q,\n    {\n", t.name, base, t.name)
		for _, f := range t.fields {
			fmt.Fprintf(out, "        %q: %q,\n", f.name, pyType(f.schema))
		}
		fmt.Fprint(out, "    },\n    total=False,\n)\n\n\n")
		return
	}
	fmt.Fprintf(out, "class %s(%s):\n    \"\"\"%s\"\"\"\n\n", t.name, base, strings.ReplaceAll(said, `"`, `'`))
	for _, f := range t.fields {
		if f.fromPath {
			continue
		}
		kind := pyType(f.schema)
		if !f.required {
			kind = "NotRequired[" + kind + "]"
		}
		if f.about != "" {
			fmt.Fprintf(out, "    # %s\n", f.about)
		}
		name := f.name
		if isBody {
			name = pyName(name)
		}
		fmt.Fprintf(out, "    %s: %s\n", name, kind)
	}
	fmt.Fprint(out, "\n\n")
}

func writePythonOperation(out *bytes.Buffer, o operation) {
	args, path := []string{"self"}, o.path
	form := ""
	for _, p := range o.inPath {
		args, form = append(args, pyName(p.name)+": "+pyType(p.schema)), "f"
		path = strings.ReplaceAll(path, "{"+p.name+"}", "{quote("+pyName(p.name)+")}")
	}
	extra, handed := "", []string{}
	for _, a := range args[1:] {
		handed = append(handed, strings.Split(a, ":")[0])
	}
	if len(o.query) > 0 || o.idempotencyKey {
		args = append(args, "*")
	}
	if len(o.query) > 0 {
		var pairs []string
		for _, p := range o.query {
			args = append(args, pyName(p.name)+": "+strings.TrimSuffix(pyType(p.schema), " | None")+" | None = None")
			pairs = append(pairs, fmt.Sprintf("%q: %s", p.name, pyName(p.name)))
			if p.name != "page" && p.name != "page_size" {
				handed = append(handed, pyName(p.name)+"="+pyName(p.name))
			}
		}
		extra += ", query={" + strings.Join(pairs, ", ") + "}"
	}
	if o.idempotencyKey {
		args, extra = append(args, "idempotency_key: str | None = None"), extra+", idempotency_key=idempotency_key or True"
	}
	if o.body != "" {
		args = append(args, "**body: Unpack["+o.body+"]")
		body := "body"
		if len(o.filled) > 0 {
			body = "{**body"
			for _, f := range o.filled {
				body += fmt.Sprintf(", %q: %s", f, pyName(f))
			}
			body += "}"
		}
		extra += ", body=" + body
	}
	if o.stream {
		fmt.Fprintf(out, "    def %s(%s) -> Download:\n        \"\"\"%s.\"\"\"\n        return self._caller.download(%s%q%s)\n\n",
			pyName(o.name), strings.Join(args, ", "), o.about, form, path, extra)
		return
	}
	fmt.Fprintf(out, "    def %s(%s) -> %s:\n        \"\"\"%s.\"\"\"\n        return self._caller.call(%q, %s%q%s)\n\n",
		pyName(o.name), strings.Join(args, ", "), o.result, o.about, o.method, form, path, extra)
	if o.item == "" {
		return
	}
	args = slices.DeleteFunc(args, func(a string) bool { return strings.HasPrefix(a, "page: ") || strings.HasPrefix(a, "page_size: ") })
	if args[len(args)-1] == "*" {
		args = args[:len(args)-1]
	}
	fmt.Fprintf(out, "    def %s(%s) -> Iterator[%s]:\n        \"\"\"All pages of %s.\"\"\"\n", pyName(allOf(o.name)),
		strings.Join(args, ", "), o.item, pyName(o.name))
	fmt.Fprintf(out, "        return pages(lambda page, page_size: self.%s(%s))\n\n", pyName(o.name),
		strings.Join(append(handed, "page=page", "page_size=page_size"), ", "))
}
