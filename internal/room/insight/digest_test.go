package insight_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/alert"
	"renown/internal/room/event"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// recorded lists the events of a type, oldest first.
func recorded(t *testing.T, w *geotest.World, of event.Type) []event.Event {
	t.Helper()
	list, err := store.List(t.Context(), w.DB.Read(), func(row store.Row) (e event.Event, err error) {
		var data string
		err = row.Scan(&e.ID, &e.Type, &data)
		e.Data = json.RawMessage(data)
		return e, err
	}, `SELECT id, type, data FROM events WHERE type = $1 ORDER BY id`, string(of))
	must.Do(t, err)
	return list
}

// A run that ends is told once, a change with its interval; a platform that is left out is told as that.
func TestEventsOfARun(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(5, 0)
		first := reviewed(t, w, b)
		w.Clock.Advance(31 * day)
		w.Known(0, 0)
		runID := reviewed(t, w, b)
		must.Do(t, w.Insights.Review(t.Context(), runID)) // again
		ended := recorded(t, w, event.RunFinished)
		var of event.RunEnded
		if len(ended) == 2 {
			must.Do(t, json.Unmarshal(ended[0].Data, &of))
		}
		if len(ended) != 2 || of.RunID != first || of.Brand != "云栖笔记" || of.Status != "completed" ||
			of.Answered != 48 || of.Total != 48 || len(of.Platforms) != 6 || of.Platforms[0].Name == "" {
			t.Errorf("%d: %+v", len(ended), of)
		}
		if list := recorded(t, w, event.RunDegraded); len(list) != 0 {
			t.Errorf("%s", list[0].Data)
		}
		raised := recorded(t, w, event.AlertRaised)
		must.Equal(t, len(raised), 1, "alerts were told")
		var figures alert.Figures
		told := event.Alert{Figures: &figures}
		must.Do(t, json.Unmarshal(raised[0].Data, &told))
		if c := figures.Changes[0]; told.Kind != alert.SignificantChange || told.BrandID != b.ID || c.Low == nil ||
			c.High == nil || *c.High < c.Value {
			t.Errorf("%s", raised[0].Data)
		}
	})
}

// A week without a change says so, once, on Monday morning and to those who want it.
func TestDigest(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(2, 0)
		reviewed(t, w, b)
		w.Clock.Advance(7 * day)
		reviewed(t, w, b)
		must.Get(w.Runs.Cancel(t.Context(), b.Who, b.Submit(t)))(t) // it does not count
		w.Clock.Advance(7 * day)                                    // Monday, 10:00
		must.Do(t, w.Insights.Digest(t.Context()))
		expect.Equal(t, len(recorded(t, w, event.DigestWeekly)), 0, "digests that nobody wants")
		wantDigests(t, w, b)
		for _, wait := range []time.Duration{-2 * time.Hour, 2 * time.Hour, 3 * day} { // too early, again, too late
			must.Do(t, w.Insights.Digest(t.Context()))
			w.Clock.Advance(wait)
		}
		list := recorded(t, w, event.DigestWeekly)
		must.Equal(t, len(list), 1, "digests")
		var d event.Digest
		must.Do(t, json.Unmarshal(list[0].Data, &d))
		at := slices.IndexFunc(d.Figures, func(f event.DigestFigure) bool { return f.Indicator == "visibility" })
		if d.Significant || d.Runs != 1 || d.From != "2026-01-12" || d.To != "2026-01-18" || at != 0 ||
			d.Figures[0].Low == nil || d.Figures[0].Previous == nil || d.Figures[0].Denominator != 48 {
			t.Errorf("%s", list[0].Data)
		}
		if len(list[0].Data) > 4<<10 || strings.Contains(string(list[0].Data), "truncated") {
			t.Errorf("%d bytes", len(list[0].Data))
		}
	})
}

// wantDigests gives a brand's space an endpoint that wants them.
func wantDigests(t *testing.T, w *geotest.World, b *geotest.Watched) {
	t.Helper()
	w.Exec(t, `INSERT INTO event_endpoints (id, space_id, kind, name, shown, address_hash, types, language, enabled, created_at, updated_at)
		VALUES ($2, $1, 'mail', 'x', 'x', 'x', '["digest.weekly"]', 'zh', TRUE, 0, 0)`, b.Who.SpaceID, "end_"+b.ID)
}

// A brand that cannot be read keeps no other one from its digest.
func TestDigestBesideBroken(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		brands := []*geotest.Watched{w.Monitored(t, ""), w.Monitored(t, "")}
		for _, b := range brands {
			wantDigests(t, w, b)
		}
		for week, broken := range brands {
			w.Clock.Set(time.Date(2026, 1, 12+7*week, 9, 0, 0, 0, timestamp.Beijing))
			w.Exec(t, `UPDATE brands SET aliases = CASE WHEN id = $1 THEN '{' ELSE '[]' END`, broken.ID)
			if err := w.Insights.Digest(t.Context()); err == nil {
				t.Error("nothing is said of a brand that cannot be read")
			}
			expect.Equal(t, len(recorded(t, w, event.DigestWeekly)), week+1, "digests")
		}
	})
}

// A digest is due from nine on Monday in Beijing until Tuesday ends, once however many processes look at the same moment.
func TestDigestDue(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		wantDigests(t, w, b)
		for _, c := range []struct {
			at    string
			count int
		}{
			{"2026-01-11 23:59:59", 0},
			{"2026-01-12 08:59:59", 0},
			{"2026-01-12 09:00:00", 1},
			{"2026-01-13 23:59:59", 1},
			{"2026-01-20 23:59:59", 2},
			{"2026-01-28 00:00:00", 2},
			{"2026-02-01 12:00:00", 2},
		} {
			w.Clock.Set(must.Get(time.ParseInLocation(time.DateTime, c.at, timestamp.Beijing))(t))
			for _, err := range await.Errors(3, func(int) error { return w.Insights.Digest(context.WithoutCancel(t.Context())) }) {
				must.Do(t, err)
			}
			expect.Equal(t, len(recorded(t, w, event.DigestWeekly)), c.count, "digests at", c.at)
		}
		w.Clock.Set(time.Date(2026, 2, 2, 9, 0, 0, 0, timestamp.Beijing))
		for i, status := range []string{"disabled", "active"} {
			w.Exec(t, `UPDATE users SET status = $2 WHERE id = $1`, b.Who.UserID, status)
			must.Do(t, w.Insights.Digest(t.Context()))
			expect.Equal(t, len(recorded(t, w, event.DigestWeekly)), 2+i, "digests of an account that is", status)
		}
	})
}
