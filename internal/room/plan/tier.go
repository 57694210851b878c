package plan

import (
	"time"

	"renown/internal/floor/fault"
)

// Tier is what a subscription is for.
type Tier string

// The tiers. A trial has the limits of Standard for seven days, and is monitored daily.
const (
	Trial    Tier = "trial"
	Standard Tier = "standard"
	Upper    Tier = "upper"
)

const trialLength = 7 * 24 * time.Hour

// Limits is what a tier allows.
type Limits struct {
	Platforms     int           // assistants that can be monitored
	ActivePrompts int           // prompts enabled at the same time, over the personal space
	RunsPerDay    int           // detection runs per Beijing day
	RunGap        time.Duration // between two runs
	Points        int           // publishing points per cycle
	Daily         bool          // a brand may be monitored by itself every day, else every week
	Samples       int           // times that a run may ask a prompt on a platform
}

var limits = map[Tier]Limits{
	Trial:    {Platforms: 3, ActivePrompts: 10, RunsPerDay: 1, RunGap: time.Hour, Points: 300, Daily: true, Samples: 1},
	Standard: {Platforms: 3, ActivePrompts: 10, RunsPerDay: 1, RunGap: time.Hour, Points: 300, Samples: 1},
	Upper:    {Platforms: 6, ActivePrompts: 20, RunsPerDay: 3, RunGap: time.Hour, Points: 1000, Daily: true, Samples: 5},
}

// Limits returns what the tier allows.
func (t Tier) Limits() Limits { return limits[t] }

// ParseTier reads a tier's name.
func ParseTier(name string) (Tier, error) {
	if _, ok := limits[Tier(name)]; !ok {
		return "", fault.New(fault.Malformed).Why("tier_unknown", name)
	}
	return Tier(name), nil
}
