package insight

import (
	"cmp"
	"slices"
	"strings"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// dayMeans are the cells of a day added up, each as if it had been asked once.
type dayMeans struct {
	answers, named                          int64
	cells, seen, voices, places, first, top float64
	judged, score, negative                 float64
	all, cited, own                         float64
}

// dayMeans adds up cells by date.
func (t *table) dayMeans() []dayMeans {
	days := make([]dayMeans, len(t.dates()))
	each := func(k kind, do func(m *dayMeans, s *series, day int, share float64)) {
		for _, s := range daysOf(t.cells(k, "")) {
			at := s.among(t.dates())
			for day, answers := range s.columns[ofAnswers] {
				if answers > 0 {
					do(&days[at[day]], s, day, 1/float64(answers))
				}
			}
		}
	}
	of := func(s *series, c dayNumber, day int) float64 {
		if s.columns[c] == nil {
			return 0
		}
		return float64(s.columns[c][day])
	}
	each(forVisibility, func(m *dayMeans, s *series, day int, share float64) {
		named := of(s, ofNamed, day)
		m.answers += s.columns[ofAnswers][day]
		m.named += int64(named)
		m.cells++
		m.seen += share * named
		m.voices += share * (named + of(s, ofOthers, day))
		m.places += share * of(s, ofPositions, day)
		m.first += share * of(s, ofFirst, day)
		m.top += share * of(s, ofTop3, day)
	})
	each(forSentiment, func(m *dayMeans, s *series, day int, share float64) {
		negative := of(s, ofNegative, day)
		m.judged += share * (of(s, ofPositive, day) + of(s, ofNeutral, day) + negative)
		m.score += share * of(s, ofScore, day) / scale
		m.negative += share * negative
	})
	each(forBoth, func(m *dayMeans, s *series, day int, share float64) {
		m.all++
		m.cited += share * of(s, ofCited, day)
		m.own += share * of(s, ofOwnCited, day)
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
	for i, m := range t.dayMeans() {
		if m.all > 0 {
			list = append(list, OverviewDay{finding.DayText(t.dates()[i]), m.figures()})
		}
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
		list = append(list, ModelChange{finding.DayText(s.day), s.platform, lines(t.models[i-1].models), lines(s.models)})
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
