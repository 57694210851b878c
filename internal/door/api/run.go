package api

import (
	"context"
	"time"

	"renown/internal/room/run"
)

func (d *Door) startRun(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	request := run.Request{
		BrandID: in.Str("brand_id"), Mode: run.Mode(in.Str("mode")), Surface: in.Str("surface"),
		Samples: orOne(in.OptInt("samples")), Origin: run.FromAPI, Once: c.Once,
	}
	if in.Has("platforms") && !in.IsNull("platforms") {
		request.Platforms = append([]string{}, in.Strs("platforms")...)
	}
	return d.rooms.Runs.Submit(ctx, c.Caller, request)
}

// cost foretells what a run costs, and what the schedule does in a month.
func (d *Door) cost(ctx context.Context, c *call) (any, error) {
	q := c.In.Query
	request := run.Request{BrandID: c.Path("brand_id"), Mode: run.Mode(q.Str("mode")), Samples: orOne(q.OptInt("samples"))}
	if chosen := q.Strs("platform"); len(chosen) > 0 {
		request.Platforms = chosen
	}
	return d.rooms.Runs.Cost(ctx, c.Caller, request)
}

// orOne is how often a prompt is asked: once, unless said.
func orOne(samples *int64) int64 {
	if samples == nil {
		return 1
	}
	return *samples
}

func (d *Door) getRun(ctx context.Context, c *call) (any, error) {
	r, err := d.rooms.Runs.Find(ctx, c.Caller, c.Path("run_id"))
	wait := c.In.Query.OptInt("wait")
	if err != nil || wait == nil || run.Ended(r.Status) {
		return saidRun(r), err
	}
	return pending{
		longest: time.Duration(*wait) * time.Second,
		change:  func(ctx context.Context) { d.rooms.Runs.AwaitChange(ctx, r) },
		then: func(ctx context.Context) (any, error) {
			r, err := d.rooms.Runs.Find(ctx, c.Caller, c.Path("run_id"))
			return saidRun(r), err
		},
	}, nil
}

func (d *Door) cancelRun(ctx context.Context, c *call) (any, error) {
	r, err := d.rooms.Runs.Cancel(ctx, c.Caller, c.Path("run_id"))
	return saidRun(r), err
}

func (d *Door) listRuns(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	runs, total, err := d.rooms.Runs.List(ctx, c.Caller, c.Path("brand_id"), page)
	for i := range runs {
		runs[i] = saidRun(runs[i])
	}
	return pageWith(runs, total, page, err)
}

func (d *Door) listAnswers(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	found, total, applied, err := d.rooms.Runs.SearchEvidence(ctx, c.Caller, c.Path("run_id"), run.EvidenceFilter{
		Platforms: c.In.Query.Strs("platform"), PromptIDs: c.In.Query.Strs("prompt_id"), Paging: page,
	})
	for i := range found {
		found[i].Error = said("platform", found[i].Error)
	}
	return filteredPage(found, total, page, applied, err)
}

// saidRun puts a run's reasons into words.
func saidRun(r run.Run) run.Run {
	for i := range r.Platforms {
		r.Platforms[i].Reason = said("platform", r.Platforms[i].Reason)
	}
	return r
}

// said puts a stored code of that kind into words; nothing stays nothing.
func said[S ~string](kind string, stored *S) *S {
	if stored == nil {
		return nil
	}
	return new(S(chinese.Stored(kind, string(*stored))))
}

func pageOf(c *call) run.Paging {
	return run.Paging{Number: c.In.Query.Int("page"), Size: c.In.Query.Int("page_size")}
}

// pageSize is the size of a page when only its number was sent.
const pageSize = 20

// askedPage is the page of a list that is whole unless one is asked for; nil asks for the whole.
func askedPage(c *call) *run.Paging {
	number, size := c.In.Query.OptInt("page"), c.In.Query.OptInt("page_size")
	if number == nil && size == nil {
		return nil
	}
	page := run.Paging{Number: 1, Size: pageSize}
	if number != nil {
		page.Number = *number
	}
	if size != nil {
		page.Size = *size
	}
	return &page
}

// paged is the form of every paged list.
type paged[T any] struct {
	Items    []T   `json:"items"`
	Total    int64 `json:"total"`
	Page     int64 `json:"page"`
	PageSize int64 `json:"page_size"`
	HasMore  bool  `json:"has_more"`
}

// filtered is a paged list with what it was narrowed to.
type filtered[T any] struct {
	paged[T]
	Filters any `json:"filters"`
}

func filteredPage[T any](items []T, total int64, page run.Paging, applied any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return filtered[T]{pageOfItems(items, total, page), applied}, nil
}

func pageWith[T any](items []T, total int64, page run.Paging, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return pageOfItems(items, total, page), nil
}

func pageOfItems[T any](items []T, total int64, page run.Paging) paged[T] {
	return paged[T]{items, total, page.Number, page.Size, page.Number < (total+page.Size-1)/page.Size}
}
