package app

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// idle refuses while a space has runs, generations, drafts or orders that must not vanish with it. Whoever submits one locks the subscription
// first, so none begins until tx ends.
func (a *App) idle(ctx context.Context, tx *store.Tx, spaceID string) error {
	subscription, err := a.Plans.ForTx(ctx, tx, spaceID)
	if err != nil {
		return err
	}
	if err := a.Runs.IdleTx(ctx, tx, spaceID, subscription); err != nil {
		return err
	}
	if err := a.Generations.IdleTx(ctx, tx, spaceID); err != nil {
		return err
	}
	if err := a.Opportunities.IdleTx(ctx, tx, spaceID); err != nil {
		return err
	}
	return a.Orders.IdleTx(ctx, tx, spaceID)
}

// receive hands a team over while nothing of it is under way: orders and runs stay with who paid for them. It refuses when the new owner's
// plan cannot hold what is in the team beside their own: nobody's prompts are archived by what another does. Who locks several
// subscriptions does so in the order of their accounts.
func (a *App) receive(ctx context.Context, tx *store.Tx, h account.Handover, move func() error) error {
	for _, userID := range slices.Sorted(slices.Values([]string{h.OwnerID, h.MemberID})) {
		if _, err := a.Plans.OfTx(ctx, tx, userID); err != nil {
			return err
		}
	}
	if err := a.idle(ctx, tx, h.SpaceID); err != nil {
		return err
	}
	if err := move(); err != nil {
		return err
	}
	subscription, err := a.Plans.ForTx(ctx, tx, h.SpaceID)
	if err != nil {
		return err
	}
	beyond, err := a.Brands.FitTx(ctx, tx, subscription)
	if err != nil {
		return err
	}
	if limit := subscription.Tier.Limits().ActivePrompts; beyond > 0 {
		return fault.New(fault.PromptLimit).Why("handover_prompts", beyond).With("limit", limit).With("active", int64(limit)+beyond)
	}
	return a.Plans.HoldsTx(ctx, tx, h.SpaceID)
}

// depart refuses while orders of an account are open, runs count today or others belong to its teams, unless an operator decided
// otherwise, and takes aside what outlives it: its orders, and that it has had a trial. Whoever submits a run or an order locks the
// subscription first.
func (a *App) depart(ctx context.Context, tx *store.Tx, l account.Leaving) error {
	if _, err := a.Plans.OfTx(ctx, tx, l.UserID); err != nil {
		return err
	}
	if !l.Anyway {
		if err := a.freeTx(ctx, tx, l.UserID); err != nil {
			return err
		}
	}
	if err := a.Plans.LeftTx(ctx, tx, l.Mailbox); err != nil {
		return err
	}
	return a.Orders.LeaveTx(ctx, tx, l.UserID, func() (account.Caller, error) { return a.Accounts.GoneTx(ctx, tx) })
}

// freeTx answers AccountBusy with all that keeps an account from being deleted.
func (a *App) freeTx(ctx context.Context, tx *store.Tx, userID string) error {
	busy := fault.New(fault.AccountBusy)
	found := 0
	for name, look := range map[string]func(context.Context, *store.Tx, string) ([]string, error){
		"orders": a.Orders.OpenTx, "runs": a.Runs.CountedTx, "teams": a.Accounts.SharedTeamsTx,
	} {
		list, err := look(ctx, tx, userID)
		if err != nil {
			return err
		}
		found += len(list)
		busy = busy.With(name, append([]string{}, list...))
	}
	if found > 0 {
		return busy
	}
	return nil
}
