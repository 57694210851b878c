package api

import (
	"context"

	"renown/internal/room/brand"
	"renown/internal/tool/requestschema"
)

func (d *Door) listBrands(ctx context.Context, c *call) (any, error) {
	if page := askedPage(c); page != nil {
		brands, total, err := d.rooms.Brands.ListPaged(ctx, c.Caller, *page)
		return pageWith(brands, total, *page, err)
	}
	return listOf(d.rooms.Brands.List(ctx, c.Caller))
}

func (d *Door) getBrand(ctx context.Context, c *call) (any, error) {
	return d.rooms.Brands.Find(ctx, c.Caller, c.Path("brand_id"))
}

func (d *Door) createBrand(ctx context.Context, c *call) (any, error) {
	var p brand.Profile
	changeProfile(patch{c.In.Body}, &p)
	p.ProductType = c.In.Body.Str("product_type")
	return d.rooms.Brands.Create(ctx, c.Caller, p)
}

// updatedBrand tells which keys of a free-form change mean nothing here.
type updatedBrand struct {
	brand.Brand
	Ignored []string `json:"ignored"`
}

func (d *Door) updateBrand(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	b, err := d.rooms.Brands.Update(ctx, c.Caller, c.Path("brand_id"), func(p *brand.Profile) {
		changeProfile(patch{in}, p)
		if in.Has("schedule") {
			p.Schedule = schedule(in)
		}
	})
	if err != nil {
		return nil, err
	}
	return updatedBrand{b, append([]string{}, in.Unknown()...)}, nil
}

func changeProfile(in patch, p *brand.Profile) {
	in.text("name", &p.Name)
	in.text("introduction", &p.Introduction)
	in.text("product_type", &p.ProductType)
	in.optional("marketing_goal", &p.MarketingGoal)
	in.optional("homepage_url", &p.HomepageURL)
	texts(in, "keywords", &p.Keywords)
	texts(in, "selling_points", &p.SellingPoints)
	in.optional("core_audience", &p.CoreAudience)
	changeNames(in, &p.Names)
}

func changeNames(in patch, n *brand.Names) {
	texts(in, "aliases", &n.Aliases)
	texts(in, "exclusions", &n.Exclusions)
	texts(in, "contexts", &n.Contexts)
	texts(in, "product_lines", &n.ProductLines)
	texts(in, "domains", &n.Domains)
}

func schedule(in requestschema.Object) *brand.Schedule {
	if in.IsNull("schedule") {
		return nil
	}
	s := in.Obj("schedule")
	return &brand.Schedule{Hour: s.Int("hour"), Weekday: s.OptInt("weekday"), Samples: orOne(s.OptInt("samples"))}
}
