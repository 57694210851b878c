package catalogue_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/setting"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestMeasure(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"), line("c"))
		list := s.all(t, catalogue.Filter{}, "")
		revision := func() int64 {
			return must.Get(setting.Get[int64](t.Context(), s.db.Read(), "catalogue_revision"))(t)
		}
		platforms := []catalogue.PlatformGeo{{Platform: "doubao", Citations: 3, CitationRate: of(0.5)}, {Platform: "kimi", Citations: 1}}
		first := []catalogue.Measurement{
			{OutletID: list[1].ID, Citations: 4, CitationRate: of(0.25), ByPlatform: platforms},
			{OutletID: list[2].ID, Citations: 1, CitationRate: of(0.0625)},
			{OutletID: "med_gone", Citations: 9},
		}
		s.clock.Advance(time.Hour)
		must.Do(t, s.Measure(t.Context(), s.db.Now(), first[:2]))
		got := s.all(t, catalogue.Filter{}, "citations_desc")
		expect.Equal(t, names(got), "媒体b 媒体c 媒体a", "sorted")
		expect.Same(t, got[0].Geo, catalogue.Geo{Citations: 4, CitationRate: of(0.25), WindowDays: 30, ByPlatform: platforms})
		expect.Equal(t, got[0].UpdatedAt, list[1].UpdatedAt, "a measurement is no change of the record")
		before := revision()
		must.Do(t, s.Measure(t.Context(), s.db.Now(), first[:2]))
		expect.Equal(t, revision(), before, "the same figures again make a revision")
		must.Do(t, s.Measure(t.Context(), s.db.Now(), first[1:]))
		got = s.all(t, catalogue.Filter{}, "citations_desc")
		if diff := cmp.Diff(catalogue.Geo{WindowDays: 30, ByPlatform: []catalogue.PlatformGeo{}},
			got[2].Geo); names(got) != "媒体c 媒体a 媒体b" || diff != "" {
			t.Errorf("no longer cited: %s\n%s", names(got), diff)
		}
		s.stock(t, line("c"))
		if got := s.all(t, catalogue.Filter{}, "citations_desc")[0]; got.Geo.Citations != 1 {
			t.Errorf("an import forgot what was measured: %+v", got.Geo)
		}
	})
}
