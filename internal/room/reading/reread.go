package reading

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/turn"
	"renown/internal/tool/answer"
)

// rereadBatch is how many answers a transaction stores that were read again: writers wait for each other on the
// embedded database, also those of requests. It takes less than 10 ms; most of a day's answers together write each
// row of the day once.
const rereadBatch = 100

// RenamedTx begins to read a brand's history again when its names differ from those it was read with. It is called in the
// transaction that changes them, which has locked the brand. A reading that was being built with names that are old by
// now is dropped.
func (f *Findings) RenamedTx(ctx context.Context, tx *store.Tx, brandID string, named []answer.Entity) (err error) {
	defer fault.Wrap(&err, "reading.RenamedTx")

	readings, err := store.List(ctx, tx, scanLive, selectLive+tx.ForUpdate(), brandID)
	if err != nil || len(readings) == 0 {
		return err // nothing was ever read: the first answer will be read with the names as they are then
	}
	names := text(named)
	if !readings[len(readings)-1].outdated(names) {
		return nil
	}
	return f.buildTx(ctx, tx, brandID, names)
}

// Placing is a page that an order has placed, among all those of a brand.
type Placing struct {
	Pages []string
	Page  string
	Since timestamp.Time // when it was ordered; zero: it was known before
}

// lateMost is how far back answers are looked at that may have cited a page before its address was entered.
const lateMost = 30 * 24 * time.Hour

// PlacedTx gives the live readings of a brand, which the caller has locked, the pages that orders have placed, in place of those
// they know. What was read stays as it is, unless answers since the order cite the page already: then history is read again.
func (f *Findings) PlacedTx(ctx context.Context, tx *store.Tx, brandID string, p Placing) (err error) {
	defer fault.Wrap(&err, "reading.PlacedTx")

	readings, err := f.liveTx(ctx, tx, brandID)
	if errors.Is(err, ErrUnopened) {
		return nil // the first answer will be read with what there is then
	}
	if err != nil {
		return err
	}
	for i, l := range readings {
		var names []answer.Entity
		if err := json.Unmarshal([]byte(l.names), &names); err != nil || len(names) == 0 {
			return err
		}
		names[0].Placed = p.Pages
		if _, err := tx.Exec(ctx, `UPDATE readings SET names = $3 WHERE brand_id = $1 AND generation = $2`, brandID,
			l.generation, text(names)); err != nil {
			return err
		}
		if i < len(readings)-1 || p.Since.IsZero() || !slices.Contains(p.Pages, p.Page) {
			continue
		}
		since := tx.Now.Add(-lateMost)
		if p.Since.After(since.Time) {
			since = p.Since
		}
		cited, err := store.List(ctx, tx, store.One[string],
			`SELECT answer_id FROM findings WHERE brand_id = $1 AND generation = $2 AND at > $3 AND sources LIKE $4 ESCAPE '\' LIMIT 1`,
			brandID, l.generation, since, store.Containing(`"url":`+text("https://"+p.Page)))
		if err != nil {
			return err
		}
		if len(cited) > 0 {
			return f.buildTx(ctx, tx, brandID, text(names))
		}
	}
	return nil
}

// countRead counts the answers of a brand that were read at all.
const countRead = `(SELECT count(*) FROM answers WHERE brand_id = $1 AND answered_at IS NOT NULL)`

