package detail_test

import (
	"strings"
	"testing"

	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/reading"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Surfaces are compared on the platforms that the app was asked on, and where it never was nothing of the interface is read.
func TestSurfacesThatWereAsked(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		b.Run(t)
		b.Run(t)
		findings := 0
		watched := w.DB.At(w.Clock.Now)
		watched.Watch(func(sql string) { findings += strings.Count(sql, "FROM findings") })
		ask := func() detail.Surfaces {
			return must.Get(detail.New(watched, insight.New(watched, w.Brands, w.Runs, nil)).Surfaces(t.Context(),
				b.Who, b.ID, insight.Query{}))(t)
		}
		if none := ask(); len(none.Platforms) != 0 || none.Truncated || findings != 1 {
			t.Errorf("without the app: %+v, findings read %d times", none, findings)
		}
		w.Exec(t, `UPDATE findings SET mode = '`+reading.Key(reading.SurfaceApp, reading.SearchMode)+`' WHERE platform = 'kimi' AND answer_id IN (
			SELECT id FROM answers WHERE run_id = (SELECT max(id) FROM runs))`)
		found := ask()
		if len(found.Platforms) != 1 || findings != 3 {
			t.Fatalf("%+v, findings read %d times", found, findings)
		}
		if p := found.Platforms[0]; p.Platform != "kimi" || p.Pairs != 8 || p.Prompts != 8 || p.Named.Pairs != 8 ||
			p.Drawn != 0 || p.AppRate.Units != 8 {
			t.Errorf("%+v", p)
		}
	})
}
