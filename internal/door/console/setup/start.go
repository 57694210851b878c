package setup

import (
	"context"
	"net/http"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/drafting"
	"renown/internal/room/plan"
	"renown/internal/room/run"
)

// guide is where a brand stands on the way to its first result.
type guide struct {
	brand       brand.Brand // without an id: not created yet
	form        kit.Form    // of the brand
	generation  drafting.Status
	prompts     []brand.Prompt
	topics      map[string]string
	competitors []brand.Competitor
	allowance   run.Allowance
	limits      plan.Limits
	until       *timestamp.Time
	expired     bool
	free        int64  // prompts that the plan lets this brand enable, those it has included
	step        int    // that is open: 1 to 4
	typed       string // in the step that was refused
	fault       string // why the last step was refused
	unconnected bool   // no assistant can be asked
	keys        []string
	operator    bool
}

func (g guide) path(rest string) string { return "/brands/" + g.brand.ID + "/start" + rest }

func (g guide) state(step int) string {
	switch {
	case step == g.step:
		return "now"
	case step < g.step:
		return "done"
	}
	return "todo"
}

// enabled counts the brand's own prompts.
func (g guide) enabled() (n int64) {
	for _, p := range g.prompts {
		if p.Status == brand.Active {
			n++
		}
	}
	return n
}

// proposed tells which suggestions are ticked to begin with: eight that ask for the thing, so that there are answers enough for every
// figure on the first day, and two that ask about the brand, for tone; fewer of both where the plan has less room.
func (g guide) proposed(id string) bool {
	room := min(proposals, g.free)
	var seen, tone int64
	for _, p := range g.prompts {
		n, most := &seen, room-room/proposedTone
		if !slices.Contains(p.Types, brand.Visibility) && len(p.Types) > 0 {
			n, most = &tone, room/proposedTone
		}
		if *n++; p.ID == id {
			return *n <= most
		}
	}
	return false
}

const (
	proposals    = 10
	proposedTone = 5 // of so many proposals one is for tone
)

// ticked counts what the list shows as chosen.
func (g guide) ticked() (n int) {
	for _, p := range g.prompts {
		if p.Status == brand.Active || (g.enabled() == 0 && g.proposed(p.ID)) {
			n++
		}
	}
	return n
}

// platforms counts those that the plan allows.
func (g guide) platforms() (n int64) {
	for _, p := range g.allowance.Platforms {
		if p.Allowed {
			n++
		}
	}
	return n
}

func (pages *Pages) showStart(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.startPage(ctx, v, guide{step: 1, form: kit.Filled()})
}

func (pages *Pages) startPage(ctx context.Context, v *kit.Visit, g guide) (kit.Reply, error) {
	subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
	if err != nil {
		return kit.Reply{}, err
	}
	g.limits, g.until, g.expired = subscription.Limits(), subscription.ExpiresAt, subscription.Expired(v.Now)
	g.keys, g.unconnected = pages.Runs.Unconnected()
	g.operator = v.User.Role == account.RoleOperator
	p := kit.Page{Title: kit.Key("开始使用"), Bare: true, Body: startBody(g)}
	if !g.form.Sound() || g.fault != "" {
		p.Status = http.StatusUnprocessableEntity
	}
	return kit.Show(p)
}

