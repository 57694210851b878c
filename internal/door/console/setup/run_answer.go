package setup

import (
	"context"
	"net/url"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/run"
	"renown/internal/tool/answer"
)

// runPage is one run with its answers.
type runPage struct {
	brand    brand.Brand
	run      run.Run
	answers  []evidence
	paging   kit.Paging
	platform string // filter
	query    url.Values
	again    int // failed questions that can be put once more
	left     string
	found    detail.RunFound // once it has ended

	suggested []insight.Suggestion // where no competitor is watched: names that the answers brought
}

// evidence is an answer with whom it names.
type evidence struct {
	run.Evidence
	pieces  []stretch
	finding answer.Finding
	named   bool
}

func (p runPage) path(rest string) string {
	return "/brands/" + p.brand.ID + "/runs/" + p.run.ID + rest
}

func (p runPage) live() bool { return !run.Ended(p.run.Status) }

func (pages *Pages) showRun(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	r, err := pages.runOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	p := runPage{
		brand: v.Brand, run: r, paging: kit.PagingOf(v, answersAPage),
		platform: v.URL.Query().Get("platform"), query: v.URL.Query(),
	}
	filter := run.EvidenceFilter{Paging: run.Paging{Number: p.paging.Number, Size: answersAPage}}
	if p.platform != "" {
		filter.Platforms = []string{p.platform}
	}
	found, total, err := pages.Runs.Evidence(ctx, v.Caller, r.ID, filter)
	if err != nil {
		return kit.Reply{}, err
	}
	p.paging.Total = total
	if p.answers, err = pages.readEvidence(ctx, v, found); err != nil {
		return kit.Reply{}, err
	}
	if kit.RunProgress(r).Failed > 0 {
		if p.again, err = pages.Runs.Again(ctx, v.Caller, r.ID); err != nil {
			return kit.Reply{}, err
		}
	}
	if p.left, err = pages.leftOf(ctx, r); err != nil {
		return kit.Reply{}, err
	}
	if !p.live() {
		if p.found, err = pages.Details.RunFound(ctx, v.Caller, r.ID); err != nil {
			return kit.Reply{}, err
		}
		if p.suggested, err = pages.newcomers(ctx, v); err != nil {
			return kit.Reply{}, err
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("监测"), Entry: "runs", Body: runBody(p)})
}

// newcomers are the names that answers recommend most, for a brand without competitors.
func (pages *Pages) newcomers(ctx context.Context, v *kit.Visit) ([]insight.Suggestion, error) {
	had, err := pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID)
	if err != nil || len(had) > 0 {
		return nil, err
	}
	list, err := pages.Insights.Suggestions(ctx, v.Caller, v.Brand.ID, insight.Query{})
	return list[:min(len(list), kit.SuggestionsFirst)], err
}

// readEvidence marks in each answer whom it names, by the names as they are now.
func (pages *Pages) readEvidence(ctx context.Context, v *kit.Visit, found []run.Evidence) ([]evidence, error) {
	competitors, err := pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return nil, err
	}
	names := entities(v.Brand.Profile, competitors)
	reader := pages.Brands.Reader(names)
	list := make([]evidence, len(found))
	for i, e := range found {
		list[i].Evidence = e
		if e.Text == nil {
			continue
		}
		read, err := reader.ReadContext(ctx, *e.Text, e.PromptText, nil)
		if err != nil {
			return nil, err
		}
		list[i].pieces = marked(*e.Text, names, read.Entities)
		list[i].finding, list[i].named = read.Entities[0], read.Entities[0].Named()
	}
	return list, nil
}

func (pages *Pages) runOf(ctx context.Context, v *kit.Visit) (run.Run, error) {
	r, err := pages.Runs.Find(ctx, v.Caller, v.PathValue("run_id"))
	if err == nil && r.BrandID != v.Brand.ID {
		err = fault.NotFound("run", r.ID)
	}
	if err != nil {
		return r, err
	}
	pages.callPlatforms(ctx, &r)
	return r, nil
}

func (pages *Pages) cancelRun(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	r, err := pages.runOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	if _, err := pages.Runs.Cancel(ctx, v.Caller, r.ID); err != nil && !fault.Is(err, fault.RunEnded) {
		return kit.Reply{}, err
	}
	v.Say("已停止，已有的回答保留")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/runs/" + r.ID)
}

// askAgain puts the failed questions of a run once more, within it.
func (pages *Pages) askAgain(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	r, err := pages.runOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	if _, err := pages.Runs.AskAgain(ctx, v.Caller, r.ID); err != nil && !fault.Is(err, fault.RunEnded) {
		return kit.Reply{}, err
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/runs/" + r.ID)
}
