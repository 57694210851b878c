package setup

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/brand"
)

// brandsPerPage is how many are shown at a time.
const brandsPerPage = 50

// brandSheet is a page of the brands of a space.
type brandSheet struct {
	brands []brand.Title
	paging kit.Paging
}

// showBrands lists the brands: the menu has the newest only.
func (pages *Pages) showBrands(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	all, err := pages.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	paging := kit.PagingOf(v, brandsPerPage).Of(int64(len(all)))
	return kit.Show(kit.Page{Title: kit.Key("全部品牌"), Body: brandsBody(brandSheet{kit.PartOf(paging, all), paging})})
}
