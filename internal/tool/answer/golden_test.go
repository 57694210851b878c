package answer_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

var update = flag.Bool("update", false, "rewrite what the golden answers want")

// golden is an answer in the manner of a platform, and what is read from it. How it is judged is tested elsewhere.
type golden struct {
	Platform string         `json:"platform"`
	Question string         `json:"question"`
	Text     string         `json:"text"`
	Sources  []string       `json:"sources"`
	Entities []goldenEntity `json:"entities"`
	Want     *goldenWant    `json:"want"`
}

type goldenEntity struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	Domains []string `json:"domains"`
}

type goldenWant struct {
	State     answer.State     `json:"state"`
	Named     []goldenNamed    `json:"named"`
	Citations []goldenCitation `json:"citations"`
}

type goldenNamed struct {
	ID       string   `json:"id"`
	Position int      `json:"position"`
	Mentions []string `json:"mentions"` // with a character on each side
}

type goldenCitation struct {
	URL    string        `json:"url"`
	Domain string        `json:"domain"`
	Class  address.Class `json:"class"`
	Engine bool          `json:"engine,omitempty"`
	InText bool          `json:"in_text"`
}

func (g *golden) read() *goldenWant {
	var sources []answer.Source
	var entities []answer.Entity
	for _, s := range g.Sources {
		sources = append(sources, answer.Source{URL: s})
	}
	for _, e := range g.Entities {
		entities = append(entities, answer.Entity{ID: e.ID, Name: e.Name, Aliases: e.Aliases, Domains: e.Domains})
	}
	f := answer.NewReader(entities).Read(g.Text, g.Question, sources)
	got := &goldenWant{State: f.State, Named: []goldenNamed{}, Citations: []goldenCitation{}}
	runes := []rune(g.Text)
	for _, e := range f.Entities {
		if !e.Named() {
			continue
		}
		named := goldenNamed{ID: e.ID, Position: e.Position}
		for _, m := range e.Mentions {
			around := string(runes[max(0, m.Start-1):min(len(runes), m.End+1)])
			if m.State == answer.Echoed {
				around += " (echo)"
			}
			named.Mentions = append(named.Mentions, around)
		}
		got.Named = append(got.Named, named)
	}
	for _, c := range f.Citations {
		got.Citations = append(got.Citations, goldenCitation{c.URL, c.Domain, c.Class, c.Engine, c.InText})
	}
	return got
}

func TestGoldenAnswers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(files) != 6 {
		t.Fatalf("%d golden answers, want one for each of six platforms: %v", len(files), err)
	}
	for _, file := range files {
		raw := must.Get(os.ReadFile(file))(t)
		var g golden
		must.Do(t, json.Unmarshal(raw, &g))
		got := g.read()
		if *update {
			g.Want = got
			rewrite(t, file, g)
			continue
		}
		expect.Same(t, got, g.Want, g.Platform)
	}
}

func rewrite(t *testing.T, file string, g golden) {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	must.Do(t, encoder.Encode(g))
	must.Do(t, os.WriteFile(file, b.Bytes(), 0o644))
}
