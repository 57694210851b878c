package assistant

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var update = flag.Bool("update", false, "rewrite the wanted part of the golden bodies")

// golden is a recording, or a body in the documented shape of a platform, and what we read from it.
type golden struct {
	Recording
	Want *goldenAnswer `json:"want"`
}

type goldenAnswer struct {
	Fault     Class            `json:"fault,omitempty"`
	Code      string           `json:"code,omitempty"`
	Model     string           `json:"model,omitempty"`
	Text      string           `json:"text,omitempty"`
	Reasoning string           `json:"reasoning,omitempty"`
	Retrieval Retrieval        `json:"retrieval,omitempty"`
	Finish    Finish           `json:"finish,omitempty"`
	Queries   []string         `json:"queries,omitempty"`
	Usage     *Usage           `json:"usage,omitempty"`
	RequestID string           `json:"request_id,omitempty"`
	Rounds    int              `json:"rounds,omitempty"`
	Citations []goldenCitation `json:"citations,omitempty"`
	Warnings  []string         `json:"warnings,omitempty"`
}

type goldenCitation struct {
	URL       string   `json:"url"`
	Canonical string   `json:"canonical"`
	Domain    string   `json:"domain"`
	Title     string   `json:"title,omitempty"`
	Site      string   `json:"site,omitempty"`
	Index     int      `json:"index,omitempty"`
	Cited     bool     `json:"cited"`
	Published string   `json:"published,omitempty"`
	Snippet   string   `json:"snippet,omitempty"`
	Quote     string   `json:"quote,omitempty"`
	Origin    Origin   `json:"origin"`
	Supports  []string `json:"supports,omitempty"` // the text of each span; "" where a marker stood
	Spans     []Extent `json:"spans,omitempty"`
}

func (g *golden) raw() []byte {
	if g.Stream != "" {
		return []byte(g.Stream)
	}
	return g.Body
}

func readGolden(t testing.TB) map[string]*golden {
	t.Helper()
	files, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden bodies: %v", err)
	}
	all := map[string]*golden{}
	for _, file := range files {
		raw := must.Get(os.ReadFile(file))(t)
		g := &golden{}
		must.Do(t, json.Unmarshal(raw, g), file)
		all[strings.TrimSuffix(filepath.Base(file), ".json")] = g
	}
	return all
}

// aggregator is an operator's own entry, for what the chat decoder reads and no entry of the catalogue needs.
const aggregator = `
platforms:
  - id: aggregator
    protocol: chat
    base_url: https://llm.example/v1
    model: m
    options:
      sources: [search_results, citations]
      fields: {url: url, title: title, date: date, snippet: snippet}
      markers: [plain]
      searched: usage.num_search_queries
      modes: {search: {}, reasoning: {}}
`

// goldenEntry is the entry that a golden body is read by.
func goldenEntry(t testing.TB, id string) *Platform {
	t.Helper()
	if p := Known().Find(id); p != nil {
		return p
	}
	return must.Get(load(t, aggregator, nil))(t).Find(id)
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, g := range readGolden(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := Reread(goldenEntry(t, g.Platform), g.Mode, g.raw())
			got := viewAnswer(a, err)
			if *update {
				g.Want = got
				out := must.Get(json.MarshalIndent(g, "", "  "))(t)
				must.Do(t, os.WriteFile("testdata/golden/"+name+".json", append(out, '\n'), 0o644))
			}
			if g.Want == nil {
				t.Fatal("nothing wanted: run with -update, and read what it wrote")
			}
			if known := []Confidence{Documented, SDK, Recorded, Unverified}; !slices.Contains(known, g.Made) {
				t.Errorf("made: %q", g.Made)
			}
			if g.Request != nil { // what was sent then is what is sent now
				body, _ := goldenEntry(t, g.Platform).payload(Question{Platform: g.Platform, Text: g.Question, Mode: g.Mode})
				var sent any
				must.Do(t, json.Unmarshal(g.Request, &sent))
				expect.Same(t, must.Get(json.Marshal(body))(t), must.Get(json.Marshal(sent))(t))
			}
			expect.Same(t, got, g.Want)
		})
	}
}

func viewAnswer(a Answer, err error) *goldenAnswer {
	if f := AsFault(err); f != nil {
		return &goldenAnswer{Fault: f.Class, Code: f.Code}
	}
	v := &goldenAnswer{
		Model: a.ModelServed, Text: a.Text, Reasoning: a.Reasoning, Retrieval: a.Retrieval, Finish: a.Finish,
		Queries: a.Queries, Usage: &a.Usage, RequestID: a.RequestID, Rounds: a.Rounds, Warnings: a.Warnings,
	}
	runes := []rune(a.Text)
	for _, c := range a.Citations {
		g := goldenCitation{
			URL: c.URL, Canonical: c.Canonical, Domain: c.Domain, Title: c.Title, Site: c.Site, Index: c.Index,
			Cited: c.Cited, Snippet: c.Snippet, Quote: c.Quote, Origin: c.Origin, Spans: c.Extents,
		}
		if !c.PublishedAt.IsZero() {
			g.Published = c.PublishedAt.Format("2006-01-02T15:04:05Z07:00")
		}
		for _, s := range c.Extents {
			g.Supports = append(g.Supports, string(runes[s.Start:s.End]))
		}
		v.Citations = append(v.Citations, g)
	}
	return v
}
