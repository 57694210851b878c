package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

const intro = `# Third-party notices

Renown is built from the software below, each part under its own licence. The source of each is its
module path at the version given, unchanged. Data, at the end of the table, comes from the place given.

This page is generated: ` + "`make generate`" + ` writes it anew, ` + "`make test`" + ` fails when it is out of date.

| Module | Version | Licence |
|---|---|---|
`

// write prints a table, then each distinct text once with the modules it covers.
func write(out io.Writer, modules []module) error {
	var b strings.Builder
	b.WriteString(intro)
	var texts []string
	covers := map[string][]string{}
	for _, m := range modules {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", m.path, m.version, m.licence)
		for _, text := range m.texts {
			if covers[text] == nil {
				texts = append(texts, text)
			}
			if !slices.Contains(covers[text], m.path) {
				covers[text] = append(covers[text], m.path)
			}
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s\n```\n", strings.Join(covers[text], ", "), text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
