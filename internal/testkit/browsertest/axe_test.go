package browsertest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
)

// axe is the source of axe-core, which judges accessibility.
var axe = sync.OnceValues(func() (string, error) {
	path := os.Getenv("RENOWN_TEST_AXE")
	if path == "" {
		return "", fmt.Errorf("RENOWN_TEST_AXE names no axe.min.js")
	}
	raw, err := os.ReadFile(path)
	return string(raw), err
})

// violation is one rule that a page breaks.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

func (v violation) String() string {
	return fmt.Sprintf("%s (%s): %s: %s", v.ID, v.Impact, v.Help, strings.Join(v.Nodes[:min(len(v.Nodes), 6)], " | "))
}

// accessible lets axe look at the page as it stands, by some rules or ("") by all. What is serious fails the test, the rest
// is told.
func (b *tab) accessible(form, rules string) {
	b.t.Helper()
	source, err := axe()
	if err != nil {
		if os.Getenv("RENOWN_TEST_REQUIRE_CHROMIUM") == "1" {
			b.t.Fatal(err)
		}
		b.t.Logf("accessibility is not looked at: %v", err)
		return
	}
	if !ask[bool](b, "typeof window.axe === 'object'") {
		ask[any](b, source+"\n;undefined")
	}
	options := `{resultTypes: ["violations"], iframes: false}`
	if rules != "" {
		options = `{resultTypes: ["violations"], iframes: false, runOnly: ` + quote(rules) + `}`
	}
	found := ask[[]violation](b, `axe.run(document, `+options+`).then(r => r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => n.target.join(" "))})))`)
	for _, v := range found {
		if slices.Contains([]string{"serious", "critical"}, v.Impact) {
			b.t.Errorf("%s, %s: %s", b.where(), form, v)
		} else {
			b.t.Logf("%s, %s: %s", b.where(), form, v)
		}
	}
}
