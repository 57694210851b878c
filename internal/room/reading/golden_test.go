package reading_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/reading"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden is an answer and what was found in it.
type golden struct {
	Platform, Text string
	Found          *reading.Found
}

// One answer of each platform, in its own wire format, from the question to what is stored.
func TestGolden(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		w.Sim.Reseed(20261115)
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 3, Site: "yunqi.example"},
			simulator.Brand{Name: "石墨本", Weight: 3, Site: "shimo.example"})
		b := w.Brand(t, "云栖笔记")
		_, err := w.Brands.Update(t.Context(), b.Who, b.ID, func(p *brand.Profile) { p.HomepageURL = new("https://yunqi.example") })
		must.Do(t, err)
		_, err = w.Brands.CreateCompetitor(t.Context(), b.Who, b.ID,
			brand.CompetitorFields{Name: "石墨本", WebsiteURL: new("https://www.shimo.example/")})
		must.Do(t, err)
		w.Clock.Advance(time.Second) // competitors are read in the order of their times
		rival := b.Competitor(t, "协云", "链启")
		b.Prompt(t, b.Topic(t, "选购"), "有哪些值得推荐的办公软件？", "consideration")
		b.Run(t)
		ids := strings.NewReplacer(rival, "cmp_rival")
		answers := stored(t, w)
		must.Equal(t, len(answers), 6, "answers")
		for _, got := range answers {
			for i := range got.Found.Others {
				if o := &got.Found.Others[i]; o.ID != rival {
					o.ID = "cmp_other"
				}
			}
			text := must.Get(json.MarshalIndent(got, "", "  "))(t)
			compareGolden(t, got.Platform, ids.Replace(string(text))+"\n")
		}
	})
}

// stored reads answers with their findings as everybody does who shows them.
func stored(t *testing.T, w *geotest.World) []golden {
	t.Helper()
	list, err := store.List(context.Background(), w.DB.Read(), func(row store.Row) (g golden, err error) {
		g.Found, err = reading.Scan(row, &g.Platform, &g.Text)
		return g, err
	}, `SELECT t.platform, x.text, `+reading.Columns+` FROM answers a JOIN tasks t ON t.id = a.id`+reading.Texts+reading.Current+` ORDER BY t.platform`)
	must.Do(t, err)
	return list
}

func compareGolden(t *testing.T, platform, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", platform+".json")
	if *update {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want := must.Get(os.ReadFile(path))(t)
	expect.Same(t, got, string(want), platform)
}
