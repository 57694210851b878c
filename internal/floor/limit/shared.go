package limit

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"renown/internal/floor/store"
)

// shared keeps arrival times in PostgreSQL. It writes outside of transactions: a single statement is one by itself,
// and on PostgreSQL Read reaches the same server as InTx.
type shared struct {
	db    *store.DB
	sweep atomic.Int64 // Unix microseconds of the database's clock when idle rows are looked for next
}

// These bound the work of removing idle rows, which one request in a while does for all. When that was not enough it is done
// again soon: more rows are removed in a second than requests can add. An index would have to be written with every request.
const (
	sweepEvery   = 10 * time.Second
	sweepAgain   = 100 * time.Millisecond // after one that found more than it may remove
	sweepRows    = 2000                   // of a statement
	sweepBatches = 5                      // statements in a row
)

func newShared(db *store.DB) *shared { return &shared{db: db} }

// allowSQL is pace.next in one statement: $2 is the interval, $3 the window, $4 the stray limit. EXCLUDED.tat_us - $2 is
// the clock, read once. A refused request changes nothing and is answered from the row as it was seen; that row may be
// missing when another process has inserted it meanwhile.
const allowSQL = `
WITH clock AS (
    SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now
), taken AS (
    INSERT INTO rate_limit AS r (key, tat_us)
    SELECT $1, now + CAST($2 AS BIGINT) FROM clock
    ON CONFLICT (key) DO UPDATE SET tat_us =
        CASE WHEN r.tat_us < EXCLUDED.tat_us - $2 OR r.tat_us > EXCLUDED.tat_us - $2 + $3 + $4
        THEN EXCLUDED.tat_us ELSE r.tat_us + $2 END
    WHERE r.tat_us + $2 <= EXCLUDED.tat_us - $2 + CAST($3 AS BIGINT)
       OR r.tat_us > EXCLUDED.tat_us - $2 + $3 + CAST($4 AS BIGINT)
    RETURNING tat_us
)
SELECT TRUE, tat_us, now FROM taken, clock
UNION ALL
SELECT FALSE, tat_us, now FROM rate_limit, clock WHERE key = $1 AND NOT EXISTS (SELECT 1 FROM taken)`

func (s *shared) allow(ctx context.Context, key string, p pace) (Decision, error) {
	var allowed bool
	var tat, now int64
	err := s.db.Read().QueryRow(ctx, allowSQL, key, p.interval, p.window, int64(strayLimit)).Scan(&allowed, &tat, &now)
	if errors.Is(err, store.ErrNoRows) {
		return p.decision(false, p.window, 0), nil
	}
	if err != nil {
		return Decision{}, err
	}
	s.sweepAfter(ctx, now)
	return p.decision(allowed, tat, now), nil
}

func (s *shared) forget(ctx context.Context, key string) error {
	_, err := s.db.Read().Exec(ctx, `DELETE FROM rate_limit WHERE key = $1`, key)
	return err
}

// sweepAfter removes rows that have regained their whole burst: no row means the same.
func (s *shared) sweepAfter(ctx context.Context, now int64) {
	due := s.sweep.Load()
	if now < due || !s.sweep.CompareAndSwap(due, now+sweepEvery.Microseconds()) || due == 0 {
		return
	}
	const idle = `DELETE FROM rate_limit WHERE key IN (
		SELECT key FROM rate_limit WHERE tat_us < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`
	for range sweepBatches {
		n, err := s.db.Read().Exec(ctx, idle, now, sweepRows)
		if err != nil || n < sweepRows {
			return // what fails is tried again next time; a decision was made already
		}
	}
	s.sweep.Store(now + sweepAgain.Microseconds())
}
