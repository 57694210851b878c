package app

import (
	"context"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"renown/internal/door/locale"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/campaign"
	"renown/internal/room/event"
	"renown/internal/room/fact"
	"renown/internal/room/opportunity"
	"renown/internal/room/points"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
)

// chinese puts what is stored as codes into words, as the API does.
var chinese, _ = locale.Of("zh")

// Export writes all of an account's data as one JSON document, one part a room, lists oldest first but for brands, prompts and a
// run's answers. What is in a team space belongs to the team's owner. It is written as it is read, a few rows at a time: it is not
// of one moment, and what was written before an error is no whole document.
func (a *App) Export(ctx context.Context, out io.Writer, userID string) error {
	of, err := a.Accounts.Export(ctx, userID)
	if err != nil {
		return err
	}
	subscription, err := a.Plans.Of(ctx, userID)
	if err != nil {
		return err
	}
	asked, err := a.Plans.Export(ctx, userID)
	if err != nil {
		return err
	}
	var own []account.Caller
	for _, space := range of.Spaces {
		if space.OwnerID == userID {
			own = append(own, account.Caller{UserID: userID, SpaceID: space.ID})
		}
	}
	p := newPieces(out)
	p.token(jsontext.BeginObject)
	p.field("account", of)
	p.field("plan", subscription)
	p.field("plan_requests", asked)
	p.list("brands", func() error { return a.exportBrands(ctx, p, own) })
	p.list("contents", func() error {
		return each(own, func(who account.Caller) error {
			return a.Contents.Export(ctx, who, func(r content.ExportedRevision) error { return p.item(r) })
		})
	})
	p.list("orders", func() error {
		return each(own, func(who account.Caller) error {
			return a.Orders.Export(ctx, who, func(o order.Order) error { return p.item(o) })
		})
	})
	p.list("endpoints", func() error {
		return each(own, func(who account.Caller) error {
			endpoints, err := a.Events.List(ctx, who)
			return errors.Join(err, each(endpoints, func(e event.Endpoint) error { return p.item(e) }))
		})
	})
	p.list("points", func() error {
		return a.Points.Export(ctx, userID, func(e points.Entry) error {
			e.Note = chinese.Stored("points", e.Note)
			return p.item(e)
		})
	})
	p.token(jsontext.EndObject)
	return p.err
}

func (a *App) exportBrands(ctx context.Context, p *pieces, own []account.Caller) error {
	return each(own, func(who account.Caller) error {
		brands, err := a.Brands.List(ctx, who) // archived ones too
		if err != nil {
			return err
		}
		for _, b := range brands {
			if err := a.exportBrand(ctx, p, who, b.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// exportBrand writes all that is kept about a brand.
func (a *App) exportBrand(ctx context.Context, p *pieces, who account.Caller, brandID string) error {
	have, err := a.Brands.Existing(ctx, who, brandID)
	if err != nil {
		return err
	}
	reports, err := a.Reports.Export(ctx, who, brandID)
	if err != nil {
		return err
	}
	facts, _, err := a.Facts.List(ctx, who, brandID, fact.Filter{}, store.Paging{Number: 1, Size: fact.MaxFacts})
	if err != nil {
		return err
	}
	p.token(jsontext.BeginObject)
	p.field("brand", have.Brand)
	p.field("topics", have.Topics)
	p.field("prompts", have.Prompts)
	p.field("competitors", have.Competitors)
	p.field("facts", facts)
	p.field("annotations", have.Annotations)
	p.field("reports", reports)
	p.list("campaigns", func() error {
		return paged(p, func(page store.Paging) ([]campaign.Campaign, int64, error) {
			return a.Campaigns.List(ctx, who, brandID, page)
		})
	})
	p.list("drafts", func() error {
		return paged(p, func(page store.Paging) ([]opportunity.Draft, int64, error) {
			return a.Opportunities.Drafts(ctx, who, brandID, page)
		})
	})
	p.list("runs", func() error {
		return a.Runs.ExportRuns(ctx, who, brandID, func(r run.Run) error {
			for _, platform := range r.Platforms {
				sayReason(platform.Reason)
			}
			return p.item(r)
		})
	})
	p.list("answers", func() error {
		return a.Runs.ExportAnswers(ctx, who, brandID, func(e run.Evidence) error {
			sayReason(e.Error)
			return p.item(e)
		})
	})
	p.token(jsontext.EndObject)
	return p.err
}

// paged writes a list that is read by pages.
func paged[T any](p *pieces, list func(store.Paging) (some []T, total int64, err error)) error {
	for page := (store.Paging{Number: 1, Size: 100}); ; page.Number++ {
		some, total, err := list(page)
		if err := errors.Join(err, each(some, func(one T) error { return p.item(one) })); err != nil {
			return err
		}
		if page.Offset()+int64(len(some)) >= total || len(some) == 0 {
			return nil
		}
	}
}

func sayReason(stored *run.Reason) {
	if stored != nil {
		*stored = run.Reason(chinese.Stored("platform", string(*stored)))
	}
}
