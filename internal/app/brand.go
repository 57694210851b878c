package app

import (
	"context"
	"strings"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// MoveBrand puts a brand with all that belongs to it into another space, for who owns both: the plan that it lives on stays the same. To
// everybody else one of the spaces is NotFound. While a run, a generation or a draft of it is under way it is refused.
func (a *App) MoveBrand(ctx context.Context, who account.Caller, brandID, to string) (err error) {
	defer fault.Wrap(&err, "app.MoveBrand")

	return a.DB.InTx(ctx, func(tx *store.Tx) error {
		if err := a.idleBrand(ctx, tx, who, brandID, false); err != nil {
			return err
		}
		if err := a.Accounts.OwnsTx(ctx, tx, who.UserID, who.SpaceID, to); err != nil || to == who.SpaceID {
			return err
		}
		for _, move := range []func() error{
			func() error { return a.Brands.MoveTx(ctx, tx, who, brandID, to) },
			func() error { return a.Runs.MoveTx(ctx, tx, brandID, to) },
			func() error { return a.Campaigns.MoveTx(ctx, tx, brandID, to) },
			func() error {
				also, err := a.Orders.ContentsTx(ctx, tx, brandID)
				if err != nil {
					return err
				}
				return a.Contents.MoveTx(ctx, tx, brandID, who.SpaceID, to, also)
			},
			func() error { return a.Orders.MoveTx(ctx, tx, brandID, who.SpaceID, to) },
			func() error { return a.Accounts.UnshareTx(ctx, tx, brandID) },
			func() error { return a.Accounts.MoveViewsTx(ctx, tx, brandID, to) },
		} {
			if err := move(); err != nil {
				return err
			}
		}
		return audit.WriteTx(ctx, tx, audit.BrandMoved, audit.About{
			UserID: who.UserID, Subject: brandID,
			Detail: []string{who.SpaceID, to},
		})
	})
}

// DeleteBrand erases a brand for the owner of its space, who typed its name. While a run, a generation or a draft of it is under way, or
// counts today, it is refused.
func (a *App) DeleteBrand(ctx context.Context, who account.Caller, brandID, typed string) (err error) {
	defer fault.Wrap(&err, "app.DeleteBrand")

	return a.DB.InTx(ctx, func(tx *store.Tx) error {
		if err := a.idleBrand(ctx, tx, who, brandID, true); err != nil {
			return err
		}
		found, err := a.Brands.FindTx(ctx, tx, who, brandID)
		if err != nil {
			return err
		}
		if strings.TrimSpace(typed) != found.Name {
			return fault.New(fault.Malformed).Why("brand_name_differs")
		}
		if err := a.Accounts.OwnsTx(ctx, tx, who.UserID, who.SpaceID); err != nil {
			return err
		}
		if err := a.Brands.DeleteTx(ctx, tx, who, brandID); err != nil {
			return err
		}
		if err := a.Orders.BrandGoneTx(ctx, tx, who.SpaceID); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.BrandDeleted, audit.About{UserID: who.UserID, Subject: brandID})
	})
}

// idleBrand refuses while something of a brand is under way. It locks the plan of the space, so that nothing begins meanwhile.
func (a *App) idleBrand(ctx context.Context, tx *store.Tx, who account.Caller, brandID string, vanishes bool) error {
	subscription, err := a.Plans.ForTx(ctx, tx, who.SpaceID)
	if err != nil {
		return err
	}
	if _, err := a.Brands.FindTx(ctx, tx, who, brandID); err != nil {
		return err
	}
	var freed *plan.Subscription
	if vanishes {
		freed = &subscription
	}
	if err := a.Runs.BrandIdleTx(ctx, tx, brandID, freed); err != nil {
		return err
	}
	if err := a.Generations.BrandIdleTx(ctx, tx, brandID, vanishes); err != nil {
		return err
	}
	return a.Opportunities.BrandIdleTx(ctx, tx, brandID, vanishes)
}
