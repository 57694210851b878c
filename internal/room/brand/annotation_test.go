package brand_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Notes of a brand: what is no day or no line is refused, another space sees none, a deleted one comes back, five hundred fit.
func TestAnnotations(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me, other := t.Context(), w.caller(t, plan.Standard), w.caller(t, plan.Standard)
		brandID := w.brand(t, me).ID
		for name, c := range map[string]struct{ day, text string }{
			"no day": {"2026-02-30", "x"}, "empty": {"2026-02-01", " "},
			"long": {"2026-02-01", strings.Repeat("长", 201)}, "two lines": {"2026-02-01", "a\nb"},
		} {
			expect.Refuse(t, expect.Error(w.Annotate(ctx, me, brandID, c.day, c.text)), fault.Malformed, name)
		}
		_, err := w.Annotate(ctx, other, brandID, "2026-02-01", "x")
		missing(t, err, "brand", brandID)
		later := must.Get(w.Annotate(ctx, me, brandID, "2026-02-03", "降价"))(t)
		one := must.Get(w.Annotate(ctx, me, brandID, "2026-02-01", " 改版上线 "))(t)
		missing(t, w.UpdateAnnotation(ctx, other, one.ID, "2026-02-02", "x"), "annotation", one.ID)
		missing(t, w.DeleteAnnotation(ctx, other, one.ID), "annotation", one.ID)
		must.Do(t, w.UpdateAnnotation(ctx, me, one.ID, "2026-02-02", "改版"))
		list, err := w.Annotations(ctx, me, brandID, "2026-02-02", "2026-02-03")
		if err != nil || len(list) != 2 || list[0].ID != one.ID || list[0].Text != "改版" || list[1].ID != later.ID {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := w.Annotations(ctx, me, brandID, "2026-02-03", ""); err != nil || len(list) != 1 {
			t.Errorf("%+v, %v", list, err)
		}
		gone := noted(t, func(ctx context.Context) error { return w.DeleteAnnotation(ctx, me, one.ID) })
		rows := make([][]any, 499)
		for i := range rows {
			rows[i] = []any{"ann_" + strconv.Itoa(i), brandID, "2026-03-01", "x", 1, 1}
		}
		must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) error {
			return store.InsertRows(ctx, tx, `INSERT INTO annotations (id, brand_id, day, text, created_at, updated_at)`, rows)
		}))
		expect.Refuse(t, expect.Error(w.Annotate(ctx, me, brandID, "2026-03-01", "x")), fault.CapReached, "past the cap")
		_, err = w.undos().Undo(ctx, by(me), gone)
		must.Refuse(t, err, fault.CapReached)
		must.Do(t, w.DeleteAnnotation(ctx, me, later.ID))
		if _, err = w.undos().Undo(ctx, by(me), gone); err != nil {
			t.Error(err)
		}
		list, err = w.Annotations(ctx, me, brandID, "", "2026-02-28")
		if err != nil || len(list) != 1 || list[0].Text != "改版" || list[0].CreatedAt != one.CreatedAt {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
