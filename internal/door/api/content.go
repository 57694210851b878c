package api

import (
	"context"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
)

func (d *Door) listContents(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	contents, total, more, err := d.rooms.Contents.List(ctx, c.Caller, content.Page(page))
	if err != nil {
		return nil, err
	}
	answer := pageOfItems(contents, total, page)
	answer.HasMore = more // a page may end early
	return answer, nil
}

func (d *Door) createContent(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	return d.rooms.Contents.CreateFor(ctx, c.Caller, in.OptStr("brand_id"), content.Fields{
		Title: in.Str("title"), Body: in.Str("body"), ContentType: catalogue.ContentType(in.Str("content_type")),
	})
}

func (d *Door) getContent(ctx context.Context, c *call) (any, error) {
	return d.rooms.Contents.Find(ctx, c.Caller, c.Path("content_id"))
}

func (d *Door) updateContent(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	if brandID := c.In.Body.OptStr("brand_id"); brandID != nil {
		if _, err := d.rooms.Contents.Assign(ctx, c.Caller, c.Path("content_id"), brandID); err != nil {
			return nil, err
		}
	}
	return d.rooms.Contents.Update(ctx, c.Caller, c.Path("content_id"), func(f *content.Fields) {
		in.text("title", &f.Title)
		in.text("body", &f.Body)
		in.text("content_type", (*string)(&f.ContentType))
	})
}

func (d *Door) deleteContent(ctx context.Context, c *call) (any, error) {
	id := c.Path("content_id")
	return deletedOr(id, d.rooms.Contents.Delete(ctx, c.Caller, id))
}
