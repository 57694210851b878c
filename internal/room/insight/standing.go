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
	Read         *float64 `json:"read,omitempty"` // visibility before it was corrected; nil: too few readings checked
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
func withoutDays(cells []stat.Cell, dispersion float64, days func(i int) int) []stat.Cell {
	for i := range cells {
		cells[i].DaysAsked, cells[i].Dispersion = float64(days(i)), dispersion
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
	dispersion, days := stat.Dispersion(ours), func(i int) int { return len(ours[i].Days) }
	on, onWas := answersOn(cells), answersOn(cellsWas)
	stand := func(st Standing, theirs, theirsWas party, mentions int64, place *float64) Standing {
		in := visibilityOf.estimate(sides{
			cells, cellsWas, withoutDays(theirs.named.cells(cells), dispersion, days),
			theirsWas.named.cells(cellsWas), persistence, nil,
		})
		now, before := s.Audit.Naming(theirs.id, on), s.Audit.Naming(theirs.id, onWas)
		if s.Audit != nil {
			st.Read = in.Value
		}
		st.Visibility = s.correct(in.Value, &in.Interval, &in.Wide, &in.Change, now, before)
		st.Answers, st.Mentions, st.Interval, st.Wide, st.Change = seen[reading.Answers], mentions, in.Interval, in.Wide, in.Change
		share := func(mentions int64, of counts, on map[string]float64) *float64 {
			all := of[reading.Named] + of[reading.Others]
			return corrected(rate(mentions, all), s.Audit.voice(theirs.id, float64(mentions), float64(all), on))
		}
		st.ShareOfVoice, st.AveragePosition, st.VoiceBefore = share(mentions, seen, on), place, share(theirsWas.sum(), heard, onWas)
		if !st.IsBrand {
			st.Ahead = s.ahead(cells, cellsWas, theirs, theirsWas)
		}
		return st
	}
	brand := party{"", us}
	byName := map[*string]party{nil: brand}
	list := []Standing{stand(Standing{Name: s.Brand.Name, IsBrand: true}, brand, party{"", usWas}, seen[reading.Named], positionOf.mean(cells))}
	for _, c := range s.rivals {
		r, r0 := rivals.of(c.id), was.of(c.id)
		byName[&c.id] = party{c.id, r.named}
		st := stand(Standing{CompetitorID: &c.id, Name: c.name}, byName[&c.id], party{c.id, r0.named}, r.answers, r.place())
		list = append(list, st)
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(orZero(b.Visibility), orZero(a.Visibility)) })
	for i := range list {
		list[i].Rank = i + 1
		if i == 0 {
			continue
		}
		if orZero(list[i].Visibility) == orZero(list[i-1].Visibility) {
			list[i].Rank = list[i-1].Rank
		}
		c, ok := s.compared(cells, byName[list[i-1].CompetitorID], byName[list[i].CompetitorID])
		list[i].Tied = seen[reading.Answers] > 0 && (!ok || !c.Test.Significant())
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

// ahead compares a competitor with the brand in two periods. It tests two things, and the weaker counts: that it is
// ahead now, and that its lead has grown.
func (s *Scope) ahead(cells, cellsWas []cell, theirs, theirsWas party) (l Lead) {
	us, usWas := party{"", ourNames(cells)}, party{"", ourNames(cellsWas)}
	now, ok := s.compared(cells, theirs, us)
	a, b, a0, b0 := s.cells(theirs, cells), s.cells(us, cells), s.cells(theirsWas, cellsWas), s.cells(usWas, cellsWas)
	before, had := stat.Difference(beside(a0, b0))
	more, both := stat.Paired(grown(cells, cellsWas, a, b, a0, b0), stat.Rate)
	_, answers := sumOf(b, nil)
	_, answersWas := sumOf(b0, nil)
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
