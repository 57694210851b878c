package finding_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"renown/internal/room/geo/finding"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

func namesJSON(t *testing.T, n int) string {
	t.Helper()
	e := answer.Entity{ID: fmt.Sprint(n), Name: fmt.Sprintf("品牌%d", n)}
	for i := range 50 {
		e.Aliases = append(e.Aliases, fmt.Sprintf("Alias %d of brand %d", i, n))
	}
	raw := must.Get(json.Marshal([]answer.Entity{e}))(t)
	return string(raw)
}

// Compiled readers are bounded by what they take, and the one that was not used longest goes first.
func TestReadersAreBoundedByBytes(t *testing.T) {
	t.Parallel()
	_, one := (&finding.Readers{Limit: 1 << 30}).Get(namesJSON(t, 0))
	c := &finding.Readers{Limit: 10*one + one/2}
	for i := range 100 {
		if kept, bytes := c.Get(namesJSON(t, i)); bytes > c.Limit || kept > 11 {
			t.Fatalf("%d readers of %d bytes are kept, the limit is %d", kept, bytes, c.Limit)
		}
		c.Get(namesJSON(t, 0))
	}
	if !c.Has(namesJSON(t, 0)) || !c.Has(namesJSON(t, 99)) || c.Has(namesJSON(t, 1)) {
		t.Error("not the ones used last are kept")
	}
	small := &finding.Readers{Limit: one}
	if kept, _ := small.Get(namesJSON(t, 0)); kept != 0 {
		t.Error("a reader that takes everything is kept")
	}
}

// Many changes of names in a row leave a copy of all names for the reading in use and one for the next, not one each.
func TestNamesAreNotCopiedWithEveryChange(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 2)
		for i := range 20 {
			b.Competitor(t, fmt.Sprintf("对手%d", i))
			if i == 10 {
				must.Get(w.Findings.RereadSome(t.Context(), b.ID))(t)
			}
		}
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM readings WHERE brand_id = $1 AND names <> ''`, b.ID), 2, "copies of the names")
		if n := w.Number(t, `SELECT count(*) FROM readings WHERE brand_id = $1`, b.ID); n > 3 {
			t.Errorf("%d readings", n)
		}
		w.Reread(t)
		alone(t, w, b.ID)
		r := must.Get(finding.ReadingOf(t.Context(), w.DB.Read(), b.ID))(t)
		if len(r.Names) != 22 {
			t.Errorf("read with %d names, want 22", len(r.Names))
		}
	})
}

// Reading answers ends with whoever waits for it.
func TestRereadStopsWithItsContext(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := read(t, w, 2)
		b.Rename(t, "石墨本")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		expect.Is(t, w.Findings.Reread(ctx, b.ID), context.Canceled, "reading again gave")
	})
}
