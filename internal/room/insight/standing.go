package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
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

// named is how often a brand is named in each cell.
type named map[cellKey]int64

type cellKey struct{ prompt, platform string }

func (a cellKey) compare(b cellKey) int {
	return cmp.Or(cmp.Compare(a.prompt, b.prompt), cmp.Compare(a.platform, b.platform))
}

// cells are those of the table with these mentions in the place of the brand's.
func (n named) cells(list []cell) []stat.Cell {
	out := make([]stat.Cell, len(list))
	for i, c := range list {
		out[i] = stat.Cell{Cluster: c.cluster, Y: float64(n[cellKey{c.prompt, c.platform}]), X: float64(c.counts[reading.Answers])}
	}
	return out
}

// withoutDays tells cells that are not read day by day on how many days each was asked, and how much the brand's
// answers of one day repeat each other.
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
		out[cellKey{c.prompt, c.platform}] = c.counts[reading.Named]
	}
	return out
}

// standings rank the brand and its competitors by visibility.
func (s *Scope) standings(ctx context.Context, now, before *table, ours Indicator) ([]Standing, error) {
	rivals, err := s.rivalsOf(ctx, s.dates, forVisibility)
	if err != nil {
		return nil, err
	}
	was, err := s.rivalsOf(ctx, s.before(), forVisibility)
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
	stand := func(st Standing, theirs, theirsWas named, mentions int64, place *float64) Standing {
		in := visibilityOf.estimate(sides{
			cells, cellsWas, withoutDays(theirs.cells(cells), clump, days),
			theirsWas.cells(cellsWas), persistence, nil,
		})
		st.Answers, st.Mentions, st.Visibility, st.Interval, st.Wide, st.Change = seen[reading.Answers], mentions,
			in.Value, in.Interval, in.Wide, in.Change
		st.ShareOfVoice, st.AveragePosition = rate(mentions, seen[reading.Named]+seen[reading.Others]), place
		st.VoiceBefore = rate(theirsWas.sum(), heard[reading.Named]+heard[reading.Others])
		if !st.IsBrand {
			st.Ahead = ahead(cells, cellsWas, theirs, theirsWas)
		}
		return st
	}
	byName := map[*string]named{nil: us}
	list := []Standing{stand(Standing{Name: s.Brand.Name, IsBrand: true}, us, usWas, seen[reading.Named], positionOf.mean(cells))}
	for _, c := range s.rivals {
		r, r0 := rivals.of(c.id), was.of(c.id)
		st := stand(Standing{CompetitorID: &c.id, Name: c.name}, r.named, r0.named, r.answers, r.place())
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
		list[i].Tied = seen[reading.Answers] > 0 && !apart(byName[list[i-1].CompetitorID].cells(cells),
			byName[list[i].CompetitorID].cells(cells))
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
	more, both := stat.Paired(grown, stat.Rate)
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
			pairs = append(pairs, stat.Pair{
				Y1: theirs[i].Y - ours[i].Y, X1: ours[i].X,
				Y0: theirsWas[j].Y - oursWas[j].Y, X0: oursWas[j].X,
			})
		}
	}
	return pairs
}

// rival is a competitor's sums.
type rival struct {
	answers int64
	tone    counts
	named   named
	places  named // sums of positions
	judged  map[cellKey]*counts
}

// place is a competitor's average position, where it may be told by how its cells differ.
func (r *rival) place() *float64 {
	var of stat.Variety
	sum := int64(0)
	for _, at := range sortedCells(r.named) {
		of.Add(float64(r.places[at]), float64(r.named[at]))
		sum += r.places[at]
	}
	if !of.Told() {
		return nil
	}
	return rate(sum, r.answers)
}

type rivals map[string]*rival

func (r rivals) of(id string) *rival {
	if r[id] == nil {
		return &rival{}
	}
	return r[id]
}

// rivalsOf adds up by competitors' ids how often answers to prompts of a kind name them, where, and in which tone.
func (s *Scope) rivalsOf(ctx context.Context, span day.Span, k kind) (rivals, error) {
	out := rivals{}
	err := s.book.rivals(ctx, s.extent(span, false), func(at reading.Spot, key reading.RivalKey, f *reading.Counts) {
		if !s.counts(key.Prompt, key.Topic) || !k.takes(key.Kinds) {
			return
		}
		r := out[key.Competitor]
		if r == nil {
			r = &rival{named: named{}, places: named{}, judged: map[cellKey]*counts{}}
			out[key.Competitor] = r
		}
		where, tone := cellKey{key.Prompt, at.Platform}, countsOf(f)
		r.answers += f[reading.Answers]
		r.places[where] += f[reading.Positions]
		r.named[where] += f[reading.Answers]
		tone[reading.Answers], tone[reading.Positions] = 0, 0
		r.tone.add(&tone)
		if r.judged[where] == nil {
			r.judged[where] = &counts{}
		}
		r.judged[where].add(&tone)
	})
	return out, err
}
