// Package undo keeps for ten minutes what a change took away, so that it can be put back. A room writes what was there in the transaction
// of the change (KeepTx) and says how it is put back (Restore); this package decides who may ask for it, until when, and only once.
//
// It owns the table undos. It knows no kind of change: a room names its kinds and says in its Restores how each is put back. What a room
// packs is not read here.
//
// Nothing is kept unless the context asks for it (With), as the console does for the forms that people send.
package undo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Lasts is how long a change can be undone.
const Lasts = 10 * time.Minute

const (
	perSpace = 50             // changes of a space that are kept at a time: the oldest go
	allBytes = 16 << 20       // and what they pack together; the newest stays, however large
	shownFor = 24 * time.Hour // how long it is still known that a change was there, so that "too late" can be said
	nameMax  = 120            // bytes of a name that are kept
)

// Kind is what was done, as the room that does it names it.
type Kind string

// Change is what a room keeps of what it did.
type Change struct {
	SpaceID, UserID string
	Kind            Kind
	Name            string // of the thing, or of the first of several
	Count           int
	Own             bool // visible to the user who made it alone
	Was             any  // packed as JSON, for the Restore of the kind
}

// Slip is where a request finds which change of its own can be undone.
type Slip struct{ ID string }

type slipKey struct{}

// With asks for changes that are made under ctx to be kept; slip tells the last of them.
func With(ctx context.Context, slip *Slip) context.Context {
	return context.WithValue(ctx, slipKey{}, slip)
}

// Wanted tells whether changes under ctx are kept, for who would have to read what was there only to keep it.
func Wanted(ctx context.Context) bool {
	slip, _ := ctx.Value(slipKey{}).(*Slip)
	return slip != nil
}

// KeepTx keeps a change in its own transaction, if the context asks for it. Of the changes of a space the newest are kept.
func KeepTx(ctx context.Context, tx *store.Tx, c Change) error {
	slip, _ := ctx.Value(slipKey{}).(*Slip)
	if slip == nil {
		return nil
	}
	was, err := json.Marshal(c.Was)
	if err != nil {
		return fmt.Errorf("pack %s: %w", c.Kind, err)
	}
	slip.ID = id.New("und", tx.Now.Time)
	_, err = tx.Exec(ctx, `INSERT INTO undos (id, space_id, user_id, kind, name, things, own, was, made_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		slip.ID, c.SpaceID, c.UserID, string(c.Kind), clip(c.Name), int64(c.Count), c.Own, string(was), tx.Now, tx.Now.Add(Lasts))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM undos WHERE id <> $4 AND id IN (SELECT id FROM (
			SELECT id, row_number() OVER (ORDER BY id DESC) AS number, sum(octet_length(was)) OVER (ORDER BY id DESC) AS bytes
			FROM undos WHERE space_id = $1) AS newest
		WHERE number > $2 OR bytes > $3)`, c.SpaceID, int64(perSpace), int64(allBytes), slip.ID)
	return err
}

// clip cuts a name between two characters.
func clip(name string) string {
	end := 0
	for i, r := range name {
		if end = i + len(string(r)); end > nameMax {
			return name[:i]
		}
	}
	return name
}

// By is who undoes a change, and in which space.
type By struct{ SpaceID, UserID string }

// Undoing is who undoes a change, and when the change was made.
type Undoing struct {
	By
	MadeAt timestamp.Time
}

// Restore puts back what a change took away, under the locks and limits that held for making it. was is what KeepTx packed.
type Restore func(ctx context.Context, tx *store.Tx, of Undoing, was []byte) error

// Unpacked is a Restore for what was packed from a value of T.
func Unpacked[T any](restore func(ctx context.Context, tx *store.Tx, of Undoing, was T) error) Restore {
	return func(ctx context.Context, tx *store.Tx, of Undoing, packed []byte) error {
		var was T
		if err := json.Unmarshal(packed, &was); err != nil {
			return err
		}
		return restore(ctx, tx, of, was)
	}
}

// Changed is the refusal of a Restore that finds something else than its change had left.
func Changed() error { return fault.New(fault.Duplicate).Why("undo_changed") }

// Orphaned makes of a NotFound the refusal that what the thing belonged to is gone.
func Orphaned(err error) error {
	if fault.Is(err, fault.NoSuchThing) {
		return fault.New(fault.Duplicate).Why("undo_orphaned")
	}
	return err
}

// Row is a record with the moment of its making to the microsecond: JSON has it to the millisecond, and lists are sorted by it.
type Row[T any] struct {
	Record T     `json:"record"`
	Made   int64 `json:"made"` // Unix microseconds
}

// RowOf packs a record.
func RowOf[T any](record T, made timestamp.Time) Row[T] { return Row[T]{record, made.UnixMicro()} }

// MadeAt is when the record was made.
func (r Row[T]) MadeAt() timestamp.Time { return timestamp.Of(time.UnixMicro(r.Made)) }
