package insight

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"renown/internal/tool/stat"
)

// dayMeans are the cells of a day added up, each as if it had been asked once.
type dayMeans struct {
	answers, named                          int64
	cells, seen, voices, places, first, top float64
	judged, score, negative                 float64
	all, cited, own                         float64
}

// dayMeans adds up cells by day.
func (t *table) dayMeans() map[int64]*dayMeans {
	days := map[int64]*dayMeans{}
	each := func(k kind, do func(m *dayMeans, c *counts, share float64)) {
		for _, cell := range t.cells(k, "") {
			for i := range cell.days {
				d := &cell.days[i]
				if d.answers == 0 {
					continue
				}
				m := days[d.day]
				if m == nil {
					m = &dayMeans{}
					days[d.day] = m
				}
				do(m, &d.counts, 1/float64(d.answers))
			}
		}
	}
	each(forVisibility, func(m *dayMeans, c *counts, share float64) {
		m.answers += c.answers
		m.named += c.named
		m.cells++
		m.seen += share * float64(c.named)
		m.voices += share * float64(c.named+c.others)
		m.places += share * float64(c.positions)
		m.first += share * float64(c.first)
		m.top += share * float64(c.top3)
	})
	each(forSentiment, func(m *dayMeans, c *counts, share float64) {
		m.judged += share * float64(c.judged())
		m.score += share * float64(c.score) / scale
		m.negative += share * float64(c.negative)
	})
	each(forBoth, func(m *dayMeans, c *counts, share float64) {
		m.all++
		m.cited += share * float64(c.cited)
		m.own += share * float64(c.ownCited)
	})
	return days
}

func (m *dayMeans) figures() Figures {
	f := Figures{
		Answers: m.answers, Mentions: m.named, Visibility: ratio(m.seen, m.cells), ShareOfVoice: ratio(m.seen, m.voices), AveragePosition: ratio(m.places, m.seen),
		Sentiment: ratio(m.score, m.judged), NegativeShare: ratio(m.negative, m.judged), FirstRate: ratio(m.first, m.cells), Top3Rate: ratio(m.top, m.cells),
		OwnCitationRate: ratio(m.own, m.all), CitationRate: ratio(m.cited, m.all),
	}
	if f.Visibility != nil {
		f.Interval = interval(stat.Score(*f.Visibility, float64(m.answers)))
	}
	return f
}

// trend has an entry for each day that has answers.
func (t *table) trend() []OverviewDay {
	list := []OverviewDay{}
	days := t.dayMeans()
	for _, day := range slices.Sorted(maps.Keys(days)) {
		list = append(list, OverviewDay{dayText(day), days[day].figures()})
	}
	return list
}

// modelChanges lists the days on which other models answered than on the platform's day before.
func (t *table) modelChanges() []ModelChange {
	list := []ModelChange{}
	for i, s := range t.models {
		if i == 0 || t.models[i-1].platform != s.platform || t.models[i-1].models == s.models {
			continue
		}
		list = append(list, ModelChange{dayText(s.day), s.platform, lines(t.models[i-1].models), lines(s.models)})
	}
	slices.SortStableFunc(list, func(a, b ModelChange) int { return cmp.Compare(a.Date, b.Date) })
	return list
}

func lines(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, "\n")
}
