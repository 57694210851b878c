package assistant

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// The table of platforms in the documentation is written from the catalogue.
func TestPlatformsPage(t *testing.T) {
	t.Parallel()
	const page = "../../../docs/platforms.md"
	text := string(must.Get(os.ReadFile(page))(t))
	before, rest, ok := strings.Cut(text, "<!-- platforms: written by TestPlatformsPage -->\n")
	_, after, ended := strings.Cut(rest, "<!-- /platforms -->")
	if !ok || !ended {
		t.Fatal("the place of the table is not marked")
	}
	var b strings.Builder
	b.WriteString("| Platform | Key | Model | Compared | Search | Price |\n|---|---|---|---|---|---|\n")
	for _, p := range Known().All() {
		forced := "the model decides"
		if p.Options.Forced {
			forced = "forced"
		}
		fmt.Fprintf(&b, "| `%s` %s | [`%s`](%s) | `%s` | %s, [%s](%s) | %s | %s |\n",
			p.ID, p.NameZH, p.KeyEnv, p.KeyPage, p.Model, p.Verified, p.Confidence, p.Source, forced, p.Price)
	}
	want := before + "<!-- platforms: written by TestPlatformsPage -->\n" + b.String() + "<!-- /platforms -->" + after
	if *update {
		must.Do(t, os.WriteFile(page, []byte(want), 0o644))
	} else if text != want {
		t.Error("docs/platforms.md is not what the catalogue says: scripts/generate.sh")
	}
}

// Every embedded entry says what it was compared with, and none claims a reply that nobody recorded.
func TestProvenance(t *testing.T) {
	t.Parallel()
	recorded := map[string]bool{}
	for _, g := range readGolden(t) {
		recorded[g.Platform] = recorded[g.Platform] || g.Made == Recorded
	}
	for _, p := range Known().All() {
		if p.Verified == "" || !strings.HasPrefix(p.Source, "https://") || p.Confidence == OwnEntry || (p.Confidence == Recorded) != recorded[p.ID] {
			t.Errorf("%s: verified %q against %q, confidence %s, recorded %t", p.ID, p.Verified, p.Source, p.Confidence, recorded[p.ID])
		}
		if p.Price != nil && (p.Price.Source == "" || p.Price.Confidence == OwnEntry) {
			t.Errorf("%s: price without a source: %+v", p.ID, p.Price)
		}
	}
}
