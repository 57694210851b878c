package publish

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/brand"
	"renown/internal/room/publishing/content"
)

// brandChoice is which brand's things a list shows: those of the brand at hand, unless the URL asks for all or for those of none.
type brandChoice struct {
	brands []brand.Title
	at     *brand.Title // at hand; nil: the space has none
	asked  string       // of the URL: "", all or none
}

const everyBrand = "all"

func (pages *Pages) chooseBrand(ctx context.Context, v *kit.Visit) (s brandChoice, err error) {
	if s.brands, err = pages.Brands.Titles(ctx, v.Caller); err != nil {
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
	for _, b := range s.brands {
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
	return list
}

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
