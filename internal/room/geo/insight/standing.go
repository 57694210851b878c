package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// Standing is the brand or a competitor in the ranking.
type Standing struct {
	Rank         int      `json:"rank"`
	Tied         bool     `json:"tied"`          // cannot be told apart from the one before it
	CompetitorID *string  `json:"competitor_id"` // nil for the brand
	Name         string   `json:"name"`
	IsBrand      bool     `json:"is_brand"`
	Answers      int64    `json:"answers"`
	Mentions     int64    `json:"mentions"`
	Visibility   *float64 `json:"visibility"`
	Interval
	Wide
	Change
	ShareOfVoice    *float64 `json:"share_of_voice"`
	VoiceBefore     *float64 `json:"-"` // the share of voice of the period before
	AveragePosition *float64 `json:"average_position"`

	Ahead Lead `json:"-"` // of the brand
}

// Lead is by how much a competitor is more visible than the brand, over the same answers.
type Lead struct {
	Now, Before float64
	Known       bool    // there are enough answers to tell
	P           float64 // of being ahead now, and of having gained
}

// named is how often somebody is named in each cell.
type named map[cellKey]int64

type cellKey struct{ prompt, platform string }

// cells are those of the table with somebody's mentions in the place of the brand's.
func (n named) cells(list []cell) []stat.Cell {
	out := make([]stat.Cell, len(list))
	for i, c := range list {
		out[i] = stat.Cell{Cluster: c.cluster, Y: float64(n[cellKey{c.prompt, c.platform}]), X: float64(c.answers)}
	}
	return out
}

// withoutDays tells cells that are not read day by day on how many days each was asked, and how much the brand's answers of one day repeat each other.
func withoutDays(cells []stat.Cell, clump float64, days func(i int) int) []stat.Cell {
	for i := range cells {
		cells[i].DaysAsked, cells[i].Clump = float64(days(i)), clump
	}
	return cells
}

func (n named) sum() (all int64) {
	for _, k := range n {
		all += k
	}
	return all
}

func ourNames(list []cell) named {
	out := named{}
	for _, c := range list {
		out[cellKey{c.prompt, c.platform}] = c.named
	}
	return out
}

// standings rank the brand and its competitors by visibility.
func (s *Scope) standings(ctx context.Context, now, before *table, ours Indicator) ([]Standing, error) {
	rivals, err := s.rivalsOf(ctx, s.dates)
	if err != nil {
		return nil, err
	}
	was, err := s.rivalsOf(ctx, s.before())
	if err != nil {
		return nil, err
	}
	return s.ranked(now, before, rivals, was, ours.Persistence), nil
}

func (s *Scope) ranked(now, before *table, rivals, was rivals, persistence *float64) []Standing {
	cells, cellsWas := now.cells(forVisibility, ""), before.cells(forVisibility, "")
	seen := now.total(forVisibility, "")
	us, usWas := ourNames(cells), ourNames(cellsWas)
	heard, ours := before.total(forVisibility, ""), visibilityOf.statCells(cells, new([]stat.Day))
	clump, days := stat.Clumping(ours), func(i int) int { return len(ours[i].Days) }
	stand := func(st Standing, theirs, theirsWas named, mentions, positions int64) Standing {
		in := visibilityOf.estimate(cells, cellsWas, withoutDays(theirs.cells(cells), clump, days), theirsWas.cells(cellsWas), persistence)
		st.Answers, st.Mentions, st.Visibility, st.Interval, st.Wide, st.Change = seen.answers, mentions, in.Value, in.Interval, in.Wide, in.Change
		st.ShareOfVoice, st.AveragePosition = rate(mentions, seen.named+seen.others), rate(positions, mentions)
		st.VoiceBefore = rate(theirsWas.sum(), heard.named+heard.others)
		if !st.IsBrand {
			st.Ahead = ahead(cells, cellsWas, theirs, theirsWas)
		}
		return st
	}
	byName := map[*string]named{nil: us}
	list := []Standing{stand(Standing{Name: s.Brand.Name, IsBrand: true}, us, usWas, seen.named, seen.positions)}
	for _, c := range s.rivals {
		r, r0 := rivals.of(c.id), was.of(c.id)
		st := stand(Standing{CompetitorID: &c.id, Name: c.name}, r.named, r0.named, r.answers, r.positions)
		byName[st.CompetitorID] = r.named
		list = append(list, st)
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(b.Mentions, a.Mentions) })
	for i := range list {
		list[i].Rank = i + 1
		if i == 0 {
			continue
		}
		if list[i].Mentions == list[i-1].Mentions {
			list[i].Rank = list[i-1].Rank
		}
		list[i].Tied = seen.answers > 0 && !apart(byName[list[i-1].CompetitorID].cells(cells), byName[list[i].CompetitorID].cells(cells))
	}
	return list
}

