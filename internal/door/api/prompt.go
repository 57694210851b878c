package api

import (
	"context"

	"renown/internal/room/brand"
)

func (d *Door) listPrompts(ctx context.Context, c *call) (any, error) {
	filter := brand.PromptFilter{TopicIDs: c.In.Query.Strs("topic_id"), Status: c.In.Query.OptStr("status")}
	page := askedPage(c)
	list, err := d.rooms.Brands.NarrowPrompts(ctx, c.Caller, c.Path("brand_id"), filter, page)
	if err != nil {
		return nil, err
	}
	if page != nil {
		return filteredPage(list.Prompts, list.Total, *page, list.Filters, nil)
	}
	return narrowed[brand.Prompt]{listed[brand.Prompt]{list.Prompts, len(list.Prompts)}, list.Filters}, nil
}

// narrowed is a whole list with what it was narrowed to.
type narrowed[T any] struct {
	listed[T]
	Filters any `json:"filters"`
}

func (d *Door) getPrompt(ctx context.Context, c *call) (any, error) {
	return d.rooms.Brands.Prompt(ctx, c.Caller, c.Path("prompt_id"))
}

func (d *Door) createPrompt(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	return d.rooms.Brands.CreatePrompt(ctx, c.Caller, c.Path("brand_id"), brand.NewPrompt{
		PromptFields: brand.PromptFields{
			TopicID:  in.Str("topic_id"),
			Text:     in.Str("text"),
			Types:    in.Strs("types"),
			Stage:    in.Str("stage"),
			TagIDs:   in.Strs("tag_ids"),
			Region:   in.OptStr("region"),
			Language: in.OptStr("language"),
			Status:   in.Str("status"),
		},
		Source: in.Str("source"),
	})
}

func (d *Door) updatePrompt(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	return d.rooms.Brands.UpdatePrompt(ctx, c.Caller, c.Path("prompt_id"), func(f *brand.PromptFields) {
		in.text("text", &f.Text)
		in.text("topic_id", &f.TopicID)
		if !in.IsNull("types") {
			texts(in, "types", &f.Types)
		}
		in.text("stage", &f.Stage)
		texts(in, "tag_ids", &f.TagIDs)
		in.optional("region", &f.Region)
		in.optional("language", &f.Language)
		in.text("status", &f.Status)
	})
}

func (d *Door) deletePrompt(ctx context.Context, c *call) (any, error) {
	id := c.Path("prompt_id")
	return deletedOr(id, d.rooms.Brands.DeletePrompt(ctx, c.Caller, id))
}

func (d *Door) setPrompts(ctx context.Context, c *call) (any, error) {
	return listOf(d.rooms.Brands.SetPrompts(ctx, c.Caller, c.Path("brand_id"), c.In.Body.Strs("prompt_ids"), c.In.Body.Str("status")))
}

func (d *Door) deletePrompts(ctx context.Context, c *call) (any, error) {
	return allDeletedOr(d.rooms.Brands.DeletePrompts(ctx, c.Caller, c.Path("brand_id"), c.In.Body.Strs("prompt_ids")))
}
