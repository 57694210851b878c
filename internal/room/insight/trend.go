package insight

import (
	"cmp"
	"slices"
	"strings"

	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// dayMeans are the cells of a day added up, each as if it had been asked once.
type dayMeans struct {
	answers, named                          int64
	cells, seen, voices, places, first, top float64
	judged, score, negative                 float64
	judgements                              int64
	all, cited, own                         float64
}

// dayMeans adds up cells by date.
func (t *table) dayMeans() []dayMeans {
	dates := t.dates()
	days, none, places := make([]dayMeans, len(dates)), make([]int64, len(dates)), dayIndex{dates: dates}
	// each calls do for every day of a cell that has answers, with the numbers of some columns.
	each := func(k kind, columns []reading.Number, do func(m *dayMeans, share float64, n *[6]float64)) {
		var of [6][]int64
		var n [6]float64
		for _, s := range daysOf(t.cells(k, "")) {
			for i, c := range columns {
				if of[i] = s.columns[c]; of[i] == nil {
					of[i] = none[:len(s.days)]
				}
			}
			at := places.of(s)
			for day, answers := range s.columns[reading.Answers] {
				if answers == 0 {
					continue
				}
				for i := range columns {
					n[i] = float64(of[i][day])
				}
				do(&days[at[day]], 1/float64(answers), &n)
			}
		}
	}
	each(forVisibility, []reading.Number{
		reading.Answers, reading.Named, reading.Others, reading.Positions,
		reading.First, reading.Top3,
	}, func(m *dayMeans, share float64, n *[6]float64) {
		m.answers += int64(n[0])
		m.named += int64(n[1])
		m.cells++
		m.seen += share * n[1]
		m.voices += share * (n[1] + n[2])
		m.places += share * n[3]
		m.first += share * n[4]
		m.top += share * n[5]
	})
	each(forSentiment, []reading.Number{reading.Positive, reading.Neutral, reading.Negative, reading.Score},
		func(m *dayMeans, share float64, n *[6]float64) {
			m.judgements += int64(n[0] + n[1] + n[2])
			m.judged += share * (n[0] + n[1] + n[2])
			m.score += share * n[3] / scale
			m.negative += share * n[2]
		})
	each(forBoth, []reading.Number{reading.Cited, reading.OwnCited}, func(m *dayMeans, share float64, n *[6]float64) {
		m.all++
		m.cited += share * n[0]
		m.own += share * n[1]
	})
	return days
}

func (m *dayMeans) figures() Figures {
	f := Figures{
		Answers: m.answers, Mentions: m.named, Visibility: ratio(m.seen, m.cells),
		ShareOfVoice: ratio(m.seen, m.voices), NegativeShare: ratio(m.negative, m.judged),
		FirstRate: ratio(m.first, m.cells), Top3Rate: ratio(m.top, m.cells),
		OwnCitationRate: ratio(m.own, m.all), CitationRate: ratio(m.cited, m.all),
	}
	if f.Visibility != nil {
		f.Interval = IntervalOf(stat.Score(*f.Visibility, float64(m.answers)))
	}
	return f
}

// trend has an entry for each day that has answers. Means of a day are told as the curve's are: see measured.tells.
func (t *table) trend() []OverviewDay {
	list := []OverviewDay{}
	places, tones := positionOf.mean(t.cells(forVisibility, "")) != nil, toneOfBrand.mean(t.cells(forSentiment, "")) != nil
	for i, m := range t.dayMeans() {
		if m.all == 0 {
			continue
		}
		f := m.figures()
		if places && m.named >= stat.LeastOfMean {
			f.AveragePosition = ratio(m.places, m.seen)
		}
		if tones && m.judgements >= stat.LeastOfMean {
			f.Sentiment = ratio(m.score, m.judged)
		}
		list = append(list, OverviewDay{t.dates()[i].String(), f})
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
		list = append(list, ModelChange{s.day.String(), s.platform, lines(t.models[i-1].models), lines(s.models)})
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
