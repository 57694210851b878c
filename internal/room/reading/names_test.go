package reading_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"renown/internal/room/reading"
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

// Compiled readers are bounded by what they take, the one that was not used longest goes first, and one that is used again and again is
// compiled once, however much it takes.
func TestReadersAreBoundedByBytes(t *testing.T) {
	t.Parallel()
	_, one := reading.NewReaders(1 << 30).Get(namesJSON(t, 0))
	most := 10*one + one/2
	c := reading.NewReaders(most)
	for i := range 100 {
		if _, bytes := c.Get(namesJSON(t, i)); bytes > most {
			t.Fatalf("%d bytes are kept, the bound is %d", bytes, most)
		}
		c.Get(namesJSON(t, 0))
	}
	for n, want := range map[int]bool{0: false, 99: false, 1: true} {
		compiled, _ := c.Get(namesJSON(t, n))
		expect.Equal(t, compiled, want, "compiled again", n)
	}
	small := reading.NewReaders(one / 2)
	small.Get(namesJSON(t, 0))
	compiled, _ := small.Get(namesJSON(t, 0))
	expect.Equal(t, compiled, false, "a reader that takes more than all may is compiled again")
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
		r := must.Get(reading.ReadingOf(t.Context(), w.DB.Read(), b.ID))(t)
		if len(r.Names) != 22 {
			t.Errorf("read with %d names, want 22", len(r.Names))
		}
	})
}

// Reading answers ends with the caller's context.
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
