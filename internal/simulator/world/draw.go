package world

import (
	"math"
	"math/rand/v2"
)

// Hash mixes a seed with texts (FNV-1a, then a finaliser so that close seeds part).
func Hash(seed uint64, texts ...string) uint64 {
	h := uint64(14695981039346656037) ^ seed*0x9e3779b97f4a7c15
	for _, text := range texts {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	return h ^ h>>33
}

// Draw is a stream of choices that follows from its seed alone.
type Draw struct{ source rand.PCG }

// NewDraw begins a stream.
func NewDraw(seed uint64) *Draw {
	d := &Draw{}
	d.source.Seed(seed, seed^0xda3e39cb94b95bdb)
	return d
}

// IntN is a number in [0,n). The bias of the remainder is far below anything a demo or a test could see.
func (d *Draw) IntN(n int) int { return int(d.source.Uint64() % uint64(n)) }

// Float64 is a number in [0,1).
func (d *Draw) Float64() float64 { return float64(d.source.Uint64()>>11) / (1 << 53) }

// Chance is true with a probability.
func (d *Draw) Chance(p float64) bool { return d.Float64() < p }

// Normal is a standard normal number.
func (d *Draw) Normal() float64 {
	return math.Sqrt(-2*math.Log(1-d.Float64())) * math.Cos(2*math.Pi*d.Float64())
}

// Around draws a rate with a mean and an intraclass correlation: a beta distribution.
func (d *Draw) Around(mean, correlation float64) float64 {
	if correlation <= 0 || mean <= 0 || mean >= 1 {
		return mean
	}
	k := 1/correlation - 1
	x, y := d.gamma(max(mean*k, 1e-3)), d.gamma(max((1-mean)*k, 1e-3))
	return x / (x + y)
}

// gamma is Marsaglia and Tsang's method.
func (d *Draw) gamma(a float64) float64 {
	if a < 1 {
		return d.gamma(a+1) * math.Pow(1-d.Float64(), 1/a)
	}
	k := a - 1.0/3
	c := 1 / math.Sqrt(9*k)
	for {
		x := d.Normal()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-d.Float64()) < 0.5*x*x+k-k*v+k*math.Log(v) {
			return k * v
		}
	}
}

// Pick chooses one of a list.
func Pick[T any](d *Draw, list []T) T { return list[d.IntN(len(list))] }

// Some picks n different members in random order.
func Some[T any](d *Draw, list []T, n int) []T {
	out := append(make([]T, 0, len(list)), list...)
	n = min(n, len(out))
	for i := range n {
		j := i + d.IntN(len(out)-i)
		out[i], out[j] = out[j], out[i]
	}
	return out[:n]
}

// Unit is a number in [0,1) that always belongs to the same texts.
func Unit(texts ...string) float64 { return float64(Hash(7, texts...)>>11) / (1 << 53) }

// Logit is the logistic scale, on which effects add up.
func Logit(p float64) float64 {
	p = max(1e-9, min(1-1e-9, p))
	return math.Log(p / (1 - p))
}

// Shifted moves a chance by a step on the logistic scale.
func Shifted(p, step float64) float64 {
	if step == 0 || p <= 0 || p >= 1 {
		return p
	}
	return 1 / (1 + math.Exp(-Logit(p)-step))
}
