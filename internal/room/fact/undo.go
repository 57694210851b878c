package fact

import (
	"context"
	"slices"

	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
)

// Saved is a saving of facts, as it can be undone.
const Saved undo.Kind = "facts_saved"

// sheetWas is what a saving changed of a sheet.
type sheetWas struct {
	BrandID string    `json:"brand_id"`
	Before  []factWas `json:"before"`  // of what was changed or deleted
	Created []string  `json:"created"` // ids
}

type factWas struct {
	Fact
	Deleted bool `json:"deleted"`
}

// note keeps how a fact was before the first of its changes.
func (w *sheetWas) note(before Fact, deleted bool) {
	if i := slices.IndexFunc(w.Before, func(o factWas) bool { return o.ID == before.ID }); i >= 0 {
		w.Before[i].Deleted = deleted
		return
	}
	w.Before = append(w.Before, factWas{before, deleted})
}

func (s *saving) keepTx(ctx context.Context) error {
	count := len(s.was.Before) + len(s.was.Created)
	if count == 0 {
		return nil
	}
	name := ""
	if len(s.was.Before) > 0 {
		name = s.was.Before[0].Statement
	} else if len(s.saved) > 0 {
		name = s.saved[0].Statement
	}
	s.was.BrandID = s.brandID
	return undo.KeepTx(ctx, s.tx, undo.Change{
		SpaceID: s.who.SpaceID, UserID: s.who.UserID, Kind: Saved, Name: name, Count: count, Was: s.was,
	})
}

// Restores says how changes of this room are undone.
func (f *Facts) Restores() map[undo.Kind]undo.Restore {
	return map[undo.Kind]undo.Restore{Saved: undo.Unpacked(f.revertTx)}
}

// revertTx puts a sheet back to what it was before a saving, as another saving: rules and limits hold, and the history shows it.
func (f *Facts) revertTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was sheetWas) error {
	s, err := f.openTx(ctx, tx, account.Caller{UserID: of.UserID, SpaceID: of.SpaceID}, was.BrandID)
	if err != nil {
		return undo.Orphaned(err)
	}
	now := map[string]Fact{}
	for _, one := range s.all {
		now[one.ID] = one
	}
	untouched := func(id string) bool {
		one, ok := now[id]
		return ok && one.UpdatedAt.Equal(of.MadeAt.Time)
	}
	var changes []Change
	for _, id := range was.Created {
		if !untouched(id) {
			return undo.Changed()
		}
		changes = append(changes, Change{ID: id, Delete: true})
	}
	for _, one := range was.Before {
		switch {
		case one.Deleted:
			changes = append(changes, Change{was: &one.Fact})
		case untouched(one.ID):
			changes = append(changes, Change{ID: one.ID, Change: func(to *Fields) { *to = one.Fields }})
		default:
			return undo.Changed()
		}
	}
	return s.saveTx(ctx, changes)
}
