package mcp

import (
	"context"

	"renown/internal/floor/undo"
)

func (d *Door) listAnnotations(ctx context.Context, c *call) (any, error) {
	list, err := d.rooms.Brands.Annotations(ctx, c.Caller, c.In.Str("brand_id"), c.In.Str("from"), c.In.Str("to"))
	if err != nil {
		return nil, err
	}
	t := newTable("annotation_id", "day", "text")
	for _, a := range list {
		t.add(a.ID, a.Day, a.Text)
	}
	return t, nil
}

func (d *Door) createAnnotation(ctx context.Context, c *call) (any, error) {
	return d.rooms.Brands.Annotate(ctx, c.Caller, c.In.Str("brand_id"), c.In.Str("day"), c.In.Str("text"))
}

type deleted struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted"`
}

func (d *Door) deleteAnnotation(ctx context.Context, c *call) (any, error) {
	id := c.In.Str("annotation_id")
	ctx = undo.With(ctx, new(undo.Slip)) // the agent tells people that the console can undo it
	return deleted{id, true}, d.rooms.Brands.DeleteAnnotation(ctx, c.Caller, id)
}
