package undo

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Undos lists the changes that can be undone, and undoes them.
type Undos struct {
	db       *store.DB
	restores map[Kind]Restore
}

// New returns the changes kept in db; restores are those of the rooms.
func New(db *store.DB, restores ...map[Kind]Restore) *Undos {
	u := &Undos{db, map[Kind]Restore{}}
	for _, more := range restores {
		maps.Copy(u.restores, more)
	}
	return u
}

// Entry is a change that was kept.
type Entry struct {
	ID        string
	UserID    string // who made it
	Kind      Kind
	Name      string
	Count     int64
	MadeAt    timestamp.Time
	ExpiresAt timestamp.Time
	DoneAt    *timestamp.Time // it was undone
}

const selectEntry = `SELECT id, user_id, kind, name, things, made_at, expires_at, done_at FROM undos`

func scan(row store.Row) (e Entry, err error) {
	var kind string
	err = row.Scan(&e.ID, &e.UserID, &kind, &e.Name, &e.Count, &e.MadeAt, &e.ExpiresAt, &e.DoneAt)
	e.Kind = Kind(kind)
	return e, err
}

const visible = ` WHERE space_id = $1 AND (NOT own OR user_id = $2)`

// Recent lists the changes of a space whose time is not over, those of others too, the newest first.
func (u *Undos) Recent(ctx context.Context, by By) (_ []Entry, err error) {
	defer fault.Wrap(&err, "undo.Recent")

	return store.List(ctx, u.db.Read(), scan, selectEntry+visible+` AND expires_at > $3 ORDER BY id DESC`, by.SpaceID,
		by.UserID, u.db.Now())
}

// Undo puts back what a change took away, all of it or nothing. One of another space is NotFound; one that was undone already, whose time
// is over, or that something stands in the way of is a fault that says so.
func (u *Undos) Undo(ctx context.Context, by By, entryID string) (e Entry, err error) {
	defer fault.Wrap(&err, "undo.Undo")

	ctx = With(ctx, nil) // undoing is no change that is kept
	err = u.db.InTx(ctx, func(tx *store.Tx) error {
		e, err = scan(tx.QueryRow(ctx, selectEntry+visible+`
			AND id = $3`+tx.ForUpdate(), by.SpaceID, by.UserID, entryID)) // of two at once the second sees it done
		switch {
		case errors.Is(err, store.ErrNoRows):
			return fault.NotFound("change", entryID)
		case err != nil:
			return err
		case e.DoneAt != nil:
			return fault.New(fault.Duplicate).Why("undo_done")
		case !tx.Now.Before(e.ExpiresAt.Time):
			return fault.New(fault.Duplicate).Why("undo_late")
		}
		restore, ok := u.restores[e.Kind]
		if !ok {
			return fmt.Errorf("nothing restores %s", e.Kind)
		}
		was, err := store.One[string](tx.QueryRow(ctx, `SELECT was FROM undos WHERE id = $1`, entryID))
		if err != nil {
			return err
		}
		if err := restore(ctx, tx, Undoing{by, e.MadeAt}, []byte(was)); err != nil {
			return err
		}
		now := tx.Now
		e.DoneAt = &now
		_, err = tx.Exec(ctx, `UPDATE undos SET done_at = $2, was = '' WHERE id = $1`, entryID, tx.Now)
		return err
	})
	return e, err
}

// Purge forgets what was there once it cannot be put back, and a day later that there was a change.
func (u *Undos) Purge(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "undo.Purge")

	return u.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE undos SET was = '' WHERE expires_at <= $1 AND was <> ''`, tx.Now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM undos WHERE expires_at <= $1`, tx.Now.Add(-shownFor))
		return err
	})
}
