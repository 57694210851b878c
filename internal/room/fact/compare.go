package fact

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strconv"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/turn"
	"renown/internal/room/reading"
	"renown/internal/tool/claim"
)

// Jobs is the background work of this room.
func (f *Facts) Jobs() []queue.Kind {
	return []queue.Kind{
		reading.CompareJob.By(func(ctx context.Context, args reading.CompareArgs) error { return f.comparePiece(ctx, args.BrandID) }),
		judgeJob.By(func(ctx context.Context, args reading.CompareArgs) error { return f.Judge(ctx, args.BrandID) }),
	}
}

const (
	compareBatch = 100 // answers a transaction stores
	pieceMost    = 400 // answers a job reads before others have their turn
	claimsMax    = 50  // of one answer that are kept
	queuedFor    = time.Hour
	lateMost     = time.Hour // how much later than its time an answer may be there: a transaction, and the clocks of two nodes
)

// CompareTx has the answers of a brand that has facts held against them, in the background.
func (f *Facts) CompareTx(ctx context.Context, tx *store.Tx, brandID string) (err error) {
	defer fault.Wrap(&err, "fact.CompareTx")

	has, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 FROM facts WHERE brand_id = $1 LIMIT 1) s`, brandID))
	if err != nil || has == 0 {
		return err
	}
	return f.enqueueTx(ctx, tx, brandID)
}

// enqueueTx makes a job unless one waits already: however often a sheet is saved, its brand has one place in the line. What has waited for
// very long is taken for lost.
func (f *Facts) enqueueTx(ctx context.Context, tx *store.Tx, brandID string) error {
	n, err := tx.Exec(ctx, `INSERT INTO fact_sheets (brand_id, changes, queued_at) VALUES ($1, 0, $2) ON CONFLICT (brand_id)
		DO UPDATE SET queued_at = $2
		WHERE fact_sheets.queued_at IS NULL OR fact_sheets.queued_at < $3`, brandID, tx.Now, tx.Now.Add(-queuedFor))
	if err != nil || n == 0 {
		return err
	}
	return f.queue.EnqueueTx(ctx, tx, reading.CompareJob.Job(reading.CompareArgs{BrandID: brandID}))
}

// comparePiece does one job. A change that comes after it began makes a job of its own. A brand that never had facts has no sheet.
func (f *Facts) comparePiece(ctx context.Context, brandID string) (err error) {
	var sheets int64
	err = f.db.InTx(ctx, func(tx *store.Tx) (err error) {
		sheets, err = tx.Exec(ctx, `UPDATE fact_sheets SET queued_at = NULL WHERE brand_id = $1`, brandID)
		return err
	})
	if err != nil || sheets == 0 {
		return err
	}
	more, err := f.compare(ctx, brandID, f.piece)
	if err != nil {
		return err
	}
	return f.db.InTx(ctx, func(tx *store.Tx) error {
		if more {
			return f.enqueueTx(ctx, tx, brandID)
		}
		return f.queueJudgeTx(ctx, tx, brandID)
	})
}

// Compare holds the answers of a brand that name it against its facts, newest first: those that were not, or with another sheet. Where all
// were, it looks at answers since then only. It can be interrupted at any point and called again, also twice at a time.
func (f *Facts) Compare(ctx context.Context, brandID string) (err error) {
	defer fault.Wrap(&err, "fact.Compare")

	_, err = f.compare(ctx, brandID, math.MaxInt)
	return err
}

// compare reads at most so many answers, and tells whether there may be more.
func (f *Facts) compare(ctx context.Context, brandID string, most int) (more bool, err error) {
	of, err := f.ownerOf(ctx, brandID)
	if errors.Is(err, store.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ctx = turn.For(ctx, turn.Jobs(of.owner))
	s, err := Open(ctx, f.db.Read(), f.brands, brandID)
	if fault.Is(err, fault.NoSuchThing) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if len(s.Facts) == 0 {
		return false, f.forget(ctx, brandID)
	}
	if err := turn.Work(ctx, func() { f.compiled(s) }); err != nil {
		return false, err
	}
	w, err := f.sweepOf(ctx, brandID, s)
	if err != nil {
		return false, err
	}
	at, id := timestamp.Of(time.UnixMicro(math.MaxInt64)), "" // before the newest
	for read := 0; read < most; read += f.batch {
		list, err := store.List(ctx, f.db.Read(), scanUncompared, `SELECT a.id, x.text, a.platform, a.prompt_id, a.mode, a.model, a.answered_at FROM answers a`+reading.KeptTexts+`
				JOIN findings f ON f.answer_id = a.id AND f.generation = (SELECT generation FROM readings WHERE brand_id = a.brand_id
				AND status = 'current')
			WHERE a.brand_id = $1 AND (a.answered_at, a.id) < ($2, $3) AND a.answered_at >= $5 AND f.position IS NOT NULL
				AND NOT EXISTS (SELECT 1 FROM compared_answers c WHERE c.answer_id = a.id AND c.sheet = $4)
			ORDER BY a.answered_at DESC, a.id DESC LIMIT `+strconv.Itoa(f.batch), brandID, at, id, s.ID, w.since)
		if err != nil {
			return false, err
		}
		if len(list) == 0 {
			if err := f.dropUnnamed(ctx, w); err != nil {
				return false, err
			}
			if err := f.sum(ctx, brandID); err != nil {
				return false, err
			}
			return false, w.end(ctx, f)
		}
		at, id = list[len(list)-1].at, list[len(list)-1].id
		for i := range list {
			a := &list[i]
			if err := cmp.Or(ctx.Err(), turn.Work(ctx, func() {
				a.claims = s.reader.Read(a.text,
					day.Of(a.at.Time).String())
			})); err != nil {
				return true, err
			}
		}
		if err := f.db.InTx(ctx, func(tx *store.Tx) error { return f.keepTx(ctx, tx, of, w, list) }); err != nil {
			return true, err
		}
		w.changes++
	}
	return true, nil
}

// dropUnnamed drops what was read in answers that do not name the brand any more. They are looked for once after a reading of names.
func (f *Facts) dropUnnamed(ctx context.Context, w *sweep) error {
	for w.since.IsZero() {
		list, err := store.List(ctx, f.db.Read(), scanUncompared, `SELECT c.answer_id, '', c.platform, c.prompt_id, c.mode, c.model, c.answered_at FROM compared_answers c
				JOIN findings f ON f.answer_id = c.answer_id
				AND f.generation = (SELECT generation FROM readings WHERE brand_id = c.brand_id AND status = 'current')
			WHERE c.brand_id = $1 AND f.position IS NULL LIMIT `+strconv.Itoa(f.batch), w.brandID)
		if err != nil || len(list) == 0 {
			return err
		}
		err = f.db.InTx(ctx, func(tx *store.Tx) error {
			if err := holdTx(ctx, tx, w.brandID); err != nil {
				return err
			}
			if err := dropTx(ctx, tx, w.brandID, list); err != nil {
				return err
			}
			for _, a := range list {
				if _, err := tx.Exec(ctx, `DELETE FROM compared_answers WHERE answer_id = $1`, a.id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		w.changes++
	}
	return nil
}

// forget drops what was read with facts that are gone.
func (f *Facts) forget(ctx context.Context, brandID string) error {
	return f.db.InTx(ctx, func(tx *store.Tx) error {
		if err := holdTx(ctx, tx, brandID); err != nil {
			return err
		}
		for _, sql := range []string{`UPDATE fact_sheets SET swept = '' WHERE brand_id = $1`, `DELETE FROM compared_answers
			WHERE brand_id = $1`, `DELETE FROM compared_days WHERE brand_id = $1`} {
			if _, err := tx.Exec(ctx, sql, brandID); err != nil {
				return err
			}
		}
		return nil
	})
}

// holdTx counts a change of what is kept for a brand and holds its row until tx ends. Who saves facts holds the brand before that row, and
// what is kept refers to the brand, so the brand comes first here too.
func holdTx(ctx context.Context, tx *store.Tx, brandID string) error {
	_, err := tx.Exec(ctx, `INSERT INTO fact_sheets (brand_id, changes) SELECT id, 1 FROM brands WHERE id = $1`+tx.ForStay()+`
		ON CONFLICT (brand_id) DO UPDATE SET changes = fact_sheets.changes + 1`, brandID)
	return err
}

// owned is a brand with whom it belongs to.
type owned struct{ brandID, name, spaceID, owner string }

func (f *Facts) ownerOf(ctx context.Context, brandID string) (o owned, err error) {
	o.brandID = brandID
	err = f.db.Read().QueryRow(ctx, `SELECT b.name, b.space_id, s.owner_id FROM brands b JOIN spaces s ON s.id = b.space_id
		WHERE b.id = $1`, brandID).Scan(&o.name, &o.spaceID, &o.owner)
	return o, err
}

type uncompared struct {
	id, text, platform, promptID, mode, model string
	at                                        timestamp.Time
	claims                                    []claim.Claim
}

func scanUncompared(row store.Row) (a uncompared, err error) {
	err = row.Scan(&a.id, &a.text, &a.platform, &a.promptID, &a.mode, &a.model, &a.at)
	return a, err
}

// keepTx stores what some answers claim in place of what was read before, and tells of what they contradict for the first time. When the
// sheet has changed meanwhile, that change has had the answers compared again.
func (f *Facts) keepTx(ctx context.Context, tx *store.Tx, of owned, w *sweep, list []uncompared) error {
	s := w.Sheet
	if err := holdTx(ctx, tx, of.brandID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE fact_sheets SET swept = '' WHERE brand_id = $1 AND swept <> $2`, of.brandID, w.mark); err != nil {
		return err
	}
	if err := dropTx(ctx, tx, of.brandID, list); err != nil {
		return err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].id
	}
	before, err := answered(ctx, tx, ids)
	if err != nil {
		return err
	}
	wrong := false
	for _, a := range list {
		if _, err := tx.Exec(ctx, `DELETE FROM compared_answers WHERE answer_id = $1`, a.id); err != nil {
			return err
		}
		kept, agreed, contradicted := about(a.claims)
		n, err := tx.Exec(ctx, `INSERT INTO compared_answers (answer_id, brand_id, sheet, platform, prompt_id, mode, model, answered_at, agreed, contradicted)
			SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), CAST($7 AS TEXT), CAST($8 AS BIGINT), CAST($9 AS BIGINT), CAST($10 AS BIGINT)
			WHERE EXISTS (SELECT 1 FROM answers WHERE id = $1)
			ON CONFLICT (answer_id) DO NOTHING`, a.id, of.brandID, s.ID, a.platform, a.promptID, a.mode, a.model, a.at, agreed, contradicted)
		if err != nil {
			return err
		}
		if n == 0 { // the answer is gone, or another job was quicker
			continue
		}
		wrong = wrong || contradicted > 0
		if err := s.claimsTx(ctx, tx, of.brandID, a, kept); err != nil {
			return err
		}
		if err := s.againTx(ctx, tx, of.brandID, a, before[a.id]); err != nil {
			return err
		}
	}
	if !wrong {
		return nil
	}
	return f.tellTx(ctx, tx, of, s)
}

func (s *Sheet) claimsTx(ctx context.Context, tx *store.Tx, brandID string, a uncompared, kept []claim.Claim) error {
	for place, c := range kept {
		var factID *string
		if c.Fact >= 0 {
			factID = &s.Facts[c.Fact].ID
		}
		_, err := tx.Exec(ctx, `INSERT INTO claims (answer_id, place, brand_id, fact_id, kind, verdict, reason, starts, ends, value_starts, value_ends, platform, mode, answered_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`, a.id, place, brandID, factID, string(c.Kind), string(c.Verdict), string(c.Reason),
			c.Start, c.End, c.ValueStart, c.ValueEnd, a.platform, a.mode, a.at)
		if err != nil {
			return err
		}
	}
	return nil
}

// about leaves out what is said of others, and counts.
func about(list []claim.Claim) (kept []claim.Claim, agreed, contradicted int64) {
	for _, c := range list {
		if c.Subject < 0 || len(kept) >= claimsMax {
			continue
		}
		kept = append(kept, c)
		switch c.Verdict {
		case claim.Agrees:
			agreed++
		case claim.Contradicts:
			contradicted++
		}
	}
	return kept, agreed, contradicted
}
