package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"go.yaml.in/yaml/v3"
	"golang.org/x/net/html"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/must"
)

// source is a Go file of a door, templates included as what they become.
type source struct {
	name string
	file *ast.File
}

func sources(t *testing.T) []source { return sourcesUnder(t, "..") }

func sourcesUnder(t *testing.T, root string) []source {
	t.Helper()
	var list []source
	must.Do(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		list = append(list, source{path, file})
		return err
	}))
	return list
}

// sayers are the functions that take a sentence, and its place among their arguments.
var sayers = map[string]int{"T": 0, "Say": 0, "Key": 0, "Column": 0}

// translated returns the sentence that a call translates. A context comes first in functions of a package.
func translated(call *ast.CallExpr) (text string, ok bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	at, is := sayers[name]
	if !is {
		return "", false
	}
	if first, is := call.Args[0].(*ast.Ident); is && first.Name == "ctx" {
		at++
	}
	if len(call.Args) <= at {
		return "", false
	}
	lit, is := call.Args[at].(*ast.BasicLit)
	if !is || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// used are the sentences that the doors say, with a file that does.
func used(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, is := n.(*ast.CallExpr); is && len(call.Args) > 0 {
				if text, ok := translated(call); ok {
					found[text] = s.name
				}
			}
			return true
		})
	}
	if len(found) < 100 {
		t.Fatalf("only %d sentences found", len(found))
	}
	return found
}

// Every sentence is there in every language, and none is left over. Chinese sentences say themselves.
func TestWords(t *testing.T) {
	t.Parallel()
	found := used(t)
	for _, key := range append(faultKeys(t), enumKeys(t)...) {
		found[key] = "a code"
	}
	for _, l := range locale.All() {
		entries := l.Entries()
		for text, file := range found {
			if _, known := entries[text]; !known && (!saysItself(text) || han(text) && l.Code != "zh") {
				t.Errorf("%s: %q has no entry in %s", file, text, l.Code)
			}
		}
		for text := range entries {
			if _, said := found[text]; !said {
				t.Errorf("%s: %q is nowhere used", l.Code, text)
			}
		}
	}
}

// saysItself tells a sentence from a key.
func saysItself(text string) bool { return !dotted.MatchString(text) }

var dotted = regexp.MustCompile(`^[a-z_]+\.[a-z0-9_]+$`)

// faultKeys are the keys of what refusals say: every code, and every reason that stands in the program.
func faultKeys(t *testing.T) (keys []string) {
	t.Helper()
	for _, code := range fault.Codes() {
		keys = append(keys, "fault."+strconv.Itoa(int(code)))
	}
	for _, s := range sourcesUnder(t, "../..") {
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			if f, is := call.Fun.(*ast.SelectorExpr); !is || f.Sel.Name != "Why" {
				return true
			}
			lit, is := call.Args[0].(*ast.BasicLit)
			if !is {
				t.Errorf("%s: the reason is not written out", s.name)
				return true
			}
			reason, _ := strconv.Unquote(lit.Value)
			keys = append(keys, "fault."+reason)
			return true
		})
	}
	return keys
}

// enumKeys are the keys of the values that rooms hold and store.
func enumKeys(t *testing.T) (keys []string) {
	t.Helper()
	for _, s := range order.States() {
		keys = append(keys, "order_state."+string(s))
	}
	for kind, values := range map[string][]string{
		"order_reason": constants(t, "../../room/publishing/order", "reason"),
		"points":       constants(t, "../../room/points", "Note"),
		"platform":     append(constants(t, "../../room/run", "Reason"), constants(t, "../../tool/assistant", "Class")...),
		"alert":        constants(t, "../../room/alert", "Indicator"),
		"fault":        constants(t, "../../room/drafting", "failure"),
		"mail":         constants(t, "../../room/account", "Purpose"),
		"mail_subject": constants(t, "../../room/account", "Purpose"),
		"audit":        constants(t, "../../floor/audit", "Deed"),

		"runtime_state": constants(t, "../../room/run/runtime", "State"),
	} {
		for _, value := range values {
			keys = append(keys, kind+"."+value)
		}
	}
	for _, dimension := range []string{"language", "country"} {
		for _, code := range catalogue.Codes(dimension) {
			keys = append(keys, catalogue.Label(dimension, code))
		}
	}
	return append(keys, toolKeys(t)...)
}

// toolKeys are the keys of what agents are told of tools and their arguments.
func toolKeys(t *testing.T) (keys []string) {
	t.Helper()
	text := must.Get(os.ReadFile("../mcp/tools.yaml"))(t)
	var file struct {
		Tools map[string]struct{ Properties map[string]any }
	}
	must.Do(t, yaml.Unmarshal(text, &file))
	for name, tool := range file.Tools {
		keys = append(keys, "agent_tool."+name, "agent_title."+name)
		for argument := range tool.Properties {
			keys = append(keys, "agent_argument."+argument)
		}
	}
	return keys
}

