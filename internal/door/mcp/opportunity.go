package mcp

import (
	"context"

	words "renown/internal/door/message"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
)

type searches struct {
	Period   insight.Period      `json:"period"`
	Filters  insight.Filters     `json:"filters"`
	Totals   detail.SearchTotals `json:"totals"`
	Searches table               `json:"searches"`
	Total    int                 `json:"total"`
}

// searchesShown is how many searches are told, the most frequent.
const searchesShown = 30

func (d *Door) getSearches(ctx context.Context, c *call) (any, error) {
	s, err := d.rooms.Details.Searches(ctx, c.Caller, c.In.Str("brand_id"), queryOf(c))
	if err != nil {
		return nil, err
	}
	out := searches{s.Period, s.Filters, s.Totals, newTable("search", "times", "named", "of", "low", "high",
		"contrast", "platforms", "prompt", "prompt_id", "answer_id"), s.Total}
	for _, i := range s.Items[:min(len(s.Items), searchesShown)] {
		platforms := []string{}
		for _, p := range i.Platforms {
			platforms = append(platforms, p.Platform)
		}
		out.Searches.add(i.Text, i.Times, i.Named.Count, i.Named.Of, round(i.Named.Low), round(i.Named.High),
			i.Contrast, platforms, i.Prompts[0].Text, i.PromptID, i.AnswerID)
	}
	return out, nil
}

type opportunities struct {
	Period        insight.Period  `json:"period"`
	Filters       insight.Filters `json:"filters"`
	Compared      int             `json:"compared"`
	Untested      int             `json:"untested"`
	Opportunities table           `json:"opportunities"`
	Total         int             `json:"total"`
}

// opportunitiesShown is how many are told, those with the most to win.
const opportunitiesShown = 10

func (d *Door) getOpportunities(ctx context.Context, c *call) (any, error) {
	list, err := d.rooms.Opportunities.List(ctx, c.Caller, c.In.Str("brand_id"), queryOf(c), nil, "")
	if err != nil {
		return nil, err
	}
	out := opportunities{
		list.Period, list.Filters.Filters, list.Compared, list.Untested,
		newTable("opportunity_id", "action", "why", "gain_answers", "low", "high", "of", "prompts", "pages",
			"outlets", "answer_ids"), list.Total,
	}
	for _, o := range list.Items[:min(len(list.Items), opportunitiesShown)] {
		prompts, pages, outlets := []string{}, []string{}, []map[string]any{}
		for _, p := range o.Prompts[:min(len(o.Prompts), 3)] {
			prompts = append(prompts, p.Text)
		}
		for _, p := range o.Pages[:min(len(o.Pages), 3)] {
			pages = append(pages, p.URL)
		}
		for _, m := range o.Outlets[:min(len(o.Outlets), 3)] {
			outlets = append(outlets, map[string]any{"media_id": m.OutletID, "name": m.Name, "points": m.Points, "match": m.Match})
		}
		g := o.Gain
		out.Opportunities.add(o.ID, o.Action, words.OpportunityText(c.lang, &o), round(&g.Answers), round(&g.Low),
			round(&g.High), g.Of, prompts, pages, outlets, ids(o.Answers))
	}
	return out, nil
}
