package insight

import (
	"cmp"
	"maps"
	"slices"

	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/stat"
)

// lead is by how much a competitor is ahead of the brand in a topic.
type lead struct {
	topic string
	rival competitor
	stat.Changed
	answers int64
}

// leads are the topics whose prompts name some competitor significantly more often than the brand, with the one that
// is ahead the most, and how many
// topics could be tested. Each competitor in each topic is a test of one family.
func (o *opportunitySearch) leads() (best map[string]lead, tested int) {
	var leads []lead
	var chances []float64
	var all []stat.Changed
	for _, topic := range slices.Sorted(maps.Keys(o.cells)) {
		cells := o.cells[topic]
		ours, answers := party{"", ourNames(cells)}, answersIn(cells)
		if len(cells) < leastCells || answers < gapLeast {
			continue
		}
		tested++
		for _, c := range o.Scope.rivals {
			if found, ok := o.Scope.compared(cells, party{c.id, o.rivals.of(c.id).named}, ours); ok {
				leads, chances, all = append(leads, lead{topic, c, found, answers}), append(chances, found.Test.P), append(all, found)
			}
		}
	}
	for i, c := range stat.EmpiricalBayes(all) {
		leads[i].Changed = c
	}
	best = map[string]lead{}
	for i, yes := range stat.Discoveries(chances, stat.Significance) {
		if l := leads[i]; yes && l.Difference > 0 && l.Difference > best[l.topic].Difference {
			best[l.topic] = l
		}
	}
	return best, tested
}

// byTopic are the opportunities of topics.
func (o *opportunitySearch) byTopic(leads map[string]lead) (list []Opportunity) {
	for _, topic := range slices.Sorted(maps.Keys(leads)) {
		l := leads[topic]
		of := o.topics[topic]
		if of == nil {
			of = newSourced() // nothing is cited
		}
		cells := o.cells[topic]
		theirs := o.theirs(l.rival, cells)
		list = append(list, Opportunity{
			Basis: OfTopic, Topic: &NamedTopic{topic, o.names[topic]},
			Gain: gainOf(l.Difference, l.Interval, l.answers), Ours: o.ours(cells), Theirs: &theirs,
			Prompts: o.prompts(cells), Channels: o.channels(of), Pages: pagesOf(of), Answers: o.examples(cells),
		})
	}
	return list
}

// leastCells are the fewest prompts on platforms that can be compared.
const leastCells = 3

func answersIn(cells []cell) (n int64) {
	for i := range cells {
		n += cells[i].counts[reading.Answers]
	}
	return n
}

// share is how often a brand is named in cells, with the interval that the analysis of visibility has for them.
func (o *opportunitySearch) share(of party, cells []cell) Share {
	key := func(i int) cellKey { return cellKey{cells[i].prompt, cells[i].platform} }
	list, count := withoutDays(of.named.cells(cells), o.repeats.dispersion, func(i int) int { return o.daysAsked[key(i)] }), int64(0)
	for i := range cells {
		count += of.named[key(i)]
	}
	u, ok := stat.Estimate(list, stat.Rate, o.repeats.persistence)
	all := answersIn(cells)
	share := Share{count, all, rate(count, all), IntervalOf(u.Near, ok)}
	add := o.Audit.Naming(of.id, answersOn(cells))
	share.Rate = o.correct(share.Rate, &share.Interval, &Wide{}, &Change{}, add, add)
	return share
}

func (o *opportunitySearch) ours(cells []cell) Share {
	return o.share(party{"", ourNames(cells)}, cells)
}

func (o *opportunitySearch) theirs(c competitor, cells []cell) RivalShare {
	return RivalShare{c.id, c.name, o.share(party{c.id, o.rivals.of(c.id).named}, cells)}
}

// naming is how many answers of cells name a competitor.
func (o *opportunitySearch) naming(c competitor, cells []cell) (n int64) {
	named := o.rivals.of(c.id).named
	for i := range cells {
		n += named[cellKey{cells[i].prompt, cells[i].platform}]
	}
	return n
}

// ofSource is a channel whose citing answers lack the brand: the prompts are those of the topics for which it is cited, on its platforms.
func (o *opportunitySearch) ofSource(g *bounded) Opportunity {
	var cells []cell
	here := o.site(o.sites[slices.IndexFunc(o.sites, func(s *source) bool { return s.source == g.Channel })])
	for topic, of := range o.topics {
		src := of.sites[g.Channel]
		if src == nil {
			continue
		}
		for _, c := range o.cells[topic] {
			if slices.Contains(src.platforms, c.platform) {
				cells = append(cells, c)
			}
		}
	}
	slices.SortFunc(cells, func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.prompt, b.prompt), cmp.Compare(a.platform, b.platform))
	})
	return Opportunity{
		Basis: OfSource, Channel: &g.Channel, Gain: gainOf(g.Shortfall, g.shortfall, g.Citing),
		Ours: ShareOf(g.WithBrand, g.Citing), Theirs: o.ahead(cells),
		Prompts: o.prompts(cells), Channels: o.channels(here), Pages: pagesOf(here), Answers: o.examples(cells),
	}
}

