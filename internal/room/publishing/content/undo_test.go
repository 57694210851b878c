package content_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A deleted content comes back as it was, for its space alone and once; what was purged does not.
func TestUndo(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		ctx, me, other := t.Context(), s.reader(t), s.reader(t)
		mine := must.Get(s.Create(ctx, me, article))(t)
		undos, by := undo.New(s.db, s.Restores()), undo.By{SpaceID: me.SpaceID, UserID: me.UserID}
		var slip undo.Slip
		must.Do(t, s.Delete(undo.With(ctx, &slip), me, mine.ID))
		expect.Refuse(t, expect.Error(undos.Undo(ctx, undo.By{SpaceID: other.SpaceID, UserID: other.UserID},
			slip.ID)), fault.NoSuchThing, "another account")
		must.Get(undos.Undo(ctx, by, slip.ID))(t)
		if back, err := s.Find(ctx, me, mine.ID); err != nil || back != mine {
			t.Errorf("%+v, %v; want %+v", back, err, mine)
		}
		if _, err := undos.Undo(ctx, by, slip.ID); fault.As(err) == nil || fault.As(err).Reason != "undo_done" {
			t.Errorf("twice: %v", err)
		}
		s.clock.Advance(time.Second)
		must.Do(t, s.Delete(undo.With(ctx, &slip), me, mine.ID))
		must.Do(t, s.db.InTx(ctx, func(tx *store.Tx) error { // as a purge with a shorter time would
			_, err := tx.Exec(ctx, `DELETE FROM contents WHERE id = $1`, mine.ID)
			return err
		}))
		if _, err := undos.Undo(ctx, by, slip.ID); fault.As(err) == nil || fault.As(err).Reason != "undo_changed" {
			t.Errorf("purged: %v", err)
		}
	})
}
