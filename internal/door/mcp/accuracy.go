package mcp

import (
	"context"

	words "renown/internal/door/message"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
)

type accuracy struct {
	Period         insight.Period    `json:"period"`
	Filters        insight.Filters   `json:"filters"`
	Judging        int64             `json:"judging"` // facts that answers are held against
	Pending        int64             `json:"pending"` // answers that are being read again
	Figures        table             `json:"figures"`
	ByModel        *insight.Fraction `json:"by_model"` // null: no model has looked
	Platforms      table             `json:"platforms"`
	Facts          table             `json:"facts"`
	Contradictions paged             `json:"contradictions"`
}

// factsShown is how many facts are told, the most contradicted.
const factsShown = 30

func (d *Door) getAccuracy(ctx context.Context, c *call) (any, error) {
	page, brandID := pageOf(c), c.In.Str("brand_id")
	a, err := d.rooms.Insights.Accuracy(ctx, c.Caller, brandID, queryOf(c),
		fact.Which{FactID: c.In.Str("fact_id"), Judge: c.In.Str("judge")}, page)
	if err != nil {
		return nil, err
	}
	of, err := d.rooms.Brands.Find(ctx, c.Caller, brandID)
	if err != nil {
		return nil, err
	}
	outlets, err := d.rooms.Catalogue.Publishers(ctx, fact.Pages(a.Contradictions))
	if err != nil {
		return nil, err
	}
	words.Ask(c.lang, of.Name, a.Contradictions, outlets)
	out := accuracy{
		Period: a.Period, Filters: a.Filters, Judging: a.Judging, Pending: a.Pending, ByModel: a.ByModel,
		Figures:   indicatorTable(detail.Examples{}, named{"contradicted", a.Contradicted}, named{"judged", a.Judged}),
		Platforms: newTable(columns([]string{"platform"}, figureColumns, changeColumns)...),
		Facts:     newTable(columns([]string{"fact_id", "statement", "expected"}, figureColumns)...),
	}
	for _, p := range a.Platforms {
		out.Platforms.add(row([]any{p.Platform}, figureCells(p.Value, p.Interval, p.Numerator, p.Denominator), changeCells(p.Change))...)
	}
	for _, f := range a.Facts[:min(len(a.Facts), factsShown)] {
		out.Facts.add(row([]any{f.FactID, f.Statement, f.Expected},
			figureCells(f.Value, f.Interval, float64(f.Numerator), f.Denominator))...)
	}
	said := newTable("answer_id", "platform", "answered_at", "sentence", "said", "reason", "judge", "fact_id",
		"expected", "pages", "outlet_id", "outlet", "request")
	for _, k := range a.Contradictions {
		pages := []string{}
		for _, s := range k.Citations {
			pages = append(pages, s.URL)
		}
		var outletID, outlet *string
		if k.Outlet != nil {
			outletID, outlet = &k.Outlet.ID, &k.Outlet.Name
		}
		said.add(k.AnswerID, k.Platform, k.At, k.Sentence, k.Said, k.Reason, k.Judge, k.FactID, k.Expected, pages,
			outletID, outlet, k.Request)
	}
	out.Contradictions = said.of(page, a.Total)
	return out, nil
}
