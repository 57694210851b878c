// Package reading keeps what assistants answered and what was read in it, and the figures of each day that follow.
//
// It owns the tables answers, answer_texts, readings, findings, days, changed_days, months, which are made from days to be read quickly,
// and failures. Whose names are
// looked for, callers tell: it knows neither brands nor runs but by their ids. Findings are a pure function of
// (answer, names): when names or the reader change, a brand's
// history is read again beside the figures in use, which the new ones then replace at once. It asks no assistant.
package reading

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/cache"
	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/answer"
	"renown/internal/tool/assistant"
)

// Definitions is the version of what is counted. Two figures of different versions are not compared: see docs/statistics.md.
const Definitions = 2

// version is that of the reader and of what is kept of each answer: a history that was read by another is read again.
const version = answer.Version*100 + Definitions

// Findings is the room's door for everybody else.
type Findings struct {
	db      *store.DB
	options Options
	readers *cache.Cache[*namedReader]
}

// Options are what the room works with.
type Options struct {
	Queue *queue.Queue
	Judge Judge // nil: the reader's own judgement stands
	// Retention is how long the texts of answers are kept; 0 is for ever.
	Retention time.Duration
}

// New returns the room over db.
func New(db *store.DB, options Options) *Findings {
	return &Findings{db: db, options: options, readers: newReaders(readersBytes)}
}

// Returned is a source that came with an answer.
type Returned struct {
	URL   string `json:"url"`
	Title string `json:"title"`
	Cited bool   `json:"cited"` // the platform says that the answer rests on it
}

// Task is what an answer answers, and how it came about.
type Task struct {
	ID, BrandID                        string
	Platform, PromptID, TopicID, Stage string
	Types                              []string
	Mode                               string // empty means search
	Model                              string // that answered, as far as the platform tells
	Finish                             string // why it stopped
	At                                 timestamp.Time
}

// cut tells whether the answer ends where the platform's limit was reached: what it would have named is not known.
func (t Task) cut() bool { return t.Finish == string(assistant.FinishLength) }

// Answered is an answer as it is to be read.
type Answered struct {
	Task
	Text, Question string
	Sources        []Returned
}

// Prepared is an answer read, ready to be recorded. Reading is done before the transaction that stores the answer.
type Prepared struct {
	Answered
	found map[string]Found // by names
}

// Prepare reads an answer with the names of every live reading of its brand.
func (f *Findings) Prepare(ctx context.Context, a Answered) (_ *Prepared, err error) {
	defer fault.Wrap(&err, "reading.Prepare")

	p := &Prepared{Answered: a, found: map[string]Found{}}
	readings, err := store.List(ctx, f.db.Read(), scanLive, selectLive, a.BrandID)
	if err != nil {
		return nil, err
	}
	for _, l := range readings {
		found, err := f.readInTurn(ctx, l.names, a)
		if err != nil {
			return nil, err
		}
		if f.options.Judge != nil {
			f.options.Judge.apply(ctx, a.Text, f.reader(l.names).brand, &found)
		}
		p.found[l.names] = found
	}
	return p, nil
}

// RecordTx stores what was found in answers of one brand and moves the day's figures, in every live reading of the brand, but one that
// was opened since Prepare: nothing was read in that yet, so it comes to these answers by itself. Reading takes long with many names,
// and others wait for the transaction.
func (f *Findings) RecordTx(ctx context.Context, tx *store.Tx, list ...*Prepared) (err error) {
	defer fault.Wrap(&err, "reading.RecordTx")

	if len(list) == 0 {
		return nil
	}
	brandID := list[0].BrandID
	readings, err := f.liveTx(ctx, tx, brandID)
	if err != nil {
		return err
	}
	if err := readTx(ctx, tx, list); err != nil {
		return err
	}
	tasks := make([]Task, len(list))
	for i, p := range list {
		p.At = tx.Now // as the answer's
		tasks[i] = p.Task
	}
	if err := changedTx(ctx, tx, brandID, day.Of(tx.Now.Time)); err != nil {
		return err
	}
	for _, l := range readings {
		if l.building && l.before == nil && !known(l.names, list) {
			if err := awaitTx(ctx, tx, brandID, l.generation, len(list)); err != nil {
				return err
			}
			continue
		}
		found, err := f.foundBy(ctx, l.names, list)
		if err != nil {
			return err
		}
		opened, err := recordTx(ctx, tx, l.generation, tasks, found)
		if err != nil {
			return err
		}
		if l.building { // adds its months up at the end
			continue
		}
		t := newTally(brandID, l.generation)
		for _, row := range opened {
			for range 2 { // the days since the last one, and maybe a month one of whose days has changed
				if _, err := t.rollTx(ctx, tx, row); err != nil {
					return err
				}
			}
		}
		if len(opened) > 0 {
			if _, err := t.packSearchesTx(ctx, tx); err != nil {
				return err
			}
		}
	}
	return countTx(ctx, tx, brandID, len(list))
}

