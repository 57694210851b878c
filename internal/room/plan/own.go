package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"renown/internal/floor/fault"
)

// Own are the limits that an operator set for an account apart from its tier, by the names of OwnLimits.
type Own map[string]int

// OwnLimit is a limit that can be set apart from the tier.
type OwnLimit struct {
	Name string // as GET /me/limits calls it
	Most int    // more is a slip of the finger
	of   func(*Limits) *int
}

// OwnLimits are all of them.
var OwnLimits = []OwnLimit{
	{"active_prompts", 10_000, func(l *Limits) *int { return &l.ActivePrompts }},
	{"runs_per_day", 1_000, func(l *Limits) *int { return &l.RunsPerDay }},
	{"points_per_cycle", 10_000_000, func(l *Limits) *int { return &l.Points }},
}

// In is what the limit is in l.
func (o OwnLimit) In(l Limits) int { return *o.of(&l) }

// Limits is what the subscription allows: its tier's limits, but for those that were set apart.
func (s Subscription) Limits() Limits {
	l := s.Tier.Limits()
	for _, o := range OwnLimits {
		if n, apart := s.Own[o.Name]; apart {
			*o.of(&l) = n
		}
	}
	return l
}

// with is the limits after a change, where nil lets one be as in the tier again.
func (o Own) with(change map[string]*int) (Own, error) {
	if len(change) == 0 {
		return o, nil
	}
	after := Own{}
	maps.Copy(after, o)
	for name, n := range change {
		at := slices.IndexFunc(OwnLimits, func(l OwnLimit) bool { return l.Name == name })
		switch {
		case at < 0:
			return o, fault.New(fault.Malformed).Why("own_limit_unknown", name)
		case n == nil:
			delete(after, name)
		case *n < 0 || *n > OwnLimits[at].Most:
			return o, fault.New(fault.Malformed).Why("own_limit", name, OwnLimits[at].Most)
		default:
			after[name] = *n
		}
	}
	return after, nil
}

// String lists them, in the order of OwnLimits; "" without any.
func (o Own) String() string {
	text := ""
	for _, l := range OwnLimits {
		if n, apart := o[l.Name]; apart {
			text += " " + l.Name + "=" + strconv.Itoa(n)
		}
	}
	return text[min(1, len(text)):]
}

// Scan reads them as they are stored.
func (o *Own) Scan(stored any) error {
	if stored == "{}" {
		return nil
	}
	return json.Unmarshal(fmt.Append(nil, stored), o)
}

func (o Own) stored() string {
	text, _ := json.Marshal(maps.Collect(maps.All(o))) // numbers by name; of none "{}"
	return string(text)
}
