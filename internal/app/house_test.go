package app_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

var update = flag.Bool("update", false, "write what the documentation says of the packages anew")

type shownBand struct {
	band         band
	name, what   string
	refuses, hue string
}

// shown are the bands as the documentation draws them, from the outside inwards.
var shown = []shownBand{
	{
		door, "Doors",
		"turn something outside (a request, a form, a command) into one call of a room, and its result into an answer", "SQL, assistants, other doors", "#e8f0fe",
	},
	{
		wing, "Wings", "the pages of the console, each with its routes; the shell `door/console` joins them",
		"SQL, assistants, each other (but operator knows publish)", "#ebf2fd",
	},
	{porch, "Porch", "what stands in front of every door, and what pages are made of", "SQL, assistants", "#eef3fb"},
	{
		simulation, "Simulator",
		"an invented market for demos, tests and load; nothing but app, configuration, commands and tests imports it",
		"doors, settings", "#fdeef2",
	},
	{
		room, "Rooms", "domains: types, rules, jobs and the SQL of their own tables; a later one may use an earlier one",
		"HTTP, the job library, sentences", "#fdf3e1",
	},
	{instrument, "Tools", "one thing done well", "rooms, the business", "#e9f7ef"},
	{floor, "Floor", "database, queue, limits, faults, ids, times", "everything above", "#f1eefb"},
}

// The table and the picture in the documentation are made from the table of the arrow test and from package comments.
func TestHouseIsDrawn(t *testing.T) {
	t.Parallel()
	page := filepath.Join("../..", "docs/architecture.md")
	text := must.Get(os.ReadFile(page))(t)
	before, rest, ok := strings.Cut(string(text), "<!-- bands: written by TestHouseIsDrawn -->\n")
	_, after, ended := strings.Cut(rest, "<!-- /bands -->")
	if !ok || !ended {
		t.Fatal("docs/architecture.md has no place for the table of bands")
	}
	want := before + "<!-- bands: written by TestHouseIsDrawn -->\n" + tableOfBands(t) + "<!-- /bands -->" + after
	drawn(t, page, want)
	drawn(t, filepath.Join("../..", "docs/architecture.svg"), picture())
}

// drawn compares a file with what it should hold, or writes it.
func drawn(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		must.Do(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	have, err := os.ReadFile(path)
	if err != nil || string(have) != want {
		t.Errorf("%s is out of date (%v): make generate mends it", filepath.Base(path), err)
	}
}

func packagesOf(b band) (found []string) {
	for _, row := range bands {
		if row.band == b {
			found = append(found, row.packages...)
		}
	}
	return found
}

func tableOfBands(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	for _, s := range shown {
		fmt.Fprintf(&out, "\n**%s**: %s. Refuses to know: %s.\n\n| Package | What it is |\n|---|---|\n", s.name, s.what, s.refuses)
		for _, p := range packagesOf(s.band) {
			fmt.Fprintf(&out, "| `%s` | %s |\n", p, purpose(t, p))
		}
	}
	return out.String() + "\n"
}

// purpose is the first sentence of a package's comment as far as its first colon or semicolon, without the package's name.
func purpose(t *testing.T, pkg string) string {
	t.Helper()
	files := must.Get(filepath.Glob(filepath.Join("..", pkg, "*.go")))(t)
	for _, file := range files {
		parsed := must.Get(parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments))(t)
		if parsed.Doc == nil || ast.IsGenerated(parsed) {
			continue
		}
		return owned(parsed)
	}
	t.Errorf("%s has no package comment", pkg)
	return ""
}

func owned(file *ast.File) string {
	text := new(doc.Package).Synopsis(file.Doc.Text())
	text = strings.TrimPrefix(text, "Package "+file.Name.Name+" ")
	if at := strings.IndexAny(text, ":;"); at > 0 {
		return text[:at] + "."
	}
	return text
}

// Measures of the picture, in pixels.
const (
	width, left, boxWide, boxHigh, gap = 960, 130, 194, 30, 8
)

// picture draws a strip for each band and a box for each package.
func picture() string {
	var out strings.Builder
	y := 20
	for _, s := range shown {
		y = strip(&out, y, s.name, s.hue, packagesOf(s.band))
	}
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13" role="img" aria-labelledby="title desc">
<title id="title">The bands of Renown</title>
<desc id="desc">Doors call rooms; rooms use tools and stand on the floor. Arrows point downward only.</desc>
<style>.band{stroke:#8a94a6}.box{fill:#fff;stroke:#5b6678}.name{font-weight:600;font-size:16px;fill:#1d2533}.label{text-anchor:middle;fill:#1d2533}</style>
<rect width="%d" height="%d" fill="#f7f8fa"/>
`, width, y, width, y)
	return head + out.String() + "</svg>\n"
}

func strip(out *strings.Builder, y int, name, hue string, packages []string) (next int) {
	columns := (width - left - 20) / (boxWide + gap)
	rows := (len(packages) + columns - 1) / columns
	high := max(rows, 1)*(boxHigh+gap) + gap
	fmt.Fprintf(out,
		"<rect class=\"band\" x=\"12\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"%s\"/>\n<text class=\"name\" x=\"28\" y=\"%d\">%s</text>\n",
		y, width-24, high, hue, y+high/2+5, html.EscapeString(name))
	for i, p := range packages {
		x, top := left+i%columns*(boxWide+gap), y+gap+i/columns*(boxHigh+gap)
		_, label, _ := strings.Cut(p, "/") // the strip says the band
		fmt.Fprintf(out,
			"<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/><text class=\"label\" x=\"%d\" y=\"%d\">%s</text>\n",
			x, top, boxWide, boxHigh, x+boxWide/2, top+20, html.EscapeString(cmp.Or(label, p)))
	}
	return y + high + 14
}

// Every band of the arrow test is drawn or is none of the program's own.
func TestEveryBandIsDrawn(t *testing.T) {
	t.Parallel()
	for _, row := range bands {
		hidden := row.band == settings || row.band == top || row.band == support
		if is := slices.ContainsFunc(shown, func(s shownBand) bool { return s.band == row.band }); is == hidden {
			t.Errorf("the band of %v: drawn %t", row.packages, is)
		}
	}
}
