package fact_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/fact"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A page is asked once or again, and may be seen corrected; one of another space's fact is not there.
func TestCorrections(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		one := must.Get(w.Create(ctx, w.who, w.brandID, fact.Fields{Attribute: "门店数", Value: "118", Unit: "家"}))(t)
		const page = "https://www.news.example/a/1?utm_source=x"
		expect.Refuse(t, w.Ask(ctx, w.other, one.ID, page, false), fault.NoSuchThing, "another's fact")
		expect.Refuse(t, w.Ask(ctx, w.who, one.ID, "no address", false), fault.Malformed, "no address")
		expect.Refuse(t, expect.Error(w.Corrections(ctx, w.other, w.brandID)), fault.NoSuchThing, "another's brand")
		must.Do(t, w.Ask(ctx, w.who, one.ID, page, false))
		first := must.Get(w.Corrections(ctx, w.who, w.brandID))(t)
		if len(first) != 1 || first[0].Page != "https://news.example/a/1" || first[0].CorrectedAt != nil {
			t.Fatalf("%+v", first)
		}
		w.clock.Advance(time.Hour)
		must.Do(t, w.Ask(ctx, w.who, one.ID, page, true))
		seen := must.Get(w.Corrections(ctx, w.who, w.brandID))(t)
		if len(seen) != 1 || seen[0].CorrectedAt == nil || seen[0].RequestedAt != first[0].RequestedAt {
			t.Fatalf("%+v after %+v", seen, first)
		}
		must.Do(t, w.Ask(ctx, w.who, one.ID, page, false)) // it says so again
		if again := must.Get(w.Corrections(ctx, w.who, w.brandID))(t); again[0].CorrectedAt != nil || again[0].RequestedAt == first[0].RequestedAt {
			t.Errorf("%+v", again)
		}
	})
}
