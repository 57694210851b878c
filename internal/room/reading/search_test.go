package reading_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/room/reading"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Answers that come one by one with their channels add up to the figures of days, of whatever is asked for.
func TestSearchedCite(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		y := newYearOn(t, d)
		y.fill(t, 400, 40)
		for _, e := range []reading.Extent{
			{From: day.Numbered(20260101), To: day.Numbered(20260209)},
			{From: day.Numbered(20260105), To: day.Numbered(20260120), Platforms: []string{"kimi"}},
			{From: day.Numbered(20260105), To: day.Numbered(20260120), Topics: true, TopicIDs: []string{y.prompts[0].TopicID}},
			{From: day.Numbered(20260101), To: day.Numbered(20260209), Mode: "chat"},
		} {
			e.BrandID, e.Generation = y.b.ID, 1
			type counts struct{ answers, named int64 }
			want, got := map[string]counts{}, map[string]counts{}
			must.Do(t, reading.EachSource(t.Context(), y.DB.Read(), e, func(_ reading.Spot, k reading.SourceKey, f *reading.SourceFigures) {
				if k.Page || strings.HasPrefix(k.Source, reading.PortalMark) || len(e.TopicIDs) > 0 &&
					!slices.Contains(e.TopicIDs, k.Topic) {
					return
				}
				c := want[k.Source]
				want[k.Source] = counts{c.answers + f.Answers, c.named + f.WithBrand}
			}))
			last, read := e.To, 0
			do := func(a *reading.Searched) {
				if a.Day > last || a.Day < e.From || a.Day > e.To {
					t.Errorf("%s comes after %s", a.Day, last)
				}
				last = a.Day
				read++
				for _, channel := range a.Channels {
					if c := got[channel]; a.Counts {
						got[channel] = counts{c.answers + 1, c.named + one(a.Named)}
					}
				}
			}
			must.Do(t, reading.EachSearched(t.Context(), y.DB.Read(), reading.SearchedFilter{Extent: e, Most: 10_000}, do))
			if !maps.Equal(want, got) || len(want) == 0 != (e.Mode != "") {
				t.Errorf("%+v: %v, want %v", e, got, want)
			}
			all := read
			last, read = e.To, 0
			must.Do(t, reading.EachSearched(t.Context(), y.DB.Read(), reading.SearchedFilter{Extent: e, Most: 7}, do))
			if read > 7 || all > 0 && read == 0 {
				t.Errorf("%+v: %d of at most 7", e, read)
			}
		}
	})
}

func one(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
