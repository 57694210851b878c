package api

import (
	"context"

	"renown/internal/room/publishing"
)

func (d *Door) listContents(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	contents, total, err := d.rooms.Media.Contents(ctx, c.Caller, publishing.Page(page))
	return pageWith(contents, total, page, err)
}

func (d *Door) createContent(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	return d.rooms.Media.CreateContent(ctx, c.Caller, publishing.ContentFields{
		Title: in.Str("title"), Body: in.Str("body"), ContentType: publishing.ContentType(in.Str("content_type")),
	})
}

func (d *Door) getContent(ctx context.Context, c *call) (any, error) {
	return d.rooms.Media.Content(ctx, c.Caller, c.Path("content_id"))
}

func (d *Door) updateContent(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	return d.rooms.Media.UpdateContent(ctx, c.Caller, c.Path("content_id"), func(f *publishing.ContentFields) {
		in.text("title", &f.Title)
		in.text("body", &f.Body)
		in.text("content_type", (*string)(&f.ContentType))
	})
}

func (d *Door) deleteContent(ctx context.Context, c *call) (any, error) {
	id := c.Path("content_id")
	return deletedOr(id, d.rooms.Media.DeleteContent(ctx, c.Caller, id))
}
