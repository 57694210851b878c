package porch_test

import (
	"testing"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Of one account one piece of work is under way at a time, over all processes; another's is not held up.
func TestSingly(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url, ctx := storetest.URL(t, d), t.Context()
		one := &porch.Singly{Limits: limit.New(storetest.OpenURL(t, url))}
		other := one
		if d == store.Postgres {
			other = &porch.Singly{Limits: limit.New(storetest.OpenURL(t, url))}
		}
		begin := func(s *porch.Singly, userID string) func() {
			t.Helper()
			work, end, err := s.Begin(ctx, userID)
			must.Do(t, err)
			if _, limited := work.Deadline(); !limited {
				t.Error("it may take for ever")
			}
			return end
		}
		end := begin(one, "usr_1")
		for _, s := range []*porch.Singly{one, other} {
			if _, _, err := s.Begin(ctx, "usr_1"); !fault.Is(err, fault.TooFrequent) || fault.As(err).Reason != "export_running" {
				t.Errorf("a second beside the first: %v", err)
			}
		}
		begin(other, "usr_2")()
		end()
		begin(other, "usr_1")()
		begin(one, "usr_1")()
	})
}
