// Package setting keeps what an installation has once: a value under a name, as JSON. It owns the table settings, and knows the
// meaning of no value.
package setting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"renown/internal/floor/store"
)

const read = `SELECT value FROM settings WHERE name = $1`

// Get reads a value; the zero value where none was ever set.
func Get[T any](ctx context.Context, q store.Querier, name string) (T, error) {
	return scan[T](name, q.QueryRow(ctx, read, name))
}

// LockTx reads a value and keeps others from changing it until tx ends. One that was never set is not locked.
func LockTx[T any](ctx context.Context, tx *store.Tx, name string) (T, error) {
	return scan[T](name, tx.QueryRow(ctx, read+tx.ForUpdate(), name))
}

// PutTx sets a value.
func PutTx(ctx context.Context, tx *store.Tx, name string, value any) error {
	return writeTx(ctx, tx, `DO UPDATE SET value = excluded.value`, name, value)
}

// MakeTx sets a value unless there is one, and returns the one there is: of several that make it at once, the first one's.
func MakeTx[T any](ctx context.Context, tx *store.Tx, name string, value T) (T, error) {
	if err := writeTx(ctx, tx, `DO NOTHING`, name, value); err != nil {
		return value, err
	}
	return Get[T](ctx, tx, name)
}

func scan[T any](name string, row store.Row) (value T, err error) {
	text, err := store.One[string](row)
	if errors.Is(err, store.ErrNoRows) {
		return value, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &value)
	}
	if err != nil {
		err = fmt.Errorf("reading the setting %s: %w", name, err)
	}
	return value, err
}

func writeTx(ctx context.Context, tx *store.Tx, conflict, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) `+conflict, name, string(text))
	return err
}
