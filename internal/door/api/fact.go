package api

import (
	"context"

	"renown/internal/door/message"
	"renown/internal/room/fact"
	"renown/internal/tool/claim"
)

func (d *Door) listFacts(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	filter := fact.Filter{Status: c.In.Query.Str("status"), Text: c.In.Query.Str("q")}
	facts, total, err := d.rooms.Facts.List(ctx, c.Caller, c.Path("brand_id"), filter, page)
	return pageWith(facts, total, page, err)
}

func (d *Door) getFact(ctx context.Context, c *call) (any, error) {
	return d.rooms.Facts.Find(ctx, c.Caller, c.Path("fact_id"))
}

func (d *Door) createFact(ctx context.Context, c *call) (any, error) {
	var f fact.Fields
	changeFact(patch{c.In.Body}, &f)
	one, err := d.rooms.Facts.Create(ctx, c.Caller, c.Path("brand_id"), f)
	return one, err
}

func (d *Door) updateFact(ctx context.Context, c *call) (any, error) {
	in := patch{c.In.Body}
	return d.rooms.Facts.Update(ctx, c.Caller, c.Path("fact_id"), func(f *fact.Fields) { changeFact(in, f) })
}

func changeFact(in patch, f *fact.Fields) {
	cleared := func(name string, to *string) {
		if in.Has(name) {
			*to = in.Str(name) // null is empty
		}
	}
	cleared("statement", &f.Statement)
	cleared("subject", &f.Subject)
	cleared("unit", &f.Unit)
	in.text("attribute", &f.Attribute)
	in.text("value", &f.Value)
	kind, status := string(f.Kind), string(f.Status)
	in.text("kind", &kind)
	in.text("status", &status)
	f.Kind, f.Status = claim.Kind(kind), fact.Status(status)
	texts(in, "terms", &f.Terms)
	texts(in, "options", &f.Options)
	texts(in, "wrong", &f.Wrong)
	in.optional("valid_from", &f.ValidFrom)
	in.optional("valid_to", &f.ValidTo)
	in.optional("source_url", &f.SourceURL)
}

func (d *Door) deleteFact(ctx context.Context, c *call) (any, error) {
	id := c.Path("fact_id")
	return deletedOr(id, d.rooms.Facts.Delete(ctx, c.Caller, id))
}

func (d *Door) factHistory(ctx context.Context, c *call) (any, error) {
	return listOf(d.rooms.Facts.History(ctx, c.Caller, c.Path("fact_id")))
}

// accuracy tells how far answers agree with facts, and whom to ask where they do not.
func (d *Door) accuracy(ctx context.Context, c *call) (any, error) {
	brandID := c.Path("brand_id")
	out, err := d.rooms.Insights.Accuracy(ctx, c.Caller, brandID, queryOf(c),
		fact.Which{FactID: c.In.Query.Str("fact_id"), Judge: c.In.Query.Str("judge")}, pageOf(c))
	if err != nil {
		return nil, err
	}
	of, err := d.rooms.Brands.Find(ctx, c.Caller, brandID)
	if err != nil {
		return nil, err
	}
	outlets, err := d.rooms.Catalogue.Publishers(ctx, fact.Pages(out.Contradictions))
	message.Ask(chinese, of.Name, out.Contradictions, outlets)
	return out, err
}
