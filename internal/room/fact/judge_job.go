package fact

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/turn"
	"renown/internal/room/reading"
)

// judgeJob puts what rules left open in a brand's answers to the model, a few calls before others have their turn.
var judgeJob = queue.Declare[reading.CompareArgs](queue.Kind{Name: "fact_judge", Workers: 2, Timeout: 10 * time.Minute, MaxAttempts: 5})

const (
	judgeWait    = time.Minute // for one answer of the model
	judgeTries   = 2           // of one question, then it stays open
	judgeCalls   = 4           // of one job
	judgeAnswers = 50          // that are looked at for one call
	judgePlace   = 1000        // where the model's claims of an answer begin; those of rules are fewer
)

// JudgeBy has what rules leave open judged by a model, at most perDay calls in a Beijing day for each brand.
func (f *Facts) JudgeBy(judge Judge, perDay int) { f.judge, f.judgePerDay = judge, perDay }

// queueJudgeTx makes a job for the model unless one waits already.
func (f *Facts) queueJudgeTx(ctx context.Context, tx *store.Tx, brandID string) error {
	if f.judge == nil || f.judgePerDay <= 0 {
		return nil
	}
	n, err := tx.Exec(ctx, `UPDATE fact_sheets SET judge_queued_at = $2 WHERE brand_id = $1
		AND (judge_queued_at IS NULL OR judge_queued_at < $3)`,
		brandID, tx.Now, tx.Now.Add(-queuedFor))
	if err != nil || n == 0 {
		return err
	}
	return f.queue.EnqueueTx(ctx, tx, judgeJob.Job(reading.CompareArgs{BrandID: brandID}))
}

