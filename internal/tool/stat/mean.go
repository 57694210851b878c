package stat

import (
	"math"
	"slices"
)

const (
	LeastOfMean = 10 // of X, under which a mean is not told
	FewOfMean   = 30 // of X, under which a mean does not know by itself how much they vary
)

// Variety tells whether a mean may be told: it rests on ten of X at least, and they were not all alike. Its zero value
// has seen nothing.
type Variety struct {
	x, last float64
	varied  bool
}

// Add takes in what a day adds, or a cell whose days are not known.
func (v *Variety) Add(y, x float64) {
	if x <= 0 {
		return
	}
	const alike = 1e-9
	v.varied = v.varied || v.x > 0 && math.Abs(y/x-v.last) > alike
	v.x, v.last = v.x+x, y/x
}

// Join takes in what another has seen.
func (v *Variety) Join(w Variety) {
	v.Add(w.last*w.x, w.x)
	v.varied = v.varied || w.varied
}

// Told tells whether the mean may be told.
func (v Variety) Told() bool { return v.varied && v.x >= LeastOfMean }

// VarietyOf is that of cells.
func VarietyOf(cells []Cell) (v Variety) {
	for _, c := range cells {
		for _, d := range c.Days {
			v.Add(d.Y, d.X)
		}
		if len(c.Days) == 0 {
			v.Add(c.Y, c.X)
		}
	}
	return v
}

// EstimateMean is a mean over cells; all are those that resemble them, of both periods and all platforms. Under FewOfMean
// of X its variance is pooled with that of all, and its persistence is that of their X from day to day (that the brand is
// named), as far as it is known: so few tell neither. used is the persistence it rests on. It is false where Variety says
// so, and where nothing tells the error.
func EstimateMean(cells, all []Cell, persistence *float64) (u Uncertain, used *float64, ok bool) {
	if !VarietyOf(cells).Told() {
		return Uncertain{}, persistence, false
	}
	y, x := total(cells)
	few := x < FewOfMean
	if few {
		if rho, known := Persistence(occurrence(all)); known {
			persistence = &rho
		}
	}
	rho := 0.0
	if persistence != nil {
		rho = *persistence
	}
	u = Uncertain{Value: y / x, Observations: len(cells)}
	one, freedom := spreadOf(cells, rho)
	if freedom == 0 || one == 0 {
		return Uncertain{}, persistence, false
	}
	if pooled, known := spreadOf(all, rho); few && known > 0 {
		one = (x*one + (FewOfMean-x)*pooled) / FewOfMean
	}
	u.Variance, u.NearFreedom = one/x, min(freedom, x-1)
	u.Near, u.NearOK = bounded(Mean, u.Value, u.Variance, x, Quantile(u.NearFreedom)), true
	u.wide(cells, Mean, x)
	return u, persistence, true
}

// spreadOf is how much one of X varies, its mean being known from them alone: from the cells whose days are known, if there
// are any. No freedom tells that it is not known.
func spreadOf(cells []Cell, persistence float64) (variance, freedom float64) {
	if dated := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return len(c.Days) == 0 }); len(dated) > 0 {
		cells = dated
	}
	y, x := total(cells)
	if x <= 1 {
		return 0, 0
	}
	if variance, freedom = residualWithin(cells, y/x, persistence); variance == 0 {
		variance, freedom = residualBetween(cells, y/x)
	}
	return variance / (x - 1), freedom
}

// occurrence are cells that count on each day how many of X there were.
func occurrence(cells []Cell) []Cell {
	out := make([]Cell, len(cells))
	for i, c := range cells {
		out[i] = Cell{Y: c.X, X: float64(len(c.Days)), Days: make([]Day, len(c.Days))}
		for j, d := range c.Days {
			out[i].Days[j] = Day{d.X, 1}
		}
	}
	return out
}
