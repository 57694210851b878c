package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/insight/detail"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/run"
)

// sourcePage is all about one channel: where it is cited, with whom, by which answers, and who sells it.
type sourcePage struct {
	lens
	detail.ChannelPage
	channel string
	answers []listedAnswer
	outlets []catalogue.Outlet
}

const (
	sourceAnswers = 10
	sourceOutlets = 5
	channelRunes  = 300
)

func (pages *Pages) showSource(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	p := sourcePage{lens: l, channel: kit.Clipped(l.query.Get("channel"), channelRunes)}
	if p.ChannelPage, err = pages.Details.ChannelPage(ctx, v.Caller, v.Brand.ID, p.channel, l.asked()); err != nil {
		return kit.Reply{}, err
	}
	if p.channel == "" {
		return kit.Reply{}, fault.NotFound("source", p.channel)
	}
	if ids := p.AnswerIDs[:min(len(p.AnswerIDs), sourceAnswers)]; len(ids) > 0 {
		answers, err := pages.Runs.Newest(ctx, v.Caller, v.Brand.ID,
			run.AnswerFilter{IDs: ids, Paging: run.Paging{Number: 1, Size: sourceAnswers}})
		if err != nil {
			return kit.Reply{}, err
		}
		p.answers = listed(answers)
	}
	if pages.Catalogue != nil && p.Domain.Domain != "" {
		found, err := pages.Catalogue.List(ctx, catalogue.Filter{Q: p.Domain.Domain}, "", catalogue.Paging{Number: 1, Size: sourceOutlets})
		if err != nil {
			return kit.Reply{}, err
		}
		p.outlets = found.Items
	}
	return kit.Show(kit.Page{Title: kit.Key("one|来源"), Entry: "citations", Bar: lensBar(l), Body: sourceBody(p), Status: l.status()})
}
