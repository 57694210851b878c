package stat

import (
	"maps"
	"slices"
)

// clustersLeast is from how many clusters on their spread can be trusted.
const clustersLeast = 5

// ClusterMean is the mean of values of which those of one cluster go together, with its interval by Student over the clusters. It is false
// without values. Without enough clusters, or where a Mean never varied, the interval is not known.
func ClusterMean(values map[string][]float64, kind Kind) (value float64, in Interval, known, ok bool) {
	n, sum := 0.0, 0.0
	keys := slices.Sorted(maps.Keys(values)) // sums do not depend on the order of a map
	for _, key := range keys {
		for _, v := range values[key] {
			n, sum = n+1, sum+v
		}
	}
	if n == 0 {
		return 0, in, false, false
	}
	value = sum / n
	variance, clusters := 0.0, float64(len(keys))
	for _, key := range keys {
		rest := 0.0
		for _, v := range values[key] {
			rest += v - value
		}
		variance += rest * rest
	}
	if len(keys) < clustersLeast || kind == Mean && variance < 1e-12 {
		return value, in, false, true
	}
	variance *= clusters / (clusters - 1) / (n * n)
	return value, bounded(kind, value, variance, n, Quantile(clusters-1)), true, true
}
