package catalogue

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
	"renown/internal/tool/stat"
)

// Placed is what became of the articles that accounts placed at an outlet and that are old enough to tell, in steps that are too wide to be
// subtracted from each other. The caller leaves it out where it would tell one account about another. It is stored so.
type Placed struct {
	From int64    `json:"from"` // placements, at least
	To   *int64   `json:"to"`   // and at most; nil: any number
	Rate float64  `json:"cited_rate"`
	Days *float64 `json:"days"` // to the first citation, half of them at most; nil: fewer than half are cited
}

var (
	placedSteps = []int64{5, 10, 20, 50, 100, 200, 500, 1000}
	daysSteps   = []float64{1, 3, 7, 14, 21, 30}
)

const rateSteps = 20 // of five points each

// InSteps is what may be told of so many placements, of which some were cited.
func InSteps(cited, placements int) (p Placed) {
	for i, from := range placedSteps {
		if int64(placements) < from {
			break
		}
		p.From, p.To = from, nil
		if i+1 < len(placedSteps) {
			p.To = new(placedSteps[i+1] - 1)
		}
	}
	p.Rate = math.Round(float64(cited)/float64(placements)*rateSteps) / rateSteps
	return p
}

// TakesDays says within how many days half of them are cited.
func (p *Placed) TakesDays(median float64) {
	i, _ := slices.BinarySearch(daysSteps, median)
	p.Days = &daysSteps[min(i, len(daysSteps)-1)]
}

// cited is how many of the placements there are at least are cited at this rate.
func (p *Placed) cited() int { return int(math.Round(p.Rate * float64(p.From))) }

// Placements are those of the outlets, by their ids, and of all together. What is not known is not there.
type Placements struct {
	Outlets map[string]Placed
	All     *Placed
}

// Effect is what an outlet is worth, from what was placed there: how many placements get cited, and what a cited one
// costs at today's price.
type Effect struct {
	Placements        int64    `json:"placements"`    // at least
	PlacementsTo      *int64   `json:"placements_to"` // and at most; nil: any number
	Cited             int64    `json:"cited"`         // of Placements, at this rate
	MedianDays        *float64 `json:"median_days"`   // half are cited within them; nil: fewer than half are cited
	Rate              float64  `json:"rate"`
	Low               float64  `json:"low"`
	High              float64  `json:"high"`
	PointsPerCitation *float64 `json:"points_per_citation"` // nil: none was cited
	PointsLow         *float64 `json:"points_low"`
	PointsHigh        *float64 `json:"points_high"` // nil: it may be any number
}

// effectOf reads what is stored.
func effectOf(text *string, points int64) (*Effect, error) {
	if text == nil {
		return nil, nil
	}
	var p Placed
	if err := json.Unmarshal([]byte(*text), &p); err != nil || p.From == 0 {
		return nil, err
	}
	in, ok := stat.Score(p.Rate, float64(p.From))
	if !ok {
		return nil, nil
	}
	e := Effect{
		Placements: p.From, PlacementsTo: p.To, Cited: int64(p.cited()), MedianDays: p.Days, Rate: p.Rate,
		Low: in.Low, High: in.High,
	}
	cost := func(rate float64) *float64 {
		if rate <= 1e-9 {
			return nil
		}
		v := float64(points) / rate
		return &v
	}
	e.PointsPerCitation, e.PointsLow, e.PointsHigh = cost(e.Rate), cost(e.High), cost(e.Low)
	return &e, nil
}

// score is what outlets are sorted by: cited placements per point, by the lower end of the interval.
func (e *Effect) score(points int64) float64 {
	if e == nil {
		return none
	}
	return e.Low / float64(max(1, points))
}

// Expected is how many placements are likely to be cited for 100 points, with its 95 % interval.
type Expected struct {
	Per100 float64 `json:"per_100_points"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Basis  string  `json:"basis"` // outlet: its own placements, drawn towards all; catalogue: all alone
}

// priorWeight is as how many placements the whole catalogue counts beside an outlet's own.
const priorWeight = 5

// Expect says what to expect of an outlet. It is nil, unknown, where too little was placed anywhere, and for a price of nothing.
func (p *Placed) Expect(o *Outlet) *Expected {
	if p == nil || o.Price.Points <= 0 {
		return nil
	}
	mean := (p.Rate*float64(p.From) + 0.5) / (float64(p.From) + 1) // never 0 or 1
	hits, n, basis := 0, 0, "catalogue"
	if e := o.Geo.Effect; e != nil {
		hits, n, basis = int(e.Cited), int(e.Placements), "outlet"
	}
	rate, in, ok := stat.BetaPosterior(hits, n, mean, priorWeight)
	if !ok {
		return nil
	}
	per := 100 / float64(o.Price.Points)
	return &Expected{rate * per, in.Low * per, in.High * per, basis}
}

const placedSetting = "catalogue_placed"

// Placed is what became of all placements of the installation; nil where that would tell one account about another.
func (c *Catalogue) Placed(ctx context.Context) (_ *Placed, err error) {
	defer fault.Wrap(&err, "catalogue.Placed")

	p, err := setting.Get[*Placed](ctx, c.db.Read(), placedSetting)
	if err != nil || p == nil || p.From == 0 {
		return nil, err
	}
	return p, nil
}
