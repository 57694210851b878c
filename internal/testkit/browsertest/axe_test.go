package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
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

// judge runs axe on the page without the third and further siblings that are built alike, such as rows of a table: same elements,
// classes, roles, states, same places with words. What another element refers to stays, and what labels another.
const judge = `((options) => {
	const refer = ["for", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant", "aria-details", "aria-errormessage"];
	const told = name => ["class", "style", "role", "type", "lang", "tabindex", "scope"].includes(name) || name.startsWith("aria-") && !refer.includes(name) && name !== "aria-label";
	const referring = new Map();
	for (const name of refer) for (const e of document.querySelectorAll("[" + name + "]"))
		for (const id of e.getAttribute(name).split(/\s+/)) referring.set(id, (referring.get(id) || []).concat(e));
	const shapes = new Map();
	const shape = e => {
		if (!shapes.has(e)) shapes.set(e, "<" + e.tagName + Array.from(e.attributes, a => told(a.name) ? a.name + "=" + a.value : a.value.trim() ? a.name : "!" + a.name).sort().join() + ">" +
			Array.from(e.childNodes, n => n.nodeType === 1 ? shape(n) : n.nodeType === 3 && n.data.trim() ? "." : "").join("") + "/");
		return shapes.get(e);
	};
	const labels = (inner, e) => { const field = inner.htmlFor && document.getElementById(inner.htmlFor); return field && !e.contains(field); };
	const needed = e => [e, ...e.querySelectorAll("[id], label")].some(inner => (referring.get(inner.id) || []).some(other => !e.contains(other)) || labels(inner, e));
	const away = [];
	const cut = parent => {
		const seen = new Map();
		for (const e of Array.from(parent.children)) {
			const n = (seen.get(shape(e)) || 0) + 1;
			seen.set(shape(e), n);
			if (n < 3 || needed(e)) { cut(e); continue; }
			const mark = document.createComment("");
			e.replaceWith(mark);
			away.push([mark, e]);
		}
	};
	cut(document.body);
	return axe.run(document, options).finally(() => { for (const [mark, e] of away) mark.replaceWith(e); });
})`

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
	for _, v := range b.violations(source, rules) {
		if slices.Contains([]string{"serious", "critical"}, v.Impact) {
			b.t.Errorf("%s, %s: %s", b.where(), form, v)
		} else {
			b.t.Logf("%s, %s: %s", b.where(), form, v)
		}
	}
}

func (b *tab) violations(source, rules string) []violation {
	b.t.Helper()
	if !ask[bool](b, "typeof window.axe === 'object'") {
		ask[any](b, source+"\n;undefined")
	}
	options := `{resultTypes: ["violations"], iframes: false}`
	if rules != "" {
		options = `{resultTypes: ["violations"], iframes: false, runOnly: ` + quote(rules) + `}`
	}
	return ask[[]violation](b, judge+`(`+options+
		`).then(r => r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.map(n => n.target.join(" "))})))`)
}

// A fault in one row of many is seen where that row is built otherwise, and the page is whole afterwards.
func TestAlikeIsJudgedOnce(t *testing.T) {
	t.Parallel()
	source, err := axe()
	if err != nil {
		needed(t, "%v", err)
	}
	fields := ""
	for i := range 4 {
		fields += fmt.Sprintf(`<label for="f%[1]d">a</label><select id="f%[1]d">%[2]s</select>`, i, strings.Repeat(`<option>b</option>`, i))
	}
	row := `<tr><td>a</td><td><button>b</button></td></tr>`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w,
			`<!DOCTYPE html><html lang="en"><title>x</title><link rel="icon" href="data:,"><main><h1>x</h1>`+fields+
				`<table>`+strings.Repeat(row, 9)+
				`<tr><td>a</td><td><button></button></td></tr><tr><td>a</td><td style="color: #eee"><button>b</button>pale words</td></tr>`+row+`</table></main></html>`)
	}))
	t.Cleanup(server.Close)
	b := newTab(t, server.URL).open("/")
	var ids []string
	for _, v := range b.violations(source, "") {
		ids = append(ids, v.ID)
	}
	if slices.Sort(ids); !slices.Equal(ids, []string{"button-name", "color-contrast"}) || b.count("tr") != 12 {
		t.Errorf("%q, %d rows", ids, b.count("tr"))
	}
}
