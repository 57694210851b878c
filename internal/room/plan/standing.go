package plan

import (
	"context"
	"errors"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/points"
)

// Standing is the plan that a space lives on, and what it holds and has used now.
type Standing struct {
	Subscription
	Quota Quota
	Used  int64 // what the tally counted

	Storage Storage // what the owner's spaces store
	Asking  int64   // accounts of the installation that wait for a plan they asked for
}

// Tally counts, in the statement that reads a standing, what a later room knows: an expression over the subscription s,
// whose arguments begin with $2.
type Tally struct {
	SQL  string
	Args []any
}

// Standing reads by one statement what every page of the console shows of a plan. The first look in a cycle makes its grant.
func (p *Plans) Standing(ctx context.Context, spaceID string, tally Tally) (out Standing, err error) {
	defer fault.Wrap(&err, "plan.Standing")

	var account points.Account
	s := &out.Subscription
	err = p.db.Read().QueryRow(ctx, `SELECT `+columns+`, `+tally.SQL+`,
			(SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM stored_bytes WHERE space_id IN (SELECT id FROM spaces WHERE owner_id = s.user_id)),
			(SELECT count(*) FROM plan_requests WHERE state = 'pending'), `+points.Joined+`
		FROM subscriptions s JOIN spaces p ON p.owner_id = s.user_id LEFT JOIN points_accounts a ON a.user_id = s.user_id WHERE p.id = $1`,
		append([]any{spaceID}, tally.Args...)...).
		Scan(slices.Concat(s.targets(), []any{&out.Used, &out.Storage.Used, &out.Asking}, account.Joined())...)
	if errors.Is(err, store.ErrNoRows) {
		return out, fault.NotFound("space", spaceID)
	}
	out.Storage.Limit, out.Storage.From = p.options.MaxStored, p.options.StorageWarning
	if err == nil {
		out.Quota, err = p.quota(ctx, out.Subscription, account)
	}
	return out, err
}
