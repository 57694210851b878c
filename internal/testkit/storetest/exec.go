package storetest

import (
	"context"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
)

// Exec changes the database behind the rooms' backs.
func Exec(t must.Tester, db *store.DB, sql string, args ...any) {
	t.Helper()
	ctx := context.Background()
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}))
}
