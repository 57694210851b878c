package account_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/testkit/must"
)

// A key's last use is kept to the minute: what comes sooner after the last one is not written.
func TestFlushUses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		_, plaintext := w.key(t, userID, "*")
		usedAt := func() *timestamp.Time {
			keys := must.Get(w.Keys(t.Context(), userID))(t)
			return keys[0].UsedAt
		}
		must.Do(t, w.FlushUses(t.Context()))
		if got := usedAt(); got != nil {
			t.Errorf("used at %v, before any use", got)
		}
		for _, step := range []struct{ use, want time.Duration }{
			{0, 0},
			{59 * time.Second, 0},
			{61 * time.Second, 61 * time.Second},
			{90 * time.Second, 61 * time.Second},
			{time.Hour, time.Hour},
		} {
			w.clock.Set(at(step.use).Time)
			must.Get(w.Authenticate(t.Context(), plaintext))(t)
			w.clock.Advance(time.Second) // the flush comes later; the use counts
			must.Do(t, w.FlushUses(t.Context()))
			if got := usedAt(); got == nil || *got != at(step.want) {
				t.Errorf("after a use at %v: %v, want %v", step.use, got, at(step.want))
			}
		}
	})
}

// What could not be written is written the next time.
func TestFlushUsesInterrupted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		_, plaintext := w.key(t, userID, "*")
		must.Get(w.Authenticate(t.Context(), plaintext))(t)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if err := w.FlushUses(ctx); err == nil {
			t.Error("written although nobody wanted it any more")
		}
		must.Do(t, w.FlushUses(t.Context()))
		if keys, err := w.Keys(t.Context(), userID); err != nil || keys[0].UsedAt == nil {
			t.Errorf("got %v, %v", keys, err)
		}
	})
}

// Who is refused has not used the key.
func TestFlushUsesOfRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		key, plaintext := w.key(t, userID, "*")
		must.Do(t, w.SetStatus(t.Context(), userID, account.StatusDisabled))
		_, _ = w.Authenticate(t.Context(), plaintext)
		must.Do(t, w.SetStatus(t.Context(), userID, account.StatusActive))
		must.Do(t, w.RevokeKey(t.Context(), userID, key.ID))
		_, _ = w.Authenticate(t.Context(), plaintext)
		must.Do(t, w.FlushUses(t.Context()))
		if keys, err := w.Keys(t.Context(), userID); err != nil || keys[0].UsedAt != nil {
			t.Errorf("got %v, %v", keys, err)
		}
	})
}

// KeepUses writes what is left when the server stops, also when its context is over already.
func TestKeepUses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		_, plaintext := w.key(t, userID, "*")
		must.Get(w.Authenticate(t.Context(), plaintext))(t)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		w.KeepUses(ctx, time.Hour, func(err error) { t.Error(err) })
		if keys, err := w.Keys(t.Context(), userID); err != nil || keys[0].UsedAt == nil {
			t.Errorf("got %v, %v", keys, err)
		}

		must.Get(w.Authenticate(t.Context(), plaintext))(t)
		must.Do(t, w.db.Close())
		heard := errors.New("nothing")
		w.KeepUses(ctx, time.Hour, func(err error) { heard = err })
		if heard == nil || heard.Error() == "nothing" {
			t.Error("a write that failed was not told of")
		}
	})
}
