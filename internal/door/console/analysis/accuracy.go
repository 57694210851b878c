package analysis

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
)

// accuracy is how far answers agree with the fact sheet.
type accuracy struct {
	lens
	insight.Truth
	brand   string
	which   fact.Which
	figures []kit.Figure
	paging  kit.Paging
}

const (
	contradictionsListed = 20
	promptsListed        = 30
)

func (pages *Pages) showAccuracy(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p := accuracy{brand: v.Brand.Name, paging: kit.PagingOf(v, contradictionsListed), which: fact.Which{FactID: v.URL.Query().Get("fact")}}
	if v.URL.Query().Get("judge") == fact.ModelJudge {
		p.which.Judge = fact.ModelJudge
	}
	var err error
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	p.Truth, err = pages.Insights.Accuracy(ctx, v.Caller, v.Brand.ID, p.asked(), p.which,
		fact.Paging{Number: p.paging.Number, Size: contradictionsListed})
	if err != nil {
		return kit.Reply{}, err
	}
	outlets, err := pages.Catalogue.Publishers(ctx, fact.Pages(p.Contradictions))
	if err != nil {
		return kit.Reply{}, err
	}
	message.Ask(kit.ViewOf(ctx).Lang, v.Brand.Name, p.Contradictions, outlets)
	p.figures = []kit.Figure{
		kit.NewFigure(ctx, kit.Key("有误的回答"), "", kit.AsBadRate, p.Contradicted),
		kit.NewFigure(ctx, kit.Key("说到事实的回答"), "", kit.AsRate, p.Judged),
	}
	p.paging = p.paging.Of(p.Total)
	return kit.Show(kit.Page{Title: kit.Key("准确度"), Entry: "accuracy", Bar: lensBar(p.lens), Body: accuracyBody(p), Status: p.status()})
}

// pieces cuts a sentence at what it says wrong.
func pieces(c fact.Contradiction) (before, said, after string) {
	if c.Sentence == nil {
		return "", "", ""
	}
	if c.Said == nil || *c.Said == "" {
		return *c.Sentence, "", ""
	}
	before, after, found := strings.Cut(*c.Sentence, *c.Said)
	if !found {
		return *c.Sentence, "", ""
	}
	return before, *c.Said, after
}

// accuracyScope says which answers were checked; without facts none were.
func accuracyScope(ctx context.Context, p accuracy) string {
	if p.Judging == 0 {
		return ""
	}
	return kit.T(ctx, "提到%s的 %s 条回答，与事实表逐条核对", kit.Spaced(ctx, p.brand), kit.Number(p.Contradicted.Denominator))
}
