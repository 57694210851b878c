package stat

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

func TestEmptySamplesAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{0, 0}, {1, 0}, {0, -1}, {-1, 5}, {6, 5}} {
		if i, ok := Wilson(c[0], c[1]); ok || i != (Interval{}) {
			t.Errorf("Wilson(%d, %d) = %v", c[0], c[1], i)
		}
	}
}

// Newcombe (1998), Statistics in Medicine 17, 857–872, table I, method 3: four decimals; and the same formula in R's
// prop.test(correct = FALSE).
func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
		{1, 2, 0.0945, 0.9055},
		{0, 1, 0, 0.7935},
		{10, 100, 0.0552, 0.1744},
	} {
		got, ok := Wilson(c.hits, c.n)
		if !ok || !near(got.Low, c.low, 5e-5) || !near(got.High, c.high, 5e-5) {
			t.Errorf("Wilson(%d, %d) = %.5f, want %.4f to %.4f", c.hits, c.n, got, c.low, c.high)
		}
	}
}

// Any table of Student's distribution.
func TestStudentQuantile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ freedom, p975, p95 float64 }{
		{1, 12.706, 6.314},
		{2, 4.303, 2.920},
		{3, 3.182, 2.353},
		{4, 2.776, 2.132},
		{5, 2.571, 2.015},
		{10, 2.228, 1.812},
		{20, 2.086, 1.725},
		{30, 2.042, 1.697},
		{60, 2.000, 1.671},
		{120, 1.980, 1.658},
		{1e6, 1.960, 1.645},
	} {
		if got := studentQuantile(0.975, c.freedom); !near(got, c.p975, 5e-4) {
			t.Errorf("%v degrees: %.4f, want %.3f", c.freedom, got, c.p975)
		}
		if got := studentQuantile(0.95, c.freedom); !near(got, c.p95, 5e-4) {
			t.Errorf("%v degrees: %.4f, want %.3f", c.freedom, got, c.p95)
		}
	}
}

func TestProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1_000_000).Draw(t, "n")
		hits := rapid.IntRange(0, n).Draw(t, "hits")
		i, ok := Wilson(hits, n)
		rate := float64(hits) / float64(n)
		if !ok || i.Low < 0 || i.High > 1 || i.Low > rate || i.High < rate {
			t.Fatalf("%v does not hold %v", i, rate)
		}
		mirror, _ := Wilson(n-hits, n)
		if !near(mirror.Low, 1-i.High, 1e-9) || !near(mirror.High, 1-i.Low, 1e-9) {
			t.Fatalf("%v and %v are no mirror images", i, mirror)
		}
	})
}
