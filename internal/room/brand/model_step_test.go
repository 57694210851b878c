package brand_test

import (
	"slices"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
)

// moved is updated_at after a change: now when something shows, else as it was.
func (m *model) moved(updated timestamp.Time, before, after any) timestamp.Time {
	if cmp.Equal(before, after, cmpopts.EquateEmpty()) {
		return updated
	}
	return m.db.Now()
}

func without[T any](all []*T, gone *T) []*T {
	return slices.DeleteFunc(slices.Clone(all), func(v *T) bool { return v == gone })
}

func drawNames(t *rapid.T) brand.Names {
	return brand.Names{Aliases: texts(t, "aliases"), Exclusions: texts(t, "exclusions"), Contexts: texts(t, "contexts")}
}

func (m *model) createBrand(t *rapid.T) {
	i, _ := m.caller(t)
	m.addBrand(t, i, brand.Profile{
		Name: text().Draw(t, "name"), Introduction: text().Draw(t, "introduction"), ProductType: text().Draw(t, "product type"),
		MarketingGoal: maybe(t, "goal"), HomepageURL: maybe(t, "url"), CoreAudience: maybe(t, "audience"),
		Keywords: texts(t, "keywords"), SellingPoints: texts(t, "points"), Names: drawNames(t),
	})
}

func (m *model) addBrand(t *rapid.T, i int, p brand.Profile) *holding {
	owned := 0
	for _, h := range m.holdings {
		if h.owner == i {
			owned++
		}
	}
	var code fault.Code
	if owned == modelBrands {
		code = fault.CapReached
	}
	b, err := m.Create(t.Context(), m.callers[i], p)
	if !foretold(t, err, code) {
		return nil
	}
	h := &holding{owner: i, brand: brand.Brand{ID: b.ID, Profile: p, CreatedAt: m.db.Now(), UpdatedAt: m.db.Now()}}
	same(t, "created", h.brand, b)
	m.holdings = append(m.holdings, h)
	m.ids["brand"] = append(m.ids["brand"], b.ID)
	return h
}

func (m *model) changeBrand(t *rapid.T) {
	i, who := m.caller(t)
	brandID := m.target(t, i, "brand")
	weekday := rapid.Int64Range(1, 7).Draw(t, "weekday")
	change := draw(t, "change", []func(*brand.Profile){
		func(*brand.Profile) {},
		func(p *brand.Profile) { p.Name += "'" },
		func(p *brand.Profile) { p.MarketingGoal, p.CoreAudience = p.CoreAudience, p.MarketingGoal },
		func(p *brand.Profile) { p.Keywords, p.Aliases, p.Contexts = p.Aliases, p.Contexts, p.Keywords },
		func(p *brand.Profile) {
			p.Schedule = &brand.Schedule{Hour: weekday, Weekday: &weekday, Samples: 1}
		},
		func(p *brand.Profile) { p.Schedule = nil },
	})
	h, code := m.held(i, brandID), fault.Code(0)
	if h == nil {
		code = fault.NoSuchThing
	}
	got, err := m.Update(t.Context(), who, brandID, change)
	if foretold(t, err, code) {
		before := h.brand.Profile
		change(&h.brand.Profile)
		h.brand.UpdatedAt = m.moved(h.brand.UpdatedAt, before, h.brand.Profile)
		h.brand.Counts = h.counts()
		same(t, "changed", h.brand, got)
	}
}

func (m *model) createTopic(t *rapid.T) {
	i, _ := m.caller(t)
	m.addTopic(t, i, m.target(t, i, "brand"), brand.TopicFields{
		Name: text().Draw(t, "name"), Description: maybe(t, "description"), Region: text().Draw(t, "region"),
		Language: text().Draw(t, "language"),
	})
}

func (m *model) addTopic(t *rapid.T, i int, brandID string, f brand.TopicFields) {
	h, code := m.held(i, brandID), fault.Code(0)
	if h == nil {
		code = fault.NoSuchThing
	}
	topic, err := m.CreateTopic(t.Context(), m.callers[i], brandID, f)
	if foretold(t, err, code) {
		made := &brand.Topic{ID: topic.ID, BrandID: brandID, TopicFields: f, CreatedAt: m.db.Now(), UpdatedAt: m.db.Now()}
		same(t, "created", *made, topic)
		h.topics = append(h.topics, made)
		m.ids["topic"] = append(m.ids["topic"], topic.ID)
	}
}

