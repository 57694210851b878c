package campaign

import "renown/internal/tool/stat"

// curve is the rates of naming, day by day: the mean over prompts and platforms.
func (m *measuring) curve() {
	sums := make([][2]daySum, max(0, m.until()-m.compared()+1))
	for i := range m.cells {
		c, side := &m.cells[i], 0
		if c.day < m.compared() {
			continue
		}
		if !m.treated[c.prompt] {
			side = 1
		}
		s := &sums[c.day-m.compared()][side]
		s.rate, s.cells, s.answers = s.rate+c.named/c.answers, s.cells+1, s.answers+c.answers
	}
	m.Curve = []Day{}
	for i, both := range sums {
		if both[0].cells+both[1].cells == 0 {
			continue
		}
		d := Day{Day: dayText(m.compared() + i), TargetAnswers: int64(both[0].answers), ControlAnswers: int64(both[1].answers)}
		d.Target, d.TargetLow, d.TargetHigh = both[0].mean()
		d.Control, d.ControlLow, d.ControlHigh = both[1].mean()
		m.Curve = append(m.Curve, d)
	}
}

type daySum struct{ rate, cells, answers float64 }

func (s daySum) mean() (rate, low, high *float64) {
	if s.cells == 0 {
		return nil, nil, nil
	}
	rate = new(s.rate / s.cells)
	if in, ok := stat.Score(*rate, s.answers); ok {
		low, high = &in.Low, &in.High
	}
	return rate, low, high
}
