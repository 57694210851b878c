package answer_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"renown/internal/tool/answer"
)

func seeds(f *testing.F) {
	for _, c := range loadCases[mentionCase](f, "mention_cases.json") {
		f.Add(c.Text, c.Text)
	}
	for _, part := range hostile {
		f.Add(strings.Repeat(part, 5), part)
	}
}

// Whatever the text, findings agree with it and with each other, and reading again gives the same.
func FuzzRead(f *testing.F) {
	seeds(f)
	reader := answer.NewReader(names("x|小米|Xiaomi|Mi|MI|-小米粥", "a|苹果|Apple|+手机", "m|美的|Midea", "d|monday.com", "q|360"))
	f.Fuzz(func(t *testing.T, text, question string) {
		got := reader.Read(text, question, []answer.Source{{URL: question}})
		runes := utf8.RuneCountInString(text)
		positions := []int{}
		for _, e := range got.Entities {
			end := 0
			for _, m := range e.Mentions {
				if m.Start < end || m.End <= m.Start || m.End > runes {
					t.Fatalf("%s: mention %v after %d in %d code points", e.ID, m, end, runes)
				}
				end = m.End
			}
			if e.Named() != (e.Position > 0) || e.Sentiment != nil && !e.Named() {
				t.Fatalf("not of one mind: %+v", e)
			}
			if e.Named() {
				positions = append(positions, e.Position)
			}
		}
		slices.Sort(positions)
		for i, p := range positions {
			if p != i+1 { // no two of these names share a spelling
				t.Fatalf("positions %v", positions)
			}
		}
		if got.State == answer.NamesUs && !got.Entities[0].Named() || got.State == answer.NamesNobody && len(positions) > 0 {
			t.Fatalf("state %s with %v", got.State, positions)
		}
		again := reader.Read(text, question, []answer.Source{{URL: question}})
		if !slices.EqualFunc(got.Entities, again.Entities, func(a, b answer.Finding) bool {
			return slices.Equal(a.Mentions, b.Mentions) && a.Position == b.Position
		}) || !slices.Equal(got.Citations, again.Citations) {
			t.Fatal("reading again gives something else")
		}
	})
}

// Whatever is given as a name, a reader can be made of it, and an answer that is the name alone names nothing else.
func FuzzNames(f *testing.F) {
	for _, c := range loadCases[mentionCase](f, "mention_cases.json") {
		for _, e := range c.entities() {
			f.Add(e.Name, strings.Join(e.Aliases, "|"), strings.Join(e.Exclusions, "|"))
		}
	}
	f.Fuzz(func(t *testing.T, name, aliases, exclusions string) {
		reader := answer.NewReader([]answer.Entity{
			{
				ID: "a", Name: name, Aliases: strings.Split(aliases, "|"), Exclusions: strings.Split(exclusions, "|"),
				Contexts: []string{aliases}, Domains: []string{name},
			},
			{ID: "b", Name: aliases, Contexts: nil},
			{ID: "c", Name: "不相干的名字"},
		})
		for _, text := range []string{name, aliases, exclusions, name + aliases + exclusions} {
			f := reader.Read(text, name, nil)
			runes := utf8.RuneCountInString(text)
			for _, e := range f.Entities {
				for _, m := range e.Mentions {
					if m.Start < 0 || m.End <= m.Start || m.End > runes {
						t.Fatalf("%+v in %d code points", m, runes)
					}
				}
			}
			if f.Entities[2].Named() && !strings.Contains(text, "不相干的名字") {
				t.Fatalf("%q names %+v", text, f.Entities[2])
			}
		}
	})
}

// Masks are in order, apart, and within the text.
func FuzzMasks(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text, _ string) {
		end := -1
		for _, m := range answer.Masks(text) {
			if m.Start <= end || m.End <= m.Start || m.End > len(text) {
				t.Fatalf("mask %v after %d in %d bytes", m, end, len(text))
			}
			end = m.End
		}
	})
}