func (m *model) changeTopic(t *rapid.T) {
	i, who := m.caller(t)
	topicID, name, description := m.target(t, i, "topic"), text().Draw(t, "name"), maybe(t, "description")
	change := func(f *brand.TopicFields) { f.Name, f.Description = name, description }
	_, topic := m.topic(i, topicID)
	var code fault.Code
	if topic == nil {
		code = fault.NoSuchThing
	}
	_, err := m.UpdateTopic(t.Context(), who, topicID, change)
	if foretold(t, err, code) {
		before := topic.TopicFields
		change(&topic.TopicFields)
		topic.UpdatedAt = m.moved(topic.UpdatedAt, before, topic.TopicFields)
	}
}

func (m *model) deleteTopic(t *rapid.T) {
	i, who := m.caller(t)
	topicID := m.target(t, i, "topic")
	h, topic := m.topic(i, topicID)
	var code fault.Code
	switch {
	case topic == nil:
		code = fault.NoSuchThing
	case slices.ContainsFunc(h.prompts, func(p *brand.Prompt) bool { return p.TopicID == topicID }):
		code = fault.TopicNotEmpty
	}
	if foretold(t, m.DeleteTopic(t.Context(), who, topicID), code) {
		h.topics = without(h.topics, topic)
	}
}

func drawTypes(t *rapid.T) store.Texts {
	return rapid.SliceOfN(rapid.SampledFrom([]string{brand.Visibility, brand.Sentiment}), 0, 3).Draw(t, "types")
}

// tidied is each type once, in the order in which they came, and both for none.
// tidied are the types as they are kept. Whether a text names the brand has a test of its own.
func tidied(types store.Texts, branded bool) store.Texts {
	switch {
	case len(types) == 0 && branded:
		return store.Texts{brand.Sentiment}
	case len(types) == 0:
		return store.Texts{brand.Visibility, brand.Sentiment}
	case !slices.Contains(types, brand.Visibility):
		return store.Texts{brand.Sentiment}
	case !slices.Contains(types, brand.Sentiment):
		return store.Texts{brand.Visibility}
	case types[0] == brand.Sentiment:
		return store.Texts{brand.Sentiment, brand.Visibility}
	}
	return store.Texts{brand.Visibility, brand.Sentiment}
}

// createPrompts adds some of a kind, so that the limit of enabled ones is met.
func (m *model) createPrompts(t *rapid.T) {
	i, _ := m.caller(t)
	brandID := m.target(t, i, "brand")
	n := brand.NewPrompt{Source: draw(t, "source", []string{brand.FromUser, brand.FromAgent}), PromptFields: brand.PromptFields{
		TopicID: m.topicFor(t, m.held(i, brandID)), Text: text().Draw(t, "text"), Types: drawTypes(t),
		Stage: text().Draw(t, "stage"), TagIDs: texts(t, "tags"),
		Region: maybe(t, "region"), Language: maybe(t, "language"),
		Status: draw(t, "status", []string{brand.Active, brand.Suggested, brand.Archived}),
	}}
	for range rapid.IntRange(1, 4).Draw(t, "number") {
		m.addPrompt(t, i, brandID, n)
	}
}

func (m *model) addPrompt(t *rapid.T, i int, brandID string, n brand.NewPrompt) {
	h, code := m.held(i, brandID), fault.Code(0)
	switch {
	case h == nil || !h.hasTopic(n.TopicID):
		code = fault.NoSuchThing
	case n.Status == brand.Active && m.active(i) >= m.limits[i]:
		code = fault.PromptLimit
	}
	p, err := m.CreatePrompt(t.Context(), m.callers[i], brandID, n)
	if foretold(t, err, code) {
		made := &brand.Prompt{
			ID: p.ID, BrandID: brandID, PromptFields: n.PromptFields, Source: n.Source,
			CreatedAt: m.db.Now(), UpdatedAt: m.db.Now(),
		}
		made.Types = tidied(n.Types, p.Branded)
		same(t, "created", *made, p)
		h.prompts = append(h.prompts, made)
		m.ids["prompt"] = append(m.ids["prompt"], p.ID)
	}
}

