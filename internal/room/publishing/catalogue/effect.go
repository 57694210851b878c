package catalogue

import (
	"context"
	"encoding/json"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/stat"
)

// Placed is what became of the articles that all accounts placed at an outlet and that are old enough to tell. Whoever counts it leaves
// it out where it would tell one account about another.
type Placed struct {
	Placements int64    `json:"placements"`
	Cited      int64    `json:"cited"`       // by an assistant, within the days that are waited for
	MedianDays *float64 `json:"median_days"` // to the first citation; nil: fewer than half are cited
}

// Placements are those of the outlets, by their ids, and of all together. What is not known is not there.
type Placements struct {
	Outlets map[string]Placed
	All     *Placed
}

// Effect is what an outlet is worth, from what was placed there: how many placements get cited, and what a cited one costs at today's price.
type Effect struct {
	Placed
	Rate              float64  `json:"rate"`
	Low               float64  `json:"low"`
	High              float64  `json:"high"`
	PointsPerCitation *float64 `json:"points_per_citation"` // nil: none was cited
	PointsLow         *float64 `json:"points_low"`
	PointsHigh        *float64 `json:"points_high"` // nil: it may be any number
}

func effectOf(text *string, points int64) (*Effect, error) {
	if text == nil {
		return nil, nil
	}
	var e Effect
	if err := json.Unmarshal([]byte(*text), &e.Placed); err != nil {
		return nil, err
	}
	in, ok := stat.Wilson(int(e.Cited), int(e.Placements))
	if !ok {
		return nil, nil
	}
	e.Rate, e.Low, e.High = float64(e.Cited)/float64(e.Placements), in.Low, in.High
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
	mean := (float64(p.Cited) + 0.5) / (float64(p.Placements) + 1) // never 0 or 1
	hits, n, basis := 0, 0, "catalogue"
	if e := o.Geo.Effect; e != nil {
		hits, n, basis = int(e.Cited), int(e.Placements), "outlet"
	}
	rate, in, ok := stat.Shrunk(hits, n, mean, priorWeight)
	if !ok {
		return nil
	}
	per := 100 / float64(o.Price.Points)
	return &Expected{rate * per, in.Low * per, in.High * per, basis}
}

// Placed is what became of all placements of the installation; nil where that would tell one account about another.
func (c *Catalogue) Placed(ctx context.Context) (_ *Placed, err error) {
	defer fault.Wrap(&err, "catalogue.Placed")

	text, err := store.One[*string](c.db.Read().QueryRow(ctx, `SELECT effect FROM media_catalogue WHERE id = 1`))
	if err != nil || text == nil {
		return nil, err
	}
	p := &Placed{}
	return p, json.Unmarshal([]byte(*text), p)
}
