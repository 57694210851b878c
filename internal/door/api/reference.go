package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// Reference is the contract as a page of Markdown, for people and programs that do not read OpenAPI.
var Reference = sync.OnceValues(func() ([]byte, error) {
	document, err := parsed()
	if err != nil {
		return nil, err
	}
	r := referenced{document}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s\n\nEvery operation below `%s`. The key goes into `X-API-KEY` or `Authorization: Bearer`. Success is `code` 0; the result is in `data`.\n",
		r.text(r.root, "info", "title"), Prefix)
	for _, tag := range r.at(r.root, "tags").Content {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", r.text(tag, "name"), line(r.text(tag, "description")))
		for path, methods := range membersOf(r.at(r.root, "paths")) {
			for method, op := range membersOf(methods) {
				if r.text(op, "tags", "0") == r.text(tag, "name") {
					r.operation(&out, strings.ToUpper(method), path, op)
				}
			}
		}
	}
	out.WriteString("\n## Codes\n\n| Code | HTTP | When |\n|---|---|---|\n")
	for _, row := range r.at(r.root, "x-codes").Content {
		fmt.Fprintf(&out, "| %s %s | %s | %s |\n", r.text(row, "code"), r.text(row, "name"), r.text(row, "status"), cell(r.text(row, "condition")))
	}
	return out.Bytes(), nil
})

// referenced finds its way in the contract.
type referenced struct{ root *yaml.Node }

func (r referenced) operation(out *bytes.Buffer, method, path string, op *yaml.Node) {
	fmt.Fprintf(out, "\n### %s %s\n\n%s. %s\n\nOperation `%s`, scope `%s`.", method, path, strings.TrimSuffix(r.text(op, "summary"), "."),
		line(r.text(op, "description")), r.text(op, "operationId"), r.text(op, "x-scope"))
	var codes []string
	for _, c := range r.at(op, "x-codes").Content {
		codes = append(codes, c.Value)
	}
	if len(codes) > 0 {
		fmt.Fprintf(out, " Codes: %s.", strings.Join(codes, ", "))
	}
	out.WriteString("\n")
	parameters := ""
	for _, p := range r.at(op, "parameters").Content {
		p = r.resolved(p)
		if name := r.text(p, "name"); name != "X-API-KEY" && name != "Authorization" {
			parameters += fmt.Sprintf("| `%s` | %s | %s |\n", name, r.text(p, "in"), cell(r.text(p, "description")))
		}
	}
	if parameters != "" {
		out.WriteString("\n| Parameter | In | Meaning |\n|---|---|---|\n" + parameters)
	}
	r.example(out, "Body", r.at(op, "requestBody", "content", "application/json", "example"))
	r.example(out, "Answer", r.at(op, "responses", "200", "content", "application/json", "example"))
}

func (r referenced) example(out *bytes.Buffer, title string, n *yaml.Node) {
	if n.Kind == 0 {
		return
	}
	var text, indented bytes.Buffer
	if writeNode(&text, n) == nil && json.Indent(&indented, text.Bytes(), "", "  ") == nil {
		fmt.Fprintf(out, "\n%s:\n\n```json\n%s\n```\n", title, indented.String())
	}
}

// at walks down by names, and in lists by the first; an empty node where there is nothing.
func (r referenced) at(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		n = r.resolved(n)
		next := &yaml.Node{}
		if n.Kind == yaml.SequenceNode && len(n.Content) > 0 {
			next = n.Content[0]
		}
		for key, value := range membersOf(n) {
			if key == name {
				next = value
			}
		}
		n = next
	}
	return r.resolved(n)
}

func (r referenced) resolved(n *yaml.Node) *yaml.Node {
	for key, value := range membersOf(n) {
		if key == "$ref" {
			return r.at(r.root, strings.Split(strings.TrimPrefix(value.Value, "#/"), "/")...)
		}
	}
	return n
}

func (r referenced) text(n *yaml.Node, names ...string) string { return r.at(n, names...).Value }

// membersOf goes through a mapping as it is written.
func membersOf(n *yaml.Node) func(func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		if n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

// line is a text without breaks; cell is one for a table.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

func cell(text string) string { return strings.ReplaceAll(line(text), "|", `\|`) }
