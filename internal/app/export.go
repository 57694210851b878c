package app

import (
	"context"
	"math"

	"renown/internal/door/locale"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
)

// Export is all of an account's data, one part a room. What is in a team space belongs to the team's owner.
type Export struct {
	Account  account.Export             `json:"account"`
	Plan     plan.Subscription          `json:"plan"`
	Brands   []BrandExport              `json:"brands"`
	Contents []content.ExportedRevision `json:"contents"`
	Orders   []order.Order              `json:"orders"`
	Points   []points.Entry             `json:"points"`
}

// BrandExport is all that is kept about a brand.
type BrandExport struct {
	brand.Existing
	run.Export
}

// Export gathers all of an account's data.
func (a *App) Export(ctx context.Context, userID string) (out Export, err error) {
	if out.Account, err = a.Accounts.Export(ctx, userID); err != nil {
		return out, err
	}
	if out.Plan, err = a.Plans.Of(ctx, userID); err != nil {
		return out, err
	}
	if out.Points, _, err = a.Points.Entries(ctx, userID, points.Page{Number: 1, Size: math.MaxInt32}); err != nil {
		return out, err
	}
	chinese, _ := locale.Of("zh") // as the API writes them
	for i := range out.Points {
		out.Points[i].Note = chinese.Stored("points", out.Points[i].Note)
	}
	out.Brands, out.Contents, out.Orders = []BrandExport{}, []content.ExportedRevision{}, []order.Order{}
	for _, space := range out.Account.Spaces {
		if space.OwnerID != userID {
			continue
		}
		who := account.Caller{UserID: userID, SpaceID: space.ID}
		if err := a.exportBrands(ctx, who, &out); err != nil {
			return out, err
		}
		contents, err := a.Contents.Export(ctx, who)
		if err != nil {
			return out, err
		}
		out.Contents = append(out.Contents, contents...)
		orders, err := a.Orders.Export(ctx, who)
		if err != nil {
			return out, err
		}
		out.Orders = append(out.Orders, orders...)
	}
	return out, nil
}

func (a *App) exportBrands(ctx context.Context, who account.Caller, out *Export) error {
	brands, err := a.Brands.List(ctx, who)
	if err != nil {
		return err
	}
	for _, b := range brands {
		var part BrandExport
		if part.Existing, err = a.Brands.Existing(ctx, who, b.ID); err != nil {
			return err
		}
		if part.Export, err = a.Runs.Export(ctx, who, b.ID); err != nil {
			return err
		}
		sayReasons(part.Export)
		out.Brands = append(out.Brands, part)
	}
	return nil
}

// sayReasons puts the reasons of runs and answers into words, as the API does.
func sayReasons(e run.Export) {
	chinese, _ := locale.Of("zh")
	say := func(stored *run.Reason) {
		if stored != nil {
			*stored = run.Reason(chinese.Stored("platform", string(*stored)))
		}
	}
	for _, r := range e.Runs {
		for _, p := range r.Platforms {
			say(p.Reason)
		}
	}
	for _, a := range e.Answers {
		say(a.Error)
	}
}
