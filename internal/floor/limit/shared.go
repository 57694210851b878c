package limit

import (
	"context"
	"slices"
	"strconv"
	"strings"
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

// countedSQL is pace.next in one statement, for the key that find finds with so many arguments; interval, window and stray limit are
// those behind. EXCLUDED.tat_us - interval is the clock, read once. A refused request changes nothing and is answered from
// the row as it was seen.
func countedSQL(find string, args int) string {
	return strings.NewReplacer("FIND", find, "INTERVAL", "$"+strconv.Itoa(args+1), "WINDOW", "$"+strconv.Itoa(args+2), "STRAY", "$"+strconv.Itoa(args+3)).Replace(`
WITH found AS MATERIALIZED (FIND), clock AS (
    SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now
), taken AS (
    INSERT INTO rate_limit AS r (key, tat_us)
    SELECT key, now + CAST(INTERVAL AS BIGINT) FROM found, clock WHERE key IS NOT NULL
    ON CONFLICT (key) DO UPDATE SET tat_us =
        CASE WHEN r.tat_us < EXCLUDED.tat_us - INTERVAL OR r.tat_us > EXCLUDED.tat_us - INTERVAL + WINDOW + STRAY
        THEN EXCLUDED.tat_us ELSE r.tat_us + INTERVAL END
    WHERE r.tat_us + INTERVAL <= EXCLUDED.tat_us - INTERVAL + CAST(WINDOW AS BIGINT)
       OR r.tat_us > EXCLUDED.tat_us - INTERVAL + WINDOW + CAST(STRAY AS BIGINT)
    RETURNING tat_us
)
SELECT now, taken.tat_us, CASE WHEN taken.tat_us IS NULL THEN (SELECT r.tat_us FROM rate_limit r WHERE r.key = found.key) END, found.*
FROM found CROSS JOIN clock LEFT JOIN taken ON TRUE`)
}

var allowSQL = countedSQL(`SELECT CAST($1 AS TEXT) AS key`, 1)

func (s *shared) allow(ctx context.Context, key string, p pace) (Decision, error) {
	d, _, err := s.count(ctx, p, allowSQL, []any{key}, nil)
	return d, err
}

// count runs a statement of countedSQL and scans what it finds behind the key.
func (s *shared) count(ctx context.Context, p pace, sql string, args, dest []any) (d Decision, counted bool, err error) {
	var key *string
	var now int64
	var taken, kept *int64
	args = append(slices.Clip(args), p.interval, p.window, int64(strayLimit))
	err = s.db.Read().QueryRow(ctx, sql, args...).Scan(append([]any{&now, &taken, &kept, &key}, dest...)...)
	if err != nil || key == nil {
		return d, false, err
	}
	s.sweepAfter(ctx, now)
	switch {
	case taken != nil:
		return p.decision(true, *taken, now), true, nil
	case kept != nil:
		return p.decision(false, *kept, now), true, nil
	}
	return p.decision(false, p.window, 0), true, nil // another process has inserted the row meanwhile
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
