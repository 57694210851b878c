package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"renown/internal/floor/store"
)

// trialTx notes that a mailbox has an account, and tells whether it is its first. Only a hash is kept: it outlives the account.
func trialTx(ctx context.Context, tx *store.Tx, mailbox string) (first bool, err error) {
	hash := sha256.Sum256([]byte("trial of " + mailbox))
	n, err := tx.Exec(ctx, `INSERT INTO trials (mailbox_hash, given_at) VALUES ($1, $2)
		ON CONFLICT DO NOTHING`, hex.EncodeToString(hash[:]), tx.Now)
	return n > 0, err
}
