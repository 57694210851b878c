package opportunity

import (
	"cmp"
	"slices"

	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
)

const (
	factsShown = 5
	factsRead  = 100 // contradictions that are looked through for what they cite
)

// wrong are the facts that answers contradict most often.
func wrong(brandID string, facts []insight.FactTruth) (list []Opportunity) {
	for _, f := range facts {
		if f.Numerator < factLeast || f.Low == nil {
			continue
		}
		n := float64(f.Denominator)
		p := Opportunity{
			ID: idOf(brandID, insight.OfFact, f.FactID), Outlets: []Outlet{},
			Fact: &Fact{FactID: f.FactID, Statement: f.Statement, Expected: f.Expected},
		}
		p.Opportunity = insight.Opportunity{
			Basis: insight.OfFact, Gain: insight.Gain{Answers: float64(f.Numerator), Low: *f.Low * n, High: *f.High * n, Of: f.Denominator},
			Ours: insight.Share{
				Count: f.Denominator - f.Numerator, Of: f.Denominator, Rate: opposite(f.Value),
				Interval: insight.Interval{Low: opposite(f.High), High: opposite(f.Low)},
			},
			Prompts: []insight.OpportunityPrompt{}, Channels: []insight.OpportunityChannel{},
			Pages: []insight.OpportunityPage{}, Answers: []string{},
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b Opportunity) int { return cmp.Compare(b.Gain.Answers, a.Gain.Answers) })
	return list[:min(len(list), factsShown)]
}

func opposite(rate *float64) *float64 {
	if rate == nil {
		return nil
	}
	v := 1 - *rate
	return &v
}

const partsShown = 10

// gather takes from the contradictions of its fact what was said, where, and what those answers cite.
func (p *Opportunity) gather(list []fact.Contradiction) {
	for _, c := range list {
		if c.FactID != p.Fact.FactID {
			continue
		}
		if p.Fact.Said == nil {
			p.Fact.Said = c.Said
		}
		if len(p.Answers) < 5 && !slices.Contains(p.Answers, c.AnswerID) {
			p.Answers = append(p.Answers, c.AnswerID)
		}
		if !slices.ContainsFunc(p.Prompts,
			func(q insight.OpportunityPrompt) bool { return q.PromptID == c.PromptID }) && len(p.Prompts) < partsShown {
			p.Prompts = append(p.Prompts, insight.OpportunityPrompt{
				PromptID: c.PromptID, Text: c.Question,
				Platforms: []insight.OpportunityCell{},
			})
		}
		seen := map[string]bool{} // channels, in this answer
		for _, s := range c.Citations {
			if s.Cited {
				p.cite(s, seen)
			}
		}
	}
	p.Pages, p.Channels = p.Pages[:min(len(p.Pages), partsShown)], p.Channels[:min(len(p.Channels), partsShown)]
}

// cite counts an answer's page and, once, its channel.
func (p *Opportunity) cite(s reading.Source, seen map[string]bool) {
	channel, _ := address.Channel(s.URL)
	title := ""
	if s.Title != nil {
		title = *s.Title
	}
	i := slices.IndexFunc(p.Pages, func(q insight.OpportunityPage) bool { return q.URL == s.URL })
	if i < 0 {
		i = len(p.Pages)
		p.Pages = append(p.Pages, insight.OpportunityPage{
			URL: s.URL, Title: s.Title, Channel: channel,
			Kind: address.PageKindOf(address.Class(s.Class), s.URL, title),
		})
	}
	p.Pages[i].Citing++
	if seen[channel] {
		return
	}
	seen[channel] = true
	j := slices.IndexFunc(p.Channels, func(q insight.OpportunityChannel) bool { return q.Channel == channel })
	if j < 0 {
		j = len(p.Channels)
		p.Channels = append(p.Channels, insight.OpportunityChannel{
			Channel: channel, Domain: s.Domain,
			Kind: address.PageKindOf(address.Class(s.Class), "https://"+channel, ""),
		})
	}
	p.Channels[j].Citing++
	p.Channels[j].Without++ // what the page says is in the way, whatever else it names
}