// beside pairs two names in the same cells.
func beside(a, b []stat.Cell) []stat.Pair {
	pairs := make([]stat.Pair, 0, len(a))
	for i := range a {
		pairs = append(pairs, stat.Pair{Y1: a[i].Y, X1: a[i].X, Y0: b[i].Y, X0: b[i].X})
	}
	return pairs
}

// apart tells whether two names can be told apart by how often they are named in the same cells.
func apart(a, b []stat.Cell) bool {
	c, ok := stat.Paired(beside(a, b), stat.Rate)
	return ok && c.Test.Significant()
}

// ahead compares a competitor with the brand in two periods.
func ahead(cells, cellsWas []cell, theirs, theirsWas named) Lead {
	a, b := theirs.cells(cells), ourNames(cells).cells(cells)
	a0, b0 := theirsWas.cells(cellsWas), ourNames(cellsWas).cells(cellsWas)
	return leadOf(a, b, a0, b0, grown(cells, cellsWas, a, b, a0, b0))
}

// leadOf tests two things, and the weaker counts: that they are ahead now, and that their lead has grown.
func leadOf(theirs, ours, theirsWas, oursWas []stat.Cell, grown []stat.Pair) (l Lead) {
	now, ok := stat.Paired(beside(theirs, ours), stat.Rate)
	before, had := stat.Difference(beside(theirsWas, oursWas))
	more, both := stat.Paired(grown, stat.Mean)
	_, answers := sumOf(ours, nil)
	_, answersWas := sumOf(oursWas, nil)
	if !ok || !had || !both || answers < leastAnswers || answersWas < leastAnswers {
		return l
	}
	return Lead{now.Difference, before, true, max(now.Test.P, more.Test.P)}
}

// grown pairs the leads of two periods over the same cells.
func grown(now, before []cell, theirs, ours, theirsWas, oursWas []stat.Cell) []stat.Pair {
	index := make(map[cellKey]int, len(before))
	for i, c := range before {
		index[cellKey{c.prompt, c.platform}] = i
	}
	var pairs []stat.Pair
	for i, c := range now {
		if j, ok := index[cellKey{c.prompt, c.platform}]; ok && c.models == before[j].models {
			pairs = append(pairs, stat.Pair{Y1: theirs[i].Y - ours[i].Y, X1: ours[i].X, Y0: theirsWas[j].Y - oursWas[j].Y, X0: oursWas[j].X})
		}
	}
	return pairs
}

// rival is a competitor's sums.
type rival struct {
	answers, positions int64
	tone               counts
	named              named
	judged             map[cellKey]*counts
}

type rivals map[string]*rival

func (r rivals) of(id string) *rival {
	if r[id] == nil {
		return &rival{}
	}
	return r[id]
}

// rivalsOf adds up by competitors' ids how often they are named in answers that count for visibility.
func (s *Scope) rivalsOf(ctx context.Context, span dateRange) (rivals, error) {
	if known := s.named[span]; known != nil {
		return known, nil
	}
	out, err := s.eachRival(ctx, span, forVisibility, func(r *rival, where cellKey, f *finding.OtherFigures) {
		r.answers += f.Answers
		r.positions += f.Positions
		r.named[where] += f.Answers
	})
	if s.named == nil {
		s.named = map[dateRange]rivals{}
	}
	s.named[span] = out
	return out, err
}

// tonesOf adds up in which tone answers speak of them.
func (s *Scope) tonesOf(ctx context.Context, span dateRange, k kind) (rivals, error) {
	return s.eachRival(ctx, span, k, func(r *rival, where cellKey, f *finding.OtherFigures) {
		tone := counts{positive: f.Positive, neutral: f.Neutral, negative: f.Negative, unjudged: f.Unjudged, score: f.Sum, byModel: f.Model}
		r.tone.add(&tone)
		if r.judged[where] == nil {
			r.judged[where] = &counts{}
		}
		r.judged[where].add(&tone)
	})
}

func (s *Scope) eachRival(ctx context.Context, span dateRange, k kind, add func(r *rival, where cellKey, f *finding.OtherFigures)) (rivals, error) {
	out := rivals{}
	err := s.book.rivals(ctx, s.extent(span, false), func(at finding.Spot, key finding.RivalKey, f *finding.OtherFigures) {
		if !s.counts(key.Prompt, key.Topic) || !k.takes(key.Kinds) {
			return
		}
		r := out[key.Competitor]
		if r == nil {
			r = &rival{named: named{}, judged: map[cellKey]*counts{}}
			out[key.Competitor] = r
		}
		add(r, cellKey{key.Prompt, at.Platform}, f)
	})
	return out, err
}