// known tells whether all answers were read with these names.
func known(names string, list []*Prepared) bool {
	for _, p := range list {
		if _, ok := p.found[names]; !ok {
			return false
		}
	}
	return true
}

// awaitTx counts answers that a reading is still to come to; a batch read from the count before begins anew.
func awaitTx(ctx context.Context, tx *store.Tx, brandID string, generation int64, n int) error {
	_, err := tx.Exec(ctx, `UPDATE readings SET total = total + $3 WHERE brand_id = $1 AND generation = $2`, brandID, generation, n)
	return err
}

// foundBy is what a reader of these names found, now where Prepare did not know them.
func (f *Findings) foundBy(ctx context.Context, names string, list []*Prepared) (found []Found, err error) {
	found = make([]Found, len(list))
	for i, p := range list {
		have, ok := p.found[names]
		if !ok {
			if have, err = f.read(ctx, names, p.Answered); err != nil {
				return nil, err
			}
		}
		found[i] = have
	}
	return found, nil
}

// recordTx stores what was found in answers of one brand and moves the figures of a reading. It tells the platforms whose day
// began with it.
func recordTx(ctx context.Context, tx *store.Tx, generation int64, tasks []Task, found []Found) (opened []string, err error) {
	if len(tasks) == 0 {
		return nil, nil
	}
	if err := store.InsertRows(ctx, tx, insertFindings, rowsOf(generation, tasks, found)); err != nil {
		return nil, err
	}
	t := newTally(tasks[0].BrandID, generation)
	for i, task := range tasks {
		t.add(task, found[i])
	}
	err = t.flushTx(ctx, tx)
	return t.opened, err
}

// countTx counts answers or a failure at the brand's reading in use, in the transaction that moves its figures: as long as
// generation and count stay the same, so do the figures. For a reading that is being built the same column tells how far
// that has come.
func countTx(ctx context.Context, tx *store.Tx, brandID string, n int) error {
	_, err := tx.Exec(ctx, `UPDATE readings SET done = done + $2 WHERE brand_id = $1 AND status = 'current'`, brandID, n)
	return err
}

// live is a reading that answers are recorded in: the current one, and the one being built.
type live struct {
	generation int64
	version    int64
	names      string
	building   bool
	before     *string
	total      int64 // answers that it is to come to
}

func (l live) outdated(names string) bool { return l.names != names || l.version != version }

func scanLive(row store.Row) (l live, err error) {
	var status string
	err = row.Scan(&l.generation, &l.version, &l.names, &status, &l.before, &l.total)
	l.building = status == "building"
	return l, err
}

const selectLive = `SELECT generation, version, names, status, before_id, total FROM readings WHERE brand_id = $1 AND status IN ('current', 'building') ORDER BY generation`

// ErrUnopened says that a brand has no reading yet: OpenTx opens it.
var ErrUnopened = errors.New("nothing of the brand was read yet")

// liveTx locks a brand's live readings. There is none before OpenTx.
func (f *Findings) liveTx(ctx context.Context, tx *store.Tx, brandID string) ([]live, error) {
	readings, err := store.List(ctx, tx, scanLive, selectLive+tx.ForUpdate(), brandID)
	if err != nil {
		return nil, err
	}
	if len(readings) == 0 {
		return nil, ErrUnopened
	}
	if tx.ForUpdate() == "" { // the transaction has the database to itself: it waited for no lock
		return readings, nil
	}
	// A statement of its own: only now does it see a reading that was begun while this one waited for the lock.
	return store.List(ctx, tx, scanLive, selectLive+tx.ForUpdate(), brandID)
}

// OpenedTx tells whether a brand has a reading. It locks none: a brand that has one keeps one, and a transaction that
// stores answers holds the lock.
func (f *Findings) OpenedTx(ctx context.Context, tx *store.Tx, brandID string) (_ bool, err error) {
	defer fault.Wrap(&err, "reading.OpenedTx")

	return store.One[bool](tx.QueryRow(ctx,
		`SELECT EXISTS (SELECT 1 FROM readings WHERE brand_id = $1 AND status IN ('current', 'building'))`, brandID))
}

// OpenTx opens a brand's first reading with the names as they are, which the caller keeps from being changed: the brand first,
// then its competitors. A run does so when it is created, so that answers need not wait for those who change names.
func (f *Findings) OpenTx(ctx context.Context, tx *store.Tx, brandID string, names []answer.Entity) (err error) {
	defer fault.Wrap(&err, "reading.OpenTx")

	_, err = tx.Exec(ctx, `INSERT INTO readings (brand_id, generation, version, names, status, created_at)
		SELECT CAST($1 AS TEXT), COALESCE((SELECT max(generation) FROM readings WHERE brand_id = $1), 0) + 1, CAST($2 AS BIGINT), CAST($3 AS TEXT), 'current', CAST($4 AS BIGINT)
		WHERE NOT EXISTS (SELECT 1 FROM readings WHERE brand_id = $1 AND status IN ('current', 'building'))`,
		brandID, version, text(names), tx.Now)
	return err
}
