package setting_test

import (
	"testing"

	"renown/internal/floor/setting"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestSetting(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		expect.Equal(t, must.Get(setting.Get[int64](ctx, db.Read(), "a"))(t), 0, "a setting that was never set")
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
			expect.Equal(t, must.Get(setting.MakeTx(ctx, tx, "a", int64(1)))(t), 1, "the first")
			expect.Equal(t, must.Get(setting.MakeTx(ctx, tx, "a", int64(2)))(t), 1, "the second")
			expect.Equal(t, must.Get(setting.LockTx[int64](ctx, tx, "a"))(t), 1, "locked")
			return setting.PutTx(ctx, tx, "a", int64(3))
		}))
		expect.Equal(t, must.Get(setting.Get[int64](ctx, db.Read(), "a"))(t), 3, "after it was set")
		if _, err := setting.Get[string](ctx, db.Read(), "a"); err == nil {
			t.Error("a number is read as text")
		}
	})
}
