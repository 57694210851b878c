package simulator

import "math/rand/v2"

// hash mixes a seed with texts (FNV-1a, then a finaliser so that close seeds part).
func hash(seed uint64, texts ...string) uint64 {
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

// draw is a stream of choices that follows from its seed alone.
type draw struct{ source rand.PCG }

func newDraw(seed uint64) *draw {
	d := &draw{}
	d.source.Seed(seed, seed^0xda3e39cb94b95bdb)
	return d
}

// IntN is a number in [0,n). The bias of the remainder is far below anything a demo or a test could see.
func (d *draw) IntN(n int) int { return int(d.source.Uint64() % uint64(n)) }

// Float64 is a number in [0,1).
func (d *draw) Float64() float64 { return float64(d.source.Uint64()>>11) / (1 << 53) }

func pick[T any](d *draw, list []T) T { return list[d.IntN(len(list))] }

// some picks n different members in random order.
func some[T any](d *draw, list []T, n int) []T {
	out := append(make([]T, 0, len(list)), list...)
	n = min(n, len(out))
	for i := range n {
		j := i + d.IntN(len(out)-i)
		out[i], out[j] = out[j], out[i]
	}
	return out[:n]
}

// unit is a number in [0,1) that always belongs to the same texts.
func unit(texts ...string) float64 { return float64(hash(7, texts...)>>11) / (1 << 53) }
