package analysis

import (
	"context"
	"slices"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/insight/detail"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
)

// promptPage is all about one prompt. Editing it is a panel of the page.
type promptPage struct {
	overview
	brand.Prompt
	found   detail.PromptPage
	form    kit.Form
	answers []listedAnswer
	total   int64
	diff    *answerDiff
}

const (
	promptAnswers  = 5 // newest, that are shown
	promptRanked   = 6
	promptSources  = 5
	promptSearches = 8  // most frequent
	diffAnswers    = 20 // newest, in which the statements of a difference are looked for
)

func (pages *Pages) showPrompt(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	prompt, err := pages.Brands.Prompt(ctx, v.Caller, v.PathValue("prompt_id"))
	if err == nil && prompt.BrandID != v.Brand.ID {
		err = fault.NotFound("prompt", prompt.ID)
	}
	if err != nil {
		return kit.Reply{}, err
	}
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	l.prompts = &promptLens{} // a single one: compared, but not chosen from
	p := promptPage{Prompt: prompt, form: kit.PromptForm(prompt)}
	query := l.asked()
	query.Against = l.was
	if p.found, err = pages.Details.PromptPage(ctx, v.Caller, v.Brand.ID, prompt.ID, query); err != nil {
		return kit.Reply{}, err
	}
	if err := p.arrange(ctx, pages, v, l); err != nil {
		return kit.Reply{}, err
	}
	if err := p.read(ctx, pages, v); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("one|问题"), Entry: "visibility", Bar: lensBar(l), Body: promptBody(p), Status: l.status()})
}

// arrange puts the figures into the terms of the overview, which draws them.
func (p *promptPage) arrange(ctx context.Context, pages *Pages, v *kit.Visit, l lens) error {
	p.overview = overview{lens: l, Overview: p.found.Overview}
	p.trend = newTrend(ctx, aspects[0], false, p.found.Curve)
	flags, err := pages.flags(ctx, v, p.overview)
	if err != nil {
		return err
	}
	p.trend.series.Flags = flags
	p.leaders = p.found.Leaders
	p.curve = newCurve(ctx, p.trend, p.brand.Name, p.leaders.Rivals)
	p.overview.arrange(ctx)
	p.figures[0].Change = kit.ChangeOf(kit.AsRate, p.found.Shift)
	return nil
}

// read fetches the newest answers, and two that show what is said about the brand then and now.
func (p *promptPage) read(ctx context.Context, pages *Pages, v *kit.Visit) error {
	filter := run.AnswerFilter{
		PromptIDs: []string{p.Prompt.ID}, Platforms: p.chosen, Surface: p.among(),
		Paging: run.Paging{Number: 1, Size: promptAnswers},
	}
	filter.From, filter.To = p.moments()
	answers, total, err := pages.Runs.Answers(ctx, v.Caller, v.Brand.ID, filter)
	if err != nil {
		return err
	}
	p.answers, p.total = listed(answers), total
	named := true
	filter.Named, filter.Size = &named, 1
	if platform := v.URL.Query().Get("diff"); platform != "" {
		filter.Platforms = []string{platform}
	}
	recent, err := pages.Runs.Newest(ctx, v.Caller, v.Brand.ID, filter)
	if err != nil || len(recent) == 0 {
		return err
	}
	filter.Platforms, filter.Size = []string{recent[0].Platform}, diffAnswers
	if recent, total, err = pages.Runs.Answers(ctx, v.Caller, v.Brand.ID, filter); err != nil || len(recent) == 0 {
		return err
	}
	then, err := pages.before(ctx, v, p.lens, filter, total)
	if err != nil || then == nil || then.ID == recent[0].ID {
		return err
	}
	p.diff = newDiff(*then, recent[0], recent)
	return nil
}

// before is the newest answer of the period that is compared with, or else the oldest of this one.
func (pages *Pages) before(ctx context.Context, v *kit.Visit, l lens, f run.AnswerFilter, total int64) (*run.Answer, error) {
	now := f
	f.From, f.To = l.wasMoments()
	f.Paging = run.Paging{Number: 1, Size: 1}
	list, err := pages.Runs.Newest(ctx, v.Caller, v.Brand.ID, f)
	if err == nil && len(list) == 0 && total > 1 {
		now.Paging = run.Paging{Number: total, Size: 1}
		list, err = pages.Runs.Newest(ctx, v.Caller, v.Brand.ID, now)
	}
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// listed are answers with their beginnings.
func listed(answers []run.Answer) (list []listedAnswer) {
	for _, a := range answers {
		l := listedAnswer{Answer: a}
		if a.Text != nil {
			l.excerpt = excerpt(*a.Text, a.Marks, excerptSize)
		}
		list = append(list, l)
	}
	return list
}

// flags are what is marked in a trend of the period: publications, changes of models, notes.
func (pages *Pages) flags(ctx context.Context, v *kit.Visit, o overview) ([]kit.Flag, error) {
	from, to := o.moments()
	published, err := pages.Orders.Publications(ctx, v.Caller, v.Brand.ID, from, to)
	if err != nil {
		return nil, err
	}
	var campaigns map[string]string
	if slices.ContainsFunc(published, func(p order.Publication) bool { return p.CampaignID != "" }) {
		if campaigns, err = pages.Campaigns.Names(ctx, v.Caller, v.Brand.ID); err != nil {
			return nil, err
		}
	}
	flags := append(flagsOf(ctx, published, campaigns), o.modelFlags(ctx)...)
	noted, err := pages.Brands.Annotations(ctx, v.Caller, v.Brand.ID, o.from.Format(time.DateOnly), o.to.Format(time.DateOnly))
	for _, a := range noted {
		flags = append(flags, kit.Flag{Day: a.Day, Label: a.Text, Note: true})
	}
	return flags, err
}
