package catalogue

import (
	"context"
	"errors"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Listing is one page of the catalogue and what was really applied to find it.
type Listing struct {
	Items    []Outlet `json:"items"`
	Total    int64    `json:"total"`
	Page     int64    `json:"page"`
	PageSize int64    `json:"page_size"`
	HasMore  bool     `json:"has_more"`
	Filters  Filter   `json:"filters"`
	Sort     string   `json:"sort"`
}

// listAttempts bounds how often a list that the catalogue changed under is made again.
const listAttempts = 5

// List pages through the outlets that are not retired. A value that the dictionary does not hold filters nothing, an
// unknown sort is the default. Pages of one catalogue never overlap: ties are broken by id.
func (c *Catalogue) List(ctx context.Context, filter Filter, sort string, page Paging) (list Listing, err error) {
	defer fault.Wrap(&err, "catalogue.List")

	for attempt := 1; ; attempt++ {
		s, err := c.current(ctx)
		if err != nil {
			return list, err
		}
		applied, by := filter, sortOf(sort)
		found, total := by.page(s.matches(&applied), page)
		items, newest, err := outletsByID(ctx, c.db.Read(), idsOf(found), "")
		if err != nil {
			return list, err
		}
		if newest <= s.revision || attempt == listAttempts {
			more := int64(len(items)) == page.Size && page.Number*page.Size < total
			return Listing{items, total, page.Number, page.Size, more, applied, by.Value}, nil
		}
	}
}

// Each calls do for all outlets of a list, in its order, each as it is when it is read.
func (c *Catalogue) Each(ctx context.Context, filter Filter, sort string, do func(Outlet)) (err error) {
	defer fault.Wrap(&err, "catalogue.Each")

	s, err := c.current(ctx)
	if err != nil {
		return err
	}
	found := slices.SortedFunc(s.matches(&filter), sortOf(sort).compare)
	for part := range slices.Chunk(found, exportBatch) {
		items, _, err := outletsByID(ctx, c.db.Read(), idsOf(part), "")
		if err != nil {
			return err
		}
		for _, m := range items {
			do(m)
		}
	}
	return nil
}

func idsOf(entries []*entry) []string {
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.id
	}
	return ids
}

// Find returns one outlet, whatever its status.
func (c *Catalogue) Find(ctx context.Context, outletID string) (_ Outlet, err error) {
	defer fault.Wrap(&err, "catalogue.Find")

	return findOutlet(ctx, c.db.Read(), outletID, "")
}

// FindAll returns outlets in the order of their ids, whatever their status. Those that do not exist are left out.
func (c *Catalogue) FindAll(ctx context.Context, outletIDs []string) (_ []Outlet, err error) {
	defer fault.Wrap(&err, "catalogue.FindAll")

	list, _, err := outletsByID(ctx, c.db.Read(), outletIDs, "")
	return list, err
}

func findOutlet(ctx context.Context, q store.Querier, outletID, lock string) (Outlet, error) {
	list, _, err := outletsByID(ctx, q, []string{outletID}, lock)
	if err == nil && len(list) == 0 {
		err = fault.NotFound("media", outletID)
	}
	if err != nil {
		return Outlet{}, err
	}
	return list[0], nil
}

// outletsByID reads outlets in the order of their ids given, and the newest revision among them. Those that do not exist are
// left out.
func outletsByID(ctx context.Context, q store.Querier, ids []string, lock string) (list []Outlet, newest int64, err error) {
	list = make([]Outlet, 0, len(ids))
	if len(ids) == 0 {
		return list, 0, nil
	}
	marks, args := store.Among(ids, 0)
	found, err := store.List(ctx, q, scanOutlet, selectOutlet+` WHERE m.id`+marks+` ORDER BY m.id`+lock, args...)
	if errors.Is(err, store.ErrText) { // an id that no database can hold
		return list, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	byID := make(map[string]int, len(found))
	for i, m := range found {
		byID[m.ID] = i
		newest = max(newest, m.revision)
	}
	for _, id := range ids {
		if i, ok := byID[id]; ok {
			list = append(list, found[i])
		}
	}
	return slices.Clip(list), newest, nil
}
