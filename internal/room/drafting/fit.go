package drafting

import (
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/tool/draft"
)

// profileOf is the brand as a drafter sees it.
func profileOf(b brand.Brand) draft.Profile {
	return draft.Profile{
		Name:          b.Name,
		Aliases:       b.Aliases,
		Introduction:  b.Introduction,
		ProductType:   b.ProductType,
		MarketingGoal: text(b.MarketingGoal),
		CoreAudience:  text(b.CoreAudience),
		Keywords:      b.Keywords,
		SellingPoints: b.SellingPoints,
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// existingOf is what a drafter must not repeat.
func existingOf(have brand.Existing) (e draft.Existing) {
	for _, t := range have.Topics {
		e.Topics = append(e.Topics, t.Name)
	}
	for _, p := range have.Prompts {
		e.Prompts = append(e.Prompts, p.Text)
	}
	for _, c := range have.Competitors {
		e.Competitors = append(e.Competitors, c.Name)
		e.Competitors = append(e.Competitors, c.Aliases...)
	}
	return e
}

// fit puts a draft into the brand's own terms: prompts join the topic that bears the same name, and known competitors are left out.
func fit(d draft.Draft, now brand.Existing) (out brand.Drafted) {
	topics := map[string]string{}
	for _, t := range now.Topics {
		if _, taken := topics[draft.Fold(t.Name)]; !taken {
			topics[draft.Fold(t.Name)] = t.ID
		}
	}
	known := map[string]bool{draft.Fold(now.Brand.Name): true}
	for _, name := range existingOf(now).Competitors {
		known[draft.Fold(name)] = true
	}
	for _, t := range d.Topics {
		topic := brand.DraftedTopic{
			ID:          topics[draft.Fold(t.Name)],
			TopicFields: brand.TopicFields{Name: t.Name, Region: t.Region, Language: t.Language},
		}
		if t.Description != "" {
			topic.Description = &t.Description
		}
		for _, p := range t.Prompts {
			topic.Prompts = append(topic.Prompts, brand.PromptFields{Text: p.Text, Types: store.Texts(p.Types), Stage: p.Stage})
		}
		out.Topics = append(out.Topics, topic)
	}
	for _, c := range d.Competitors {
		if !known[draft.Fold(c.Name)] {
			known[draft.Fold(c.Name)] = true
			out.Competitors = append(out.Competitors, brand.CompetitorFields{Name: c.Name, Names: brand.Names{Aliases: c.Aliases}})
		}
	}
	return out
}
