package plan_test

import (
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

// A mailbox has one trial, also after its account is gone and under another spelling of its address. An operator may give another.
func TestTrialOnce(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		register := func(email string) (string, plan.Subscription) {
			t.Helper()
			userID := must.Get(w.Open(t.Context(), w.prepared(t, email), plan.Terms{Tier: plan.Trial, Once: true}))(t)
			s := must.Get(w.Of(t.Context(), userID))(t)
			return userID, s
		}
		first, s := register("zhang.san@gmail.com")
		if s.Expired(w.db.Now()) {
			t.Fatal("the first trial is over")
		}
		w.balance(t, first, 300)
		for _, email := range []string{"zhangsan+2@gmail.com", "zhang.san+3@googlemail.com"} {
			userID, s := register(email)
			if s.Tier != plan.Trial || !s.Expired(w.db.Now()) {
				t.Errorf("%s: %+v", email, s)
			}
			w.balance(t, userID, 0)
		}
		must.Do(t, w.accounts.Delete(t.Context(), first))
		again, s := register("zhang.san@gmail.com")
		if !s.Expired(w.db.Now()) {
			t.Error("the trial begins anew")
		}
		w.balance(t, again, 0)

		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
			return w.accounts.Left.TellTx(t.Context(), tx, &account.Leaving{Mailbox: "old@example.com"})
		}))
		if _, s := register("old@example.com"); !s.Expired(w.db.Now()) {
			t.Error("one who had an account before trials were counted has another")
		}
		given := must.Get(w.Open(t.Context(), w.prepared(t, "zhang.san+4@gmail.com"), plan.Terms{Tier: plan.Trial}))(t)
		w.balance(t, given, 300)
	})
}
