package detail

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"renown/internal/floor/day"
	"renown/internal/testkit/must"
)

func seenIn(named bool, others, sources string) compared {
	l := compared{counts: true, drawn: true, named: named, others: others, sources: sources}
	if named {
		l.position = new(int64)
		*l.position = 2
	}
	return l
}

// What one pair of each kind says.
func TestSurfacesOfPairs(t *testing.T) {
	t.Parallel()
	const a, b, none = `[{"competitor_id":"cmp_a","name":"a"}]`, `[{"competitor_id":"cmp_b","name":"b"}]`, `[]`
	const one, two = `[{"url":"https://x.com/1","domain":"x.com","channel":"x.com"}]`,
		`[{"url":"https://x.com/2","domain":"x.com"},{"url":"https://y.com/","domain":"y.com"}]`
	for name, c := range map[string]struct {
		app, api                []compared
		named, brands, channels float64 // -1: nothing is said
		mention                 float64
	}{
		"the same":        {[]compared{seenIn(true, a, one)}, []compared{seenIn(true, a, one)}, 1, 1, 1, 0},
		"another rival":   {[]compared{seenIn(true, a, one)}, []compared{seenIn(true, b, two)}, 1, 1.0 / 3, 0.5, 0},
		"only in the app": {[]compared{seenIn(true, none, none)}, []compared{seenIn(false, a, one)}, 0, 0, 0, 1},
		"nobody, nothing": {[]compared{seenIn(false, none, none)}, []compared{seenIn(false, none, none)}, 1, -1, -1, 0},
		"two by interface": {
			[]compared{seenIn(true, none, one)},
			[]compared{seenIn(true, none, one), seenIn(false, none, one)},
			0.5, 0.5, 1, 0.5,
		},
		"no such interface": {[]compared{seenIn(true, a, one)}, nil, -1, -1, -1, -1},
	} {
		u := unit{"doubao", "pmt_1", 20261116}
		p := SurfacePlatform{Platform: "doubao"}
		must.Do(t, p.compare(map[unit][]compared{u: c.app}, map[unit][]compared{u: c.api}))
		for what, one := range map[string]struct {
			got  Agreement
			want float64
		}{
			"named": {p.Named, c.named}, "brands": {p.Brands, c.brands}, "channels": {p.Channels, c.channels},
			"mention": {p.Mention, c.mention},
		} {
			if (one.got.Value == nil) != (one.want == -1) || one.got.Value != nil &&
				math.Abs(*one.got.Value-one.want) > 1e-9 || one.got.Low != nil {
				t.Errorf("%s: %s is %+v, not %v", name, what, one.got, one.want)
			}
		}
		if p.AppRate.Value != nil || *p.AppRate.Unusable != UnusableFew {
			t.Errorf("%s: one pair gives a rate for the app", name)
		}
	}
	if err := (&SurfacePlatform{Platform: "doubao"}).compare(map[unit][]compared{{
		"doubao", "p",
		1,
	}: {seenIn(true, "{", none)}}, map[unit][]compared{{
		"doubao", "p",
		1,
	}: {seenIn(true, none, none)}}); err == nil {
		t.Error("what cannot be read is compared")
	}
}

// A tenth of twenty prompts over thirty days, in worlds whose truth is known: the rate for the app covers it, and
// pairs that were not drawn give none.
func TestAppRateCovers(t *testing.T) {
	t.Parallel()
	const worlds, prompts, days = 150, 20, 30
	covered, narrower := 0, 0
	for seed := range uint64(worlds) {
		random := rand.New(rand.NewPCG(seed, 3))
		app, api := map[unit][]compared{}, map[unit][]compared{}
		truth := 0.0
		for p := range prompts {
			mean := random.Float64()
			for d := range days {
				u := unit{"doubao", fmt.Sprintf("p%02d", p), day.Day(d)}
				byInterface := random.Float64() < mean
				shown := byInterface
				if random.Float64() < 0.3 { // the app has a mind of its own, and is kinder
					shown = random.Float64() < min(1, mean+0.2)
				}
				truth += float64(number(shown)) / (prompts * days)
				api[u] = []compared{seenIn(byInterface, "[]", "[]")}
				app[u] = []compared{seenIn(shown, "[]", "[]")}
			}
		}
		drawn := map[unit][]compared{}
		for d := range days {
			for _, p := range random.Perm(prompts)[:prompts/10] {
				u := unit{"doubao", fmt.Sprintf("p%02d", p), day.Day(d)}
				drawn[u] = app[u]
			}
		}
		p := SurfacePlatform{Platform: "doubao"}
		if err := p.compare(drawn, api); err != nil || p.Pairs != 60 || p.Drawn != 60 || p.AppRate.Value == nil {
			t.Fatal(p, err)
		}
		if *p.AppRate.Low <= truth && truth <= *p.AppRate.High {
			covered++
		}
		if *p.AppRate.Gain > 1 {
			narrower++
		}
		for _, list := range drawn {
			list[0].drawn = false
		}
		if seed == 0 {
			chosen := SurfacePlatform{Platform: "doubao"}
			if err := chosen.compare(drawn, api); err != nil || chosen.Pairs != 60 || chosen.AppRate.Value != nil {
				t.Errorf("pairs that somebody chose give a rate: %+v %v", chosen.AppRate, err)
			}
		}
	}
	t.Logf("covered %d of %d", covered, worlds)
	if share := float64(covered) / worlds; share < 0.90 || narrower < worlds*9/10 {
		t.Errorf("covered %.3f, more exact than the pairs alone in %d of %d", share, narrower, worlds)
	}
}
