package campaign

import (
	"slices"

	"renown/internal/tool/stat"
)

// quiet is for how many days an article is not cited before its citations count as over.
const quiet = 14

// arrive computes the time to the first citation, and how long citations go on, on each platform that asked prompts of
// the campaign and for each outlet.
func (m *measuring) arrive() {
	for _, platform := range m.platforms {
		var w waits
		for i := range m.Publications {
			w.add(&m.Publications[i], platform, m.until())
		}
		m.Arrivals = append(m.Arrivals, Arrival{platform, w.sum()})
	}
	waiting := map[string]*waits{}
	for i := range m.Publications {
		p := &m.Publications[i]
		if p.PublishedAt == nil {
			continue
		}
		at := slices.IndexFunc(m.Outlets, func(o OutletCited) bool { return o.OutletID == p.OutletID })
		if at < 0 {
			at = len(m.Outlets)
			m.Outlets = append(m.Outlets, OutletCited{OutletID: p.OutletID, Outlet: p.Outlet})
			waiting[p.OutletID] = &waits{}
		}
		o := &m.Outlets[at]
		o.Articles, o.Points, o.Citations = o.Articles+1, o.Points+p.Points, o.Citations+p.Citations
		for _, platform := range m.platforms {
			waiting[p.OutletID].add(p, platform, m.until())
		}
	}
	for i := range m.Outlets {
		m.Outlets[i].CitedTimes = waiting[m.Outlets[i].OutletID].sum()
	}
}

// waits are how long first citations were waited for, and how long citations went on.
type waits struct{ first, lasting []stat.Waiting }

func (w *waits) add(p *Publication, platform string, today int) {
	if p.PublishedAt == nil || p.day() > today {
		return
	}
	s, cited := p.cited[platform]
	if !cited {
		w.first = append(w.first, stat.Waiting{Days: float64(today - p.day())})
		return
	}
	w.first = append(w.first, stat.Waiting{Days: float64(max(0, s.first-p.day())), Came: true})
	w.lasting = append(w.lasting, stat.Waiting{Days: float64(s.last - s.first), Came: today-s.last >= quiet})
}

func (w *waits) sum() (c CitedTimes) {
	c.Steps = append([]stat.Step{}, stat.KaplanMeier(w.first)...)
	c.Cited, c.Of = len(w.lasting), len(w.first)
	if day, _, ok := stat.Median(c.Steps); ok {
		c.Median = &day
	}
	if day, _, ok := stat.Median(stat.KaplanMeier(w.lasting)); ok {
		c.HalfLife = &day
	}
	return c
}
