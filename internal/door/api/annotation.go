package api

import "context"

func (d *Door) listAnnotations(ctx context.Context, c *call) (any, error) {
	return listOf(d.rooms.Brands.Annotations(ctx, c.Caller, c.Path("brand_id"), "", ""))
}

func (d *Door) createAnnotation(ctx context.Context, c *call) (any, error) {
	return d.rooms.Brands.Annotate(ctx, c.Caller, c.Path("brand_id"), c.In.Body.Str("day"), c.In.Body.Str("text"))
}

func (d *Door) deleteAnnotation(ctx context.Context, c *call) (any, error) {
	id := c.Path("annotation_id")
	return deletedOr(id, d.rooms.Brands.DeleteAnnotation(ctx, c.Caller, id))
}
