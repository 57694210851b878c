package account_test

import (
	"testing"

	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// All nodes of an installation sign alike, whichever made the secret; another installation, purpose or text signs otherwise.
func TestSign(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		node := func(db *store.DB) *account.Accounts { return account.New(db, limit.New(db), account.Options{}) }
		signs := make([]string, 8)
		await.AtOnce(len(signs), func(i int) { signs[i] = must.Get(node(db).Sign(t.Context(), "a", "text"))(t) })
		signs = append(signs, must.Get(node(db).Sign(t.Context(), "b", "text"))(t), must.Get(node(db).Sign(t.Context(), "a", "other"))(t),
			must.Get(node(storetest.Open(t, db.Dialect())).Sign(t.Context(), "a", "text"))(t))
		for i, s := range signs {
			if same := s == signs[0]; same != (i < 8) || len(s) != 64 {
				t.Errorf("%d: %s beside %s", i, s, signs[0])
			}
		}
	})
}
