package insight

import (
	"slices"
	"testing"
)

// What helps is what is short.
func TestHelp(t *testing.T) {
	t.Parallel()
	yes, no, half, much := true, false, 0.1, 0.6
	moved := 0.02
	for name, c := range map[string]struct {
		change      Change
		of          difference
		variance    float64
		persistence *float64
		want        []string
	}{
		"nothing before": {want: []string{}},
		"clear":          {change: Change{Change: &moved, Significant: &yes}, of: difference{prompts: 9}, want: []string{}},
		"two prompts":    {change: Change{Change: &moved}, of: difference{prompts: 2}, want: []string{"more_prompts"}},
		"few answers":    {change: Change{Change: &moved}, of: difference{prompts: 3, ratio: 1}, want: []string{"more_runs"}},
		"answers vary": {
			change: Change{Change: &moved, Significant: &no}, of: difference{0.03, 1, 9},
			variance: 0.0004, want: []string{"more_runs", "more_samples"},
		},
		"days hardly repeat": {
			change: Change{Change: &moved, Significant: &no}, of: difference{0.03, 1, 9},
			variance: 0.0004, persistence: &half, want: []string{"more_runs", "more_samples"},
		},
		"days repeat": {
			change: Change{Change: &moved, Significant: &no}, of: difference{0.03, 1, 9},
			variance: 0.0004, persistence: &much, want: []string{"more_runs"},
		},
		"prompts part company": {
			change: Change{Change: &moved, Significant: &no}, of: difference{0.03, 1, 9},
			variance: 0.0002, persistence: &much, want: []string{"more_prompts"},
		},
	} {
		if got := c.change.help(c.of, c.variance, c.persistence); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
