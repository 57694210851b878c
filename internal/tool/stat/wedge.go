package stat

import (
	"math"
	"math/rand/v2"
)

// Stepped is a unit that is treated from a day on, which was drawn by lot, with how many answers show it on each day.
type Stepped struct {
	Start int
	Y     map[int]float64
}

const (
	permutationsTried = 4_999 // where not all orders can be tried
	permutationsSeed  = 20_261_116
)

// leastStepped is how many units a comparison takes: 1 of 4! orders is less than one in twenty.
const leastStepped = 4

// Wedge compares, on each day until before end, units whose turn has come with those whose turn has not, each against
// its own days before the first turn. The test deals the turns anew, which is what the lot could have done. x is how
// many answers there are on a day. Without an interval.
func Wedge(units []Stepped, x map[int]float64, end int) (e Effect, ok bool) {
	if len(units) < leastStepped {
		return e, false
	}
	w := wedge{first: math.MaxInt, starts: make([]int, len(units))}
	for i, u := range units {
		w.first, w.starts[i] = min(w.first, u.Start), u.Start
	}
	w.relative(units, x, end)
	difference, ok := w.contrast(w.starts)
	if !ok || len(w.days) == 0 {
		return e, false
	}
	e.Difference, e.Treated = difference, len(units)
	extreme, tried := 0, 0
	try := func(starts []int) {
		if d, ok := w.contrast(starts); ok {
			tried++
			if math.Abs(d) >= math.Abs(difference)*(1-1e-9) {
				extreme++
			}
		}
	}
	if len(units) <= 7 { // 7! is about as many as are tried below
		permute(append([]int(nil), w.starts...), 0, try)
	} else {
		random := rand.New(rand.NewPCG(permutationsSeed, uint64(len(units))))
		try(w.starts)
		drawn := append([]int(nil), w.starts...)
		for range permutationsTried {
			random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
			try(drawn)
		}
	}
	e.P = float64(extreme) / float64(tried)
	return e, true
}

type wedge struct {
	first  int // turn
	starts []int
	days   []int
	rates  [][]float64 // by day and unit, less the unit's rate before the first turn
}

func (w *wedge) relative(units []Stepped, x map[int]float64, end int) {
	before, answers := make([]float64, len(units)), 0.0
	for day, n := range x {
		if day < w.first {
			answers += n
			for i, u := range units {
				before[i] += u.Y[day]
			}
		}
	}
	for day := w.first; day < end; day++ {
		if x[day] <= 0 || answers == 0 {
			continue
		}
		row := make([]float64, len(units))
		for i, u := range units {
			row[i] = u.Y[day]/x[day] - before[i]/answers
		}
		w.days, w.rates = append(w.days, day), append(w.rates, row)
	}
}

// contrast is the mean over days of treated less untreated units.
func (w *wedge) contrast(starts []int) (mean float64, ok bool) {
	days := 0.0
	for d, day := range w.days {
		var sum, n [2]float64
		for i, start := range starts {
			side := 0
			if day < start {
				side = 1
			}
			sum[side], n[side] = sum[side]+w.rates[d][i], n[side]+1
		}
		if n[0] > 0 && n[1] > 0 {
			mean, days = mean+sum[0]/n[0]-sum[1]/n[1], days+1
		}
	}
	return mean / max(1, days), days > 0
}

func permute(list []int, at int, do func([]int)) {
	if at == len(list) {
		do(list)
		return
	}
	for i := at; i < len(list); i++ {
		list[at], list[i] = list[i], list[at]
		permute(list, at+1, do)
		list[at], list[i] = list[i], list[at]
	}
}
