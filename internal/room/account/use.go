package account

import (
	"context"
	"maps"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// useGrain is how exact a key's last use is kept: a write per request would cost more than the request.
const useGrain = time.Minute

// uses gathers the last use of each key until the next flush.
type uses struct {
	mu       sync.Mutex
	pending  map[string]timestamp.Time // by key id
	flushing sync.Mutex                // a flush that comes during another returns when all is written
}

func (u *uses) note(keyID string, now timestamp.Time) {
	u.mu.Lock()
	u.pending[keyID] = now
	u.mu.Unlock()
}

func (u *uses) take() map[string]timestamp.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	taken := u.pending
	u.pending = make(map[string]timestamp.Time, len(taken))
	return taken
}

// putBack keeps what could not be written. Of a key that was used since then the later use counts.
func (u *uses) putBack(taken map[string]timestamp.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.Copy(taken, u.pending)
	u.pending = taken
}

// FlushUses writes the last use of keys gathered so far. Losing them to a crash costs at most the time since the last flush.
func (a *Accounts) FlushUses(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "account.FlushUses")

	a.uses.flushing.Lock()
	defer a.uses.flushing.Unlock()
	taken := a.uses.take()
	if len(taken) == 0 {
		return nil
	}
	err = a.db.InTx(ctx, func(tx *store.Tx) error {
		for keyID, at := range taken {
			_, err := tx.Exec(ctx, `UPDATE api_keys SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $3)`,
				keyID, at, at.Add(-useGrain))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		a.uses.putBack(taken)
	}
	return err
}

// KeepUses flushes every interval until ctx ends, and once more then. onError hears what could not be written.
func (a *Accounts) KeepUses(ctx context.Context, interval time.Duration, onError func(error)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := a.FlushUses(ctx); err != nil && ctx.Err() == nil {
				onError(err)
			}
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
			defer cancel()
			if err := a.FlushUses(last); err != nil {
				onError(err)
			}
			return
		}
	}
}
