package simulator_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"renown/internal/simulator"
)

func TestParseLatency(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]simulator.Latency{
		"2s":          {Mean: 2 * time.Second},
		"0":           {},
		"0s":          {},
		"800ms±30%":   {Mean: 800 * time.Millisecond, Spread: 0.3},
		" 1s ± 5% ":   {Mean: time.Second, Spread: 0.05},
		"800ms+-100%": {Mean: 800 * time.Millisecond, Spread: 1},
	} {
		if got, err := simulator.ParseLatency(text); err != nil || got != want {
			t.Errorf("%q gives %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "fast", "-1s", "2h", "800ms±30", "800ms±101%", "800ms±-1%", "800ms±NaN%", "±30%", "800"} {
		if got, err := simulator.ParseLatency(text); err == nil {
			t.Errorf("%q gives %+v", text, got)
		}
	}
}

func TestParseFaults(t *testing.T) {
	t.Parallel()
	const text = "429=0.05,500=0.02,hang=0.01,garbage=0.01,cut=0.01"
	faults, err := simulator.ParseFaults(text)
	if err != nil || len(faults) != 5 || faults[0] != (simulator.Share{Do: simulator.RateLimit, Rate: 0.05}) || faults.String() != text {
		t.Errorf("%v %v", faults, err)
	}
	if faults, err := simulator.ParseFaults(" 402=1 , "); err != nil || len(faults) != 1 || faults[0].Do != simulator.Balance {
		t.Errorf("%v %v", faults, err)
	}
	if faults, err := simulator.ParseFaults(""); err != nil || len(faults) != 0 {
		t.Errorf("%v %v", faults, err)
	}
	for _, bad := range []string{"429", "429=", "429=x", "429=-0.1", "429=1.1", "429=NaN", "teapot=0.1", "=0.1", "429=0.6,500=0.6"} {
		if got, err := simulator.ParseFaults(bad); err == nil {
			t.Errorf("%q gives %v", bad, got)
		}
	}
}

func TestParseRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := simulator.Latency{
			Mean:   time.Duration(rapid.IntRange(1, 3600_000).Draw(t, "ms")) * time.Millisecond,
			Spread: float64(rapid.IntRange(0, 100).Draw(t, "percent")) / 100,
		}
		got, err := simulator.ParseLatency(l.String())
		if err != nil || got.Mean != l.Mean || got.Spread-l.Spread > 1e-9 || l.Spread-got.Spread > 1e-9 {
			t.Fatalf("%q gives %+v, %v", l.String(), got, err)
		}
		var f simulator.Faults
		for _, do := range rapid.SliceOfNDistinct(rapid.SampledFrom(simulator.Outcomes()), 0, 5, rapid.ID).Draw(t, "outcomes") {
			f = append(f, simulator.Share{Do: do, Rate: float64(rapid.IntRange(0, 200).Draw(t, "rate")) / 1000})
		}
		back, err := simulator.ParseFaults(f.String())
		if err != nil || back.String() != f.String() {
			t.Fatalf("%q gives %q, %v", f, back, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("800ms±30%")
	f.Add("429=0.05,hang=0.01")
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := simulator.ParseLatency(text); err == nil && (l.Mean < 0 || l.Spread < 0 || l.Spread > 1) {
			t.Errorf("%q gives %+v", text, l)
		}
		total := 0.0
		faults, err := simulator.ParseFaults(text)
		for _, s := range faults {
			total += s.Rate
		}
		if err == nil && total > 1.00001 {
			t.Errorf("%q gives %v", text, faults)
		}
	})
}
