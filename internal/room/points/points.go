// Package points is the ledger of publishing points: what every account was granted, holds, spent and got back.
//
// It owns the tables points_accounts and points_entries. Entries are appended and never changed; an account's balance is
// their sum, never negative, and kept in a row that is locked while anything is decided by it. It knows neither tiers nor
// orders: a plan says which cycle it is and what that is worth, an order is an id that holds points once and then either
// releases or captures them.
package points

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Kind is what an entry does.
type Kind string

// The kinds. A hold takes points out of the balance; a release puts them back, a capture keeps them for good.
const (
	Grant   Kind = "grant"
	Hold    Kind = "hold"
	Release Kind = "release"
	Capture Kind = "capture"
	Expire  Kind = "expire"
	Adjust  Kind = "adjust"
)

// Ledger is the room's door for everybody else.
type Ledger struct {
	db    *store.DB
	moved func(Kind, int64)
}

// New returns the room over db.
func New(db *store.DB) *Ledger { return Watched(db, func(Kind, int64) {}) }

// Watched is New with a function that is told of every entry once it is kept: its kind, and how many points it moved, into
// the balance or out of it or, when they are captured, out of what is held. moved may count; it asks nothing.
func Watched(db *store.DB, moved func(kind Kind, points int64)) *Ledger { return &Ledger{db, moved} }

// Cycle is the month in which points are granted, and in which what is left of them lapses. The end is not included.
type Cycle struct {
	Start timestamp.Time `json:"cycle_start"`
	End   timestamp.Time `json:"cycle_end"`
}

// Figures are an account's points. Granted, Used and Refunded count what happened in the cycle; Held is of any.
type Figures struct {
	Granted  int64 `json:"granted"`
	Used     int64 `json:"used"`
	Held     int64 `json:"held"`
	Refunded int64 `json:"refunded"`
	Balance  int64 `json:"balance"`
}

// All is what was used, is held and is left.
func (f Figures) All() int64 { return f.Used + f.Held + f.Balance }

// Beside is how many of All did not come by the cycle's grant: operators adjusted, or an order of an earlier cycle still holds them.
func (f Figures) Beside() int64 { return f.All() - f.Granted }

// Account is what a user has.
type Account struct {
	UserID string `json:"user_id"`
	Cycle
	Figures

	entries int64
}

const accountColumns = `user_id, balance, held, entries, cycle_start, cycle_end, granted, used, refunded`

func scanAccount(row store.Row) (a Account, err error) {
	err = row.Scan(&a.UserID, &a.Balance, &a.Held, &a.entries, &a.Start, &a.End, &a.Granted, &a.Used, &a.Refunded)
	return a, err
}

// Joined are the columns of an account in a statement that has it as a, by a LEFT JOIN; Joined scans them.
const Joined = `COALESCE(a.user_id, ''), COALESCE(a.balance, 0), COALESCE(a.held, 0), COALESCE(a.entries, 0), COALESCE(a.cycle_start, 0), COALESCE(a.cycle_end, 0),
	COALESCE(a.granted, 0), COALESCE(a.used, 0), COALESCE(a.refunded, 0)`

// Joined are the places of the columns Joined. Without an account its UserID stays empty.
func (a *Account) Joined() []any {
	return []any{&a.UserID, &a.Balance, &a.Held, &a.entries, &a.Start, &a.End, &a.Granted, &a.Used, &a.Refunded}
}

// Find reads an account as it was left. False: nothing was ever written about it.
func (l *Ledger) Find(ctx context.Context, userID string) (_ Account, _ bool, err error) {
	defer fault.Wrap(&err, "points.Find")

	a, err := scanAccount(l.db.Read().QueryRow(ctx, `SELECT `+accountColumns+` FROM points_accounts WHERE user_id = $1`, userID))
	if errors.Is(err, store.ErrNoRows) {
		return a, false, nil
	}
	return a, err == nil, err
}

// Entry is one line of the ledger as its owner sees it.
type Entry struct {
	ID           string         `json:"id"`
	Kind         Kind           `json:"kind"`
	Points       int64          `json:"points"` // signed
	Captured     int64          `json:"-"`      // what a capture kept of what was held; its Points are 0
	BalanceAfter int64          `json:"balance_after"`
	OrderID      *string        `json:"order_id"`
	Note         string         `json:"note"` // a code, or "code:argument"
	CreatedAt    timestamp.Time `json:"created_at"`
}

// Paging is which part of a list is wanted; the first is number 1.
type Paging = store.Paging

// Entries pages through a user's entries, newest first, and counts them.
func (l *Ledger) Entries(ctx context.Context, userID string, page Paging) (list []Entry, total int64, err error) {
	defer fault.Wrap(&err, "points.Entries")

	err = l.db.View(ctx, func(q store.Querier) error {
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM points_entries WHERE user_id = $1`, userID)); err != nil {
			return err
		}
		list, err = store.List(ctx, q, scanEntry, `SELECT id, kind, points, CASE WHEN kind = 'capture' THEN -held
			ELSE 0 END, balance_after, order_id, note, created_at FROM points_entries
			WHERE user_id = $1 ORDER BY number DESC LIMIT $2 OFFSET $3`, userID, page.Size, page.Offset())
		return err
	})
	return list, total, err
}

// entriesAtOnce is how many entries an export has in memory.
const entriesAtOnce = 500

// Export calls do for each of a user's entries, the oldest first. A part is read at a time.
func (l *Ledger) Export(ctx context.Context, userID string, do func(Entry) error) (err error) {
	defer fault.Wrap(&err, "points.Export")

	for after := int64(0); ; {
		list, err := store.List(ctx, l.db.Read(), func(row store.Row) (e Entry, err error) {
			err = row.Scan(&after, &e.ID, &e.Kind, &e.Points, &e.BalanceAfter, &e.OrderID, &e.Note, &e.CreatedAt)
			return e, err
		}, `SELECT number, id, kind, points, balance_after, order_id, note, created_at FROM points_entries
			WHERE user_id = $1 AND number > $2 ORDER BY number LIMIT $3`, userID, after, entriesAtOnce)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := do(e); err != nil {
				return err
			}
		}
		if len(list) < entriesAtOnce {
			return nil
		}
	}
}

func scanEntry(row store.Row) (e Entry, err error) {
	err = row.Scan(&e.ID, &e.Kind, &e.Points, &e.Captured, &e.BalanceAfter, &e.OrderID, &e.Note, &e.CreatedAt)
	return e, err
}
