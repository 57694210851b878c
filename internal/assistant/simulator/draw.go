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
type draw struct {
	source rand.PCG
	*rand.Rand
}

func newDraw(seed uint64) *draw {
	d := &draw{}
	d.source.Seed(seed, seed^0xda3e39cb94b95bdb)
	d.Rand = rand.New(&d.source)
	return d
}

func pick[T any](d *draw, list []T) T { return list[d.IntN(len(list))] }

// some picks n different members in random order.
func some[T any](d *draw, list []T, n int) []T {
	order := d.Perm(len(list))
	out := make([]T, 0, n)
	for _, i := range order[:min(n, len(list))] {
		out = append(out, list[i])
	}
	return out
}

// unit is a number in [0,1) that always belongs to the same texts.
func unit(texts ...string) float64 { return float64(hash(7, texts...)>>11) / (1 << 53) }