// constants are the values of a package's constants of one type.
func constants(t *testing.T, folder, typeName string) (values []string) {
	t.Helper()
	for _, s := range sourcesUnder(t, folder) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, is := n.(*ast.ValueSpec)
			if !is {
				return true
			}
			if of, is := spec.Type.(*ast.Ident); !is || of.Name != typeName {
				return true
			}
			for _, v := range spec.Values {
				if lit, is := v.(*ast.BasicLit); is {
					value, _ := strconv.Unquote(lit.Value)
					values = append(values, value)
				}
			}
			return true
		})
	}
	if len(values) == 0 {
		t.Errorf("%s has no constant of the type %s", folder, typeName)
	}
	return values
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*(?:\[(\d+)\])?[-+# 0-9.]*([a-zA-Z%])`)

// arguments are the verbs of a sentence by the argument they show.
func arguments(text string) []string {
	var list []string
	next := 1
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		list = append(list, strconv.Itoa(next)+m[2])
		next++
	}
	slices.Sort(list)
	return list
}

// sameArguments allows numbered ones to be left out: fmt complains only of those that are counted.
func sameArguments(a, b []string, numbered bool) bool {
	if numbered {
		for _, arg := range b {
			if i := slices.IndexFunc(a, func(other string) bool { return other[:1] == arg[:1] }); i >= 0 && a[i] != arg {
				return false
			}
		}
		return true
	}
	return slices.Equal(a, b)
}

// A translation takes the same arguments, in whatever order, and is in its language.
func TestWordsMatch(t *testing.T) {
	t.Parallel()
	chinese := locale.All()[0].Entries()
	for _, l := range locale.All() {
		for key, forms := range l.Entries() {
			said := key
			if own := chinese[key]; len(own) > 0 {
				said = own[0]
			}
			for _, text := range forms {
				if l.Code != "zh" && han(text) || strings.TrimSpace(text) == "" && !strings.HasPrefix(key, "unit|") {
					t.Errorf("%s: %q is translated as %q", l.Code, key, text)
				}
				if !sameArguments(arguments(said), arguments(text), strings.Contains(said+text, "%[")) {
					t.Errorf("%s: %q and %q take different arguments", l.Code, said, text)
				}
			}
		}
	}
}

// Files stay readable: entries are sorted within their section, one a line.
func TestWordsSorted(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("*.yaml")
	for _, name := range names {
		text := must.Get(os.ReadFile(name))(t)
		last := ""
		for number, line := range strings.Split(string(text), "\n") {
			key, entry := strings.CutPrefix(line, "  \"")
			if !entry {
				last = ""
				continue
			}
			if key, _, _ = strings.Cut(key, `": `); key < last {
				t.Errorf("%s:%d: not sorted", name, number+1)
			}
			last = key
		}
	}
}

// bareWords stand in templates as they are.
var bareWords = []string{"Renown", "n", "HTTP", "report.json", "answers.jsonl"}

var readAloud = regexp.MustCompile(`(?:aria-label|title|placeholder|alt)="([^"]*)"`)

// No template holds text that is not translated, an attribute's included.
func TestNoBareText(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.name, "_templ.go") {
			continue
		}
		var markup strings.Builder
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			f, is := call.Fun.(*ast.SelectorExpr)
			if !is || f.Sel.Name != "WriteString" || len(call.Args) != 3 {
				return true
			}
			if lit, is := call.Args[2].(*ast.BasicLit); is {
				text := must.Get(strconv.Unquote(lit.Value))(t)
				markup.WriteString(text)
			}
			return true
		})
		for _, text := range bareText(markup.String()) {
			t.Errorf("%s: %q is not translated", s.name, text)
		}
	}
}

func bareText(markup string) (found []string) {
	check := func(text string) {
		text = strings.TrimSpace(text)
		if strings.ContainsFunc(text, unicode.IsLetter) && !slices.Contains(bareWords, text) {
			found = append(found, text)
		}
	}
	for _, m := range readAloud.FindAllStringSubmatch(markup, -1) {
		check(m[1])
	}
	code := 0
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return found
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) == "code" {
				code++
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "code" {
				code--
			}
		case html.TextToken:
			if code == 0 {
				check(string(z.Text()))
			}
		}
	}
}

func TestBareTextIsFound(t *testing.T) {
	t.Parallel()
	got := bareText(`<p>登录 <a title="more">go</a><code>geo:read</code></p><i aria-label="">·</i>`)
	if !slices.Equal(got, []string{"more", "登录", "go"}) {
		t.Errorf("%q", got)
	}
}

func han(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
