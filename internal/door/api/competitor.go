package api

import (
	"context"

	"renown/internal/room/brand"
)

func (d *Door) listCompetitors(ctx context.Context, c *call) (any, error) {
	if page := askedPage(c); page != nil {
		competitors, total, err := d.rooms.Brands.CompetitorsPaged(ctx, c.Caller, c.Path("brand_id"), *page)
		return pageWith(competitors, total, *page, err)
	}
	return listOf(d.rooms.Brands.Competitors(ctx, c.Caller, c.Path("brand_id")))
}

func (d *Door) getCompetitor(ctx context.Context, c *call) (any, error) {
	return d.rooms.Brands.Competitor(ctx, c.Caller, c.Path("competitor_id"))
}

func (d *Door) createCompetitor(ctx context.Context, c *call) (any, error) {
	var f brand.CompetitorFields
	changeCompetitor(patch{c.In.Body}, &f)
	return d.rooms.Brands.CreateCompetitor(ctx, c.Caller, c.Path("brand_id"), f)
}

func (d *Door) updateCompetitor(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	return d.rooms.Brands.UpdateCompetitor(ctx, c.Caller, c.Path("competitor_id"), func(f *brand.CompetitorFields) {
		changeCompetitor(in, f)
	})
}

func changeCompetitor(in patch, f *brand.CompetitorFields) {
	in.text("name", &f.Name)
	changeNames(in, &f.Names)
	in.optional("website_url", &f.WebsiteURL)
	in.optional("logo_icon", &f.LogoIcon)
	in.optional("description", &f.Description)
}

func (d *Door) deleteCompetitor(ctx context.Context, c *call) (any, error) {
	id := c.Path("competitor_id")
	return deletedOr(id, d.rooms.Brands.DeleteCompetitor(ctx, c.Caller, id))
}

func (d *Door) deleteCompetitors(ctx context.Context, c *call) (any, error) {
	return allDeletedOr(d.rooms.Brands.DeleteCompetitors(ctx, c.Caller, c.Path("brand_id"), c.In.Body.Strs("competitor_ids")))
}
