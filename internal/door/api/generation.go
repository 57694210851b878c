package api

import "context"

func (d *Door) startGeneration(ctx context.Context, c *call) (any, error) {
	return d.rooms.Generations.Start(ctx, c.Caller, c.Path("brand_id"), c.In.Body.OptInt("count"), c.Once)
}

func (d *Door) getGeneration(ctx context.Context, c *call) (any, error) {
	s, err := d.rooms.Generations.Latest(ctx, c.Caller, c.Path("brand_id"))
	if s.Error != nil {
		*s.Error = chinese.Stored("fault", *s.Error)
	}
	return s, err
}
