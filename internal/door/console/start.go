package console

import (
	"context"
	"net/http"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/generation"
	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
)

// guide is where a brand stands on the way to its first result.
type guide struct {
	brand       brand.Brand // without an id: not created yet
	form        form        // of the brand
	generation  generation.Status
	prompts     []brand.Prompt
	topics      map[string]string
	competitors []brand.Competitor
	allowance   run.Allowance
	limits      plan.Limits
	until       *timestamp.Time
	step        int    // that is open: 1 to 4
	fault       string // why the last step was refused
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

// proposed tells which suggestions are ticked to begin with: the first few that do not name the brand.
func (g guide) proposed(id string) bool {
	n := 0
	for _, p := range g.prompts {
		if !slices.Contains(p.Types, brand.Visibility) && len(p.Types) > 0 {
			continue
		}
		if n++; p.ID == id {
			return n <= proposals
		}
	}
	return false
}

const proposals = 4

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

func (c *Console) showStart(ctx context.Context, v *visit) (reply, error) {
	return c.startPage(ctx, v, guide{step: 1, form: filled()})
}

func (c *Console) startPage(ctx context.Context, v *visit, g guide) (reply, error) {
	subscription, err := c.rooms.Plans.For(ctx, v.caller.SpaceID)
	if err != nil {
		return reply{}, err
	}
	g.limits, g.until = subscription.Tier.Limits(), subscription.ExpiresAt
	p := page{Title: key("开始使用"), Bare: true, Body: startBody(g)}
	if !g.form.sound() || g.fault != "" {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) createBrand(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	change := c.readProfile(v, f, "BrandCreate")
	if f.sound() {
		profile := brand.Profile{ProductType: "other"}
		change(&profile)
		made, err := c.rooms.Brands.Create(ctx, v.caller, profile)
		if err == nil {
			v.remember(brandCookie, made.ID)
			return leadTo("/brands/" + made.ID + "/start")
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.startPage(ctx, v, guide{step: 1, form: f})
}

func (c *Console) showGuide(ctx context.Context, v *visit) (reply, error) {
	g, err := c.guide(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return c.startPage(ctx, v, g)
}

// guide gathers where the brand stands. The step that is open follows from that, or is chosen by ?step=.
func (c *Console) guide(ctx context.Context, v *visit) (g guide, err error) {
	g = guide{brand: v.brand, form: profileForm(v.brand.Profile), topics: map[string]string{}}
	if g.generation, err = c.rooms.Generations.Latest(ctx, v.caller, v.brand.ID); err != nil {
		return g, err
	}
	have, err := c.rooms.Brands.Existing(ctx, v.caller, v.brand.ID)
	if err != nil {
		return g, err
	}
	g.prompts, g.competitors = have.Prompts, have.Competitors
	for _, topic := range have.Topics {
		g.topics[topic.ID] = topic.Name
	}
	if g.allowance, err = c.rooms.Runs.Allowance(ctx, v.caller, ""); err != nil {
		return g, err
	}
	switch step := v.URL.Query().Get("step"); {
	case g.enabled() == 0:
		g.step = 2
	case step == "3" && len(g.competitors) > 0:
		g.step = 3
	default:
		g.step = 4
	}
	return g, nil
}

func (c *Console) saveStart(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	change := c.readProfile(v, f, "BrandUpdate")
	if f.sound() {
		if _, err := c.rooms.Brands.Update(ctx, v.caller, v.brand.ID, change); err == nil {
			return leadTo("/brands/" + v.brand.ID + "/start")
		} else if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	g, err := c.guide(ctx, v)
	if err != nil {
		return reply{}, err
	}
	g.form, g.step = f, 1
	return c.startPage(ctx, v, g)
}

func (c *Console) generateStart(ctx context.Context, v *visit) (reply, error) {
	_, err := c.rooms.Generations.Start(ctx, v.caller, v.brand.ID, nil, nil)
	if fault.Is(err, fault.GenerationRunning) {
		err = nil // it is what was asked for
	}
	return c.stepped(ctx, v, err, "")
}

// stepped goes on to the next step, or shows why that is not possible.
func (c *Console) stepped(ctx context.Context, v *visit, err error, query string) (reply, error) {
	if err == nil {
		return leadTo("/brands/" + v.brand.ID + "/start" + query)
	}
	f := v.form()
	if err := f.take(v, err); err != nil {
		return reply{}, err
	}
	g, err := c.guide(ctx, v)
	if err != nil {
		return reply{}, err
	}
	g.fault = f.faults[""]
	return c.startPage(ctx, v, g)
}

// choosePrompts enables what is ticked; what is enabled and not ticked becomes a suggestion.
func (c *Console) choosePrompts(ctx context.Context, v *visit) (reply, error) {
	ids, err := c.tickedPrompts(ctx, v)
	if err != nil {
		return reply{}, err
	}
	if len(ids) == 0 {
		return c.stepped(ctx, v, fault.New(fault.Malformed).Why("prompt_missing"), "")
	}
	return c.stepped(ctx, v, c.rooms.Brands.ChoosePrompts(ctx, v.caller, v.brand.ID, ids), "?step=3")
}

// chooseCompetitors removes what is not ticked.
func (c *Console) chooseCompetitors(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	competitors, err := c.rooms.Brands.Competitors(ctx, v.caller, v.brand.ID)
	if err != nil {
		return reply{}, err
	}
	var ids []string
	for _, k := range competitors {
		if !f.has("competitor", k.ID) {
			ids = append(ids, k.ID)
		}
	}
	_, err = c.rooms.Brands.DeleteCompetitors(ctx, v.caller, v.brand.ID, ids)
	return c.stepped(ctx, v, err, "?step=4")
}

func (c *Console) firstRun(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	started, err := c.rooms.Runs.Submit(ctx, v.caller, run.Request{
		BrandID: v.brand.ID, Platforms: append([]string{}, f.values["platform"]...), Origin: run.FromConsole,
	})
	if err != nil {
		return c.stepped(ctx, v, err, "?step=4")
	}
	return leadTo("/brands/" + v.brand.ID + "/runs/" + started.RunID)
}
