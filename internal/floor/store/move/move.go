// Package move carries an installation from the embedded database to PostgreSQL: every row of every table that both know, by one
// transaction of the target, which is kept only after both databases were read again and found to say the same. A move that is
// interrupted leaves the target empty, and starts over.
//
// It derives tables, columns and their order from the databases, and knows the meaning of none of them. What differs between
// the engines is described by the package that owns the table: see Table.
package move

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"renown/internal/floor/store"
)

// Move is a move from one database to another.
type Move struct {
	Source   *store.DB // SQLite; no other process has it open
	Target   *store.DB // PostgreSQL; empty
	To       string    // the target, as it may be shown
	Jobs     Table     // the jobs that wait
	KeepOpen bool      // the source may be used afterwards all the same
	// Progress is told at the end of each table, and again and again on the way; may be nil.
	Progress func(Step)
}

// Step is how far a move is with one table.
type Step struct {
	Comparing   bool // else copying
	Table       string
	Rows, Total int64 // done so far, of the source's rows
}

// tellEvery is after how many rows of a table it is told how far a move is.
const tellEvery = 10000

// Run moves and compares. The source is marked as moved when nothing differs; a Difference says what does, and then the target is
// left empty.
func (m *Move) Run(ctx context.Context) (report Result, err error) {
	if err := m.checkSource(ctx); err != nil {
		return report, err
	}
	if err := m.seize(); err != nil {
		return report, err
	}
	unlock, err := m.Target.LockServer(ctx, "move")
	if errors.Is(err, store.ErrLocked) {
		return report, errors.New("another move into the target is going on")
	}
	if err != nil {
		return report, err
	}
	defer unlock()
	earlier, err := m.Source.ReadMoved()
	if err != nil {
		return report, err
	}
	if earlier != nil && earlier.EndedAt != nil && !earlier.Open {
		return report, fmt.Errorf("%s was moved to %s at %s already; to move it again, remove %s", m.Source.Folder(),
			earlier.To, earlier.EndedAt, m.Source.MovedFile())
	}
	if err := m.readyTarget(ctx); err != nil {
		return report, err
	}
	note := store.Moved{To: m.To, BeganAt: m.Source.Now(), Open: m.KeepOpen}
	// A transaction of the source that writes nothing: it keeps others from writing what would be left behind.
	err = m.Source.InTx(ctx, func(source *store.Tx) error {
		return m.Target.InTx(ctx, func(target *store.Tx) (err error) {
			report, err = m.carryTx(ctx, source, target, earlier)
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			return m.Source.WriteMoved(note) // before the target is there: from here on the source serves no more
		})
	})
	if err != nil && ctx.Err() != nil {
		return Result{}, fmt.Errorf("interrupted, and nothing was moved: %w", ctx.Err())
	}
	if err != nil {
		return report, err
	}
	now := m.Source.Now()
	note.EndedAt = &now
	return report, m.Source.WriteMoved(note)
}

// Verify compares the two databases and changes neither.
func (m *Move) Verify(ctx context.Context) (report Result, err error) {
	if err := m.checkSource(ctx); err != nil {
		return report, err
	}
	v, err := m.Target.SchemaVersion(ctx)
	if err != nil {
		return report, err
	}
	if errors.Is(v.Err(), store.ErrEarly) {
		return report, fmt.Errorf("the target: %w", v.Err())
	}
	if v.Database != v.Program || v.QueueDatabase != v.QueueProgram {
		return report, fmt.Errorf("the target has schema version %d, the source %d: there is nothing to compare", v.Database, v.Program)
	}
	err = m.Source.View(ctx, func(source store.Querier) error {
		return m.Target.View(ctx, func(target store.Querier) error {
			list, err := m.plan(ctx, source)
			if err != nil {
				return err
			}
			report, err = m.compare(ctx, source, target, list)
			return err
		})
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
	case errors.Is(v.Err(), store.ErrEarly):
		return fmt.Errorf("the source: %w", v.Err())
	case v.Database > v.Program || v.QueueDatabase > v.QueueProgram:
		return fmt.Errorf("the source has schema version %d, this program knows up to %d; install a newer renown", v.Database, v.Program)
	case !v.Current():
		return fmt.Errorf("the source has schema version %d, this program needs %d: run `renown migrate --data %s` first", v.Database, v.Program, m.Source.Folder())
	}
	return nil
}

// seize refuses a source that any other process has open.
func (m *Move) seize() error {
	err := m.Source.Seize()
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("%s is in use, stop the server and other commands first: %w", m.Source.Folder(), err)
	}
	return err
}

// carryTx fills the target and compares. One that a move has filled which ended before it could tell the source is only compared.
func (m *Move) carryTx(ctx context.Context, source, target *store.Tx, earlier *store.Moved) (report Result, err error) {
	list, err := m.plan(ctx, source)
	if err != nil {
		return report, err
	}
	filled, err := lockTx(ctx, target, list)
	if err != nil {
		return report, err
	}
	if filled != "" && (earlier == nil || earlier.EndedAt != nil) {
		return report, fmt.Errorf("the target is not empty: there are rows in %s", filled)
	}
	if filled == "" {
		if err := m.fillTx(ctx, source, target, list); err != nil {
			return report, err
		}
	}
	return m.compare(ctx, source, target, list)
}

func (m *Move) fillTx(ctx context.Context, source, target *store.Tx, list []*Table) error {
	if err := clearTx(ctx, target, list); err != nil {
		return err
	}
	for _, t := range list {
		if err := m.copyTx(ctx, source, target, t); err != nil {
			return fmt.Errorf("copying %s: %w", t.Name, err)
		}
		if err := settleTx(ctx, target, t); err != nil {
			return fmt.Errorf("settling %s: %w", t.Name, err)
		}
	}
	return nil
}

func (m *Move) tell(s Step) {
	if m.Progress != nil {
		m.Progress(s)
	}
}
