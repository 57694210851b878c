// Package move carries an installation from the embedded database to PostgreSQL: every row of every table that both know, in
// batches that are kept together with how far they are, so that a move that was interrupted at any moment goes on when it is
// called again. A move counts only after both databases were read again and found to say the same.
//
// It derives tables, columns and their order from the databases, and knows the meaning of none of them. What differs between
// the engines is described by whoever owns the table: see Table.
package move

import (
	"context"
	"errors"
	"fmt"
	"time"

	"renown/internal/floor/id"
	"renown/internal/floor/store"
)

// Move is a move from one database to another.
type Move struct {
	Source *store.DB // SQLite; nobody else has it open
	Target *store.DB // PostgreSQL; empty, or left by the same move
	To     string    // the target, as it may be shown
	Jobs   Table     // the jobs that wait
	// BatchRows is how many rows go over at a time, 2,000 by default; fewer when they are large.
	BatchRows int
	KeepOpen  bool // the source may be used afterwards all the same
	// Progress is told after each batch, and again and again while databases are compared; may be nil.
	Progress func(Step)
}

// Step is how far a move is with one table.
type Step struct {
	Comparing   bool // else copying
	Table       string
	Rows, Total int64 // done so far, of the source's rows
}

const (
	batchRows  = 2000
	batchBytes = 8 << 20 // of values in memory, after which a batch is closed
)

// Run moves, or goes on with a move that was interrupted, and compares. The source is marked as moved and the target as
// complete when nothing differs; a Difference says what does.
func (m *Move) Run(ctx context.Context) (Report, error) {
	if err := m.checkSource(ctx); err != nil {
		return Report{}, err
	}
	if err := m.seize(); err != nil {
		return Report{}, err
	}
	unlock, err := m.Target.LockServer(ctx, "move")
	if errors.Is(err, store.ErrLocked) {
		return Report{}, errors.New("another move into the target is going on")
	}
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	note, err := m.begin(ctx)
	if err != nil {
		return Report{}, err
	}
	var report Report
	// A transaction that writes nothing: it keeps others from writing what would be left behind.
	err = m.Source.InTx(ctx, func(tx *store.Tx) error {
		report, err = m.carry(ctx, tx, note.ID)
		return err
	})
	if ctx.Err() != nil {
		return Report{}, fmt.Errorf("interrupted; the same command goes on from here: %w", ctx.Err())
	}
	if err != nil {
		return report, err
	}
	return report, m.finish(ctx, note)
}

// Verify compares the two databases and changes neither.
func (m *Move) Verify(ctx context.Context) (report Report, err error) {
	if err := m.checkSource(ctx); err != nil {
		return report, err
	}
	v, err := m.Target.SchemaVersion(ctx)
	if err != nil {
		return report, err
	}
	if v.Database != v.Program || v.QueueDatabase != v.QueueProgram {
		return report, fmt.Errorf("the target has schema version %d, the source %d: there is nothing to compare", v.Database, v.Program)
	}
	err = m.Source.View(ctx, func(q store.Querier) error {
		list, err := m.plan(ctx, q)
		if err != nil {
			return err
		}
		report, err = m.compare(ctx, q, list)
		return err
	})
	return report, err
}

// checkSource refuses a source that is not exactly as this program knows it.
func (m *Move) checkSource(ctx context.Context) error {
	if m.Source.Dialect() != store.SQLite || m.Target.Dialect() != store.Postgres {
		return errors.New("a move goes from an embedded database (sqlite:FOLDER) to PostgreSQL (postgres://…)")
	}
	v, err := m.Source.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	switch {
	case v.Database > v.Program || v.QueueDatabase > v.QueueProgram:
		return fmt.Errorf("the source has schema version %d, this program knows up to %d; install a newer renown", v.Database, v.Program)
	case !v.Current():
		return fmt.Errorf("the source has schema version %d, this program needs %d: run `renown migrate --data %s` first", v.Database, v.Program, m.Source.Folder())
	}
	return nil
}

// seize refuses a source that any other process has open. The second lock is for programs that know only that one.
func (m *Move) seize() error {
	err := m.Source.Seize()
	if err == nil {
		var unlock func()
		if unlock, err = m.Source.LockFolder("worker"); err == nil {
			unlock() // who comes now is refused by the first lock
		}
	}
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("%s is in use, stop the server and other commands first: %w", m.Source.Folder(), err)
	}
	return err
}

// begin finds out whether this goes on with an earlier move, readies the target and leaves the note at the source.
func (m *Move) begin(ctx context.Context) (store.Moved, error) {
	left, err := m.unfinished(ctx)
	if err != nil {
		return store.Moved{}, err
	}
	earlier, err := m.Source.ReadMoved()
	if err != nil {
		return store.Moved{}, err
	}
	note := store.Moved{ID: id.New("move", time.Now()), BeganAt: m.Source.Now()}
	switch {
	case left != "" && (earlier == nil || earlier.ID != left):
		return note, errors.New("the target holds an unfinished move from another source; empty it first")
	case left == "" && earlier != nil && earlier.EndedAt != nil && !earlier.Open:
		return note, fmt.Errorf("%s was moved to %s at %s already; to move it again, remove %s", m.Source.Folder(), earlier.To, earlier.EndedAt, m.Source.MovedFile())
	case earlier != nil && (left != "" || earlier.EndedAt == nil):
		note = *earlier
	}
	if err := m.readyTarget(ctx, left != ""); err != nil {
		return note, err
	}
	note.To, note.Open = m.To, m.KeepOpen
	return note, m.Source.WriteMoved(note)
}

func (m *Move) plan(ctx context.Context, source store.Querier) ([]*Table, error) {
	list, err := plan(ctx, source, m.Target.Read())
	if err != nil {
		return nil, err
	}
	return append(list, &m.Jobs), nil
}

// carry copies what is not there yet, and compares.
func (m *Move) carry(ctx context.Context, source store.Querier, moveID string) (report Report, err error) {
	list, err := m.plan(ctx, source)
	if err != nil {
		return report, err
	}
	places, err := m.progress(ctx, moveID, list)
	if err != nil {
		return report, err
	}
	for _, t := range list {
		if err := m.copy(ctx, source, t, places[t.Name]); err != nil {
			return report, fmt.Errorf("copying %s: %w", t.Name, err)
		}
	}
	if err := m.settle(ctx, list); err != nil {
		return report, err
	}
	return m.compare(ctx, source, list)
}

// finish tells first the source, then the target: a call that comes between finds an unfinished move, and ends it.
func (m *Move) finish(ctx context.Context, note store.Moved) error {
	now := m.Source.Now()
	note.EndedAt = &now
	if err := m.Source.WriteMoved(note); err != nil {
		return err
	}
	return m.Target.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, "DROP TABLE "+store.MoveTable)
		return err
	})
}

func (m *Move) tell(s Step) {
	if m.Progress != nil {
		m.Progress(s)
	}
}