// Judge puts what rules left open in the answers of a brand to the model, newest first, as far as the calls of a job
// and of the day go. It can be interrupted at any point and called again, also twice at a time: an answer that was
// read with another sheet meanwhile keeps nothing.
func (f *Facts) Judge(ctx context.Context, brandID string) (err error) {
	defer fault.Wrap(&err, "fact.Judge")

	err = f.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE fact_sheets SET judge_queued_at = NULL WHERE brand_id = $1`, brandID)
		return err
	})
	if err != nil || f.judge == nil {
		return err
	}
	of, err := f.ownerOf(ctx, brandID)
	if errors.Is(err, store.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	ctx = turn.For(ctx, turn.Jobs(of.owner))
	s, err := Open(ctx, f.db.Read(), f.brands, brandID)
	if fault.Is(err, fault.NoSuchThing) || err == nil && len(s.Facts) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if err := turn.Work(ctx, func() { f.compiled(s) }); err != nil {
		return err
	}
	for range judgeCalls {
		list, err := f.open(ctx, s, brandID)
		if err != nil {
			return err
		}
		more := len(list) > 0
		if more {
			more, err = f.settle(ctx, brandID, s, list)
		}
		if err != nil {
			return err
		}
		if !more {
			return f.sum(ctx, brandID)
		}
	}
	return f.db.InTx(ctx, func(tx *store.Tx) error { return f.queueJudgeTx(ctx, tx, brandID) })
}

// opened is an answer with what the model is to be asked of it.
type opened struct {
	uncompared
	questions []question
}

// open lists the newest answers that the model has not looked at, as many as fit into one call.
func (f *Facts) open(ctx context.Context, s *Sheet, brandID string) (list []opened, err error) {
	rows, err := store.List(ctx, f.db.Read(), scanUncompared, `SELECT a.id, x.text, a.platform, a.prompt_id, a.mode, a.model, a.answered_at FROM compared_answers c JOIN answers a ON a.id = c.answer_id`+reading.KeptTexts+`
		WHERE c.brand_id = $1 AND c.sheet = $2 AND c.judged_by <> $3 ORDER BY a.id DESC
		LIMIT `+strconv.Itoa(judgeAnswers), brandID, s.ID, judgeVersion)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].id
	}
	known, err := answered(ctx, f.db.Read(), ids)
	if err != nil {
		return nil, err
	}
	asked := 0
	for _, a := range rows {
		if err := turn.Work(ctx, func() { a.claims = s.reader.Read(a.text, day.Of(a.at.Time).String()) }); err != nil {
			return nil, err
		}
		open := slices.DeleteFunc(s.questions(a), func(q question) bool {
			return slices.ContainsFunc(known[a.id], func(k modelClaim) bool { return k.asked == q.digest })
		})
		if asked += len(open); asked > askedAtOnce {
			break
		}
		list = append(list, opened{a, open})
	}
	return list, nil
}

// settle asks about some answers and keeps what is said of them. more is false when the day's calls are used up or the model is not there.
func (f *Facts) settle(ctx context.Context, brandID string, s *Sheet, list []opened) (more bool, err error) {
	var asked []question
	for _, a := range list {
		asked = append(asked, a.questions...)
	}
	said, tries := []judged(nil), 0
	for len(asked) > 0 && said == nil && tries < judgeTries {
		if ok, err := f.spend(ctx, brandID); err != nil || !ok {
			return false, err
		}
		tries++
		reply, err := within(ctx, judgeWait, f.judge, instruction(asked))
		if ctx.Err() != nil {
			return false, ctx.Err() // the program stops: the next job goes on
		}
		if err != nil {
			return false, nil // the model is not there: the next comparison of the brand asks again
		}
		said, _ = accept(reply, asked) // refused: asked once more, then left open
	}
	return true, f.db.InTx(ctx, func(tx *store.Tx) error { return keepJudgedTx(ctx, tx, s, brandID, list, said) })
}

func within(ctx context.Context, d time.Duration, ask Judge, text string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return ask(ctx, text)
}

// spend counts a call before it is made, so that one that is interrupted counts. false: the day's are used up.
func (f *Facts) spend(ctx context.Context, brandID string) (ok bool, err error) {
	err = f.db.InTx(ctx, func(tx *store.Tx) error {
		today := day.Of(tx.Now.Time).Begin()
		n, err := tx.Exec(ctx, `UPDATE fact_sheets SET judge_calls = CASE WHEN judge_day = $2 THEN judge_calls + 1 ELSE 1 END, judge_day = $2
			WHERE brand_id = $1 AND (judge_day <> $2 OR judge_calls < $3)`, brandID, today, f.judgePerDay)
		ok = n > 0
		return err
	})
	return ok, err
}

// keepJudgedTx keeps the model's verdicts beside those of rules, and that it has looked. Answers that were read again
// meanwhile are left out.
func keepJudgedTx(ctx context.Context, tx *store.Tx, s *Sheet, brandID string, list []opened, said []judged) error {
	if err := holdTx(ctx, tx, brandID); err != nil {
		return err
	}
	days := make([]uncompared, len(list))
	for i := range list {
		days[i] = list[i].uncompared
	}
	if err := dropTx(ctx, tx, brandID, days); err != nil {
		return err
	}
	for _, a := range list {
		of := said[:min(len(a.questions), len(said))]
		said = said[len(of):]
		n, err := tx.Exec(ctx, `UPDATE compared_answers SET judged_by = $3 WHERE answer_id = $1 AND sheet = $2
			AND judged_by <> $3`, a.id, s.ID, judgeVersion)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		for i, j := range of {
			q := a.questions[i]
			c := modelClaim{a.id, nil, "text", string(j.verdict), q.start, q.end, q.start + j.from, q.start + j.to, q.digest}
			if j.fact != nil {
				c.factID, c.kind = &j.fact.ID, string(j.fact.Kind)
			}
			if err := c.insertTx(ctx, tx, brandID, a.uncompared); err != nil {
				return err
			}
		}
		if err := countJudgedTx(ctx, tx, a.id); err != nil {
			return err
		}
	}
	return nil
}

func countJudgedTx(ctx context.Context, tx *store.Tx, answerID string) error {
	_, err := tx.Exec(ctx, `UPDATE compared_answers
		SET model_contradicted = (SELECT count(*) FROM claims WHERE answer_id = $1 AND judge = 'model' AND verdict = 'contradicts')
		WHERE answer_id = $1`, answerID)
	return err
}

// modelClaim is a claim as the model judged it.
type modelClaim struct {
	answerID               string
	factID                 *string
	kind, verdict          string
	starts, ends, from, to int
	asked                  string // digest of the question
}

// answered reads what the model said of some answers, by answer.
func answered(ctx context.Context, q store.Querier, ids []string) (map[string][]modelClaim, error) {
	marks, args := store.Among(ids, 0)
	list, err := store.List(ctx, q, func(row store.Row) (c modelClaim, err error) {
		err = row.Scan(&c.answerID, &c.factID, &c.kind, &c.verdict, &c.starts, &c.ends, &c.from, &c.to, &c.asked)
		return c, err
	}, `SELECT answer_id, fact_id, kind, verdict, starts, ends, value_starts, value_ends, asked FROM claims
		WHERE judge = 'model' AND answer_id`+marks+` ORDER BY answer_id, place`, args...)
	byID := map[string][]modelClaim{}
	for _, c := range list {
		byID[c.answerID] = append(byID[c.answerID], c)
	}
	return byID, err
}

func (c modelClaim) insertTx(ctx context.Context, tx *store.Tx, brandID string, a uncompared) error {
	_, err := tx.Exec(ctx, `INSERT INTO claims (answer_id, place, brand_id, fact_id, kind, verdict, reason, starts, ends, value_starts, value_ends, platform, mode, answered_at, judge, asked)
		SELECT CAST($1 AS TEXT), COALESCE(max(place) + 1, $2), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT), '', CAST($7 AS BIGINT), CAST($8 AS BIGINT),
			CAST($9 AS BIGINT), CAST($10 AS BIGINT), CAST($11 AS TEXT), CAST($12 AS TEXT), CAST($13 AS BIGINT), 'model', CAST($14 AS TEXT)
		FROM claims WHERE answer_id = $1 AND judge = 'model'`,
		c.answerID, judgePlace, brandID, c.factID, c.kind, c.verdict, c.starts, c.ends, c.from, c.to, a.platform, a.mode, a.at, c.asked)
	return err
}

// againTx puts back what the model said of an answer that was read again, as far as it would be asked the same.
func (s *Sheet) againTx(ctx context.Context, tx *store.Tx, brandID string, a uncompared, before []modelClaim) error {
	if len(before) == 0 {
		return nil
	}
	questions := s.questions(a)
	for _, c := range before {
		if slices.ContainsFunc(questions, func(q question) bool { return q.digest == c.asked && q.start == c.starts }) {
			if err := c.insertTx(ctx, tx, brandID, a); err != nil {
				return err
			}
		}
	}
	return countJudgedTx(ctx, tx, a.id)
}
