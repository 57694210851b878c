package console

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/plan"
)

// frame is what stands around a page: rail, bar, and what leads to the pages beside it.
type frame struct {
	rail     []entry
	at       *entry // of the rail, that the page belongs to; nil for none
	brands   []brandLink
	more     int          // brands that the menu leaves out
	brand    *brand.Title // at hand; nil while there is none
	spaces   []account.Space
	space    account.Space
	standing plan.Standing
	expired  bool
	tour     *tour // of the demo; nil outside of it

	unconnected bool     // no assistant can be asked, and this is where people arrive
	keys        []string // the variables that assistants' keys are read from
	operator    bool
}

// arrivals are the pages that people see first.
var arrivals = map[string]bool{"/brands/{brand_id}/overview": true, "/brands": true, "/operator/review": true}

// brandLink is a brand to switch to.
type brandLink struct {
	brand.Title
	path string
}

const brandsPath = "/brands"

// menuBrands is how many brands the menu shows, beside the one at hand; all are on a page of their own.
const menuBrands = 20

// frame gathers what rail and bar show, by three statements: brands, the plan with what is used of it, what waits.
func (c *Console) frame(v *kit.Visit, p kit.Page) (f frame, err error) {
	ctx := v.Context()
	f.spaces, f.space = v.Spaces, v.Space
	brands, err := c.rooms.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return f, err
	}
	f.brand = atHand(brands, v.Remembered(kit.BrandCookie))
	for i, b := range brands {
		if i >= menuBrands && b.ID != f.brand.ID {
			f.more++
			continue
		}
		f.brands = append(f.brands, brandLink{b, c.brandPath(v.Route, b.ID)})
	}
	if f.standing, err = c.rooms.Runs.Standing(ctx, v.Caller); err != nil {
		return f, err
	}
	f.expired = f.standing.Expired(v.Now)
	f.rail = c.railFor(v, f.brand, p.Entry)
	f.tour = c.tourFor(v, brands)
	if arrivals[v.Route] {
		f.keys, f.unconnected = c.rooms.Runs.Unconnected()
		f.operator = v.User.Role == account.RoleOperator
	}
	for i := range f.rail {
		if f.rail[i].current {
			f.at = &f.rail[i]
		}
	}
	if v.Route != brandsPath && f.space.Role != account.Guest { // of one brand among many
		err = c.countWaiting(ctx, v, f)
	}
	return f, err
}

// atHand is the brand that was looked at last, or the newest that asks something.
func atHand(brands []brand.Title, id string) *brand.Title {
	var first *brand.Title
	for i := range brands {
		b := &brands[i]
		if b.ID == id {
			return b
		}
		if first == nil || first.ActivePrompts == 0 && b.ActivePrompts > 0 {
			first = b
		}
	}
	return first
}

// brandPath is the page at hand for another brand, or that brand's first page when this one shows a single thing.
func (c *Console) brandPath(pattern, brandID string) string {
	rest, ok := strings.CutPrefix(pattern, "/brands/{brand_id}/")
	if ok && !strings.Contains(rest, "{") && c.patterns["/brands/{brand_id}/"+rest].Access == kit.Watching {
		return "/brands/" + brandID + "/" + rest
	}
	return c.firstPath(brandID)
}

// firstPath is where a brand is opened.
func (c *Console) firstPath(brandID string) string {
	for _, name := range []string{"overview", "prompts"} {
		if _, ok := c.patterns["/brands/{brand_id}/"+name]; ok {
			return "/brands/" + brandID + "/" + name
		}
	}
	return "/account"
}

// home leads to the brand at hand, or to the guided start.
func (c *Console) home(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	brands, err := c.rooms.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	if at := atHand(brands, v.Remembered(kit.BrandCookie)); at != nil {
		return kit.LeadTo(c.firstPath(at.ID))
	}
	switch {
	case v.User.Role == account.RoleOperator:
		return kit.LeadTo("/operator/review")
	case !v.Space.MayChange():
		return kit.LeadTo("/brands")
	}
	return kit.LeadTo("/start")
}

// countWaiting writes beside entries of the rail what waits for this user there.
func (c *Console) countWaiting(ctx context.Context, v *kit.Visit, f frame) error {
	revision, review, err := c.rooms.Orders.Waiting(ctx, v.Caller, v.User.Role == account.RoleOperator)
	if err != nil {
		return err
	}
	waiting := map[string]int64{"orders": revision, "review": review, "plans": f.standing.Asking}
	if f.brand != nil && f.at != nil && f.at.filters { // where analyses are made anyway; elsewhere a page would wait for them
		found, err := c.rooms.Insights.Opportunities(ctx, v.Caller, f.brand.ID, insight.Query{})
		if err != nil {
			return err
		}
		waiting["opportunities"], waiting["accuracy"] = found.Decisions(), int64(len(found.Facts))
	}
	for i := range f.rail {
		for j := range f.rail[i].places {
			p := &f.rail[i].places[j]
			p.count = waiting[p.name]
			f.rail[i].count += p.count
		}
	}
	return nil
}
