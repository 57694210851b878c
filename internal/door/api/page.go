package api

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"renown/docs"
)

// Where the documentation is served as Markdown, beside the interface.
const (
	ListPath  = "/llms.txt" // a list of the pages, as llmstxt.org proposes it
	PagesPath = "/docs/"    // and a page's name, which ends in .md
)

const markdownType = "text/markdown; charset=utf-8"

// indexed is a line of the documentation's index: a page and whom it is for.
var indexed = regexp.MustCompile(`(?m)^\| \[([a-z]+)\.md\]\([a-z]+\.md\) \| (.+) \|$`)

// pages are the documents by their paths: those written by people, the reference that is made from the contract, and the list
// of all. They are made once for the whole process.
var pages = sync.OnceValues(func() (map[string]document, error) {
	index, err := docs.Pages.ReadFile("README.md")
	if err != nil {
		return nil, err
	}
	written := indexed.FindAllStringSubmatch(string(index), -1)
	list := map[string]document{
		PagesPath + "reference.md": documentOf(markdownType, Reference),
		ListPath:                   documentOf(markdownType, func() ([]byte, error) { return pageList(written) }),
	}
	for _, m := range written {
		list[PagesPath+m[1]+".md"] = documentOf(markdownType, func() ([]byte, error) { return docs.Pages.ReadFile(m[1] + ".md") })
	}
	return list, nil
})

// pageList is the list of all pages; written are those of people, by name and whom they are for.
func pageList(written [][]string) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("# Renown (声闻)\n\n> How brands fare in the answers of AI assistants, measured with intervals; articles ordered at outlets for points. " +
		"A JSON API below " + Prefix + ", a web console, and an MCP server at /mcp for agents.\n\n## API\n\n")
	fmt.Fprintf(&out, "- [Reference](%sreference.md): every operation with its scope, parameters, codes and examples\n", PagesPath)
	fmt.Fprintf(&out,
		"- [OpenAPI 3.1](%s/openapi.json): the contract itself\n- [Changes](%s%s): of the contract, by date\n\n## Pages\n\n", Prefix, Prefix, changesPath)
	for _, m := range written {
		text, err := docs.Pages.ReadFile(m[1] + ".md")
		if err != nil {
			return nil, err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		fmt.Fprintf(&out, "- [%s](%s%s.md): %s\n", title, PagesPath, m[1], m[2])
	}
	return out.Bytes(), nil
}

// IsPage tells whether a path is that of a page of Markdown, there or not.
func IsPage(path string) bool {
	return path == ListPath || strings.HasPrefix(path, PagesPath) && strings.HasSuffix(path, ".md")
}
