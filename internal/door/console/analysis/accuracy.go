package analysis

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/fact"
)

// accuracy is how far answers agree with the fact sheet.
type accuracy struct {
	lens
	fact.Accuracy
	brand  string
	paging kit.Paging
}

const contradictionsListed = 20

func (pages *Pages) showAccuracy(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p := accuracy{brand: v.Brand.Name, paging: kit.PagingOf(v, contradictionsListed)}
	var err error
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	asked := p.asked()
	p.Accuracy, err = pages.Facts.Accuracy(ctx, v.Caller, v.Brand.ID, fact.Query{
		From: asked.From, To: asked.To, Platforms: asked.Platforms, Surface: asked.Surface, FactID: v.URL.Query().Get("fact"), Page: fact.Page{Number: p.paging.Number, Size: contradictionsListed},
	})
	if err != nil {
		return kit.Reply{}, err
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

// request is a text that asks a page for a correction; whoever reads it sends it.
func (p accuracy) request(ctx context.Context, c fact.Contradiction) string {
	said := ""
	if c.Said != nil {
		said = *c.Said
	}
	text := kit.T(ctx, "您好：贵站的页面 %s 被 AI 助手引用来回答关于%s的问题，其中「%s」与事实不符。事实是：%s。", c.Citations[0].URL, kit.Spaced(ctx, p.brand), said, c.Statement)
	if c.SourceURL != nil {
		text += kit.T(ctx, "出处：%s 。", *c.SourceURL)
	}
	return text + kit.T(ctx, "若页面上确有此说，请予更正。")
}
