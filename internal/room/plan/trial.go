package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// trialTx notes that a mailbox has a trial, and tells whether it is its first. Only a hash is kept: it outlives the account.
func trialTx(ctx context.Context, tx *store.Tx, mailbox string) (first bool, err error) {
	hash := sha256.Sum256([]byte("trial of " + mailbox))
	n, err := tx.Exec(ctx, `INSERT INTO trials (mailbox_hash, given_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, hex.EncodeToString(hash[:]), tx.Now)
	return n > 0, err
}

// LeftTx notes that whoever has this mailbox had an account: the next one begins without a trial.
func (p *Plans) LeftTx(ctx context.Context, tx *store.Tx, mailbox string) (err error) {
	defer fault.Wrap(&err, "plan.LeftTx")

	_, err = trialTx(ctx, tx, mailbox)
	return err
}
