package brand_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// undos undoes over the database of the world, as another process may.
func (w *world) undos() *undo.Undos { return undo.New(w.db, w.Restores()) }

// noted runs a change as the console does and returns the id under which it can be undone.
func noted(t *testing.T, change func(ctx context.Context) error) string {
	t.Helper()
	var slip undo.Slip
	must.Do(t, change(undo.With(t.Context(), &slip)))
	if slip.ID == "" {
		t.Fatal("nothing was kept")
	}
	return slip.ID
}

func by(who account.Caller) undo.By { return undo.By{SpaceID: who.SpaceID, UserID: who.UserID} }

// stopped checks that err is a refusal to undo for this reason.
func stopped(t *testing.T, err error, reason string) {
	t.Helper()
	if f := fault.As(err); f == nil || f.Code != fault.Duplicate || f.Reason != reason {
		t.Errorf("got %v, want %s", err, reason)
	}
}

// held is all that a brand holds, without the times of the last change, and the bytes that count for it.
func (w *world) held(t *testing.T, who account.Caller, brandID string) (all brand.Existing, bytes int64) {
	t.Helper()
	all = must.Get(w.Existing(t.Context(), who, brandID))(t)
	for i := range all.Topics {
		all.Topics[i].UpdatedAt = all.Topics[i].CreatedAt
	}
	for i := range all.Prompts {
		all.Prompts[i].UpdatedAt = all.Prompts[i].CreatedAt
	}
	for i := range all.Competitors {
		all.Competitors[i].UpdatedAt = all.Competitors[i].CreatedAt
	}
	bytes = must.Get(store.One[int64](w.db.Read().QueryRow(t.Context(),
		`SELECT bytes FROM stored_bytes WHERE space_id = $1`, who.SpaceID)))(t)
	return all, bytes
}

// What was deleted or changed together comes back as it was, to the microsecond and the byte; once, for its account.
func TestUndo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me, other := t.Context(), w.caller(t, plan.Standard), w.caller(t, plan.Standard)
		w.clock.Advance(123 * time.Microsecond)
		topic := w.topic(t, me, w.brand(t, me).ID)
		brandID, ids := topic.BrandID, w.suggestions(t, me, topic, 4)
		must.Get(w.SetPrompts(ctx, me, brandID, ids[:2], brand.Active))(t)
		empty, rival := w.topic(t, me, brandID), w.competitor(t, me, brandID)
		if list, err := w.undos().Recent(ctx, by(me)); err != nil || len(list) != 0 {
			t.Fatalf("kept without being asked: %v, %v", list, err)
		}
		before, bytes := w.held(t, me, brandID)
		for name, change := range map[string]func(ctx context.Context) error{
			"one prompt": func(ctx context.Context) error { return w.DeletePrompt(ctx, me, ids[0]) },
			"prompts": func(ctx context.Context) error {
				_, err := w.DeletePrompts(ctx, me, brandID, ids[1:])
				return err
			},
			"status": func(ctx context.Context) error {
				_, err := w.SetPrompts(ctx, me, brandID, ids, brand.Archived)
				return err
			},
			"edit": func(ctx context.Context) error {
				return w.EditPrompts(ctx, me, brandID, ids[:3], func(f *brand.PromptFields) {
					f.TopicID, f.Stage, f.TagIDs = empty.ID, "decision", append(f.TagIDs, "新品")
				})
			},
			"topic":      func(ctx context.Context) error { return w.DeleteTopic(ctx, me, empty.ID) },
			"competitor": func(ctx context.Context) error { return w.DeleteCompetitor(ctx, me, rival.ID) },
			"competitors": func(ctx context.Context) error {
				_, err := w.DeleteCompetitors(ctx, me, brandID, []string{rival.ID})
				return err
			},
		} {
			w.clock.Advance(time.Second)
			id := noted(t, change)
			if after, _ := w.held(t, me, brandID); reflect.DeepEqual(before, after) {
				t.Errorf("%s changed nothing", name)
			}
			_, err := w.undos().Undo(ctx, by(other), id)
			missing(t, err, "change", id)
			w.clock.Advance(undo.Lasts - time.Microsecond)
			expect.Do(t, expect.Error(w.undos().Undo(ctx, by(me), id)), name)
			if after, now := w.held(t, me, brandID); !reflect.DeepEqual(before, after) || now != bytes {
				t.Errorf("%s: %+v, %d bytes; want %+v, %d bytes", name, after, now, before, bytes)
			}
			_, err = w.undos().Undo(ctx, by(me), id)
			stopped(t, err, "undo_done")
		}
	})
}

