package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// reader is how a platform's answers are, and are read.
type reader struct{ rate, sensitivity, specificity float64 }

// audited reads answers of some platforms and judges as many of each stratum as there are, up to so many of each. missing is
// the share of what was drawn that is not judged.
func audited(random *rand.Rand, of map[string]reader, answers, each int, missing float64) (a Audit, read, truth map[string]float64) {
	a, read, truth = Audit{}, map[string]float64{}, map[string]float64{}
	for platform, r := range of {
		var there, absent [2]int // read as yes, as no
		for range answers {
			is := random.Float64() < r.rate
			yes := is && random.Float64() < r.sensitivity || !is && random.Float64() > r.specificity
			at := 1
			if yes {
				at = 0
			}
			if is {
				there[at]++
			} else {
				absent[at]++
			}
		}
		read[platform], truth[platform] = float64(there[0]+absent[0])/float64(answers), r.rate
		strata := []Sampled{{Readings: int64(there[0] + absent[0])}, {Readings: int64(there[1] + absent[1])}}
		for kind := range strata {
			for n := 0; n < each && there[kind]+absent[kind] > 0; n++ {
				is := random.IntN(there[kind]+absent[kind]) < there[kind]
				if is {
					there[kind]--
				} else {
					absent[kind]--
				}
				if random.Float64() < missing {
					continue
				}
				strata[kind].Judged++
				switch {
				case is && kind == 1:
					strata[kind].Missed++
				case !is && kind == 0:
					strata[kind].Wrong++
				}
			}
		}
		a[platform] = strata
	}
	return a, read, truth
}

// A reader that errs, and differently by platform, is seen through on each platform and over all, also where some of what was
// drawn is disputed or forgotten; what is read is not covered.
func TestCalibratedAudit(t *testing.T) {
	t.Parallel()
	alike := func(r reader) map[string]reader { return map[string]reader{"a": r, "b": r, "c": r} }
	for _, c := range []struct {
		name    string
		of      map[string]reader
		each    int
		missing float64
	}{
		{"without errors", alike(reader{0.3, 1, 1}), 7, 0},
		{"0.85, 0.97 at 0.3", alike(reader{0.3, 0.85, 0.97}), 7, 0},
		{"0.85, 0.97 at 0.3, 120 judged", alike(reader{0.3, 0.85, 0.97}), 20, 0},
		{"0.85, 0.97 at 0.05", alike(reader{0.05, 0.85, 0.97}), 7, 0},
		{"0.85, 0.97 at 0.8", alike(reader{0.8, 0.85, 0.97}), 7, 0},
		{"0.7, 0.9 at 0.3", alike(reader{0.3, 0.7, 0.9}), 7, 0},
		{"one platform at 0.6", map[string]reader{"a": {0.3, 0.85, 0.97}, "b": {0.5, 0.85, 0.97}, "c": {0.4, 0.6, 0.97}}, 7, 0},
		{"one platform at 0.6, 18 judged", map[string]reader{"a": {0.3, 0.85, 0.97}, "b": {0.5, 0.85, 0.97}, "c": {0.4, 0.6, 0.97}}, 3, 0},
		{"one platform at 0.6, 120 judged", map[string]reader{"a": {0.3, 0.85, 0.97}, "b": {0.5, 0.85, 0.97}, "c": {0.4, 0.6, 0.97}}, 20, 0},
		{"one platform at 0.85 of others", map[string]reader{"a": {0.3, 0.85, 0.97}, "b": {0.5, 0.85, 0.97}, "c": {0.4, 0.85, 0.85}}, 7, 0},
		{"the same, a third missing", map[string]reader{"a": {0.3, 0.85, 0.97}, "b": {0.5, 0.85, 0.97}, "c": {0.4, 0.85, 0.85}}, 10, 1. / 3},
	} {
		const answers = 300
		worlds := 400
		if *calibrate > 0 {
			worlds = *calibrate
		}
		random := rand.New(rand.NewPCG(1, 2))
		covered, raw, width, bias := map[string]float64{}, map[string]float64{}, 0.0, 0.0
		for range worlds {
			a, read, truth := audited(random, c.of, answers, c.each, c.missing)
			tell := func(name string, of map[string]float64) {
				y, want, n := 0.0, 0.0, 0.0
				for platform, x := range of {
					y, want, n = y+read[platform]*x, want+truth[platform]*x, n+x
				}
				bounds, _ := Score(y/n, n)
				fix, ok := a.Of(of)
				if !ok {
					t.Fatal("no correction")
				}
				if got := fix.Around(y/n, bounds); got.Low <= want/n && want/n <= got.High {
					covered[name]++
				}
				if bounds.Low <= want/n && want/n <= bounds.High {
					raw[name]++
				}
				if name == "all" {
					width += 2 * 1.96 * math.Sqrt(fix.Variance) / float64(worlds)
					bias += (y/n + fix.Add - want/n) / float64(worlds)
				}
			}
			all := map[string]float64{}
			for platform := range c.of {
				tell(platform, map[string]float64{platform: answers})
				all[platform] = answers
			}
			tell("all", all)
		}
		for name := range covered {
			covered[name], raw[name] = covered[name]/float64(worlds), raw[name]/float64(worlds)
		}
		t.Logf("audit, %s: covered all %.3f, by platform %.3f %.3f %.3f (as read %.3f %.3f %.3f %.3f), bias %+.3f, checks add ±%.3f",
			c.name, covered["all"],
			covered["a"], covered["b"], covered["c"], raw["all"], raw["a"], raw["b"], raw["c"], bias, width/2)
		for name, share := range covered {
			if share < 0.93-2.5*math.Sqrt(0.93*0.07/float64(worlds)) || math.Abs(bias) > 0.01 {
				t.Errorf("%s: %s covered %.3f of the time, bias %.3f", c.name, name, share, bias)
			}
		}
	}
}

