package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
)

// gapsShown is how many gaps are listed.
const gapsShown = 20

// rateWidth is a rate as a width.
func rateWidth(rate *float64) string {
	if rate == nil {
		return "0%"
	}
	return kit.Rounded(*rate*100, 2) + "%"
}

func rivalNames(ctx context.Context, g insight.Gap) string {
	const most = 3
	var names []string
	for _, r := range g.Competitors[:min(len(g.Competitors), most)] {
		names = append(names, r.Name)
	}
	if len(names) == 0 {
		return kit.T(ctx, "竞品")
	}
	if len(g.Competitors) > most {
		return kit.T(ctx, "%s 等 %d 家", kit.JoinWords(ctx, names), len(g.Competitors))
	}
	return kit.JoinWords(ctx, names)
}

func platformList(ctx context.Context, l lens, ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = l.name(id)
	}
	return kit.JoinWords(ctx, names)
}

func listParameter(p citations) string {
	if p.list != "domains" {
		return p.list
	}
	return ""
}

func citationsText(ctx context.Context, p citations) string {
	if p.Totals.Citations == 0 {
		return p.brand.Name
	}
	return kit.T(ctx, "%s 条回答引用了网页", kit.Number(p.Totals.WithCitation))
}
