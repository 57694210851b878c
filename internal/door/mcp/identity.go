package mcp

import (
	"context"

	"renown/internal/door/locale"
	"renown/internal/room/account"
	"renown/internal/room/run"
)

type identity struct {
	UserID    string         `json:"user_id"`
	KeyID     string         `json:"key_id"`
	Scopes    account.Scopes `json:"scopes"`
	Plan      allowance      `json:"plan"`
	Platforms table          `json:"platforms"`
}

// allowance is what a plan allows without its platforms, which are told as a table.
type allowance struct {
	run.Limits
	Platforms []run.Available `json:"platforms,omitempty"`
}

// whoami says whose key it is, what the plan allows and what is left of it.
func (d *Door) whoami(ctx context.Context, c *call) (any, error) {
	l, err := d.rooms.Runs.Limits(ctx, c.Caller)
	if err != nil {
		return nil, err
	}
	platforms := newTable("platform", "name", "available", "reason")
	for _, p := range l.Platforms {
		platforms.add(p.Platform, p.Name, p.Available, said(c.lang, "platform", p.Reason))
	}
	return identity{c.UserID, c.KeyID, c.Scopes, allowance{Limits: l}, platforms}, nil
}

// said puts a stored code of that kind into words; nothing stays nothing.
func said[S ~string](l *locale.Language, kind string, stored *S) any {
	if stored == nil {
		return nil
	}
	return l.Stored(kind, string(*stored))
}

func (d *Door) listBrands(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	brands, total, err := d.rooms.Brands.ListPaged(ctx, c.Caller, page)
	if err != nil {
		return nil, err
	}
	t := newTable("brand_id", "name", "product_type", "topics", "prompts", "active_prompts", "competitors",
		"last_run_id", "last_run_status", "last_run_finished_at")
	for _, b := range brands {
		cells := []any{
			b.ID, b.Name, b.ProductType, b.Counts.Topics, b.Counts.Prompts, b.Counts.ActivePrompts,
			b.Counts.Competitors, nil, nil, nil,
		}
		if b.LastRun != nil {
			copy(cells[7:], []any{b.LastRun.RunID, b.LastRun.Status, b.LastRun.FinishedAt})
		}
		t.add(cells...)
	}
	return t.of(page, total), nil
}

type progress struct {
	RunID      string       `json:"run_id"`
	BrandID    string       `json:"brand_id"`
	Status     string       `json:"status"`
	Mode       string       `json:"mode"`
	Progress   run.Progress `json:"progress"`
	Platforms  table        `json:"platforms"`
	CreatedAt  any          `json:"created_at"`
	FinishedAt any          `json:"finished_at"`
}

func (d *Door) getRun(ctx context.Context, c *call) (any, error) {
	r, err := d.rooms.Runs.Find(ctx, c.Caller, c.In.Str("run_id"))
	if err != nil {
		return nil, err
	}
	t := newTable("platform", "name", "status", "done", "failed", "total", "reason")
	for _, p := range r.Platforms {
		t.add(p.Platform, p.Name, p.Status, p.Done, p.Failed, p.Total, said(c.lang, "platform", p.Reason))
	}
	return progress{r.ID, r.BrandID, r.Status, r.Mode, r.Progress, t, r.CreatedAt, r.FinishedAt}, nil
}