func (m *model) changePrompt(t *rapid.T) {
	i, who := m.caller(t)
	promptID := m.target(t, i, "prompt")
	h, p := m.prompt(i, promptID)
	topicID := m.topicFor(t, h)
	status, types, tags := draw(t, "status", []string{brand.Active, brand.Suggested, brand.Archived}), drawTypes(t), texts(t, "tags")
	change := draw(t, "change", []func(*brand.PromptFields){
		func(*brand.PromptFields) {},
		func(f *brand.PromptFields) { f.Text += "'" },
		func(f *brand.PromptFields) { f.TopicID = topicID },
		func(f *brand.PromptFields) { f.Status = status },
		func(f *brand.PromptFields) { f.Types = types },
		func(f *brand.PromptFields) { f.TagIDs, f.Region, f.Language = tags, nil, f.Region },
	})
	var code fault.Code
	var after brand.PromptFields
	if p == nil {
		code = fault.NoSuchThing
	} else {
		after = p.PromptFields
		change(&after)
		switch {
		case after.TopicID != p.TopicID && !h.hasTopic(after.TopicID):
			code = fault.NoSuchThing
		case after.Status == brand.Active && p.Status != brand.Active && m.active(i) >= m.limits[i]:
			code = fault.PromptLimit
		}
	}
	got, err := m.UpdatePrompt(t.Context(), who, promptID, change)
	if foretold(t, err, code) {
		after.Types = tidied(after.Types, got.Branded)
		p.UpdatedAt = m.moved(p.UpdatedAt, p.PromptFields, after)
		p.PromptFields = after
	}
}

func (m *model) deletePrompt(t *rapid.T) {
	i, who := m.caller(t)
	promptID := m.target(t, i, "prompt")
	h, p := m.prompt(i, promptID)
	var code fault.Code
	if p == nil {
		code = fault.NoSuchThing
	}
	if foretold(t, m.DeletePrompt(t.Context(), who, promptID), code) {
		h.prompts = without(h.prompts, p)
	}
}

func drawCompetitor(t *rapid.T) brand.CompetitorFields {
	return brand.CompetitorFields{
		Name: text().Draw(t, "name"), Names: drawNames(t),
		WebsiteURL: maybe(t, "website"), LogoIcon: maybe(t, "logo"), Description: maybe(t, "description"),
	}
}

func (m *model) createCompetitor(t *rapid.T) {
	i, who := m.caller(t)
	brandID, f := m.target(t, i, "brand"), drawCompetitor(t)
	h, code := m.held(i, brandID), fault.Code(0)
	if h == nil {
		code = fault.NoSuchThing
	}
	c, err := m.CreateCompetitor(t.Context(), who, brandID, f)
	if foretold(t, err, code) {
		made := &brand.Competitor{
			ID: c.ID, BrandID: brandID, CompetitorFields: f, Source: brand.FromUser,
			CreatedAt: m.db.Now(), UpdatedAt: m.db.Now(),
		}
		same(t, "created", *made, c)
		h.competitors = append(h.competitors, made)
		m.ids["competitor"] = append(m.ids["competitor"], c.ID)
	}
}

func (m *model) changeCompetitor(t *rapid.T) {
	i, who := m.caller(t)
	competitorID, f := m.target(t, i, "competitor"), drawCompetitor(t)
	_, c := m.competitor(i, competitorID)
	var code fault.Code
	if c == nil {
		code = fault.NoSuchThing
	}
	_, err := m.UpdateCompetitor(t.Context(), who, competitorID, func(to *brand.CompetitorFields) { *to = f })
	if foretold(t, err, code) {
		c.UpdatedAt = m.moved(c.UpdatedAt, c.CompetitorFields, f)
		c.CompetitorFields = f
	}
}

func (m *model) deleteCompetitor(t *rapid.T) {
	i, who := m.caller(t)
	competitorID := m.target(t, i, "competitor")
	h, c := m.competitor(i, competitorID)
	var code fault.Code
	if c == nil {
		code = fault.NoSuchThing
	}
	if foretold(t, m.DeleteCompetitor(t.Context(), who, competitorID), code) {
		h.competitors = without(h.competitors, c)
	}
}
