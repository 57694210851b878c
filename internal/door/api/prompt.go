package api

import (
	"context"

	"renown/internal/room/geo/brand"
)

func (d *Door) listPrompts(ctx context.Context, c *call) (any, error) {
	filter := brand.PromptFilter{TopicID: c.In.Query.OptStr("topic_id"), Status: c.In.Query.OptStr("status")}
	if page := askedPage(c); page != nil {
		prompts, total, err := d.rooms.Brands.PromptsPaged(ctx, c.Caller, c.Path("brand_id"), filter, *page)
		return pageWith(prompts, total, *page, err)
	}
	return listOf(d.rooms.Brands.Prompts(ctx, c.Caller, c.Path("brand_id"), filter))
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