// site is one channel with its pages.
func (o *opportunitySearch) site(src *source) *sourced {
	here := newSourced()
	here.sites[src.source] = src
	for _, p := range o.pages[src.source] {
		here.pages[p.source] = p
	}
	return here
}

// ahead is the competitor that is named most often in some cells; nil where none is named more often than the brand.
func (o *opportunitySearch) ahead(cells []cell) *RivalShare {
	var best *competitor
	most := int64(0)
	for i := range cells {
		most += cells[i].counts[reading.Named]
	}
	for i := range o.Scope.rivals {
		if n := o.naming(o.Scope.rivals[i], cells); n > most {
			best, most = &o.Scope.rivals[i], n
		}
	}
	if best == nil {
		return nil
	}
	theirs := o.theirs(*best, cells)
	return &theirs
}

// ofOwn are own sites that answers cite while they name a competitor alone.
func (o *opportunitySearch) ofOwn() (list []Opportunity) {
	for _, src := range o.sites {
		if src.class != string(address.Own) || src.answers < gapLeast || src.gap < ownLeast {
			continue
		}
		here := o.site(src)
		in, _ := stat.Wilson(int(src.gap), int(src.answers))
		list = append(list, Opportunity{
			Basis: OfOwn, Channel: &src.source, Gain: gainOf(float64(src.gap)/float64(src.answers), in, src.answers),
			Ours:    ShareOf(src.withBrand, src.answers),
			Prompts: []OpportunityPrompt{}, Channels: o.channels(here), Pages: pagesOf(here), Answers: []string{},
		})
	}
	return list
}

// prompts are those for which a competitor is named more often than the brand, with the platforms on which that is so.
func (o *opportunitySearch) prompts(cells []cell) []OpportunityPrompt {
	list := []OpportunityPrompt{}
	for _, c := range cells {
		r := o.ahead([]cell{c})
		if r == nil {
			continue
		}
		if n := len(list); n == 0 || list[n-1].PromptID != c.prompt {
			list = append(list, OpportunityPrompt{PromptID: c.prompt, Text: o.texts[c.prompt]})
		}
		p := &list[len(list)-1]
		p.Platforms, p.lead = append(p.Platforms, OpportunityCell{c.platform, o.ours([]cell{c}), *r}), p.lead+
			r.Count-c.counts[reading.Named]
	}
	slices.SortStableFunc(list, func(a, b OpportunityPrompt) int { return cmp.Compare(b.lead, a.lead) })
	return list[:min(len(list), opportunityParts)]
}

// examples are the newest answers of cells that do not name the brand.
func (o *opportunitySearch) examples(cells []cell) []string {
	var found []LastAnswer
	for _, c := range cells {
		if last := o.last[cellKey{c.prompt, c.platform}]; !last.Mentioned && last.AnswerID != "" {
			found = append(found, last)
		}
	}
	slices.SortFunc(found, func(a, b LastAnswer) int {
		return cmp.Or(b.AnsweredAt.Compare(a.AnsweredAt.Time), cmp.Compare(a.AnswerID, b.AnswerID))
	})
	ids := []string{}
	for _, last := range found[:min(len(found), evidenceShown)] {
		ids = append(ids, last.AnswerID)
	}
	return ids
}

func (o *opportunitySearch) channels(of *sourced) []OpportunityChannel {
	of.classify()
	sites, _ := withPortals(slices.Collect(maps.Values(of.sites)))
	return o.shown(sites, opportunityParts)
}

// shown are channels by how many answers that cite them name a competitor alone.
func (o *opportunitySearch) shown(sites []*source, most int) []OpportunityChannel {
	list := []OpportunityChannel{}
	for _, s := range foremost(slices.Values(sites), most, byGap) {
		kind := address.PageKindOf(address.Class(s.class), "https://"+s.source, "")
		list = append(list, OpportunityChannel{s.source, s.domain, kind, s.answers, s.gap, o.gaps[s.source]})
	}
	return list
}

func byGap(a, b *source) int {
	return cmp.Or(cmp.Compare(b.gap, a.gap), cmp.Compare(b.answers, a.answers), cmp.Compare(a.source, b.source))
}

func pagesOf(of *sourced) []OpportunityPage {
	list := []OpportunityPage{}
	for _, p := range foremost(maps.Values(of.pages), opportunityParts, byGap) {
		channel, _ := p.place()
		page := OpportunityPage{
			URL: p.source, Channel: channel,
			Kind: address.PageKindOf(address.Class(p.class), p.source, p.title), Citing: p.answers, Without: p.gap,
		}
		if p.title != "" {
			page.Title = &p.title
		}
		list = append(list, page)
	}
	return list
}
