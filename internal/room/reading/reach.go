package reading

import "renown/internal/floor/day"

// Reach says how widely something is cited, so that one prompt which is asked every day does not look like many: by cells (prompts on
// platforms) and by days, each beside how many have answers that cite anything at all.
type Reach struct {
	Cells         int64 `json:"cells"`
	CellsCiting   int64 `json:"cells_citing"` // anything
	Days          int64 `json:"days"`
	DaysCiting    int64 `json:"days_citing"`
	AnswersCiting int64 `json:"answers_citing"`
}

// Spread collects where and when something is cited.
type Spread struct {
	cells   map[[3]string]day.Day // brand, prompt and platform: the last day
	days    map[day.Day]bool
	answers map[day.Day]int64
}

// NewSpread is one that is empty.
func NewSpread() *Spread {
	return &Spread{map[[3]string]day.Day{}, map[day.Day]bool{}, map[day.Day]int64{}}
}

// Add takes in that so many answers to some prompts cite it on a day. A citation whose prompts are not known counts for the day alone.
func (s *Spread) Add(d *CitedDay, prompts []string, answers int64) {
	for _, prompt := range prompts {
		at := [3]string{d.BrandID, prompt, d.Platform}
		s.cells[at] = max(s.cells[at], d.Day)
	}
	s.days[d.Day] = true
	s.answers[d.Day] += answers
}

// Within is the reach beside everything that was cited from a day on. Both were collected since then, or before.
func (s *Spread) Within(all *Spread, from day.Day) (r Reach) {
	r.Cells, r.Days, _ = s.since(from)
	r.CellsCiting, r.DaysCiting, r.AnswersCiting = all.since(from)
	return r
}

// CellsOn counts cells by platform, whatever the day.
func (s *Spread) CellsOn() map[string]int64 {
	out := map[string]int64{}
	for at := range s.cells {
		out[at[2]]++
	}
	return out
}

func (s *Spread) since(from day.Day) (cells, days, answers int64) {
	for _, last := range s.cells {
		cells += number(last >= from)
	}
	for d := range s.days {
		days += number(d >= from)
	}
	for d, n := range s.answers {
		if d >= from {
			answers += n
		}
	}
	return cells, days, answers
}
