package console_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"renown/internal/door/console"
)

// source is a Go file of the console, templates included as what they become.
type source struct {
	name string
	file *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var list []source
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, source{name, file})
	}
	if len(list) < 20 {
		t.Fatalf("only %d files found", len(list))
	}
	return list
}

// translated returns the sentence that a call translates. Its place among the arguments depends on the function.
func translated(call *ast.CallExpr) (text string, literal, ok bool) {
	at := -1
	switch f := call.Fun.(type) {
	case *ast.Ident:
		switch f.Name {
		case "t":
			at = 1
		case "key":
			at = 0
		}
	case *ast.SelectorExpr:
		if on, is := f.X.(*ast.Ident); is && on.Name == "v" && (f.Sel.Name == "t" || f.Sel.Name == "say") {
			at = 0
		}
	}
	if at < 0 || len(call.Args) <= at {
		return "", false, false
	}
	lit, is := call.Args[at].(*ast.BasicLit)
	if !is {
		return "", false, true
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil, true
}

// Every sentence has its English, and no English is left over.
func TestWords(t *testing.T) {
	t.Parallel()
	dictionary, used := console.Dictionary(), map[string]bool{}
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			if text, literal, ok := translated(call); ok && literal {
				used[text] = true
				if _, known := dictionary[text]; !known && han(text) {
					t.Errorf("%s: %q has no English", s.name, text)
				}
			}
			return true
		})
	}
	for zh := range dictionary {
		if !used[zh] {
			t.Errorf("%q is translated and nowhere used", zh)
		}
	}
	if len(used) < 100 {
		t.Errorf("only %d sentences found", len(used))
	}
}

var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z%]`)

// A translation takes the same arguments in the same order, is English, and says the same everywhere.
func TestWordsMatch(t *testing.T) {
	t.Parallel()
	said := map[string]string{}
	for _, part := range console.WordParts() {
		for zh, en := range part {
			if other, twice := said[zh]; twice {
				t.Errorf("%q is translated twice: %q, %q", zh, other, en)
			}
			said[zh] = en
			if han(en) || strings.TrimSpace(en) == "" {
				t.Errorf("%q is translated as %q", zh, en)
			}
			if !slices.Equal(verb.FindAllString(zh, -1), verb.FindAllString(en, -1)) {
				t.Errorf("%q and %q take different arguments", zh, en)
			}
		}
	}
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		n    int64
		want string
	}{{0, "0 prompts"}, {1, "1 prompt"}, {2, "2 prompts"}} {
		if got := console.English("%d 条意图词", tc.n); got != tc.want {
			t.Errorf("%d: %q, want %q", tc.n, got, tc.want)
		}
	}
}

// bare are the words that stand in templates as they are: names, and the language switch, which speaks both languages.
var bareWords = []string{"Renown", "中", "EN", "中文", "English", "n", "HTTP"}

var spoken = regexp.MustCompile(`(?:aria-label|title|placeholder|alt)="([^"]*)"`)

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
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
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
	for _, m := range spoken.FindAllStringSubmatch(markup, -1) {
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

// The English pages' own text is English: see page_test.go. Here: nothing in the package but words says Chinese to nobody.
func TestGeneratedIsFresh(t *testing.T) {
	t.Parallel()
	templates, _ := filepath.Glob("*.templ")
	for _, name := range templates {
		if _, err := os.Stat(strings.TrimSuffix(name, ".templ") + "_templ.go"); err != nil {
			t.Errorf("%s has not become Go: %v", name, err)
		}
	}
}
