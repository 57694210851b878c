package idempotency_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// world is a database with two API keys and something to do: work counts how often it was done for good.
type world struct {
	db    *store.DB
	clock *storetest.Clock
	keys  []string
}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		w := &world{db: db, clock: clock}
		accounts := account.New(db, limit.New(db), account.Options{MaxKeys: 50, PasswordMemory: 64})
		user, err := accounts.Prepare(t.Context(), "user@example.com", "long enough a password")
		must.Do(t, err)
		var userID string
		must.Do(t, db.InTx(t.Context(), func(tx *store.Tx) error {
			userID, err = accounts.CreateTx(t.Context(), tx, user)
			return err
		}))
		for range 2 {
			key, _, err := accounts.CreateKey(t.Context(), userID, "key", account.Scopes{"*"})
			must.Do(t, err)
			w.keys = append(w.keys, key.ID)
		}
		body(t, w)
	})
}

// request is one with the first key, to /a, with the Idempotency-Key "k" and the body "body".
func (w *world) request() *idempotency.Once {
	return &idempotency.Once{KeyID: w.keys[0], Path: "/a", Key: "k", Fingerprint: "body", Render: json.Marshal}
}

var errRefused = errors.New("refused by the request's own rules")

// serve is what a room does with a request. The result names the attempt, so that a second one would show.
func (w *world) serve(ctx context.Context, once *idempotency.Once, refuse bool) (body []byte, err error) {
	err = w.db.InTx(ctx, func(tx *store.Tx) error {
		done, err := once.BeginTx(ctx, tx)
		if done || err != nil {
			return err
		}
		n, err := w.workTx(ctx, tx)
		if err != nil {
			return err
		}
		if refuse {
			return errRefused
		}
		result := map[string]string{"attempt": fmt.Sprint(n), "name": "云 <b>&\u2028"}
		if body, err = json.Marshal(result); err != nil {
			return err
		}
		return once.FinishTx(ctx, tx, result)
	})
	if kept := once.Replayed(); kept != nil {
		return kept, err
	}
	return body, err
}

// workTx counts itself in a table that is there anyway; "counter" is no address.
func (w *world) workTx(ctx context.Context, tx *store.Tx) (n int64, err error) {
	err = tx.QueryRow(ctx, `INSERT INTO rate_limit (key, tat_us) VALUES ('counter', 1)
		ON CONFLICT (key) DO UPDATE SET tat_us = rate_limit.tat_us + 1 RETURNING tat_us`).Scan(&n)
	return n, err
}

func (w *world) done(t *testing.T) (n int64) {
	t.Helper()
	must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT COALESCE(MAX(tat_us), 0) FROM rate_limit WHERE key = 'counter'`).Scan(&n))
	return n
}

// again serves the request and checks whether the work was done now or the first answer came back.
func (w *world) again(t *testing.T, once *idempotency.Once, replayed bool, attempt int) []byte {
	t.Helper()
	before := w.done(t)
	body := must.Get(w.serve(t.Context(), once, false))(t)
	if want := fmt.Sprintf(`{"attempt":"%d","name":"云 \u003cb\u003e\u0026\u2028"}`, attempt); string(body) != want {
		t.Errorf("answered %s, want %s", body, want)
	}
	if (once.Replayed() != nil) != replayed || (w.done(t) == before) != replayed {
		t.Errorf("replayed %q, work done %d times, before %d", once.Replayed(), w.done(t), before)
	}
	return body
}

func TestOtherBody(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.again(t, w.request(), false, 1)
		other := w.request()
		other.Fingerprint = "another body"
		if _, err := w.serve(t.Context(), other, false); !fault.Is(err, fault.KeyReused) || other.Replayed() != nil {
			t.Errorf("another body with the same key: %v, replayed %q", err, other.Replayed())
		}
		w.again(t, w.request(), true, 1)
		if w.done(t) != 1 {
			t.Errorf("done %d times", w.done(t))
		}
	})
}

// What was rolled back frees the key, also for another body; so does an answer that cannot be rendered.
func TestRolledBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		if _, err := w.serve(t.Context(), w.request(), true); !errors.Is(err, errRefused) {
			t.Fatal(err)
		}
		broken := w.request()
		broken.Render = func(any) ([]byte, error) { return nil, errRefused }
		if _, err := w.serve(t.Context(), broken, false); !errors.Is(err, errRefused) {
			t.Fatal(err)
		}
		other := w.request()
		other.Fingerprint = "another body"
		w.again(t, other, false, 1)
	})
}

// A claim whose answer was never kept is not answered as a success.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := w.request().BeginTx(t.Context(), tx)
			return err
		}))
		if _, err := w.serve(t.Context(), w.request(), false); !fault.Is(err, fault.KeyReused) || w.done(t) != 0 {
			t.Errorf("%v, done %d times", err, w.done(t))
		}
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		first := w.again(t, w.request(), false, 1)
		for range 3 {
			if got := w.again(t, w.request(), true, 1); string(got) != string(first) {
				t.Errorf("%s, first %s", got, first)
			}
		}
	})
}

// The key belongs to the API key and the path.
func TestIndependent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		otherKey, otherPath, otherWord := w.request(), w.request(), w.request()
		otherKey.KeyID, otherPath.Path, otherWord.Key = w.keys[1], "/b", "l"
		for i, once := range []*idempotency.Once{w.request(), otherKey, otherPath, otherWord} {
			w.again(t, once, false, i+1)
			same := *once
			w.again(t, &same, true, i+1)
		}
	})
}

func TestLife(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.again(t, w.request(), false, 1)
		w.clock.Advance(idempotency.Life)
		w.again(t, w.request(), true, 1)
		w.clock.Advance(time.Microsecond)
		other := w.request()
		other.Fingerprint = "another body"
		w.again(t, other, false, 2)
		var rows int
		must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT count(*) FROM replays`).Scan(&rows))
		expect.Equal(t, rows, 1, "answers are kept, want the new one alone")
	})
}

// A transaction that lost a conflict is run again, with the same Once: what the lost run found does not count.
func TestRunAgain(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.again(t, w.request(), false, 1)
		once := w.request()
		w.again(t, once, true, 1)
		w.clock.Advance(idempotency.Life + time.Microsecond)
		w.again(t, once, false, 2)
	})
}

// A request without a key is done each time and keeps nothing.
func TestWithoutKey(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		var none *idempotency.Once
		w.again(t, none, false, 1)
		w.again(t, none, false, 2)
	})
}

// Of twenty requests at once one does the work, and all get its answer. When the first ones fail, the next takes over.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	for _, failing := range []int64{0, 5} {
		t.Run(fmt.Sprintf("%d fail", failing), func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, w *world) {
				var begun, failed atomic.Int64
				bodies := make([]string, 20)
				await.AtOnce(len(bodies), func(i int) {
					for { // a caller tries again until it succeeds
						body, err := w.serve(context.Background(), w.request(), begun.Add(1) <= failing)
						if err == nil {
							bodies[i] = string(body)
							return
						}
						if !errors.Is(err, errRefused) {
							t.Errorf("request %d: %v", i, err)
							return
						}
						failed.Add(1)
					}
				})
				for i, body := range bodies {
					if body != bodies[0] || body == "" {
						t.Errorf("request %d was answered %s, the first %s", i, body, bodies[0])
					}
				}
				if w.done(t) != 1 || failed.Load() > failing {
					t.Errorf("the work was done %d times, failed %d times", w.done(t), failed.Load())
				}
			})
		})
	}
}
