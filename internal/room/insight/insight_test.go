package insight_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/alert"
	"renown/internal/room/insight"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

const day = 24 * time.Hour

// all calls the four analyses.
func all(t *testing.T, w *geotest.World, who account.Caller, brandID string, q insight.Query) (o insight.Overview,
	v insight.Visibility, s insight.Sentiment, c insight.Citations, errs [4]error,
) {
	t.Helper()
	o, errs[0] = w.Insights.Overview(t.Context(), who, brandID, q)
	v, errs[1] = w.Insights.Visibility(t.Context(), who, brandID, q)
	s, errs[2] = w.Insights.Sentiment(t.Context(), who, brandID, q)
	c, errs[3] = w.Insights.Citations(t.Context(), who, brandID, q)
	return o, v, s, c, errs
}

func TestForeign(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Brand(t, "云栖笔记"), w.Caller(t)
		for brandID, who := range map[string]account.Caller{b.ID: other, "brd_unknown": b.Who} {
			_, _, _, _, errs := all(t, w, who, brandID, insight.Query{})
			for i, err := range errs {
				if f := fault.As(err); f == nil || f.Code != fault.NoSuchThing || f.Detail["id"] != brandID {
					t.Errorf("analysis %d of %s: %v", i, brandID, err)
				}
			}
		}
	})
}

func TestPeriodRefused(t *testing.T) {
	t.Parallel()
	w := geotest.New(t, "sqlite", geotest.Options{})
	b := w.Brand(t, "云栖笔记")
	for name, q := range map[string]insight.Query{
		"reversed":              {From: "2026-01-02", To: "2026-01-01"},
		"from after today":      {From: "2026-01-06"},
		"1101 days":             {From: "2023-01-01", To: "2026-01-05"},
		"1101 days until today": {From: "2023-01-01"},
	} {
		_, _, _, _, errs := all(t, w, b.Who, b.ID, q)
		for i, err := range errs {
			if f := fault.As(err); f == nil || f.Code != fault.Malformed {
				t.Errorf("%s, analysis %d: %v", name, i, err)
			}
		}
	}
}

// The clock shows 5 January 2026, 10:00 in Beijing.
func TestPeriod(t *testing.T) {
	t.Parallel()
	w := geotest.New(t, "sqlite", geotest.Options{})
	b := w.Brand(t, "云栖笔记")
	for name, c := range map[string]struct {
		q    insight.Query
		want insight.Period
	}{
		"none":             {insight.Query{}, insight.Period{From: "2025-12-07", To: "2026-01-05"}},
		"to only":          {insight.Query{To: "2025-03-01"}, insight.Period{From: "2025-01-31", To: "2025-03-01"}},
		"to in the future": {insight.Query{To: "2026-03-01"}, insight.Period{From: "2026-01-31", To: "2026-03-01"}},
		"from only":        {insight.Query{From: "2025-12-31"}, insight.Period{From: "2025-12-31", To: "2026-01-05"}},
		"one day":          {insight.Query{From: "2026-01-05", To: "2026-01-05"}, insight.Period{From: "2026-01-05", To: "2026-01-05"}},
		"leap day":         {insight.Query{From: "2024-02-29", To: "2024-02-29"}, insight.Period{From: "2024-02-29", To: "2024-02-29"}},
		"1100 days":        {insight.Query{From: "2023-01-02", To: "2026-01-05"}, insight.Period{From: "2023-01-02", To: "2026-01-05"}},
		"the end of time":  {insight.Query{From: "9999-12-01", To: "9999-12-31"}, insight.Period{From: "9999-12-01", To: "9999-12-31"}},
		"the beginning":    {insight.Query{From: "0001-01-01", To: "0001-01-01"}, insight.Period{From: "0001-01-01", To: "0001-01-01"}},
	} {
		o, v, s, cit, errs := all(t, w, b.Who, b.ID, c.q)
		for i, got := range []insight.Period{o.Period, v.Period, s.Period, cit.Period} {
			if errs[i] != nil || got != c.want {
				t.Errorf("%s, analysis %d: %+v, %v", name, i, got, errs[i])
			}
		}
	}
	w.Clock.Set(time.Date(2026, 1, 5, 16, 0, 0, 0, time.UTC)) // the next day in Beijing
	if o, _, _, _, _ := all(t, w, b.Who, b.ID, insight.Query{}); o.Period.To != "2026-01-06" {
		t.Errorf("after midnight in Beijing: %+v", o.Period)
	}
}