func (pages *Pages) createBrand(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	change := pages.readProfile(v, f, "BrandCreate")
	if f.Sound() {
		profile := brand.Profile{ProductType: "other"}
		change(&profile)
		made, err := pages.Brands.Create(ctx, v.Caller, profile)
		if err == nil {
			v.Remember(kit.BrandCookie, made.ID)
			return kit.LeadTo("/brands/" + made.ID + "/start")
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.startPage(ctx, v, guide{step: 1, form: f})
}

func (pages *Pages) showGuide(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	g, err := pages.guide(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return pages.startPage(ctx, v, g)
}

// guide gathers where the brand stands. The step that is open follows from that, or is chosen by ?step=.
func (pages *Pages) guide(ctx context.Context, v *kit.Visit) (g guide, err error) {
	g = guide{brand: v.Brand, form: profileForm(v.Brand.Profile), topics: map[string]string{}}
	if g.generation, err = pages.Generations.Latest(ctx, v.Caller, v.Brand.ID); err != nil {
		return g, err
	}
	have, err := pages.Brands.Existing(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return g, err
	}
	g.prompts, g.competitors = have.Prompts, have.Competitors
	for _, topic := range have.Topics {
		g.topics[topic.ID] = topic.Name
	}
	if g.allowance, err = pages.Runs.Allowance(ctx, v.Caller, ""); err != nil {
		return g, err
	}
	enabled, limit, err := pages.Brands.Enabled(ctx, v.Caller)
	if err != nil {
		return g, err
	}
	g.free = max(0, limit-enabled+g.enabled())
	switch step := v.URL.Query().Get("step"); {
	case g.enabled() == 0:
		g.step = 2
	case step == "3" || step == "" && v.Brand.LastRun == nil && v.Method == http.MethodGet:
		g.step = 3
	default:
		g.step = 4
	}
	return g, nil
}

func (pages *Pages) saveStart(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	change := pages.readProfile(v, f, "BrandUpdate")
	if f.Sound() {
		if _, err := pages.Brands.Update(ctx, v.Caller, v.Brand.ID, change); err == nil {
			return kit.LeadTo("/brands/" + v.Brand.ID + "/start")
		} else if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	g, err := pages.guide(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	g.form, g.step = f, 1
	return pages.startPage(ctx, v, g)
}

func (pages *Pages) generateStart(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	_, err := pages.Generations.Start(ctx, v.Caller, v.Brand.ID, nil, nil)
	if fault.Is(err, fault.GenerationRunning) {
		err = nil // it is what was asked for
	}
	return pages.stepped(ctx, v, err, step{at: 2})
}

// step is one that was taken: where it was, what comes next, and what was typed in it.
type step struct {
	at    int
	next  string
	typed string
}

// stepped goes on to the next step, or shows in the one that was taken why that is not possible.
func (pages *Pages) stepped(ctx context.Context, v *kit.Visit, err error, s step) (kit.Reply, error) {
	if err == nil {
		return kit.LeadTo("/brands/" + v.Brand.ID + "/start" + s.next)
	}
	f := v.Submitted()
	if err := f.Take(v, err); err != nil {
		return kit.Reply{}, err
	}
	g, err := pages.guide(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	g.fault, g.step, g.typed = f.Faults[""], s.at, s.typed
	return pages.startPage(ctx, v, g)
}

// choosePrompts enables what was typed, one question a line, and what is ticked; what is enabled and not ticked becomes a suggestion.
// Where both are too many for the plan, what was typed goes first and the last ticked stay suggestions.
func (pages *Pages) choosePrompts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	typed := v.PostForm.Get("own")
	own := promptLines(typed)
	if len(own) > 0 {
		if err := pages.ownPrompts(ctx, v, own); err != nil {
			return pages.stepped(ctx, v, err, step{at: 2, typed: typed})
		}
	}
	ticked, err := pages.tickedPrompts(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	g, err := pages.guide(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	var ids []string
	for _, p := range g.prompts {
		if slices.Contains(own, p.Text) {
			ids = append(ids, p.ID)
		}
	}
	for _, id := range ticked {
		if len(own) > 0 && int64(len(ids)) >= g.free {
			v.Say("套餐最多 %d 条：先启用了自己的问题，其余留作建议", g.free)
			break
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return pages.stepped(ctx, v, fault.New(fault.Malformed).Why("prompt_missing"), step{at: 2})
	}
	return pages.stepped(ctx, v, pages.Brands.ChoosePrompts(ctx, v.Caller, v.Brand.ID, ids), step{at: 2, next: "?step=3"})
}

// ownPrompts adds what was typed in the guide, as suggestions.
func (pages *Pages) ownPrompts(ctx context.Context, v *kit.Visit, texts []string) error {
	f := kit.Filled()
	if len(texts) > pasteMax {
		return fault.New(fault.Malformed).Why("prompts_pasted", pasteMax)
	}
	for _, text := range texts {
		pages.checkPrompt(v, f, text)
	}
	if !f.Sound() {
		return fault.New(fault.Malformed).Why("prompt_text")
	}
	topics, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return err
	}
	topic := newTopic(v.T("自己的问题"), topics, texts)
	for i := range topic.Prompts {
		topic.Prompts[i].Stage, topic.Prompts[i].Status = "awareness", brand.Suggested
	}
	_, err = pages.Brands.AddPrompts(ctx, v.Caller, v.Brand.ID, topic)
	return err
}

// chooseCompetitors removes what is not ticked and adds what was typed, one name a line.
func (pages *Pages) chooseCompetitors(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	competitors, err := pages.Brands.Competitors(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	var ids []string
	for _, k := range competitors {
		if !f.Has("competitor", k.ID) {
			ids = append(ids, k.ID)
		}
	}
	_, err = pages.Brands.DeleteCompetitors(ctx, v.Caller, v.Brand.ID, ids)
	for _, name := range kit.Lines(f.Value("own")) {
		if err != nil {
			break
		}
		checked := kit.Filled("name", name)
		if v.Check(checked, "CompetitorUpdate", kit.RequiredText(checked, "name")); !checked.Sound() {
			err = fault.New(fault.Malformed).Why("competitor_name")
			break
		}
		_, err = pages.Brands.CreateCompetitor(ctx, v.Caller, v.Brand.ID, brand.CompetitorFields{Name: name})
	}
	return pages.stepped(ctx, v, err, step{at: 3, next: "?step=4", typed: f.Value("own")})
}

// firstRun starts asking and, where it is ticked and the plan allows it, lets that go on by itself.
func (pages *Pages) firstRun(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	started, err := pages.Runs.Submit(ctx, v.Caller, run.Request{
		BrandID: v.Brand.ID, Platforms: append([]string{}, f.Values["platform"]...), Origin: run.FromConsole,
	})
	if err != nil {
		return pages.stepped(ctx, v, err, step{at: 4})
	}
	if f.Value("automatic") != "" && v.Brand.Schedule == nil {
		subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
		if err != nil {
			return kit.Reply{}, err
		}
		if _, err := pages.Brands.Update(ctx, v.Caller, v.Brand.ID,
			func(p *brand.Profile) { p.Schedule = automatic(subscription.Limits()) }); err != nil {
			return kit.Reply{}, err
		}
	}
	return kit.LeadTo("/brands/" + v.Brand.ID + "/runs/" + started.RunID)
}

// automatic is the schedule that the guide offers: as often as the plan allows.
func automatic(l plan.Limits) *brand.Schedule {
	s := brand.Schedule{Hour: 9}
	if !l.Daily {
		monday := int64(1)
		s.Weekday = &monday
	}
	return &s
}
