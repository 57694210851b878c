package event

import (
	"context"
	"errors"

	"renown/internal/floor/audit"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/webhook"
)

// keepTx writes down what became of a sending.
func (e *Events) keepTx(ctx context.Context, tx *store.Tx, t *sending, r webhook.Receipt) error {
	if !r.Taken() {
		if ours, err := t.heldTx(ctx, tx); err != nil || !ours {
			return err
		}
	}
	for _, d := range t.list {
		if err := d.keepTx(ctx, tx, r); err != nil {
			return err
		}
	}
	to := t.to
	if r.Taken() {
		_, err := tx.Exec(ctx, `UPDATE event_endpoints SET failing_since = NULL, failures = 0, ready_at = $2
			WHERE id = $1`, to.ID, to.restAfter(r, tx.Now))
		return err
	}
	var since timestamp.Time
	var failures int64
	err := tx.QueryRow(ctx, `UPDATE event_endpoints
		SET failing_since = COALESCE(failing_since, CAST($2 AS BIGINT)), failures = failures + 1, ready_at = $3
		WHERE id = $1 RETURNING failing_since, failures`, to.ID, tx.Now, to.restAfter(r, tx.Now)).Scan(&since, &failures)
	if err != nil {
		return err
	}
	switch {
	case r.Reason == webhook.Gone:
		return e.disableTx(ctx, tx, &to, ByGone)
	case failures >= int64(attemptsMost) && tx.Now.Sub(since.Time) >= giveUpAfter:
		return e.disableTx(ctx, tx, &to, ByFailing)
	}
	return nil
}

// heldTx tells whether the endpoint still belongs to who makes the call. A process that stood still for longer than
// its lease finds that others have gone on: they know better what is to be tried when.
func (t *sending) heldTx(ctx context.Context, tx *store.Tx) (bool, error) {
	until, err := store.One[timestamp.Time](tx.QueryRow(ctx, `SELECT busy_until FROM event_endpoints WHERE id = $1`+
		tx.ForUpdate(), t.to.ID))
	if errors.Is(err, store.ErrNoRows) {
		return false, nil
	}
	return err == nil && until.Equal(t.until.Time), err
}

// keepTx writes down an attempt. One that was replayed or given up meanwhile is left as it is.
func (d due) keepTx(ctx context.Context, tx *store.Tx, r webhook.Receipt) error {
	status, next, ended := Delivered, (*timestamp.Time)(nil), &tx.Now
	attempts := d.attempts + 1
	if !r.Taken() {
		status = Failed
		if wait, again := retryAfter(attempts); again {
			at := tx.Now.Add(max(wait, r.Wait))
			status, next, ended = Pending, &at, nil
		}
	}
	list := append(d.tries, Try{At: tx.Now, Status: r.Status, Reason: orNil(r.Reason), Answer: r.Answer, TookMS: r.Took.Milliseconds()})
	list = list[max(0, len(list)-triesKept):]
	_, err := tx.Exec(ctx, `UPDATE event_deliveries
		SET status = $2, attempts = $3, next_at = $4, ended_at = $5, tries = $6, reason = $7 WHERE id = $1 AND status = 'pending'`,
		d.deliveryID, string(status), attempts, next, ended, list, r.Reason)
	return err
}

// disableTx switches an endpoint off; what was on its way is given up and can be replayed. Its owner is told by mail when it
// stopped working: not of what a person did.
func (e *Events) disableTx(ctx context.Context, tx *store.Tx, to *Endpoint, why string) error {
	to.Enabled, to.DisabledReason, to.DisabledAt = false, &why, &tx.Now
	n, err := tx.Exec(ctx, `UPDATE event_endpoints SET enabled = FALSE, disabled_why = $2, disabled_at = $3, busy_until = 0
		WHERE id = $1 AND enabled = TRUE`, to.ID, why, tx.Now)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE event_deliveries SET status = 'failed', next_at = NULL, ended_at = $2, reason = $3
		WHERE endpoint_id = $1 AND status = 'pending'`,
		to.ID, tx.Now, switchedOff)
	if err != nil || why == ByUser {
		return err
	}
	owner, err := store.One[string](tx.QueryRow(ctx, `SELECT owner_id FROM spaces WHERE id = $1`, to.spaceID))
	if err != nil {
		return err
	}
	if err := audit.WriteTx(ctx, tx, audit.EndpointDisabled,
		audit.About{UserID: owner, Subject: to.ID, Detail: []string{to.Name, why}}); err != nil {
		return err
	}
	if e.options.Accounts == nil || why == Unsubscribed || why == Departed {
		return nil
	}
	return e.options.Accounts.TellTx(ctx, tx, account.Notice{Purpose: account.EndpointDisabled, UserID: owner, Name: to.Name})
}
