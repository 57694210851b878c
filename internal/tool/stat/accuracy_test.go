package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"renown/internal/tool/stat"
)

// A reader that errs is seen through: the interval of the corrected rate covers the true one, that of the read rate does not.
func TestAccuracyCovers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ truth, sensitivity, specificity float64 }{
		{0.4, 1, 1},
		{0.4, 0.85, 0.97},
		{0.25, 0.95, 0.9},
		{0.7, 0.7, 0.95},
	} {
		const worlds, answers = 600, 900
		covered, naive := 0, 0
		for range worlds {
			k := 0
			var yes, no [2]int // true, false
			for range answers {
				there := random.Float64() < c.truth
				read := there && random.Float64() < c.sensitivity || !there && random.Float64() > c.specificity
				at := 1
				if there {
					at = 0
				}
				if read {
					k++
					yes[at]++
				} else {
					no[at]++
				}
			}
			a := stat.Accuracy{Yes: 20, No: 20, Share: float64(k) / answers}
			a.YesRight, a.NoWrong = drawn(random, yes), drawn(random, no)
			p := float64(k) / answers
			half := 1.96 * math.Sqrt(p*(1-p)/answers)
			bounds := stat.Interval{Low: p - half, High: p + half}
			if got := a.Widen(p, bounds); got.Low <= c.truth && c.truth <= got.High {
				covered++
			}
			if bounds.Low <= c.truth && c.truth <= bounds.High {
				naive++
			}
		}
		share := float64(covered) / worlds
		t.Logf("%+v: covered %.3f, without the correction %.3f", c, share, float64(naive)/worlds)
		if share < 0.93 {
			t.Errorf("%+v: covered %.3f of the time", c, share)
		}
	}
}

// drawn is how many of 20 without replacement are of the first kind.
func drawn(random *rand.Rand, of [2]int) (n int64) {
	for range 20 {
		if random.IntN(of[0]+of[1]) < of[0] {
			n++
			of[0]--
		} else {
			of[1]--
		}
	}
	return n
}

func TestAccuracy(t *testing.T) {
	t.Parallel()
	perfect := stat.Accuracy{Yes: 20, YesRight: 20, No: 20, Share: 0.4}
	if got := perfect.Corrected(0.35); math.Abs(got-0.35) > 1e-12 || perfect.Recall() != 1 || perfect.Precision() != 1 {
		t.Errorf("a reader without errors corrects 0.35 to %v", got)
	}
	// By hand: precision 0.9, missed 0.1, share 0.4: there are 0.36 + 0.06 = 0.42, of which 0.36 are read.
	a := stat.Accuracy{Yes: 20, YesRight: 18, No: 20, NoWrong: 2, Share: 0.4}
	if math.Abs(a.Recall()-0.36/0.42) > 1e-12 || math.Abs(a.Corrected(0.4)-0.42) > 1e-12 {
		t.Errorf("recall %v, corrected %v", a.Recall(), a.Corrected(0.4))
	}
	for _, none := range []stat.Accuracy{{}, {Yes: 40, YesRight: 40, Share: 1}, {No: 40, Share: 0}} {
		if none.Known() {
			t.Errorf("%+v is known", none)
		}
	}
	blind := stat.Accuracy{Yes: 20, YesRight: 8, No: 20, NoWrong: 8, Share: 0.4}
	if got := blind.Widen(0.4, stat.Interval{Low: 0.3, High: 0.5}); math.IsNaN(got.Low) || got.Low < 0 || got.High > 1 {
		t.Errorf("a reader that knows nothing: %+v", got)
	}
}
