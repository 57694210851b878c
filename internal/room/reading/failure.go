package reading

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// FailedTx counts a sub-task that brought no answer among what is left out. No name matters to it, so it is counted once
// for all readings, under its day.
func (f *Findings) FailedTx(ctx context.Context, tx *store.Tx, task Task) (err error) {
	defer fault.Wrap(&err, "reading.FailedTx")

	_, err = tx.Exec(ctx, `INSERT INTO failures (brand_id, day, platform, topic_id, kinds, failed) VALUES ($1, $2, $3, $4, $5, 1)
		ON CONFLICT (brand_id, day, platform, topic_id, kinds) DO UPDATE SET failed = failures.failed + 1`,
		task.BrandID, day.Of(tx.Now.Time), rowOf(task.Platform, task.Mode), task.TopicID, kinds(task.Types))
	if err != nil {
		return err
	}
	return countTx(ctx, tx, task.BrandID, 1)
}

// UnfailedTx takes back that a sub-task brought no answer, which ended then: it is asked again.
func (f *Findings) UnfailedTx(ctx context.Context, tx *store.Tx, task Task, ended timestamp.Time) (err error) {
	defer fault.Wrap(&err, "reading.UnfailedTx")

	_, err = tx.Exec(ctx, `UPDATE failures SET failed = failed - 1
		WHERE brand_id = $1 AND day = $2 AND platform = $3 AND topic_id = $4 AND kinds = $5 AND failed > 0`,
		task.BrandID, day.Of(ended.Time), rowOf(task.Platform, task.Mode), task.TopicID, kinds(task.Types))
	if err != nil {
		return err
	}
	return countTx(ctx, tx, task.BrandID, 1)
}

// EachFailure calls do for counts of failed sub-tasks, day by day.
func EachFailure(ctx context.Context, q store.Querier, e Extent, do func(at Spot, k FailureKey, failed int64)) (err error) {
	defer fault.Wrap(&err, "reading.EachFailure")

	sql, args := `SELECT day, platform, topic_id, kinds, failed FROM failures WHERE brand_id = $1 AND day BETWEEN $2 AND $3`,
		[]any{e.BrandID, e.From, e.To}
	if len(e.Platforms) > 0 {
		marks, platforms := store.Among(e.rows(), len(args))
		sql, args = sql+` AND platform`+marks, append(args, platforms...)
	}
	return store.Each(ctx, q, func(row store.Row) error {
		var d day.Day
		var failed int64
		var platform string
		var k FailureKey
		if err := row.Scan(&d, &platform, &k.Topic, &k.Kinds, &failed); err != nil {
			return err
		}
		if at := spotOf(d, platform); e.takes(at) {
			do(at, k, failed)
		}
		return nil
	}, sql, args...)
}
