package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"renown/internal/door/locale"
)

const glossaryURI = "renown://glossary"

// addGlossary offers what each figure means, all together and one by one, in the words of the console.
func addGlossary(s *mcp.Server, l *locale.Language) {
	all := ""
	for _, term := range locale.Glossary() {
		text := l.T(term.Name) + "\n\n" + l.T(term.Meaning) + "\n"
		all += "## " + term.Key + ": " + text + "\n"
		addText(s, glossaryURI+"/"+term.Key, l.T(term.Name), "# "+text)
	}
	addText(s, glossaryURI, l.T("怎么读这些数字"), "# "+l.T("怎么读这些数字")+"\n\n"+strings.TrimSpace(all)+"\n")
}

func addText(s *mcp.Server, uri, title, text string) {
	s.AddResource(&mcp.Resource{
		URI: uri, Name: strings.TrimPrefix(uri, "renown://"), Title: title,
		MIMEType: "text/markdown", Size: int64(len(text)),
	},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: "text/markdown", Text: text}}}, nil
		})
}