// buildTx opens a reading beside the current one, in place of any other that was being built. One in which nothing was read
// yet takes the new names itself; one that is given up does not keep its copy of them: many changes in a row leave two
// copies, not one each.
func (f *Findings) buildTx(ctx context.Context, tx *store.Tx, brandID, names string) error {
	n, err := tx.Exec(ctx, `UPDATE readings SET version = $2, names = $3, created_at = $4, total = `+countRead+`
		WHERE brand_id = $1 AND status = 'building' AND before_id IS NULL AND done = 0
			AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.brand_id = $1 AND f.generation = readings.generation)`, brandID, version, names, tx.Now)
	if err != nil {
		return err
	}
	if n > 0 {
		return f.options.Queue.EnqueueTx(ctx, tx, rereadJob.Job(rereadArgs{brandID}))
	}
	if _, err := tx.Exec(ctx,
		`UPDATE readings SET status = 'old', names = '' WHERE brand_id = $1 AND status = 'building'`,
		brandID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO readings (brand_id, generation, version, names, status, total, created_at)
		SELECT CAST($1 AS TEXT), COALESCE((SELECT max(generation) FROM readings WHERE brand_id = $1), 0) + 1, CAST($2 AS BIGINT), CAST($3 AS TEXT), 'building',
			`+countRead+`, CAST($4 AS BIGINT)`, brandID, version, names, tx.Now)
	if err != nil {
		return err
	}
	return f.options.Queue.EnqueueTx(ctx, tx, rereadJob.Job(rereadArgs{brandID}))
}

// Outdated lists the brands whose history was read by another version of the reader, or not to the end.
func (f *Findings) Outdated(ctx context.Context) (_ []string, err error) {
	defer fault.Wrap(&err, "reading.Outdated")

	return store.List(ctx, f.db.Read(), store.One[string],
		`SELECT DISTINCT brand_id FROM readings WHERE status <> 'current' OR version <> $1`, version)
}

// RenewTx has the history of an outdated brand read again, or to its end. The caller has locked the brand.
func (f *Findings) RenewTx(ctx context.Context, tx *store.Tx, brandID string, named []answer.Entity) (err error) {
	defer fault.Wrap(&err, "reading.RenewTx")

	readings, err := store.List(ctx, tx, scanLive, selectLive+tx.ForUpdate(), brandID)
	if err != nil {
		return err
	}
	names := text(named)
	if len(readings) == 0 || readings[len(readings)-1].outdated(names) {
		return f.buildTx(ctx, tx, brandID, names)
	}
	return f.options.Queue.EnqueueTx(ctx, tx, rereadJob.Job(rereadArgs{brandID}))
}

// Reread goes on with the reading of a brand that is being built, newest answers first, puts it in place when it is
// complete and clears away what it replaced. It can be interrupted at any point and called again, also twice at a time.
func (f *Findings) Reread(ctx context.Context, brandID string) (err error) {
	defer fault.Wrap(&err, "reading.Reread")

	ctx, stop := context.WithCancel(ctx)
	next := unread{ahead: make(chan ahead, 1)}
	defer next.drop()
	defer stop()
	for more := true; more; {
		var err error
		if more, err = f.rereadSome(ctx, brandID, &next); err != nil {
			return err
		}
	}
	return f.clear(ctx, brandID)
}

// errMoved says that another job went on with the reading, or began a new one.
var errMoved = errors.New("the reading has moved on")

// unread are answers that come next, newest first: the first of those before an answer.
type unread struct {
	before string
	ids    []string

	ahead   chan ahead // where the batch behind the next one comes that is being read; nil: none is read ahead
	reading bool
}

// ahead is a batch that was read while the one before it was stored.
type ahead struct {
	batch batchOf
	err   error
}

// unreadMost is how many are listed at a time. Listing goes through all answers of a brand, which no index holds in the order of their ids.
const unreadMost = 10_000

// list lists the answers before the given one, unless it has them already.
func (u *unread) list(ctx context.Context, q store.Querier, brandID string, before *string) (err error) {
	if before != nil && u.before == *before && len(u.ids) > 0 {
		return nil
	}
	where, args := ``, []any{brandID}
	if before != nil {
		where, args = ` AND id < $2`, append(args, *before)
	}
	u.ids, err = store.List(ctx, q, store.One[string], `SELECT id FROM answers
		WHERE brand_id = $1 AND answered_at IS NOT NULL`+where+` ORDER BY id DESC LIMIT `+strconv.Itoa(unreadMost), args...)
	return err
}

// take gives the next of them.
func (u *unread) take() []string { return u.ids[:min(len(u.ids), rereadBatch)] }

// pass goes on behind what was taken.
func (u *unread) pass() {
	if taken := u.take(); len(taken) > 0 {
		u.before, u.ids = taken[len(taken)-1], u.ids[len(taken):]
	}
}

// readNext gives the next batch as a reading has it, and has the one behind it read meanwhile.
func (u *unread) readNext(ctx context.Context, f *Findings, brandID string, l live) (batchOf, error) {
	ids := u.take()
	a, found := u.drop()
	if !found || a.batch.generation != l.generation || a.batch.names != l.names || !slices.Equal(a.batch.ids, ids) {
		a.batch, a.err = f.readBatch(ctx, brandID, l, ids)
	}
	if rest := u.ids[len(ids):]; u.ahead != nil && len(rest) > 0 && a.err == nil && a.batch.bytes() <= aheadBytes {
		u.reading = true
		go func() {
			batch, err := f.readBatch(ctx, brandID, l, rest[:min(len(rest), rereadBatch)])
			u.ahead <- ahead{batch, err}
		}()
	}
	return a.batch, a.err
}

// aheadBytes is the most that a batch may hold for the next one to be read beside it: two of huge answers are not in memory at a time.
const aheadBytes = 16 << 20

// bytes is how much text a batch holds.
func (b *batchOf) bytes() (n int) {
	for i := range b.kept {
		n += len(b.kept[i].Text)
	}
	return n
}

// drop waits for what is being read ahead and takes it.
func (u *unread) drop() (a ahead, found bool) {
	if !u.reading {
		return a, false
	}
	u.reading = false
	return <-u.ahead, true
}

// readBatch reads answers anew, up to the rows and figures to be stored: who stores them holds up other writers.
func (f *Findings) readBatch(ctx context.Context, brandID string, l live, ids []string) (b batchOf, err error) {
	b = batchOf{ids: ids, generation: l.generation, names: l.names, tally: newTally(brandID, l.generation)}
	if b.kept, err = f.batch(ctx, ids); err != nil {
		return b, err
	}
	b.found, b.tasks = make([]Found, len(b.kept)), make([]Task, len(b.kept))
	err = turn.Severally(len(b.kept), turn.Processors(), func(i int) (err error) {
		b.found[i], err = f.again(ctx, l.names, b.kept[i])
		return err
	})
	if err != nil {
		return b, err
	}
	for i, a := range b.kept {
		b.tasks[i] = a.Task
		b.tally.add(a.Task, b.found[i])
	}
	b.rows = rowsOf(l.generation, b.tasks, b.found)
	return b, nil
}

func (f *Findings) rereadSome(ctx context.Context, brandID string, next *unread) (more bool, err error) {
	readings, err := store.List(ctx, f.db.Read(), scanLive, selectLive, brandID)
	if err != nil || len(readings) == 0 || !readings[len(readings)-1].building {
		return false, err
	}
	building := readings[len(readings)-1]
	if err := next.list(ctx, f.db.Read(), brandID, building.before); err != nil {
		return false, err
	}
	batch, err := next.readNext(ctx, f, brandID, building)
	if err != nil {
		return false, err
	}
	err = f.db.InTx(ctx, func(tx *store.Tx) error {
		now, err := store.List(ctx, tx, scanLive, selectLive+tx.ForUpdate(), brandID)
		if err != nil {
			return err
		}
		if len(now) == 0 || !sameReading(now[len(now)-1], building) {
			return errMoved
		}
		if len(batch.ids) > 0 {
			more = true
			return batch.storeTx(ctx, tx)
		}
		// Months first, one by one: the reading that takes over is as quick to read as the one it replaces.
		t := newTally(brandID, building.generation)
		if more, err = t.rollTx(ctx, tx, ""); err != nil || more {
			return err
		}
		if more, err = t.packSearchesTx(ctx, tx); err != nil || more {
			return err
		}
		return f.replaceTx(ctx, tx, brandID, building.generation)
	})
	if errors.Is(err, errMoved) {
		return true, nil
	}
	if err == nil {
		next.pass()
	}
	return more, err
}

func sameReading(a, b live) bool {
	return a.generation == b.generation && a.names == b.names && a.building == b.building && a.total == b.total &&
		(a.before == nil) == (b.before == nil) && (a.before == nil || *a.before == *b.before)
}

// kept is an answer as it is kept, with what was found in it before where that counts: it was purged, or a model judged it.
type kept struct {
	Answered
	purged bool
	before *Found
}

// again reads an answer anew. What was purged cannot be read: what was found in it stays. Neither is a model asked again:
// its judgement stands while whom it is about is named.
func (f *Findings) again(ctx context.Context, names string, a kept) (Found, error) {
	if a.purged {
		if a.before == nil {
			return Found{State: answer.Empty, Others: []Other{}, Sources: []Source{}, Suggested: []string{}}, nil
		}
		found := f.reader(names).still(*a.before)
		found.Branded = f.reader(names).branded(a.Question)
		return found, nil
	}
	found, err := f.readInTurn(ctx, names, a.Answered)
	if err != nil || a.before == nil {
		return found, err
	}
	if s := a.before.Sentiment; s != nil && s.Judge == ModelJudge && found.Position != nil {
		found.Sentiment = s
	}
	for i, o := range found.Others {
		at := slices.IndexFunc(a.before.Others, func(b Other) bool { return b.ID == o.ID && b.Judge == ModelJudge })
		if at >= 0 {
			b := a.before.Others[at]
			found.Others[i].Sentiment, found.Others[i].Score, found.Others[i].Judge = b.Sentiment, b.Score, b.Judge
		}
	}
	return found, nil
}

// still leaves competitors out that are watched no longer.
func (r *namedReader) still(found Found) Found {
	found.Others = slices.DeleteFunc(slices.Clone(found.Others), func(o Other) bool { return r.names[o.ID] == "" })
	return found
}

// batchOf is answers of which the ids were listed, as far as they are still there, and what was found in them for a reading.
type batchOf struct {
	ids        []string
	generation int64
	names      string
	kept       []kept
	tasks      []Task
	found      []Found
	rows       [][]any // of findings
	tally      *tally  // of all
}

// storeTx stores what was found and how far the reading has come.
func (b *batchOf) storeTx(ctx context.Context, tx *store.Tx) error {
	inserted, err := store.InsertNew(ctx, tx, insertFindings, "answer_id", b.rows)
	if err != nil {
		return err
	}
	t := b.tally
	if len(inserted) < len(b.tasks) { // the others arrived while the history was being read
		t = newTally(b.tally.brandID, b.generation)
		for i, task := range b.tasks {
			if slices.Contains(inserted, task.ID) {
				t.add(task, b.found[i])
			}
		}
	}
	if err := t.flushTx(ctx, tx); err != nil {
		return err
	}
	_, err = tx.Exec(ctx,
		`UPDATE readings SET before_id = $3, done = done + $4 WHERE brand_id = $1 AND generation = $2`, t.brandID,
		b.generation, b.ids[len(b.ids)-1], len(b.ids))
	return err
}

// batch reads answers, newest first.
func (f *Findings) batch(ctx context.Context, ids []string) ([]kept, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	marks, args := store.Among(ids, 0)
	return listKept(ctx, f.db.Read(), `WHERE a.id`+marks+` ORDER BY a.id DESC`, args...)
}

// listKept lists answers a, at most AmongMost. What was found before is no part of the statement that reads them:
// joined, PostgreSQL may go through
// all findings for a few answers.
func listKept(ctx context.Context, q store.Querier, which string, args ...any) ([]kept, error) {
	list, err := store.List(ctx, q, scanKept, `SELECT a.id, a.brand_id, a.platform, a.prompt_id, a.topic_id, a.stage, a.types, x.text, a.question, a.citations, a.answered_at, a.mode, a.model, a.finish
		FROM answers a`+Texts+` `+which, args...)
	if err != nil || len(list) == 0 {
		return list, err
	}
	at := make(map[string]*kept, len(list))
	ids := make([]string, len(list))
	counts := judgedCounts
	for i := range list {
		ids[i] = list[i].ID
		if at[ids[i]] = &list[i]; list[i].purged {
			counts = purgedCounts
		}
	}
	marks, args := store.Among(ids, 0)
	err = store.Each(ctx, q, func(row store.Row) error {
		var id string
		found, err := Scan(row, &id)
		at[id].before = found
		return err
	}, `SELECT f.answer_id, `+Columns+` FROM findings f WHERE f.answer_id`+marks+`
			AND f.generation = (SELECT generation FROM readings WHERE brand_id = f.brand_id AND status = 'current')
			AND (`+counts+`)`, args...)
	return list, err
}

// What counts of what was found before: a model's judgement, and everything where the text is gone.
const (
	judgedCounts = `f.judge = '` + ModelJudge + `' OR f.others LIKE '%"` + ModelJudge + `"%'`
	purgedCounts = judgedCounts + ` OR NOT EXISTS (SELECT 1 FROM answer_texts WHERE answer_id = f.answer_id)`
)

func scanKept(row store.Row) (a kept, err error) {
	var types store.Texts
	var text *string
	var citations string
	err = row.Scan(&a.ID, &a.BrandID, &a.Platform, &a.PromptID, &a.TopicID, &a.Stage, &types, &text, &a.Question,
		&citations, &a.At, &a.Mode, &a.Model, &a.Finish)
	if err != nil {
		return a, err
	}
	a.Types = types
	if a.purged = text == nil; !a.purged {
		a.Text = *text
	}
	a.Sources, err = listOf[Returned](citations)
	return a, err
}

// replaceTx puts a complete reading in place of the current one: a query for figures sees the old or the new ones.
// Facts are then held against the answers that name the brand now.
func (f *Findings) replaceTx(ctx context.Context, tx *store.Tx, brandID string, generation int64) error {
	if _, err := tx.Exec(ctx, `UPDATE readings SET anew_on = (SELECT CASE WHEN r.version = readings.version THEN r.anew_on ELSE CAST($3 AS BIGINT) END
		FROM readings r WHERE r.brand_id = $1 AND r.status = 'current') WHERE brand_id = $1 AND generation = $2`,
		brandID, generation, day.Of(tx.Now.Time)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx,
		`UPDATE readings SET status = 'old', names = '' WHERE brand_id = $1 AND status = 'current'`,
		brandID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE readings SET status = 'current' WHERE brand_id = $1 AND generation = $2`,
		brandID, generation); err != nil {
		return err
	}
	if err := changedTx(ctx, tx, brandID, 0); err != nil {
		return err
	}
	return f.options.Queue.EnqueueTx(ctx, tx, CompareJob.Job(CompareArgs{brandID}))
}

// Progress is how far the re-reading of a brand's history has come.
type Progress struct {
	Done      int64          `json:"done"`
	Total     int64          `json:"total"`
	StartedAt timestamp.Time `json:"started_at"`
}

// Progress tells how far re-reading has come; nil when there is none under way.
func ProgressOf(ctx context.Context, q store.Querier, brandID string) (_ *Progress, err error) {
	defer fault.Wrap(&err, "reading.ProgressOf")

	p := &Progress{}
	err = q.QueryRow(ctx, `SELECT done, total, created_at FROM readings WHERE brand_id = $1 AND status = 'building'`,
		brandID).Scan(&p.Done, &p.Total, &p.StartedAt)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	p.Done = min(p.Done, p.Total) // answers that arrived meanwhile are read too
	return p, err
}
