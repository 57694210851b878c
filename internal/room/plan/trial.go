package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// trialTx notes that a mailbox has an account, and tells whether it is its first. Only a hash is kept: it outlives the account.
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

// notedAtOnce is how many accounts NoteTrials takes in one transaction.
const notedAtOnce = 500

// NoteTrials notes the mailboxes of accounts that a program opened which did not: their owners have had their trial. It is called
// before anybody can register.
func (p *Plans) NoteTrials(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "plan.NoteTrials")

	type unnoted struct{ userID, email string }
	for {
		list, err := store.List(ctx, p.db.Read(), func(row store.Row) (u unnoted, err error) {
			err = row.Scan(&u.userID, &u.email)
			return u, err
		}, `SELECT s.user_id, u.email FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.trial_noted = FALSE ORDER BY s.user_id LIMIT $1`, notedAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		err = p.db.InTx(ctx, func(tx *store.Tx) error {
			for _, u := range list {
				if _, err := trialTx(ctx, tx, account.Mailbox(u.email)); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `UPDATE subscriptions SET trial_noted = TRUE WHERE user_id = $1`, u.userID); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}
