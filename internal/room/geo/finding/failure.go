package finding

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// FailedTx counts a sub-task that brought no answer among what is left out. No name matters to it, so it is counted once
// for all readings, under its day and under its month.
func (f *Findings) FailedTx(ctx context.Context, tx *store.Tx, task Task) (err error) {
	defer fault.Wrap(&err, "finding.FailedTx")

	day := Day(tx.Now.Time)
	for _, span := range []int64{day, day / 100} {
		_, err := tx.Exec(ctx, `INSERT INTO failures (brand_id, span, platform, topic_id, kinds, failed) VALUES ($1, $2, $3, $4, $5, 1)
			ON CONFLICT (brand_id, span, platform, topic_id, kinds) DO UPDATE SET failed = failures.failed + 1`, task.BrandID, span, rowOf(task.Platform, task.Mode), task.TopicID, kinds(task.Types))
		if err != nil {
			return err
		}
	}
	return countTx(ctx, tx, task.BrandID, 1)
}

// UnfailedTx takes back that a sub-task brought no answer, which ended then: it is asked again.
func (f *Findings) UnfailedTx(ctx context.Context, tx *store.Tx, task Task, ended timestamp.Time) (err error) {
	defer fault.Wrap(&err, "finding.UnfailedTx")

	day := Day(ended.Time)
	for _, span := range []int64{day, day / 100} {
		_, err := tx.Exec(ctx, `UPDATE failures SET failed = failed - 1 WHERE brand_id = $1 AND span = $2 AND platform = $3 AND topic_id = $4 AND kinds = $5 AND failed > 0`,
			task.BrandID, span, rowOf(task.Platform, task.Mode), task.TopicID, kinds(task.Types))
		if err != nil {
			return err
		}
	}
	return countTx(ctx, tx, task.BrandID, 1)
}

// EachFailure calls do for counts of failed sub-tasks.
func EachFailure(ctx context.Context, q store.Querier, e Extent, do func(at Spot, k FigureKey, failed int64)) (err error) {
	defer fault.Wrap(&err, "finding.EachFailure")

	sql, args := `SELECT span, platform, topic_id, kinds, failed FROM failures WHERE brand_id = $1 AND `, []any{e.BrandID}
	first, last := e.months()
	if e.Daily || first > last {
		args = append(args, e.From, e.To)
		sql += `span BETWEEN $2 AND $3`
	} else {
		args = append(args, first, last, e.From, first*100, last*100+99, e.To)
		sql += `(span BETWEEN $2 AND $3 OR span >= $4 AND span < $5 OR span > $6 AND span <= $7)`
	}
	if len(e.Platforms) > 0 {
		marks, platforms := store.Among(e.rows(), len(args))
		sql, args = sql+` AND platform`+marks, append(args, platforms...)
	}
	err = store.Each(ctx, q, func(row store.Row) error {
		var span, failed int64
		var platform string
		var k FigureKey
		if err := row.Scan(&span, &platform, &k.Topic, &k.Kinds, &failed); err != nil {
			return err
		}
		if at := spotOf(span, platform); e.takes(at) {
			do(at, k, failed)
		}
		return nil
	}, sql, args...)
	return err
}
