package insight

import (
	"math"
	"testing"

	"renown/internal/simulator/world"
	"renown/internal/tool/stat"
)

// Where there is little to go by, figures say nil and never invent a number: one prompt, one platform, all or none named, nothing before, a
// prompt that is gone.
func TestSparse(t *testing.T) {
	t.Parallel()
	always := func(rate float64) func(*market) {
		return func(m *market) {
			for i := range m.cells {
				for j := range m.cells[i] {
					m.cells[i][j].Named = append([]float64{rate}, m.cells[i][j].Named[1:]...)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		prompts, platforms int
		change             func(*market)
		at                 func(m *market) func(day, prompt, platform int) *world.Cell
		wide, verdict      bool // whether there are any
		before             bool
	}{
		"one prompt":     {1, 3, nil, nil, false, false, true},
		"two prompts":    {2, 3, nil, nil, false, false, true},
		"one platform":   {10, 1, nil, nil, true, true, true},
		"one of each":    {1, 1, nil, nil, false, false, true},
		"all named":      {10, 3, always(1), nil, true, true, true},
		"none named":     {10, 3, always(0), nil, true, true, true},
		"nothing before": {10, 3, nil, from(30, 10), true, false, false},
		"prompts gone":   {4, 3, nil, from(30, 2), true, false, true}, // of four, two are asked in both periods
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := standard.with(func(w *layout) { w.prompts, w.platforms = c.prompts, c.platforms }).draw(7)
			if c.change != nil {
				c.change(m)
			}
			var at func(day, prompt, platform int) *world.Cell
			if c.at != nil {
				at = c.at(m)
			}
			l := m.live(60, at)
			now, _ := l.window(30, 60)
			before, _ := l.window(0, 30)
			in := indicators(now, before)
			v := in.Visibility
			if v.Value == nil || *v.Low > *v.Value || *v.High < *v.Value || (v.LowWide != nil) != c.wide ||
				(v.Significant != nil) != c.verdict || (v.Change.Change != nil) != c.before || v.Clear() {
				t.Errorf("visibility: %+v", v)
			}
			if v.Significant == nil && v.Change.Change != nil && len(v.Helps) == 0 {
				t.Error("no verdict, and nothing said to help")
			}
			if name == "none named" && (in.AveragePosition.Value != nil || in.Sentiment.Value != nil ||
				in.NegativeShare.Low != nil || *v.High <= 0 || *v.High > 0.1) {
				t.Errorf("nobody is named, yet: %+v", in)
			}
			for _, i := range []Indicator{
				in.Visibility, in.ShareOfVoice, in.AveragePosition, in.Sentiment,
				in.OwnCitationRate, in.FirstRate, in.Top3Rate, in.NegativeShare, in.UnknownRate,
			} {
				for _, x := range []*float64{
					i.Value, i.Low, i.High, i.LowWide, i.HighWide, i.EffectiveN,
					i.Change.Change, i.ChangeLow, i.ChangeHigh, i.SmallestChange,
				} {
					if x != nil && (math.IsNaN(*x) || math.IsInf(*x, 0)) {
						t.Errorf("no number: %+v", i)
					}
				}
			}
		})
	}
}

// from asks all prompts from a day on, and before it only those with so high a number.
func from(day, first int) func(m *market) func(day, prompt, platform int) *world.Cell {
	return func(m *market) func(int, int, int) *world.Cell {
		return func(on, prompt, platform int) *world.Cell {
			if on < day && prompt < first {
				return nil
			}
			return &m.cells[prompt][platform]
		}
	}
}

// A mean of tones is that of their sum in ten-thousandths, whatever the cells that were added up, and lies in its
// interval. Of fewer than ten,
// and of those that are all alike, there is none, and the sum is exact all the same.
func TestToneIsExact(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 300; n++ {
		cells, sum := make([]stat.Cell, n), int64(0)
		for i := range cells {
			score := int64(i*7919%20001 - 10000)
			if n%2 == 0 {
				score = 6809
			}
			y := float64(score) / scale
			cells[i], sum = stat.Cell{Cluster: i, Y: y, X: 1, Days: []stat.Day{{Y: y, X: 1}}}, sum+score
		}
		in := toneOfBrand.estimate(sides{cells: cells, all: cells})
		if in.Numerator != float64(sum)/scale || (in.Value != nil) != (n >= 10 && n%2 == 1) || (in.Low != nil) != (in.Value != nil) {
			t.Fatalf("%d cells: %+v", n, in)
		}
		if in.Value == nil {
			continue
		}
		if want := float64(sum) / scale / float64(n); *in.Value != want {
			t.Fatalf("%d cells: %v of %v, want %v", n, *in.Value, in.Numerator, want)
		}
		if *in.Low > *in.Value || *in.High < *in.Value || in.LowWide != nil && (*in.LowWide > *in.Value || *in.HighWide < *in.Value) {
			t.Fatalf("%d cells: %v is not within %v–%v", n, *in.Value, *in.Low, *in.High)
		}
	}
}
