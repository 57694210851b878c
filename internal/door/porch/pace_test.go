package porch_test

import (
	"testing"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/storetest"
)

// Fifty keys or sessions of one account get no more through together than the account may; another account is not held up.
func TestPace(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite, store.WithClock(storetest.NewClock().Now))
	by := map[string]int{}
	pace := &porch.Pace{
		Limits: limit.New(db), PerAccount: limit.Rate{PerMinute: 60, Burst: 10}, PerSession: limit.Rate{PerMinute: 60, Burst: 4},
		Limited: func(what string) { by[what]++ },
	}
	ctx := t.Context()
	for i := range 5 {
		err := pace.Session(ctx, "ses_1", "usr_1")
		if (err == nil) != (i < 4) || err != nil && (!fault.Is(err, fault.TooFrequent) || fault.As(err).RetrySeconds() < 1) {
			t.Errorf("request %d of a session: %v", i, err)
		}
	}
	through := 0
	for range 20 {
		if pace.Account(ctx, "usr_1") == nil {
			through++
		}
	}
	if through != 6 { // four of the burst went to the session
		t.Errorf("%d got through", through)
	}
	expect.Refuse(t, pace.Session(ctx, "ses_2", "usr_1"), fault.TooFrequent, "another session of the account")
	expect.Do(t, pace.Session(ctx, "ses_3", "usr_2"), "another account")
	if by[porch.BySession] != 1 || by[porch.ByAccount] != 15 {
		t.Errorf("counted %v", by)
	}
}
