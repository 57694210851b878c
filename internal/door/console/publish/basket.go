package publish

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
)

// The shopping list lives in the browser, so it stays while pages are turned, with and without script. It belongs to a
// space: another account on the same browser does not see it.
const (
	basketCookie = "basket"
	basketMost   = 100 // outlets; a cookie holds no more
	mediaPrefix  = "med_"
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

// basketOf reads the ids on the list, the one chosen first in front.
func basketOf(v *kit.Visit) []string {
	owner, list, ok := strings.Cut(v.Remembered(basketCookie), "!")
	if !ok || owner != ownerMark(v) || list == "" {
		return nil
	}
	var ids []string
	for id := range strings.SplitSeq(list, "!") {
		if len(id) <= 64 && len(ids) < basketMost {
			ids = append(ids, mediaPrefix+id)
		}
	}
	return ids
}

// ownerMark ties a list to a space without naming it.
func ownerMark(v *kit.Visit) string { return v.Caller.SpaceID[max(0, len(v.Caller.SpaceID)-10):] }

func keepBasket(v *kit.Visit, ids []string) {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strings.TrimPrefix(id, mediaPrefix)
	}
	v.Remember(basketCookie, strings.Join(append([]string{ownerMark(v)}, list...), "!"))
}

// basket reads the list with its outlets. Those that no longer exist are dropped.
func (pages *Pages) basket(ctx context.Context, v *kit.Visit) (basket, error) {
	items, err := pages.Catalogue.FindAll(ctx, basketOf(v))
	return basket{items}, err
}

// changeBasket takes the ticks of a page of the catalogue: what was shown there and is not ticked leaves the list. It also
// adds and removes single ones, and empties it.
func (pages *Pages) changeBasket(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	ids, f := basketOf(v), v.PostForm
	leave := append(slices.Clone(f["shown"]), f["remove"]...)
	ticked := append(slices.Clone(f["pick"]), f["add"]...)
	kept := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(leave, id) && !slices.Contains(ticked, id) })
	for _, id := range ticked {
		if strings.HasPrefix(id, mediaPrefix) && !strings.Contains(id, "!") && !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	if f.Get("empty") != "" {
		kept = nil
	}
	if len(kept) > basketMost {
		kept = kept[:basketMost]
		v.Say("清单最多放 %d 家媒体，其余没有加入", basketMost)
	}
	found, err := pages.Catalogue.FindAll(ctx, kept) // ids that mean nothing are not kept
	if err != nil {
		return kit.Reply{}, err
	}
	kept = kept[:0]
	for _, m := range found {
		kept = append(kept, m.ID)
	}
	keepBasket(v, kept)
	back := kit.LocalPath(f.Get("back"))
	if u, err := url.Parse(back); err != nil || u.Path != "/media" && u.Path != "/orders/new" {
		back = "/media"
	}
	return kit.LeadTo(back)
}
