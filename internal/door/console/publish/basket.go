package publish

import (
	"context"
	"net/url"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
)

// basket is the outlets that were chosen, as they are now.
type basket struct {
	items []catalogue.Outlet
}

func (b basket) total() (points int64) {
	for _, m := range b.items {
		points += m.Price.Points
	}
	return points
}

func (b basket) holds(id string) bool {
	return slices.ContainsFunc(b.items, func(m catalogue.Outlet) bool { return m.ID == id })
}

// basket reads the list with its outlets. Those that no longer exist are dropped.
func (pages *Pages) basket(ctx context.Context, v *kit.Visit) (basket, error) {
	ids, err := pages.Orders.Basket(ctx, v.Caller)
	if err != nil {
		return basket{}, err
	}
	items, err := pages.Catalogue.FindAll(ctx, ids)
	return basket{items}, err
}

// changeBasket takes the ticks of a page of the catalogue: what was shown there and is not ticked leaves the list. It also
// adds and removes single ones, and empties it.
func (pages *Pages) changeBasket(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.PostForm
	leave := append(slices.Clone(f["shown"]), f["remove"]...)
	ticked, err := pages.Catalogue.FindAll(ctx, append(slices.Clone(f["pick"]), f["add"]...)) // ids that mean nothing are not kept
	if err != nil {
		return kit.Reply{}, err
	}
	added, removed := basket{ticked}, 0
	err = pages.Orders.ChangeBasket(ctx, v.Caller, func(ids []string) []string {
		removed = len(ids)
		if f.Get("empty") != "" {
			return nil
		}
		ids = slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(leave, id) && !added.holds(id) })
		removed -= len(ids)
		for _, m := range ticked {
			if !slices.Contains(ids, m.ID) {
				ids = append(ids, m.ID)
			}
		}
		if len(ids) > order.BasketMost {
			v.Say("清单最多放 %d 家媒体，其余没有加入", order.BasketMost)
		}
		return ids
	})
	if err != nil {
		return kit.Reply{}, err
	}
	if removed > 0 {
		v.Say("已从清单移除 %d 家媒体", removed)
	}
	back := kit.LocalPath(f.Get("back"))
	if u, err := url.Parse(back); err != nil || u.Path != "/media" && u.Path != "/orders/new" {
		back = "/media"
	}
	return kit.LeadTo(back)
}
