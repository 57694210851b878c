package browsertest

import (
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
)

// lengthen gives everything of the brand a name of the length that the contract allows, each one word.
func (d *demo) lengthen(t *testing.T) {
	t.Helper()
	word := strings.Repeat("Donaudampfschifffahrtselektrizitaet", 60)
	must.Do(t, d.s.App.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for _, change := range []struct {
			text   string
			length int
			of     string
		}{
			{`UPDATE brands SET name = $1 WHERE id = $2`, 128, d.brand},
			{`UPDATE topics SET name = $1 || id WHERE brand_id = $2`, 90, d.brand},
			{`UPDATE prompts SET text = $1 WHERE id = $2`, 2000, d.prompt},
			{`UPDATE competitors SET name = $1 || id WHERE brand_id = $2`, 90, d.brand},
			{`UPDATE campaigns SET name = $1 WHERE id = $2`, 64, d.campaign},
			{`UPDATE content_revisions SET title = $1 WHERE content_id = $2`, 128, d.content},
			{`UPDATE outlets SET name = $1 WHERE id = $2`, 128, d.outlet},
			{`UPDATE spaces SET name = $1 WHERE id = $2`, 64, d.team},
		} {
			if _, err := tx.Exec(t.Context(), change.text, word[:change.length], change.of); err != nil {
				return err
			}
		}
		return nil
	}))
}

// A name that is one long word pushes nothing out of the page.
func longNames(t *testing.T, d *demo, tabs seats) {
	d.lengthen(t)
	for _, name := range []string{
		"overview", "visibility", "visibility-sorted", "sentiment", "report", "prompts",
		"prompt", "topics", "competitors", "campaign", "contents", "content", "orders-drawer", "team", "notes",
	} {
		for _, v := range views {
			if v.name == name {
				tabs.with(t, v.who, func(b *tab) { b.speak("en").lookAgain(v.path(d)) })
			}
		}
	}
}
