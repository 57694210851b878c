package answer_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

// mentionCase is a hard case of mention_cases.json. Its flags are not read: they have to come out of the defaults.
type mentionCase struct {
	ID       int
	Text     string
	Entities []struct {
		ID             string
		Aliases        []struct{ S string }
		Block, Context []string
	}
	Expect map[string]int
	Why    string
}

func (c *mentionCase) entities() []answer.Entity {
	var list []answer.Entity
	for _, e := range c.Entities {
		entity := answer.Entity{ID: e.ID, Exclusions: e.Block, Contexts: e.Context}
		for i, a := range e.Aliases {
			if i == 0 {
				entity.Name = a.S
				continue
			}
			entity.Aliases = append(entity.Aliases, a.S)
		}
		list = append(list, entity)
	}
	return list
}

func loadCases[T any](t testing.TB, file string) []T {
	t.Helper()
	raw := must.Get(os.ReadFile("testdata/" + file))(t)
	var cases []T
	must.Do(t, json.Unmarshal(raw, &cases))
	return cases
}

func counts(f answer.Findings) map[string]int {
	got := map[string]int{}
	for _, e := range f.Entities {
		if e.Named() {
			got[e.ID] = len(e.Mentions)
		}
	}
	return got
}

func TestMentionCases(t *testing.T) {
	t.Parallel()
	cases := loadCases[mentionCase](t, "mention_cases.json")
	must.Equal(t, len(cases), 44, "cases")
	for _, c := range cases {
		t.Run(strconv.Itoa(c.ID), func(t *testing.T) {
			t.Parallel()
			got := answer.NewReader(c.entities()).Read(c.Text, "", nil)
			if diff := cmp.Diff(c.Expect, counts(got)); diff != "" {
				t.Errorf("%q (%s): %s", c.Text, c.Why, diff)
			}
		})
	}
}

func TestCitationCases(t *testing.T) {
	t.Parallel()
	type citationCase struct {
		ID   int
		Text string
		URLs []string
		Why  string
	}
	cases := loadCases[citationCase](t, "citation_cases.json")
	must.Equal(t, len(cases), 26, "cases")
	for _, c := range cases {
		if got := answer.Addresses(c.Text); !slices.Equal(got, c.URLs) {
			t.Errorf("%d %q (%s): %q, want %q", c.ID, c.Text, c.Why, got, c.URLs)
		}
	}
}
