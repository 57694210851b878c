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
		if _, ok := TwoProportions(c[0], c[1], 1, 2); ok {
			t.Errorf("TwoProportions(%d, %d, 1, 2) was accepted", c[0], c[1])
		}
		if _, ok := TwoProportions(1, 2, c[0], c[1]); ok {
			t.Errorf("TwoProportions(1, 2, %d, %d) was accepted", c[0], c[1])
		}
	}
	if _, ok := Of().Mean(); ok {
		t.Error("an empty sample has a mean")
	}
	for _, s := range []Sample{Of(), Of(1)} {
		if _, ok := s.Variance(); ok {
			t.Errorf("%v has a variance", s)
		}
		if _, ok := s.Interval(); ok {
			t.Errorf("%v has an interval", s)
		}
		if _, ok := Welch(s, Of(1, 2)); ok {
			t.Errorf("%v was compared", s)
		}
		if _, ok := Welch(Of(1, 2), s); ok {
			t.Errorf("%v was compared", s)
		}
	}
	if _, ok := Welch(Of(0.1, 0.1, 0.1), Of(0.3, 0.3)); ok {
		t.Error("samples in which nothing varies were compared")
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

// Published: aspirin and heart attacks in the Physicians' Health Study, 189 of 11,034 and 104 of 11,037, X² = 25.01 (Agresti,
// An Introduction to Categorical Data Analysis); smokers asked by Time magazine, 351 of 605 and 41 of 195, z = 8.99 (Penn
// State, STAT 415, lesson 9.4). The others follow from the definition.
func TestTwoProportions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits1, n1, hits2, n2 int
		z, by                float64
		significant          bool
	}{
		{189, 11034, 104, 11037, math.Sqrt(25.01), 0.001, true},
		{104, 11037, 189, 11034, -math.Sqrt(25.01), 0.001, true},
		{351, 605, 41, 195, 8.99, 0.005, true},
		{45, 100, 30, 100, 2.19089, 5e-6, true},
		{43, 100, 30, 100, 1.90939, 5e-6, false},
		{5, 10, 5, 10, 0, 0, false},
		{0, 10, 0, 20, 0, 0, false},
		{10, 10, 20, 20, 0, 0, false},
	} {
		got, ok := TwoProportions(c.hits1, c.n1, c.hits2, c.n2)
		if !ok || !near(got.Statistic, c.z, c.by) || got.Significant() != c.significant {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	if got, _ := TwoProportions(45, 100, 30, 100); !near(got.P, 0.02846, 5e-6) {
		t.Errorf("p %v", got.P)
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

// Sleep data of Student (1908), as in R: t.test(extra ~ group): t = -1.8608, df = 17.776, p-value = 0.07939; means
// 0.75 and 2.33.
var (
	sleep1 = Of(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
	sleep2 = Of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
)

func TestWelch(t *testing.T) {
	t.Parallel()
	got, ok := Welch(sleep1, sleep2)
	if !ok || !near(got.Statistic, -1.8608, 5e-5) || !near(got.Freedom, 17.776, 5e-4) || !near(got.P, 0.07939, 5e-6) || got.Significant() {
		t.Errorf("%+v", got)
	}
}

// Student's own: the mean of the second drug is 2.33 and t.test(extra) of it gives 0.8976775 to 3.7623225.
func TestMeanInterval(t *testing.T) {
	t.Parallel()
	mean, _ := sleep2.Mean()
	got, ok := sleep2.Interval()
	if !ok || !near(mean, 2.33, 1e-12) || !near(got.Low, 0.8976775, 5e-7) || !near(got.High, 3.7623225, 5e-7) {
		t.Errorf("%v %+v", mean, got)
	}
	if got, ok := Of(0.5, 0.5, 0.5).Interval(); !ok || got != (Interval{0.5, 0.5}) {
		t.Errorf("nothing varies: %v", got)
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
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1), 2, 30).Draw(t, "values")
		whole := Of(values...)
		mean, _ := whole.Mean()
		if i, ok := whole.Interval(); !ok || i.Low > mean+1e-12 || i.High < mean-1e-12 {
			t.Fatalf("%v does not hold %v", i, mean)
		}
		other := Of(rapid.SliceOfN(rapid.Float64Range(-1, 1), 2, 30).Draw(t, "others")...)
		a, ok1 := Welch(whole, other)
		b, ok2 := Welch(other, whole)
		if ok1 != ok2 || !near(a.P, b.P, 1e-12) || a.P < 0 || a.P > 1+1e-12 {
			t.Fatalf("%v and %v", a, b)
		}
	})
}
