package detail

import (
	"cmp"
	"maps"
	"slices"

	"renown/internal/room/insight"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

// totals adds platforms up, those that tell their searches alone.
func (n *searching) totals(order []string) (t SearchTotals, list []SearchPlatform) {
	var answers, searched int64
	var after, without [2]int64
	list = []SearchPlatform{}
	ids := slices.SortedFunc(maps.Keys(n.platforms), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(order, a), rank(order, b)), cmp.Compare(a, b))
	})
	for _, id := range ids {
		p := n.platforms[id]
		if p.Disclosed = p.Searched.Count > 0; p.Disclosed {
			answers, searched, t.Searches = answers+p.Answers, searched+p.Searched.Count, t.Searches+p.Searches
			after = [2]int64{after[0] + p.NamedSearched.Count, after[1] + p.NamedSearched.Of}
			without = [2]int64{without[0] + p.NamedUnsearched.Count, without[1] + p.NamedUnsearched.Of}
			p.Searched = insight.ShareOf(p.Searched.Count, p.Answers)
			p.NamedSearched, p.NamedUnsearched = insight.ShareOf(p.NamedSearched.Count, p.NamedSearched.Of),
				insight.ShareOf(p.NamedUnsearched.Count, p.NamedUnsearched.Of)
		} else {
			p.Searched, p.NamedSearched, p.NamedUnsearched = insight.Share{}, insight.Share{}, insight.Share{}
		}
		list = append(list, *p)
	}
	t.Searched, t.NamedSearched, t.NamedUnsearched = insight.ShareOf(searched, answers),
		insight.ShareOf(after[0], after[1]), insight.ShareOf(without[0], without[1])
	return t, list
}

// rank is where an id stands in a list; behind all when it does not.
func rank(order []string, id string) int {
	if at := slices.Index(order, id); at >= 0 {
		return at
	}
	return len(order)
}

func (n *searching) byPrompt() []SearchPrompt {
	list := []SearchPrompt{}
	for id, p := range n.prompts {
		p.Text, p.Distinct = n.questions[id], len(n.distinct[id])
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b SearchPrompt) int {
		return cmp.Or(cmp.Compare(b.Searches, a.Searches), cmp.Compare(a.PromptID, b.PromptID))
	})
	return list
}

// shown is one search as it is told.
func (n *searching) shown(c *searchCount, reader *answer.Reader) Search {
	prompts := byCount(c.prompts)
	out := Search{
		Text: byCount(c.spellings)[0], Times: c.times, topicID: c.topics[prompts[0]], AnswerID: c.newest,
		Competitors: []insight.GapRival{},
	}
	out.Kept, out.Added, out.Dropped = parted(answer.Words(n.questions[prompts[0]]), answer.Words(out.Text))
	out.Branded = reader.Read(out.Text, "", nil).Entities[0].Count() > 0
	for _, id := range byCount(c.platforms) {
		out.Platforms = append(out.Platforms, SearchedOn{id, c.platforms[id]})
	}
	for _, id := range prompts[:min(len(prompts), searchesPrompts)] {
		out.Prompts = append(out.Prompts, SearchedFor{id, n.questions[id], c.prompts[id]})
	}
	for _, r := range c.rivals {
		out.Competitors = append(out.Competitors, *r)
	}
	slices.SortFunc(out.Competitors, func(a, b insight.GapRival) int {
		return cmp.Or(cmp.Compare(b.Answers, a.Answers), cmp.Compare(a.CompetitorID, b.CompetitorID))
	})
	out.Named, out.Contrast, out.p = n.contrast(c, out.Branded)
	return out
}

// contrast compares the answers that ran a search with the other answers to the same prompts on the same platforms.
func (n *searching) contrast(c *searchCount, branded bool) (insight.Share, string, float64) {
	var with [2]int64
	strata := make([]stat.Stratum, 0, len(c.cells))
	for cell, k := range c.cells {
		with = [2]int64{with[0] + k[0], with[1] + k[1]}
		all := n.cells[cell]
		strata = append(strata, stat.Stratum{
			A: float64(k[0]), N: float64(k[1]), B: all.Y - float64(k[0]), M: all.X - float64(k[1]),
			Inflation: all.Inflation(n.repeats.persistence, n.repeats.dispersion),
		})
	}
	named := insight.ShareOf(with[0], with[1])
	if branded {
		return named, ContrastNever, 1
	}
	found, ok := stat.MantelHaenszel(strata)
	switch {
	case !ok || !n.repeats.known || found.N < contrastLeast || found.M < contrastLeast:
		return named, ContrastFew, 1
	case found.Difference > 0:
		return named, ContrastMore, found.Test.P
	}
	return named, ContrastLess, found.Test.P
}

// believe takes back the contrasts that chance alone explains: all searches are looked at together.
func believe(items []Search) {
	var p []float64
	var tested []int
	for i, s := range items {
		if s.Contrast == ContrastMore || s.Contrast == ContrastLess {
			p, tested = append(p, s.p), append(tested, i)
		}
	}
	for n, yes := range stat.Discoveries(p, stat.Significance) {
		if !yes {
			items[tested[n]].Contrast = ContrastNone
		}
	}
}
