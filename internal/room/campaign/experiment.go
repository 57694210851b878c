package campaign

import (
	"slices"

	"renown/internal/tool/stat"
)

// Experiment is what a placing in random order shows: how much more often answers to the targets cite a channel once
// its turn had come than channels whose turn had not. What is compared are the planned days, as they were drawn: a
// reviewer's delay weakens the effect and cannot fake one.
type Experiment struct {
	Seed       int64    `json:"seed"`
	Orders     int      `json:"orders"`
	Difference *float64 `json:"difference"` // nil: not yet, or fewer than four orders
	P          *float64 `json:"p"`
	DelayDays  *float64 `json:"delay_days"` // mean from the planned to the real day, of those that are published
}

// experiment compares the orders that were drawn by lot.
func (m *measuring) experiment() {
	var units []stat.Stepped
	x := Experiment{}
	delays, published := 0.0, 0.0
	for i := range m.Publications {
		p := &m.Publications[i]
		if p.seed == nil || p.PlannedAt == nil {
			continue
		}
		x.Seed = *p.seed
		units = append(units, stat.Stepped{Start: dayOf(*p.PlannedAt), Y: m.cites(p.OrderID)})
		if p.PublishedAt != nil {
			delays, published = delays+max(0, float64(p.day()-dayOf(*p.PlannedAt))), published+1
		}
	}
	if len(units) == 0 {
		return
	}
	x.Orders = len(units)
	if published > 0 {
		x.DelayDays = new(delays / published)
	}
	last := slices.MaxFunc(units, func(a, b stat.Stepped) int { return a.Start - b.Start }).Start
	if m.last >= last {
		if e, ok := stat.Wedge(units, m.answered(), last); ok {
			x.Difference, x.P = &e.Difference, &e.P
		}
	}
	m.Experiment = &x
}

// cites is how many answers to targets cite an order's channel, by day.
func (m *measuring) cites(orderID string) map[int]float64 {
	out := map[int]float64{}
	for _, s := range m.trace.Sites {
		if s.Order == orderID {
			out[s.Day] = s.Answers
		}
	}
	return out
}

// answered is how many answers to targets there are, by day.
func (m *measuring) answered() map[int]float64 {
	out := map[int]float64{}
	for i := range m.cells {
		if m.treated[m.cells[i].prompt] && m.cells[i].day >= m.compared() {
			out[m.cells[i].day] += m.cells[i].answers
		}
	}
	return out
}