// Without a history nothing is known: rates are nil, counts 0, trends empty. A filter that fits nothing says the same.
func TestEmpty(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		rival := b.Competitor(t, "协云")
		nothing := func(what string, q insight.Query) {
			t.Helper()
			o, v, s, c, errs := all(t, w, b.Who, b.ID, q)
			must.Equal(t, errs, [4]error{}, what)
			o.AvailablePlatforms, o.LastRun, o.Rereading = nil, nil, nil
			o.Revision, s.Revision, c.Revision = "", "", ""
			wantO := insight.Overview{
				Period: o.Period, Trend: []insight.OverviewDay{}, Platforms: []insight.PlatformFigures{},
				SuggestedCompetitors: []insight.Suggestion{}, Alerts: []alert.Alert{}, Mode: "search",
				Surface: "api", ModelChanges: []insight.ModelChange{},
				Competitors: []insight.Standing{{Rank: 1, Name: "云栖笔记", IsBrand: true}, {Rank: 1, Name: "协云", CompetitorID: &rival}},
			}
			wantV := insight.Visibility{
				Period: o.Period, Items: []insight.VisibilityItem{},
				ByTopic: []insight.TopicFigures{}, ByStage: []insight.StageFigures{},
				ByPlatform: map[string]insight.Naming{},
			}
			wantS := insight.Sentiment{
				Period: o.Period, Trend: []insight.ToneDay{}, Platforms: []insight.TonePlatform{}, Quotes: []insight.Quote{},
				Competitors: []insight.ToneRival{{Name: "云栖笔记", IsBrand: true}, {Name: "协云", CompetitorID: &rival}},
			}
			wantC := insight.Citations{
				Period: o.Period, Domains: []insight.Domain{}, Portals: []insight.Portal{},
				URLs: []insight.Address{}, Gaps: []insight.Gap{},
			}
			for _, class := range classOrder {
				wantC.Classes = append(wantC.Classes, insight.Class{Class: class})
			}
			for i, pair := range [][2]any{{wantO, o}, {wantV, v}, {wantS, s}, {wantC, c}} {
				if diff := cmp.Diff(pair[0], pair[1], cmpopts.IgnoreFields(insight.Change{}, "Helps"),
					cmpopts.IgnoreFields(insight.Overview{}, "Compared", "Contributions"),
					cmpopts.IgnoreFields(insight.Visibility{}, "ByPrompt", "Changes")); diff != "" {
					t.Errorf("%s, analysis %d: (-want +got)\n%s", what, i, diff)
				}
			}
		}
		nothing("no run", insight.Query{})
		b.Prompt(t, b.Topic(t, "选购"), "推荐几款办公软件", "awareness")
		b.Run(t)
		for what, q := range map[string]insight.Query{
			"another period":    {To: "2025-12-31"},
			"a day in a future": {From: "2028-01-01", To: "2028-12-31"},
		} {
			nothing(what, q)
		}
		if o, _, _, _, _ := all(t, w, b.Who, b.ID, insight.Query{}); o.Indicators.Visibility.Denominator != 6 ||
			o.LastRun == nil || len(o.AvailablePlatforms) != 6 {
			t.Errorf("with a run: %+v", o)
		}
	})
}

// Only the caller's platforms are offered, and one that is left alone says why.
func TestAvailable(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		w.Exec(t, `INSERT INTO platform_gates (platform, open_until, open_class) VALUES ('kimi', $1, 'balance')`,
			w.Clock.Now().Add(time.Minute).UnixMicro())
		for _, p := range offered(t, w, b) {
			if (p.Reason == nil) != p.Available || p.Available == (p.Platform == "kimi") || p.Name == "" {
				t.Errorf("%+v", p)
			}
		}
		w.Clock.Advance(time.Minute)
		for _, p := range offered(t, w, b) {
			if !p.Available {
				t.Errorf("%+v", p)
			}
		}
	})
}
