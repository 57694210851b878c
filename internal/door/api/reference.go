package api

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"

	"renown/internal/tool/openapi"
)

// Reference is the contract as a page of Markdown, for people and programs that do not read OpenAPI.
var Reference = sync.OnceValues(func() ([]byte, error) {
	document, err := openapi.Read(source)
	if err != nil {
		return nil, fmt.Errorf("openapi.gen.json: %w", err)
	}
	r := reference{document}
	var out bytes.Buffer
	fmt.Fprintf(&out,
		"# %s\n\nEvery operation below `%s`. The key goes into `X-API-KEY` or `Authorization: Bearer`. Success is `code` 0; the result is in `data`.\n",
		r.Text(r.Root, "info", "title"), Prefix)
	for _, tag := range openapi.Items(r.At(r.Root, "tags")) {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", r.Text(tag, "name"), line(r.Text(tag, "description")))
		for path, methods := range openapi.Members(r.At(r.Root, "paths")) {
			for method, op := range openapi.Members(methods) {
				if r.Text(op, "tags", "0") == r.Text(tag, "name") {
					r.operation(&out, strings.ToUpper(method), path, op)
				}
			}
		}
	}
	out.WriteString("\n## Codes\n\n| Code | HTTP | When |\n|---|---|---|\n")
	for _, row := range openapi.Items(r.At(r.Root, "x-codes")) {
		fmt.Fprintf(&out, "| %s %s | %s | %s |\n", r.Text(row, "code"), r.Text(row, "name"), r.Text(row, "status"),
			cell(r.Text(row, "condition")))
	}
	return out.Bytes(), nil
})

// reference writes parts of the contract.
type reference struct{ openapi.Document }

func (r reference) operation(out *bytes.Buffer, method, path string, op *yaml.Node) {
	fmt.Fprintf(out, "\n### %s %s\n\n%s. %s\n\nOperation `%s`, scope `%s`.", method, path, strings.TrimSuffix(r.Text(op, "summary"), "."),
		line(r.Text(op, "description")), r.Text(op, "operationId"), r.Text(op, "x-scope"))
	var codes []string
	for _, c := range openapi.Items(r.At(op, "x-codes")) {
		codes = append(codes, c.Value)
	}
	if len(codes) > 0 {
		fmt.Fprintf(out, " Codes: %s.", strings.Join(codes, ", "))
	}
	out.WriteString("\n")
	parameters := ""
	for _, p := range openapi.Items(r.At(op, "parameters")) {
		p = r.Resolve(p)
		if name := r.Text(p, "name"); name != "X-API-KEY" && name != "Authorization" {
			parameters += fmt.Sprintf("| `%s` | %s | %s |\n", name, r.Text(p, "in"), cell(r.Text(p, "description")))
		}
	}
	if parameters != "" {
		out.WriteString("\n| Parameter | In | Meaning |\n|---|---|---|\n" + parameters)
	}
	r.example(out, "Body", r.At(op, "requestBody", "content", "application/json", "example"))
	r.example(out, "Answer", r.At(op, "responses", "200", "content", "application/json", "example"))
}

func (r reference) example(out *bytes.Buffer, title string, n *yaml.Node) {
	if n == nil {
		return
	}
	var text bytes.Buffer
	if openapi.WriteJSON(jsontext.NewEncoder(&text, jsontext.WithIndent("  ")), n) == nil {
		fmt.Fprintf(out, "\n%s:\n\n```json\n%s```\n", title, text.String())
	}
}

// line is a text without breaks; cell is one for a table.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

func cell(text string) string { return strings.ReplaceAll(line(text), "|", `\|`) }
