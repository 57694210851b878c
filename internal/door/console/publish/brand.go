package publish

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/publishing/content"
)

// brandChoice is which brand's things a list shows: those of the brand at hand, unless the URL asks for all or for those of none.
type brandChoice struct {
	brands  []brand.Title
	resting []brand.Title // archived
	at      *brand.Title  // at hand; nil: the space has none
	asked   string        // of the URL: "", all or none
}

const everyBrand = "all"

func (pages *Pages) chooseBrand(ctx context.Context, v *kit.Visit) (s brandChoice, err error) {
	if s.brands, err = pages.Brands.Titles(ctx, v.Caller); err != nil {
		return s, err
	}
	if s.resting, err = pages.Brands.Archived(ctx, v.Caller); err != nil {
		return s, err
	}
	for i := range s.brands {
		if s.at == nil || s.brands[i].ID == v.Remembered(kit.BrandCookie) {
			s.at = &s.brands[i]
		}
	}
	if asked := v.URL.Query().Get("brand"); asked == everyBrand || asked == content.NoBrand {
		s.asked = asked
	}
	return s, nil
}

// filter is what the rooms take.
func (s brandChoice) filter() string {
	switch {
	case s.asked == content.NoBrand:
		return content.NoBrand
	case s.asked == everyBrand || s.at == nil:
		return content.AnyBrand
	}
	return s.at.ID
}

// named is a brand's name, or that there is none.
func (s brandChoice) named(ctx context.Context, id *string) string {
	for _, b := range slices.Concat(s.brands, s.resting) {
		if id != nil && b.ID == *id {
			return b.Name
		}
	}
	return kit.T(ctx, "未归属")
}

// options are all brands of the space; the first is none.
func (s brandChoice) options(ctx context.Context) []kit.Option {
	list := []kit.Option{{Value: "", Label: kit.T(ctx, "未归属")}}
	for _, b := range s.brands {
		list = append(list, kit.Option{Value: b.ID, Label: b.Name})
	}
	for _, b := range s.resting {
		list = append(list, kit.Option{Value: b.ID, Label: kit.T(ctx, "%s（已归档）", b.Name)})
	}
	return list
}

// assignsMany tells whether the list offers to say for which brand several things are: it shows those of none.
func (s brandChoice) assignsMany() bool { return s.asked == content.NoBrand && len(s.brands) > 0 }

// assignAll says for which brand the chosen things of a list are.
func (pages *Pages) assignAll(path string, assign func(ctx context.Context, who account.Caller, ids []string,
	brandID *string) error,
) kit.Handler {
	return func(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
		ids := v.PostForm["id"]
		if len(ids) > assignMost {
			return kit.Reply{}, fault.New(fault.Malformed).Why("bulk_max", assignMost)
		}
		if len(ids) == 0 {
			v.Say("没有选中任何一条")
			return kit.LeadTo(path + "?brand=" + content.NoBrand)
		}
		if err := assign(ctx, v.Caller, ids, kit.OrNil(v.PostForm.Get("brand_id"))); err != nil {
			return kit.Reply{}, err
		}
		v.Say("已改归属 %d 条", len(ids))
		return kit.LeadTo(path + "?brand=" + content.NoBrand)
	}
}

// assignMost is how many things are assigned at a time: those of a page.
const assignMost = 100

// assignContent says for which brand a content is.
func (pages *Pages) assignContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	c, err := pages.Contents.Assign(ctx, v.Caller, v.PathValue("content_id"), kit.OrNil(v.PostForm.Get("brand_id")))
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已改归属")
	return kit.LeadTo("/contents/" + c.ID)
}

// assignOrder says for which brand an order is.
func (pages *Pages) assignOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Orders.Assign(ctx, v.Caller, v.PathValue("order_id"), kit.OrNil(v.PostForm.Get("brand_id"))); err != nil {
		return pages.orderPage(ctx, v, err)
	}
	v.Say("已改归属")
	return kit.LeadTo("/orders/" + v.PathValue("order_id"))
}
