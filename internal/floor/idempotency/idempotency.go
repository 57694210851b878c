// Package idempotency keeps the first successful answer to a request that carries an Idempotency-Key, in the transaction
// that does the request's work: both are there or neither. A crash between commit and answer therefore replays the commit.
//
// It owns the table replays and knows nothing of what is asked or answered.
package idempotency

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Life is how long an answer is kept.
const Life = 24 * time.Hour

// Once is one request that must have its effect once. A nil *Once is a request without a key: its methods do nothing.
type Once struct {
	KeyID       string // the API key; an Idempotency-Key belongs to it and to the path
	Path        string
	Key         string
	Fingerprint string // of the request's body
	Render      func(result any) ([]byte, error)

	replayed []byte
}

// BeginTx claims the key before the request's own rules are looked at. done means that an earlier request with the same
// key has succeeded: the caller changes nothing and answers with Replayed. The same key with another body is KeyReused.
// A request that runs at the same time is waited for.
func (o *Once) BeginTx(ctx context.Context, tx *store.Tx) (done bool, err error) {
	if o == nil {
		return false, nil
	}
	o.replayed = nil // a transaction may be run again
	if _, err := tx.Exec(ctx, `DELETE FROM replays WHERE created_at < $1`, tx.Now.Add(-Life)); err != nil {
		return false, err
	}
	claimed, err := tx.Exec(ctx, `INSERT INTO replays (key_id, path, idempotency, fingerprint, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (key_id, path, idempotency) DO NOTHING`, o.KeyID, o.Path, o.Key, o.Fingerprint, tx.Now)
	if err != nil || claimed == 1 {
		return false, err
	}
	var fingerprint string
	var body *string
	row := tx.QueryRow(ctx, `SELECT fingerprint, body FROM replays WHERE key_id = $1 AND path = $2
		AND idempotency = $3`, o.KeyID, o.Path, o.Key)
	if err := row.Scan(&fingerprint, &body); err != nil {
		return false, err
	}
	if fingerprint != o.Fingerprint || body == nil {
		return false, fault.New(fault.KeyReused)
	}
	o.replayed = []byte(*body)
	return true, nil
}

// FinishTx keeps the answer. When the transaction fails instead, the claim goes with it and the key is free again.
func (o *Once) FinishTx(ctx context.Context, tx *store.Tx, result any) error {
	if o == nil {
		return nil
	}
	body, err := o.Render(result)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE replays SET body = $4 WHERE key_id = $1 AND path = $2
		AND idempotency = $3`, o.KeyID, o.Path, o.Key, string(body))
	return err
}

// Replayed is the kept answer, or nil when this request did the work itself.
func (o *Once) Replayed() []byte {
	if o == nil {
		return nil
	}
	return o.replayed
}