// What stands in the way of putting something back is said, and nothing is put back in part.
func TestUndoRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		brandID, ids := topic.BrandID, w.suggestions(t, me, topic, 12)
		must.Get(w.SetPrompts(ctx, me, brandID, ids[:10], brand.Active))(t)
		attempt := func(id string) error {
			_, err := w.undos().Undo(ctx, by(me), id)
			return err
		}

		// The places on the plan are taken meanwhile.
		w.clock.Advance(time.Second)
		id := noted(t, func(ctx context.Context) error {
			_, err := w.DeletePrompts(ctx, me, brandID, ids[:2])
			return err
		})
		must.Get(w.SetPrompts(ctx, me, brandID, ids[10:11], brand.Active))(t)
		must.Refuse(t, attempt(id), fault.PromptLimit)
		expect.Equal(t, len(w.statuses(t, me, brandID)), 10, "prompts")
		must.Get(w.SetPrompts(ctx, me, brandID, ids[10:11], brand.Archived))(t)
		must.Do(t, attempt(id))

		// One of what was changed is changed again; one is gone.
		off := func(ctx context.Context) error {
			_, err := w.SetPrompts(ctx, me, brandID, ids[2:4], brand.Archived)
			return err
		}
		id = noted(t, off)
		w.clock.Advance(time.Second)
		must.Get(w.UpdatePrompt(ctx, me, ids[3], func(f *brand.PromptFields) { f.Text = "换了问法" }))(t)
		stopped(t, attempt(id), "undo_changed")
		w.wantActive(t, me, brandID, append([]string{ids[0], ids[1]}, ids[4:10]...)...)
		must.Get(w.SetPrompts(ctx, me, brandID, ids[2:4], brand.Active))(t)
		id = noted(t, off)
		must.Do(t, w.DeletePrompt(ctx, me, ids[3]))
		stopped(t, attempt(id), "undo_orphaned")

		// The topic is deleted after its prompts: it comes back first.
		other := w.topic(t, me, brandID)
		lone := w.prompt(t, me, other, brand.Suggested)
		first := noted(t, func(ctx context.Context) error { return w.DeletePrompt(ctx, me, lone.ID) })
		second := noted(t, func(ctx context.Context) error { return w.DeleteTopic(ctx, me, other.ID) })
		stopped(t, attempt(first), "undo_orphaned")
		must.Do(t, attempt(second))
		must.Do(t, attempt(first))

		// Too late, and later.
		late := noted(t, func(ctx context.Context) error { return w.DeletePrompt(ctx, me, lone.ID) })
		w.clock.Advance(undo.Lasts)
		stopped(t, attempt(late), "undo_late")
		if list, err := w.undos().Recent(ctx, by(me)); err != nil || len(list) != 0 {
			t.Errorf("past ones are listed: %v, %v", list, err)
		}
		must.Do(t, w.undos().Purge(ctx))
		if was, err := store.One[string](w.db.Read().QueryRow(ctx, `SELECT was FROM undos WHERE id = $1`, late)); err != nil || was != "" {
			t.Errorf("after the purge %q is kept, %v", was, err)
		}
		stopped(t, attempt(late), "undo_late")
		w.clock.Advance(25 * time.Hour)
		must.Do(t, w.undos().Purge(ctx))
		missing(t, attempt(late), "change", late)

		// The brand is gone.
		id = noted(t, func(ctx context.Context) error { return w.DeleteTopic(ctx, me, other.ID) })
		must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) error { return w.DeleteTx(ctx, tx, me, brandID) }))
		stopped(t, attempt(id), "undo_orphaned")
	})
}

// Of many who undo the same at once, in two processes, one does it.
func TestUndoAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		p := w.prompt(t, me, topic, brand.Active)
		id := noted(t, func(ctx context.Context) error { return w.DeletePrompt(ctx, me, p.ID) })
		db := storetest.OpenURL(t, w.url, store.WithClock(w.clock.Now))
		processes := []*undo.Undos{w.undos(), undo.New(db, brand.New(db, plan.New(db, w.accounts, plan.Options{}),
			quietFindings(db), brand.Options{}).Restores())}
		done := 0
		for _, err := range await.Errors(6, func(i int) error {
			_, err := processes[i%2].Undo(ctx, by(me), id)
			return err
		}) {
			if err == nil {
				done++
			} else {
				stopped(t, err, "undo_done")
			}
		}
		expect.Equal(t, done, 1, "did it")
		w.wantActive(t, me, topic.BrandID, p.ID)
	})
}

// A space keeps the newest fifty changes; of what was kept and failed nothing stays.
func TestUndoKeepsTheNewest(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		var ids []string
		for _, p := range w.suggestions(t, me, topic, 52) {
			w.clock.Advance(time.Millisecond)
			ids = append(ids, noted(t, func(ctx context.Context) error { return w.DeletePrompt(ctx, me, p) }))
		}
		list, err := w.undos().Recent(ctx, by(me))
		if err != nil || len(list) != 50 || list[0].ID != ids[51] || list[49].ID != ids[2] {
			t.Errorf("%d are kept, %v", len(list), err)
		}
		_, err = w.undos().Undo(ctx, by(me), ids[1])
		missing(t, err, "change", ids[1])

		var slip undo.Slip
		broken := errors.New("broken")
		err = w.db.InTx(ctx, func(tx *store.Tx) error {
			must.Do(t, undo.KeepTx(undo.With(ctx, &slip), tx,
				undo.Change{SpaceID: me.SpaceID, UserID: me.UserID, Kind: brand.TopicDeleted, Count: 1}))
			return broken
		})
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		_, err = w.undos().Undo(ctx, by(me), slip.ID)
		missing(t, err, "change", slip.ID)
	})
}
