package api

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// Changes is the page of what changed in the contract, as Markdown, made from the contract: its list x-changes, and the
// operations that are going to end.
var Changes = sync.OnceValues(func() ([]byte, error) { return changesOf(source) })

func changesOf(document []byte) ([]byte, error) {
	var root struct {
		Info    struct{ Title, Version string }
		Changes []struct {
			Date  string
			Items []string
		} `json:"x-changes"`
		Paths map[string]map[string]struct {
			Summary string
			Since   string `json:"x-deprecated"`
			Sunset  string `json:"x-sunset"`
		}
	}
	if err := json.Unmarshal(document, &root); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	var page strings.Builder
	fmt.Fprintf(&page, "# %s %s: changes to the contract\n\n", root.Info.Title, root.Info.Version)
	page.WriteString("Within a version changes only add. The contract itself is openapi.json beside this page.\n")
	var ending strings.Builder
	for _, path := range sorted(root.Paths) {
		for _, method := range sorted(root.Paths[path]) {
			if op := root.Paths[path][method]; op.Sunset != "" {
				fmt.Fprintf(&ending, "- `%s %s` (%s): deprecated since %s, answers until %s\n", strings.ToUpper(method),
					path, op.Summary, op.Since, op.Sunset)
			}
		}
	}
	if ending.Len() > 0 {
		fmt.Fprintf(&page, "\n## Going to end\n\n%s", ending.String())
	}
	for _, c := range root.Changes {
		fmt.Fprintf(&page, "\n## %s\n\n- %s\n", c.Date, strings.Join(c.Items, "\n- "))
	}
	return []byte(page.String()), nil
}
