package api

import (
	"context"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/tool/requestschema"
)

func (d *Door) listContents(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	contents, total, more, err := d.rooms.Contents.List(ctx, c.Caller, c.In.Query.Str("brand_id"), content.Paging(page))
	if err != nil {
		return nil, err
	}
	answer := pageOfItems(contents, total, page)
	answer.HasMore = more // a page may end early
	return answer, nil
}

func (d *Door) createContent(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	supports, err := supportsOf(in)
	if err != nil {
		return nil, err
	}
	return d.rooms.Contents.CreateFor(ctx, c.Caller, in.OptStr("brand_id"), content.Fields{
		Title: in.Str("title"), Body: in.Str("body"), ContentType: catalogue.ContentType(in.Str("content_type")),
		AIAssisted: declaredIn(in), Supports: supports,
	})
}

func (d *Door) getContent(ctx context.Context, c *call) (any, error) {
	return d.rooms.Contents.Find(ctx, c.Caller, c.Path("content_id"))
}

func (d *Door) updateContent(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	supports, err := supportsOf(in.Object)
	if err != nil {
		return nil, err
	}
	if brandID := c.In.Body.OptStr("brand_id"); brandID != nil {
		if _, err := d.rooms.Contents.Assign(ctx, c.Caller, c.Path("content_id"), brandID); err != nil {
			return nil, err
		}
	}
	return d.rooms.Contents.Update(ctx, c.Caller, c.Path("content_id"), func(f *content.Fields) {
		in.text("title", &f.Title)
		in.text("body", &f.Body)
		in.text("content_type", (*string)(&f.ContentType))
		if said := declaredIn(in.Object); said != "" {
			f.AIAssisted = said
		}
		if in.Has("supports") && !in.IsNull("supports") {
			f.Supports = supports
		}
	})
}

// declaredIn is whether AI helped, as sent; nothing and null are no answer.
func declaredIn(in requestschema.Object) content.Declared {
	if !in.Has("ai_assisted") || in.IsNull("ai_assisted") {
		return ""
	}
	said := in.Bool("ai_assisted")
	return content.Declare(&said)
}

func supportsOf(in requestschema.Object) (content.Supports, error) {
	var list []content.Support
	for _, one := range in.Objs("supports") {
		s := content.Support{Sentence: one.Str("sentence")}
		if address := one.OptStr("source_url"); address != nil {
			s.SourceURL = *address
		}
		list = append(list, s)
	}
	return content.NewSupports(list)
}

// inspection is what the article gate finds in a content.
type inspection struct {
	Gate     content.Gate `json:"gate"`
	Revision int64        `json:"revision"`
	content.Inspection
}

func (d *Door) inspectContent(ctx context.Context, c *call) (any, error) {
	found, err := d.rooms.Contents.Find(ctx, c.Caller, c.Path("content_id"))
	if err != nil {
		return nil, err
	}
	i, err := d.rooms.Contents.Inspect(ctx, c.Caller, found.Fields)
	return inspection{d.rooms.Contents.Gate(), found.Revision, i}, err
}

func (d *Door) deleteContent(ctx context.Context, c *call) (any, error) {
	id := c.Path("content_id")
	return deletedOr(id, d.rooms.Contents.Delete(ctx, c.Caller, id))
}
