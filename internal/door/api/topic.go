package api

import (
	"context"

	"renown/internal/room/brand"
)

func (d *Door) listTopics(ctx context.Context, c *call) (any, error) {
	if page := askedPage(c); page != nil {
		topics, total, err := d.rooms.Brands.TopicsPaged(ctx, c.Caller, c.Path("brand_id"), *page)
		return pageWith(topics, total, *page, err)
	}
	return listOf(d.rooms.Brands.Topics(ctx, c.Caller, c.Path("brand_id")))
}

func (d *Door) getTopic(ctx context.Context, c *call) (any, error) {
	return d.rooms.Brands.Topic(ctx, c.Caller, c.Path("topic_id"))
}

func (d *Door) createTopic(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	return d.rooms.Brands.CreateTopic(ctx, c.Caller, c.Path("brand_id"), brand.TopicFields{
		Name:        in.Str("name"),
		Description: in.OptStr("description"),
		Region:      in.Str("region"),
		Language:    in.Str("language"),
	})
}

func (d *Door) updateTopic(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	return d.rooms.Brands.UpdateTopic(ctx, c.Caller, c.Path("topic_id"), func(f *brand.TopicFields) {
		in.text("name", &f.Name)
		in.optional("description", &f.Description)
		in.text("region", &f.Region)
		in.text("language", &f.Language)
	})
}

func (d *Door) deleteTopic(ctx context.Context, c *call) (any, error) {
	id := c.Path("topic_id")
	return deletedOr(id, d.rooms.Brands.DeleteTopic(ctx, c.Caller, id))
}
