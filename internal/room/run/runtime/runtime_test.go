package runtime_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/run/runtime"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func each(t *testing.T, body func(t *testing.T, clock *storetest.Clock, r *runtime.Runtimes)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		clock := storetest.NewClock()
		db := storetest.OpenURL(t, storetest.URL(t, d), store.WithClock(clock.Now))
		body(t, clock, runtime.New(db, account.New(db, limit.New(db), account.Options{}),
			func() []string { return []string{"doubao", "kimi"} }))
	})
}

func TestTokens(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, clock *storetest.Clock, r *runtime.Runtimes) {
		ctx := context.Background()
		for name, in := range map[string]runtime.NewRuntime{
			"no name": {Platforms: []string{"doubao"}}, "long name": {Name: strings.Repeat("长", 65), Platforms: []string{"doubao"}},
			"two lines":   {Name: "a\nb", Platforms: []string{"doubao"}},
			"no platform": {Name: "n"}, "unknown platform": {Name: "n", Platforms: []string{"doubao", "eliza"}},
		} {
			expect.Refuse(t, expect.Error(r.Create(ctx, in)), fault.Malformed, name)
		}
		made, token, err := r.Create(ctx, runtime.NewRuntime{Name: "工作站", Platforms: []string{"kimi", "doubao", "kimi"}})
		if err != nil || !strings.HasPrefix(token, runtime.Prefix) {
			t.Fatal(token, err)
		}
		for _, wrong := range []string{"", "rt-", token + "x", strings.ToLower(token) + "", "sk-" + token[3:]} {
			if _, err := r.Authenticate(ctx, wrong); wrong != token && !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%q is let in: %v", wrong, err)
			}
		}
		found, err := r.Authenticate(ctx, token)
		if diff := cmp.Diff(made, found); diff != "" || err != nil {
			t.Error(diff, err)
		}
		must.Do(t, r.Report(ctx, found, []runtime.Report{
			{Platform: "doubao", State: runtime.Ready},
			{Platform: "eliza", State: runtime.Ready},
		}))
		clock.Advance(time.Minute)
		must.Do(t, r.Report(ctx, found, []runtime.Report{{Platform: "kimi", State: runtime.Challenge, Version: "1.2"}}))
		clock.Advance(150 * time.Second) // doubao was not heard of for longer than three minutes
		counts, err := r.Counts(ctx)
		want := []runtime.Count{
			{Platform: "doubao", State: runtime.Offline, Runtimes: 1},
			{Platform: "kimi", State: runtime.Challenge, Runtimes: 1},
		}
		if diff := cmp.Diff(want, counts); diff != "" || err != nil {
			t.Error(diff, err)
		}
		list, err := r.All(ctx)
		if err != nil || len(list) != 1 || len(list[0].Health) != 2 || list[0].Health[0].Live ||
			!list[0].Health[1].Live || list[0].Health[1].Version != "1.2" {
			t.Errorf("%+v %v", list, err)
		}
		for range 2 {
			expect.Do(t, r.Revoke(ctx, "", made.ID))
		}
		expect.Refuse(t, expect.Error(r.Authenticate(ctx, token)), fault.Unauthenticated, "a revoked token")
		capped(t, r)
	})
}

func capped(t *testing.T, r *runtime.Runtimes) {
	t.Helper()
	for i := range 21 {
		_, _, err := r.Create(context.Background(), runtime.NewRuntime{Name: "n", Platforms: []string{"doubao"}})
		if full := fault.Is(err, fault.CapReached); full != (i == 20) {
			t.Fatalf("runtime %d: %v", i+1, err)
		}
	}
}

// Revoked runtimes come last in lists, with a bound, and are deleted after a time with what they said; those in force stay.
func TestPurge(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, clock *storetest.Clock, r *runtime.Runtimes) {
		ctx := t.Context()
		var made []runtime.Runtime
		for range 3 {
			one, _, err := r.Create(ctx, runtime.NewRuntime{Name: "工作站", Platforms: []string{"kimi"}})
			must.Do(t, err)
			must.Do(t, r.Report(ctx, one, []runtime.Report{{Platform: "kimi", State: runtime.Ready}}))
			made = append(made, one)
			clock.Advance(time.Minute)
		}
		ids := func() (list []string) {
			t.Helper()
			for _, one := range must.Get(r.All(ctx))(t) {
				list = append(list, one.ID)
			}
			return list
		}
		must.Do(t, r.Revoke(ctx, "", made[1].ID))
		clock.Advance(time.Hour)
		must.Do(t, r.Revoke(ctx, "", made[2].ID))
		expect.Same(t, ids(), []string{made[0].ID, made[2].ID, made[1].ID}, "in force first")
		clock.Advance(account.RevokedFor - time.Hour)
		expect.Equal(t, must.Get(r.Purge(ctx))(t), 0, "deleted on the last day")
		clock.Advance(time.Microsecond)
		expect.Equal(t, must.Get(r.Purge(ctx))(t), 1, "deleted a moment later")
		expect.Same(t, ids(), []string{made[0].ID, made[2].ID})
		expect.Equal(t, must.Get(r.RevokeAll(ctx))(t), 1, "revoked with all others")
		expect.Equal(t, must.Get(r.RevokeAll(ctx))(t), 0, "revoked again")
	})
}

func TestTerms(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, _ *storetest.Clock, r *runtime.Runtimes) {
		ctx := context.Background()
		for _, bad := range []runtime.Terms{
			{Platform: "eliza", ReadBy: "林见", Edition: "1"},
			{Platform: "kimi", Edition: "1"},
			{Platform: "kimi", ReadBy: "林见"},
		} {
			expect.Refuse(t, expect.Error(r.RecordTerms(ctx, bad)), fault.Malformed, bad)
		}
		for _, edition := range []string{"2026-06", "2026-08"} {
			must.Get(r.RecordTerms(ctx, runtime.Terms{Platform: "kimi", ReadBy: "林见", Edition: edition}))(t)
		}
		list, err := r.ListTerms(ctx)
		if err != nil || len(list) != 1 || list[0].Edition != "2026-08" {
			t.Errorf("%+v %v", list, err)
		}
		expect.Do(t, r.WithdrawTerms(ctx, "kimi"))
		if list, err := r.ListTerms(ctx); err != nil || len(list) != 0 {
			t.Errorf("%+v %v", list, err)
		}
	})
}
