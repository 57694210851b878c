package app_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

var (
	createTable = regexp.MustCompile(`(?m)^CREATE (?:/\*unlogged\*/ )?TABLE (?:IF NOT EXISTS )?([a-z_]+)`)
	writeTable  = regexp.MustCompile(`\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]+)`)
	readTable   = regexp.MustCompile(`\b(?:FROM|JOIN)\s+([a-z_]+)`)
)

// uses is which packages write and read a table, each with a file that does.
type uses struct{ writers, readers map[string]string }

// A table is written by one package, and read by it and by later rooms. What the migrations say of it is in the documentation.
func TestTables(t *testing.T) {
	t.Parallel()
	tables := tablesIn(t, "../..")
	for name, u := range tables {
		for _, why := range wrongUses(name, u) {
			t.Error(why)
		}
	}
	page := filepath.Join("../..", "internal/floor/store/migrations/README.md")
	text := must.Get(os.ReadFile(page))(t)
	const begin, end = "<!-- tables: written by TestTables -->\n", "<!-- /tables -->"
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatal("the README of the migrations has no place for the table of tables")
	}
	drawn(t, page, before+begin+tableOfTables(tables)+end+after)
}

// wrongUses says what is wrong with the uses of a table.
func wrongUses(name string, u uses) (list []string) {
	if len(u.writers) == 0 {
		return []string{name + " is written by nobody"}
	}
	if len(u.writers) > 1 {
		return []string{fmt.Sprintf("%s is written by more than one package: %v", name, u.writers)}
	}
	for owner := range u.writers {
		for reader, file := range u.readers {
			if reader != owner && !mayRead(reader, owner) {
				list = append(list, fmt.Sprintf("%s reads %s of %s (%s): against the direction of the rooms", reader, name, owner, file))
			}
		}
	}
	return list
}

// mayRead tells whether a package may read the tables of another: a later room those of an earlier one. What is not a room
// reads its own alone.
func mayRead(reader, owner string) bool {
	b, rank, ok := place("renown/internal/" + reader)
	other, otherRank, known := place("renown/internal/" + owner)
	return ok && known && b == room && other == room && otherRank < rank
}

// tablesIn reads the tables from the migrations, and their uses from the statements in the program.
func tablesIn(t *testing.T, root string) map[string]uses {
	t.Helper()
	files := must.Get(filepath.Glob(filepath.Join(root, "internal/floor/store/migrations/*.sql")))(t)
	tables := map[string]uses{}
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		for _, m := range createTable.FindAllStringSubmatch(string(text), -1) {
			if m[1] != "schema_served" { // written by the migrations themselves
				tables[m[1]] = uses{map[string]string{}, map[string]string{}}
			}
		}
	}
	if len(tables) < 30 {
		t.Fatalf("only %d tables found", len(tables))
	}
	for _, top := range []string{"internal", "cmd"} {
		eachLiteral(t, filepath.Join(root, top), func(pkg, file, text string) {
			for _, m := range writeTable.FindAllStringSubmatch(text, -1) {
				if u, ok := tables[m[1]]; ok {
					u.writers[pkg] = file
				}
			}
			for _, m := range readTable.FindAllStringSubmatch(text, -1) {
				if u, ok := tables[m[1]]; ok {
					u.readers[pkg] = file
				}
			}
		})
	}
	return tables
}

// eachLiteral calls do for every string in the sources under a folder, tests and what supports them left out.
func eachLiteral(t *testing.T, root string, do func(pkg, file, text string)) {
	t.Helper()
	must.Do(t, fs.WalkDir(os.DirFS(root), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testkit" || entry.Name() == "testdata") {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_templ.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					do(filepath.ToSlash(filepath.Dir(file)), file, text)
				}
			}
			return true
		})
		return nil
	}))
}

func tableOfTables(tables map[string]uses) string {
	var b strings.Builder
	b.WriteString("\n| Table | Written by | Read also by |\n|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		u := tables[name]
		var others []string
		for _, reader := range slices.Sorted(maps.Keys(u.readers)) {
			if _, writes := u.writers[reader]; !writes {
				others = append(others, "`"+reader+"`")
			}
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", name, strings.Join(slices.Sorted(maps.Keys(u.writers)), "`, `"), strings.Join(others, ", "))
	}
	b.WriteString("\n")
	return b.String()
}

// The law bites.
func TestTablesJudged(t *testing.T) {
	t.Parallel()
	at := func(packages ...string) map[string]string {
		m := map[string]string{}
		for _, p := range packages {
			m[p] = "x.go"
		}
		return m
	}
	for _, tc := range []struct {
		what    string
		table   string
		uses    uses
		allowed bool
	}{
		{"one writer that reads", "plans", uses{at("room/plan"), at("room/plan")}, true},
		{"a later room reads", "users", uses{at("room/account"), at("room/plan")}, true},
		{"an earlier room reads", "plans", uses{at("room/plan"), at("room/account")}, false},
		{"a second writer", "users", uses{at("room/account", "room/plan"), nil}, false},
		{"no writer", "users", uses{nil, at("room/account")}, false},
		{"a door reads", "users", uses{at("room/account"), at("door/api")}, false},
		{"app reads", "users", uses{at("room/account"), at("app")}, false},
		{"the floor reads", "users", uses{at("room/account"), at("floor/store")}, false},
	} {
		if wrong := wrongUses(tc.table, tc.uses); (len(wrong) == 0) != tc.allowed {
			t.Errorf("%s: %v", tc.what, wrong)
		}
	}
}
