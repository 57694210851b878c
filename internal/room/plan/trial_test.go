package plan_test

import (
	"fmt"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

// Accounts of a program that noted no trials are noted at start, all of them, and only once.
func TestNoteTrials(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
			for i := range 1001 { // more than are noted in one transaction
				userID, email := fmt.Sprintf("usr_%04d", i), fmt.Sprintf("zhang%d@gmail.com", i)
				if _, err := tx.Exec(t.Context(), `INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES ($1, $2, $2, '', $3, $3)`, userID, email, tx.Now); err != nil {
					return err
				}
				if _, err := tx.Exec(t.Context(), `INSERT INTO subscriptions (user_id, tier, started_at, updated_at) VALUES ($1, 'standard', $2, $2)`, userID, tx.Now); err != nil {
					return err
				}
			}
			return nil
		}))
		must.Do(t, w.NoteTrials(t.Context()))
		must.Do(t, w.NoteTrials(t.Context()))
		for _, email := range []string{"zhang.0+new@gmail.com", "zhang1000+new@gmail.com", "li@example.com"} {
			userID := must.Get(w.Open(t.Context(), w.prepared(t, email), plan.Terms{Tier: plan.Trial, Once: true}))(t)
			s := must.Get(w.Of(t.Context(), userID))(t)
			if first := email == "li@example.com"; s.Expired(w.db.Now()) == first {
				t.Errorf("%s: %+v", email, s)
			}
		}
		var noted, accounts int
		must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT (SELECT count(*) FROM trials), (SELECT count(*) FROM subscriptions WHERE trial_noted = TRUE)`).Scan(&noted, &accounts))
		if noted != 1002 || accounts != 1004 {
			t.Errorf("%d mailboxes of %d accounts are noted", noted, accounts)
		}
	})
}

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

		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error { return w.LeftTx(t.Context(), tx, "old@example.com") }))
		if _, s := register("old@example.com"); !s.Expired(w.db.Now()) {
			t.Error("one who had an account before trials were counted has another")
		}
		given := must.Get(w.Open(t.Context(), w.prepared(t, "zhang.san+4@gmail.com"), plan.Terms{Tier: plan.Trial}))(t)
		w.balance(t, given, 300)
	})
}
