package brand

import (
	"context"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Paging is which part of a list is wanted.
type Paging = store.Paging

// ListPaged is List for one page, with the number of all brands.
func (b *Brands) ListPaged(ctx context.Context, who account.Caller, page Paging) (brands []Brand, total int64, err error) {
	defer fault.Wrap(&err, "brand.ListPaged")

	err = b.db.View(ctx, func(q store.Querier) error {
		brands, total, err = pageOf(ctx, q, scanBrand, page, selectBrand, `brands b`, `b`, `b.space_id = $1`, who.SpaceID)
		return err
	})
	return brands, total, err
}

// TopicsPaged is Topics for one page, with the number of all topics.
func (b *Brands) TopicsPaged(ctx context.Context, who account.Caller, brandID string, page Paging) (topics []Topic,
	total int64, err error,
) {
	defer fault.Wrap(&err, "brand.TopicsPaged")

	err = b.viewBrand(ctx, who, brandID, func(q store.Querier) error {
		topics, total, err = pageOf(ctx, q, scanTopic, page, selectTopic, `topics t`, `t`, `t.brand_id = $1`, brandID)
		return err
	})
	return topics, total, err
}

// NarrowPrompts lists the prompts that pass a filter, newest first: a page of them, or all when page is nil.
func (b *Brands) NarrowPrompts(ctx context.Context, who account.Caller, brandID string, filter PromptFilter,
	page *Paging,
) (list PromptList, err error) {
	defer fault.Wrap(&err, "brand.NarrowPrompts")

	err = b.viewBrand(ctx, who, brandID, func(q store.Querier) error {
		if list.Filters, err = filter.known(ctx, q, brandID); err != nil {
			return err
		}
		where, args := list.Filters.where(brandID)
		if page != nil {
			list.Prompts, list.Total, err = pageOf(ctx, q, scanPrompt, *page, selectPrompt, `prompts`, `prompts`, where, args...)
		} else {
			list.Prompts, err = listPrompts(ctx, q, brandID, list.Filters)
			list.Total = int64(len(list.Prompts))
		}
		return err
	})
	if err != nil {
		return list, err
	}
	return list, b.mark(ctx, brandID, list.Prompts)
}

// CompetitorsPaged is Competitors for one page, with the number of all competitors.
func (b *Brands) CompetitorsPaged(ctx context.Context, who account.Caller, brandID string,
	page Paging,
) (competitors []Competitor, total int64, err error) {
	defer fault.Wrap(&err, "brand.CompetitorsPaged")

	err = b.viewBrand(ctx, who, brandID, func(q store.Querier) error {
		competitors, total, err = pageOf(ctx, q, scanCompetitor, page, selectCompetitor, `competitors c`, `c`, `c.brand_id = $1`, brandID)
		return err
	})
	return competitors, total, err
}

// viewBrand reads about a brand of the caller's space in one snapshot. A brand of another space is NotFound.
func (b *Brands) viewBrand(ctx context.Context, who account.Caller, brandID string, read func(q store.Querier) error) error {
	return b.db.View(ctx, func(q store.Querier) error {
		if err := requireBrand(ctx, q, who, brandID); err != nil {
			return err
		}
		return read(q)
	})
}

// newestFirst is the order of every list, the same on each page.
func newestFirst(alias string) string {
	return ` ORDER BY ` + alias + `.created_at DESC, ` + alias + `.id DESC`
}

// pageOf counts what of a table meets a condition, and reads one page of it.
func pageOf[T any](ctx context.Context, q store.Querier, scan func(store.Row) (T, error), page Paging, selected,
	table, alias, where string, args ...any,
) ([]T, int64, error) {
	total, err := store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM `+table+` WHERE `+where, args...))
	if err != nil {
		return nil, 0, err
	}
	limit := ` LIMIT $` + strconv.Itoa(len(args)+1) + ` OFFSET $` + strconv.Itoa(len(args)+2)
	args = append(args[:len(args):len(args)], page.Size, page.Offset())
	items, err := store.List(ctx, q, scan, selected+` WHERE `+where+newestFirst(alias)+limit, args...)
	return items, total, err
}