func TestAudit(t *testing.T) {
	t.Parallel()
	// By hand: of 40 read as yes 1 in 10 is wrong, of 60 read as no 1 in 20 is missed: 0.4 × −0.1 + 0.6 × 0.05 = −0.01.
	a := Audit{"a": {{Readings: 40, Judged: 10, Wrong: 1}, {Readings: 60, Judged: 20, Missed: 1}}}
	c, ok := a.Of(map[string]float64{"a": 70})
	if !ok || math.Abs(c.Add+0.01) > 1e-12 || c.Variance <= 0 || a.Judged() != 30 {
		t.Errorf("%+v, %v", c, ok)
	}
	if p, r := a.Found(); math.Abs(p-0.9) > 1e-12 || math.Abs(r-36./39) > 1e-12 {
		t.Errorf("precision %v, recall %v", p, r)
	}
	if other, ok := a.Of(map[string]float64{"b": 7}); !ok || math.Abs(other.Add+0.01) > 1e-12 || other.Variance < c.Variance {
		t.Errorf("a platform that was not judged: %+v, %v", other, ok)
	}
	if both, _ := a.Of(map[string]float64{"a": 50, "b": 50}); math.Abs(both.Add+0.01) > 1e-12 || both.Variance >= c.Variance {
		t.Errorf("two platforms: %+v, one %+v", both, c)
	}
	for name, none := range map[string]Audit{"nothing": nil, "nothing judged": {"a": {{Readings: 40}, {Readings: 60}}}} {
		if c, ok := none.Of(map[string]float64{"a": 70}); ok {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if c, ok := a.Of(nil); ok {
		t.Errorf("of no answers: %+v", c)
	}
	if got := (Correction{Add: 0.2, Variance: 0.01}).Around(0.9, Interval{Low: 0.8, High: 1}); got.High != 1 || got.Low >= 1 {
		t.Errorf("cut off: %+v", got)
	}
}
