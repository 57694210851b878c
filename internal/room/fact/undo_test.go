package fact_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/fact"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A saving that created, changed and deleted is undone as a whole; one that something stands in the way of is not.
func TestUndo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, undos, me := t.Context(), undo.New(w.db, w.Restores()), undo.By{SpaceID: w.who.SpaceID, UserID: w.who.UserID}
		one := must.Get(w.Create(ctx, w.who, w.brandID, stores))(t)
		founded := must.Get(w.Create(ctx, w.who, w.brandID, fact.Fields{Attribute: "成立年份", Value: "2016", Unit: "年"}))(t)
		sheet := func() []fact.Fact {
			list, _, err := w.List(ctx, w.who, w.brandID, fact.Filter{}, store.Paging{Number: 1, Size: 20})
			must.Do(t, err)
			return list
		}
		var slip undo.Slip
		save := func() {
			t.Helper()
			slip.ID = ""
			w.clock.Advance(1e9)
			_, err := w.Save(undo.With(ctx, &slip), w.who, w.brandID, []fact.Change{
				{ID: one.ID, Delete: true},
				{ID: founded.ID, Change: func(f *fact.Fields) { f.Value = "2017" }},
				{Change: func(f *fact.Fields) { f.Attribute, f.Value, f.Unit = "员工数", "900", "人" }},
			})
			must.Do(t, err)
		}
		attempt := func() error {
			_, err := undos.Undo(ctx, me, slip.ID)
			return err
		}
		save()
		expect.Refuse(t, expect.Error(undos.Undo(ctx, undo.By{SpaceID: w.other.SpaceID, UserID: w.other.UserID},
			slip.ID)), fault.NoSuchThing, "another account")
		w.clock.Advance(1e9)
		must.Do(t, attempt())
		if list := sheet(); len(list) != 2 || list[0].ID != one.ID || list[0].Value != "412" ||
			list[0].CreatedAt != one.CreatedAt || list[1].Value != "2016" {
			t.Errorf("%+v", list)
		}
		past, err := w.History(ctx, w.who, one.ID)
		if err != nil || len(past) != 3 || past[0].Before != nil || past[0].After == nil {
			t.Errorf("the history tells %+v, %v", past, err)
		}

		save() // what was created is changed since
		list := sheet()
		w.clock.Advance(1e9)
		must.Get(w.Update(ctx, w.who, list[len(list)-1].ID, func(f *fact.Fields) { f.Value = "901" }))(t)
		if f := fault.As(attempt()); f == nil || f.Reason != "undo_changed" {
			t.Errorf("changed since: %v", f)
		}
		again, err := w.Create(ctx, w.who, w.brandID, stores) // in the place of what was deleted
		must.Do(t, err)
		w.clock.Advance(1e9)
		must.Get(w.Save(undo.With(ctx, &slip), w.who, w.brandID, []fact.Change{{ID: again.ID, Delete: true}}))(t)
		must.Get(w.Create(ctx, w.who, w.brandID, stores))(t)
		if f := fault.As(attempt()); f == nil || f.Reason != "fact_overlap" {
			t.Errorf("its period is taken: %v", f)
		}
	})
}
