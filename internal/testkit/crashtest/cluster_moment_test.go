package crashtest

import (
	"context"
	"math/rand/v2"
	"time"

	"renown/internal/testkit/await"
)

// moment is what was known at some time while agents were at work. A nil moment is now.
type moment struct {
	records map[*record]knowledge
	runs    map[*submitted]bool
	orders  map[*ordered]int // how many of its states were acknowledged
	revoked []string
}

// knowledge is what was known of a record: whether it was made and gone, and which value of each field counted.
type knowledge struct {
	made bool
	gone fate
	sure map[string]int
}

func (m *moment) knew(r *record) knowledge {
	if m == nil {
		return know(r)
	}
	return m.records[r]
}

func know(r *record) knowledge {
	k := knowledge{made: true, gone: r.gone, sure: map[string]int{}}
	for name, f := range r.fields {
		k.sure[name] = f.sure
	}
	return k
}

// now notes what is known, between two deeds of everybody.
func (c *fleet) now() *moment {
	c.calm.Lock()
	defer c.calm.Unlock()
	m := &moment{
		records: map[*record]knowledge{}, runs: map[*submitted]bool{}, orders: map[*ordered]int{},
		revoked: append([]string(nil), c.revoked...),
	}
	for _, cu := range c.customers {
		for _, r := range cu.runs {
			m.runs[r] = true
		}
		for _, ag := range cu.agents {
			for _, list := range [][]*record{ag.brands, ag.prompts, ag.competitors, ag.contents} {
				for _, r := range list {
					m.records[r] = know(r)
				}
			}
		}
	}
	for _, o := range c.orders {
		m.orders[o] = len(o.acted)
	}
	return m
}

// had tells whether a run had been acknowledged.
func (m *moment) had(r *submitted) bool { return m == nil || m.runs[r] }

// acted are the states to which an order had been acknowledged to have come; ok is false when it was not known at all.
func (m *moment) acted(o *ordered) (states []string, ok bool) {
	if m == nil {
		return o.acted, true
	}
	n, ok := m.orders[o]
	return o.acted[:n], ok
}

// eachPause calls do again and again until ctx ends, never while a moment is noted.
func (c *fleet) eachPause(ctx context.Context, pause time.Duration, do func()) {
	for ctx.Err() == nil {
		c.calm.RLock()
		do()
		c.calm.RUnlock()
		await.Pause(ctx, pause/2+rand.N(pause))
	}
}
