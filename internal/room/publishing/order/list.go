package order

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/publishing/content"
)

// OrderFilter narrows a list of orders; what is empty or nil does not. From is included, To is not.
type Filter struct {
	States     []string        `json:"status,omitempty"`
	OutletIDs  []string        `json:"media_id,omitempty"`
	ContentIDs []string        `json:"content_id,omitempty"`
	IDs        []string        `json:"id,omitempty"`
	Brand      string          `json:"brand_id,omitempty"` // its id, content.AnyBrand or content.NoBrand
	From       *timestamp.Time `json:"-"`
	To         *timestamp.Time `json:"-"`
	Oldest     bool            `json:"-"` // first; otherwise the newest are
	Paging     `json:"-"`
}

// Orders pages through the orders of the caller's space, newest first, and counts them.
func (p *Orders) List(ctx context.Context, who account.Caller, f Filter) (_ []Order, _ int64, err error) {
	defer fault.Wrap(&err, "order.List")

	return p.list(ctx, who.SpaceID, f)
}

// Search is List for a filter whose values may be anything: a status that is none, an outlet, a content or an order that the
// caller does not know narrow nothing. It tells what did.
func (p *Orders) Search(ctx context.Context, who account.Caller, f Filter) (list []Order, total int64, applied Filter, err error) {
	defer fault.Wrap(&err, "order.Search")

	if err := f.check(); err != nil {
		return nil, 0, f, err
	}
	f.States = store.Known(f.States, func(v string) bool { return slices.Contains(States(), State(v)) })
	for _, one := range []struct {
		values *[]string
		sql    string
		args   []any
	}{
		{&f.OutletIDs, `SELECT id FROM outlets WHERE id`, nil},
		{&f.ContentIDs, `SELECT id FROM contents WHERE space_id = $1 AND id`, []any{who.SpaceID}},
		{&f.IDs, `SELECT id FROM orders WHERE space_id = $1 AND id`, []any{who.SpaceID}},
	} {
		if *one.values, err = store.KnownTo(ctx, p.db.Read(), *one.values, one.sql, one.args...); err != nil {
			return nil, 0, f, err
		}
	}
	list, total, err = p.list(ctx, who.SpaceID, f)
	return list, total, f, err
}

// AllOrders pages through everybody's orders, newest first, for an operator.
func (p *Orders) ListAll(ctx context.Context, f Filter) (_ []Order, _ int64, err error) {
	defer fault.Wrap(&err, "order.ListAll")

	return p.list(ctx, "", f)
}

func (p *Orders) list(ctx context.Context, spaceID string, f Filter) (list []Order, total int64, err error) {
	if err := f.check(); err != nil {
		return nil, 0, err
	}
	where, args := f.where(spaceID)
	err = p.db.View(ctx, func(q store.Querier) error {
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM orders o`+where, args...)); err != nil {
			return err
		}
		n, by := len(args), ` ORDER BY o.created_at DESC, o.id DESC`
		if f.Oldest {
			by = ` ORDER BY o.created_at, o.id`
		}
		list, err = store.List(ctx, q, scan, selectOrder+where+by+` LIMIT $`+
			strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2), append(args, f.Size, f.Offset())...)
		if err != nil {
			return err
		}
		return eventsOf(ctx, q, list)
	})
	return list, total, err
}

// filterMax is how many values of one kind a list can be narrowed to.
const filterMax = 500

func (f Filter) check() error {
	for name, values := range map[string][]string{"status": f.States, "media_id": f.OutletIDs, "content_id": f.ContentIDs, "id": f.IDs} {
		if len(values) > filterMax {
			return fault.Value("at most 500 values", len(values), "query", name)
		}
	}
	return nil
}

func (f Filter) where(spaceID string) (string, []any) {
	where, args := []string{}, []any{}
	add := func(condition string, value any) {
		args = append(args, value)
		where = append(where, condition+strconv.Itoa(len(args)))
	}
	if spaceID != "" {
		add(`o.space_id = $`, spaceID)
	}
	for _, list := range []struct {
		column string
		values []string
	}{{"o.status", f.States}, {"o.outlet_id", f.OutletIDs}, {"o.content_id", f.ContentIDs}, {"o.id", f.IDs}} {
		if len(list.values) == 0 {
			continue
		}
		marks, more := store.Among(list.values, len(args))
		where, args = append(where, list.column+marks), append(args, more...)
	}
	switch f.Brand {
	case content.AnyBrand:
	case content.NoBrand:
		where = append(where, `o.brand_id IS NULL`)
	default:
		add(`o.brand_id = $`, f.Brand)
	}
	if f.From != nil {
		add(`o.created_at >= $`, *f.From)
	}
	if f.To != nil {
		add(`o.created_at < $`, *f.To)
	}
	if len(where) == 0 {
		return "", args
	}
	return ` WHERE ` + strings.Join(where, ` AND `), args
}

// eventsOf reads the events of all orders of a page at once.
func eventsOf(ctx context.Context, q store.Querier, list []Order) error {
	if len(list) == 0 {
		return nil
	}
	byID, ids := make(map[string]*Order, len(list)), make([]string, len(list))
	for i := range list {
		list[i].Events = []Event{}
		byID[list[i].ID], ids[i] = &list[i], list[i].ID
	}
	for part := range slices.Chunk(ids, store.AmongMost) {
		marks, args := store.Among(part, 0)
		events, err := store.List(ctx, q, scanEvent, selectEvents+` WHERE order_id`+marks+` ORDER BY order_id, number`, args...)
		if err != nil {
			return err
		}
		for _, e := range events {
			o := byID[e.order]
			o.Events = append(o.Events, e)
		}
	}
	return nil
}

// ordersAtOnce is how many orders an export has in memory.
const ordersAtOnce = 200

// Export calls do for every order of the caller's space, the oldest first. A part is read at a time.
func (p *Orders) Export(ctx context.Context, who account.Caller, do func(Order) error) (err error) {
	defer fault.Wrap(&err, "order.Export")

	for page := (Paging{Number: 1, Size: ordersAtOnce}); ; page.Number++ {
		list, _, err := p.list(ctx, who.SpaceID, Filter{Oldest: true, Paging: page})
		if err != nil {
			return err
		}
		for _, o := range list {
			if err := do(o); err != nil {
				return err
			}
		}
		if len(list) < ordersAtOnce {
			return nil
		}
	}
}
