package points

import (
	"context"
	"errors"
	"fmt"
	"math"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Book is an account that is locked until the transaction ends, with its cycle up to date. Only through it points move.
type Book struct {
	Account
	tx    *store.Tx
	moved func(Kind, int64)
}

// Terms are what a plan says about now: the cycle, and the points it is worth. 0 grants nothing.
type Terms struct {
	Cycle
	Points  int64
	AtStart int64          // what the cycle was worth when it began: the first look may come after the plan has ended
	Since   timestamp.Time // when the cycle or, in its first, the plan began: what was due then is dated so
}

// OpenTx locks a user's account and brings it into the present cycle: what was left of an earlier one lapses, dated at its
// end, and the present one is granted once. More points than were granted in it are made up for at once, fewer count from
// the next cycle on. The caller holds a lock under which the terms cannot change.
func (l *Ledger) OpenTx(ctx context.Context, tx *store.Tx, userID string, terms Terms) (_ *Book, err error) {
	defer fault.Wrap(&err, "points.OpenTx")

	b := &Book{tx: tx, moved: l.moved}
	b.Account, err = scanAccount(tx.QueryRow(ctx, `SELECT `+accountColumns+` FROM points_accounts WHERE user_id = $1`+
		tx.ForUpdate(), userID))
	turned := false
	switch {
	case errors.Is(err, store.ErrNoRows):
		turned = true
		b.Account = Account{UserID: userID, Cycle: terms.Cycle}
		_, err = tx.Exec(ctx, `INSERT INTO points_accounts (`+accountColumns+
			`) VALUES ($1, 0, 0, 0, $2, $3, 0, 0, 0)`, userID, b.Start, b.End)
	case err == nil && b.Start.Before(terms.Start.Time):
		turned = true
		err = b.endCycle(ctx, terms.Cycle)
	}
	if err != nil {
		return nil, err
	}
	return b, b.grant(ctx, terms, turned)
}

// endCycle ends the cycle the account was left in. A node whose clock is behind never turns it back.
func (b *Book) endCycle(ctx context.Context, next Cycle) error {
	if b.Balance > 0 {
		if err := b.append(ctx, entry{kind: Expire, points: -b.Balance, note: NoteLapsed, at: b.End}); err != nil {
			return err
		}
	}
	b.Cycle, b.Granted, b.Used, b.Refunded = next, 0, 0, 0
	return b.save(ctx)
}

func (b *Book) grant(ctx context.Context, terms Terms, turned bool) error {
	worth, at := terms.Points, b.tx.Now
	if turned { // what was due at the cycle's start is granted and dated so, however late the look
		worth, at = max(worth, terms.AtStart), terms.Since
	}
	if worth <= b.Granted || b.Start.After(terms.Start.Time) {
		return nil
	}
	e := entry{kind: Grant, points: worth - b.Granted, note: NoteGranted, at: at}
	if b.Granted > 0 {
		e.note = NoteUpgraded
	}
	b.Granted = worth
	return b.append(ctx, e)
}

// Claim is what an order asks for.
type Claim struct {
	OrderID string
	Points  int64
}

// Hold takes the points of all claims out of the balance, or answers PointsShort and takes none.
func (b *Book) Hold(ctx context.Context, claims []Claim, note Note) (err error) {
	defer fault.Wrap(&err, "points.Hold")

	var required int64
	entries := make([]entry, len(claims))
	for i, c := range claims {
		if c.Points < 0 {
			return fmt.Errorf("points: order %s claims %d", c.OrderID, c.Points)
		}
		required = min(required, math.MaxInt64-c.Points) + c.Points
		entries[i] = entry{kind: Hold, points: -c.Points, held: c.Points, order: &c.OrderID, note: note, at: b.tx.Now}
	}
	if err := b.require(required); err != nil {
		return err
	}
	return b.append(ctx, entries...)
}

func (b *Book) require(points int64) error {
	if points <= b.Balance {
		return nil
	}
	short := points - b.Balance
	return fault.New(fault.PointsShort).
		Why("points_short", points, b.Balance, short).
		With("required", points).With("balance", b.Balance).With("shortfall", short)
}

// Release puts back what an order holds, into the present cycle. What was held in an earlier cycle and would lift the balance
// above twice the present grant lapses at once, by an entry of its own: points are not saved up by holding them over the end
// of a cycle. An order that holds nothing is an error: the room of orders sees to it that each ends once.
func (b *Book) Release(ctx context.Context, orderID string, note Note) (err error) {
	defer fault.Wrap(&err, "points.Release")

	held, since, err := b.heldBy(ctx, orderID)
	if err != nil {
		return err
	}
	b.Refunded += held
	entries := []entry{{kind: Release, points: held, held: -held, order: &orderID, note: note, at: b.tx.Now}}
	if over := min(b.Balance+held-2*b.Granted, held); since.Before(b.Start.Time) && over > 0 {
		entries = append(entries, entry{kind: Expire, points: -over, note: NoteOverdue, at: b.tx.Now})
	}
	return b.append(ctx, entries...)
}

// Capture keeps what an order holds for good.
func (b *Book) Capture(ctx context.Context, orderID string, note Note) (err error) {
	defer fault.Wrap(&err, "points.Capture")

	held, _, err := b.heldBy(ctx, orderID)
	if err != nil {
		return err
	}
	b.Used += held
	return b.append(ctx, entry{kind: Capture, held: -held, order: &orderID, note: note, at: b.tx.Now})
}

// heldBy is what an order took, and when the cycle began in which it did; that it was not given back already is left to the
// table, which refuses a second end.
func (b *Book) heldBy(ctx context.Context, orderID string) (held int64, since timestamp.Time, err error) {
	err = b.tx.QueryRow(ctx, `SELECT held, cycle_start FROM points_entries WHERE order_id = $1 AND kind = 'hold'
		AND user_id = $2`, orderID, b.UserID).
		Scan(&held, &since)
	if err != nil {
		return 0, since, fmt.Errorf("points: what order %s holds: %w", orderID, err)
	}
	return held, since, nil
}

// Adjust is an operator's correction. One that would leave less than nothing is PointsShort.
func (b *Book) Adjust(ctx context.Context, points int64, note Note) (err error) {
	defer fault.Wrap(&err, "points.Adjust")

	if points < 0 {
		if err := b.require(-points); err != nil {
			return err
		}
	}
	return b.append(ctx, entry{kind: Adjust, points: points, note: note, at: b.tx.Now})
}

type entry struct {
	kind         Kind
	points, held int64
	order        *string
	note         Note
	at           timestamp.Time
}

// append writes entries in their order and the account as it is after them.
func (b *Book) append(ctx context.Context, entries ...entry) error {
	rows := make([][]any, len(entries))
	for i, e := range entries {
		b.entries++
		b.Balance += e.points
		b.Held += e.held
		var granted *int64
		if e.kind == Grant {
			granted = &b.Granted
		}
		rows[i] = []any{
			id.New("pts", b.tx.Now.Time), b.UserID, b.entries, b.Start, string(e.kind), e.points, e.held, granted,
			b.Balance, e.order, string(e.note), e.at,
		}
	}
	err := store.InsertRows(ctx, b.tx, `INSERT INTO points_entries
		(id, user_id, number, cycle_start, kind, points, held, granted, balance_after, order_id, note, created_at)`, rows)
	if err != nil {
		return err
	}
	b.tx.OnCommit(func() {
		for _, e := range entries {
			b.moved(e.kind, e.size())
		}
	})
	return b.save(ctx)
}

// size is how many points an entry moves: a capture leaves the balance alone and takes them out of what is held.
func (e entry) size() int64 {
	if e.kind == Capture {
		return -e.held
	}
	return max(e.points, -e.points)
}

func (b *Book) save(ctx context.Context) error {
	_, err := b.tx.Exec(ctx, `UPDATE points_accounts SET balance = $2, held = $3, entries = $4, cycle_start = $5, cycle_end = $6,
		granted = $7, used = $8, refunded = $9 WHERE user_id = $1`,
		b.UserID, b.Balance, b.Held, b.entries, b.Start, b.End, b.Granted, b.Used, b.Refunded)
	return err
}
