package app

import (
	"context"
	"io"
	"time"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/room/account"
	"renown/internal/room/geo/run"
	"renown/internal/room/points"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
)

// chinese puts what is stored as codes into words, as the API does.
var chinese, _ = locale.Of("zh")

const (
	exportWait = 10 * time.Second // when to try again while another export of the account is being made
	exportMost = 10 * time.Minute // what one may take
)

// ExportOnce is Export for the account's owner: one at a time, over all processes. An export of a process that died counts as long
// as one may take.
func (a *App) ExportOnce(ctx context.Context, out io.Writer, userID string) error {
	key := "export:" + userID
	alone, err := a.Limits.AllowSlow(ctx, key, limit.Slow{Every: exportMost, Burst: 1})
	if err != nil {
		return err
	}
	if !alone.Allowed {
		return fault.New(fault.TooFrequent).Why("export_running").After(exportWait)
	}
	defer func() {
		if err := a.Limits.Forget(context.WithoutCancel(ctx), key); err != nil {
			a.Log.Warn("an account cannot be exported again for a while", "user_id", userID, "error", err)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, exportMost)
	defer cancel()
	return a.Export(ctx, out, userID)
}

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
	var own []account.Caller
	for _, space := range of.Spaces {
		if space.OwnerID == userID {
			own = append(own, account.Caller{UserID: userID, SpaceID: space.ID})
		}
	}
	p := &pieces{out: out}
	return inOrder(
		func() error { return p.open("{") },
		func() error { return p.field("account", of) },
		func() error { return p.field("plan", subscription) },
		func() error { return p.list("brands", func() error { return a.exportBrands(ctx, p, own) }) },
		func() error {
			return p.list("contents", func() error {
				return each(own, func(who account.Caller) error {
					return a.Contents.Export(ctx, who, func(r content.ExportedRevision) error { return p.item(r) })
				})
			})
		},
		func() error {
			return p.list("orders", func() error {
				return each(own, func(who account.Caller) error {
					return a.Orders.Export(ctx, who, func(o order.Order) error { return p.item(o) })
				})
			})
		},
		func() error {
			return p.list("points", func() error {
				return a.Points.Export(ctx, userID, func(e points.Entry) error {
					e.Note = chinese.Stored("points", e.Note)
					return p.item(e)
				})
			})
		},
		func() error { return p.end("}\n") },
	)
}

func (a *App) exportBrands(ctx context.Context, p *pieces, own []account.Caller) error {
	return each(own, func(who account.Caller) error {
		brands, err := a.Brands.Titles(ctx, who)
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
	return inOrder(
		func() error { return p.open("{") },
		func() error { return p.field("brand", have.Brand) },
		func() error { return p.field("topics", have.Topics) },
		func() error { return p.field("prompts", have.Prompts) },
		func() error { return p.field("competitors", have.Competitors) },
		func() error {
			return p.list("runs", func() error {
				return a.Runs.ExportRuns(ctx, who, brandID, func(r run.Run) error {
					for _, platform := range r.Platforms {
						sayReason(platform.Reason)
					}
					return p.item(r)
				})
			})
		},
		func() error {
			return p.list("answers", func() error {
				return a.Runs.ExportAnswers(ctx, who, brandID, func(e run.Evidence) error {
					sayReason(e.Error)
					return p.item(e)
				})
			})
		},
		func() error { return p.end("}") },
	)
}

func sayReason(stored *run.Reason) {
	if stored != nil {
		*stored = run.Reason(chinese.Stored("platform", string(*stored)))
	}
}
