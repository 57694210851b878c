package mcp

import (
	"context"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
)

func (d *Door) listOutlets(ctx context.Context, c *call) (any, error) {
	in, page := c.In, pageOf(c)
	list, err := d.rooms.Catalogue.List(ctx, catalogue.Filter{
		Q: in.Str("q"), MediaTypes: in.Strs("media_types"), ContentType: in.Str("content_type"),
		Industries: in.Strs("industries"), Regions: in.Strs("regions"),
		MaxPrice: in.OptInt("max_points"),
	}, in.Str("sort"), page)
	if err != nil {
		return nil, err
	}
	t := newTable("media_id", "name", "media_type", "content_types", "domain", "points", "status", "industries",
		"region", "success_rate", "average_hours", "citations", "citation_rate", "window_days")
	for _, m := range list.Items {
		t.add(m.ID, m.Name, m.MediaType, m.ContentTypes, m.Domain, m.Price.Points, m.Status, m.Industries,
			m.Region, m.Delivery.SuccessRate, m.Delivery.AverageHours,
			m.Geo.Citations, round(m.Geo.CitationRate), m.Geo.WindowDays)
	}
	return struct {
		paged
		Filters catalogue.Filter `json:"filters"`
		Sort    string           `json:"sort"`
	}{t.of(page, list.Total), list.Filters, list.Sort}, nil
}

func (d *Door) listContents(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	list, total, err := d.rooms.Contents.Articles(ctx, c.Caller, content.AnyBrand, page)
	if err != nil {
		return nil, err
	}
	t := newTable("content_id", "title", "content_type", "length", "revision", "updated_at")
	for _, one := range list {
		t.add(one.ID, one.Title, one.ContentType, one.Length, one.Revision, one.UpdatedAt)
	}
	return t.of(page, total), nil
}

// inspectArticle tells what the article gate finds in the newest revision of a content. Nothing is changed and nothing fetched.
func (d *Door) inspectArticle(ctx context.Context, c *call) (any, error) {
	one, err := d.rooms.Contents.Find(ctx, c.Caller, c.In.Str("content_id"))
	if err != nil {
		return nil, err
	}
	found, err := d.rooms.Contents.Inspect(ctx, c.Caller, one.Fields)
	if err != nil {
		return nil, err
	}
	issues := newTable("level", "code", "text", "sentence", "rule", "law", "reason", "fact_id", "expected")
	for _, i := range found.Issues {
		issues.add(i.Level, i.Code, i.Text, i.Sentence, i.Rule, i.Law, i.Reason, i.FactID, i.Expected)
	}
	claims := newTable("text", "sentence", "support", "fact_id", "statement", "source_url")
	for _, k := range found.Claims {
		claims.add(k.Text, k.Sentence, k.Support, k.FactID, k.Statement, k.Address)
	}
	return struct {
		ContentID string       `json:"content_id"`
		Revision  int64        `json:"revision"`
		Gate      content.Gate `json:"gate"`
		Issues    table        `json:"issues"`
		Claims    table        `json:"claims"`
	}{one.ID, one.Revision, d.rooms.Contents.Gate(), issues, claims}, nil
}

func (d *Door) listOrders(ctx context.Context, c *call) (any, error) {
	in, page := c.In, pageOf(c)
	list, total, applied, err := d.rooms.Orders.Search(ctx, c.Caller, order.Filter{
		States: in.Strs("status"), ContentIDs: in.Strs("content_ids"), IDs: in.Strs("order_ids"), Paging: page,
	})
	if err != nil {
		return nil, err
	}
	return struct {
		paged
		Filters order.Filter `json:"filters"`
	}{c.orders(list).of(page, total), applied}, nil
}

func (c *call) orders(list []order.Order) table {
	t := newTable("order_id", "batch_id", "content_id", "title", "media_id", "media", "points", "status",
		"status_label", "reason", "published_url", "citations", "created_at")
	for _, o := range list {
		t.add(o.ID, o.BatchID, o.Content.ID, o.Content.Title, o.Outlet.ID, o.Outlet.Name, o.Points, o.Status,
			c.lang.T("order_state."+string(o.Status)), said(c.lang, "order_reason", o.Reason),
			o.PublishedURL, o.Citations, o.CreatedAt)
	}
	return t
}
