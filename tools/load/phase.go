package main

import (
	"context"
	"fmt"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// phase is what became of the requests of an attack, and what the server used for them.
type phase struct {
	name   string
	took   time.Duration
	sent   int
	rate   float64                    // sent a second, which is less than was asked for when this process has too little processor time
	groups map[string]*vegeta.Metrics // of the mix, "answered" for all of them together, "refused"
	codes  map[int]int                // of answers that are no success
	errors map[string]int             // requests without an answer
	cpu    float64                    // seconds
	memory int                        // bytes, at the end
}

// perSecond is successes a second.
func (p *phase) perSecond() float64 { return float64(p.groups["answered"].Requests) / p.took.Seconds() }

// add counts a request. The latency of a refusal is told apart from that of success; what failed otherwise has none.
func (p *phase) add(group string, code int, r *vegeta.Result) {
	p.sent++
	switch {
	case code == noAnswer && r.Error == "":
		p.errors["no envelope"]++
	case code == noAnswer:
		p.errors[r.Error]++
	case code == 0:
		p.groups[group].Add(r)
		p.groups["answered"].Add(r)
	default:
		p.codes[code]++
		if refusals[code] {
			p.groups["refused"].Add(r)
		}
	}
}

var groups = []string{"analyses", "polling", "lists", "writes", "refused", "answered"}

// attack sends requests at a rate, or as a closed loop of so many clients.
func (d *driver) attack(ctx context.Context, name string, rate float64, clients int, length time.Duration) *phase {
	say("%s", name)
	p := &phase{name: name, groups: map[string]*vegeta.Metrics{}, codes: map[int]int{}, errors: map[string]int{}}
	for _, g := range groups {
		p.groups[g] = &vegeta.Metrics{}
	}
	bound := uint64(clients)
	if rate > 0 {
		bound = most
	}
	attacker := vegeta.NewAttacker(vegeta.Client(d.client), vegeta.Workers(uint64(clients)), vegeta.MaxWorkers(bound))
	defer context.AfterFunc(ctx, func() { attacker.Stop() })()
	before, _ := d.server.usage()
	began, last := time.Now(), time.Duration(1)
	for r := range attacker.Attack(d.next, vegeta.Rate{Freq: int(rate), Per: time.Second}, length, "") { // no rate: as fast as answers come
		group, code := d.answered(r)
		p.add(group, code, r)
		last = max(last, r.Timestamp.Sub(began))
	}
	p.rate = float64(p.sent) / last.Seconds()
	p.took = time.Since(began)
	p.cpu, p.memory = d.server.usage()
	p.cpu -= before
	for _, m := range p.groups {
		m.Close()
	}
	return p
}

// phases drives the server through all of them.
func (o options) phases(ctx context.Context, d *driver) (r report, err error) {
	_, r.idle = d.server.usage()
	d.attack(ctx, "warming up", 0, o.clients, min(3*time.Second, o.length))
	r.full = d.attack(ctx, fmt.Sprintf("closed loop, %d clients", o.clients), 0, o.clients, o.length)
	if r.full.perSecond() < 1 {
		return r, fmt.Errorf("nothing was answered: codes %v, errors %v, %w", r.full.codes, r.full.errors, ctx.Err())
	}
	open := func(rate float64) *phase {
		return d.attack(ctx, fmt.Sprintf("open loop, %.0f requests/s", rate), max(1, rate), o.clients, o.length)
	}
	half := open(r.full.perSecond() / 2)
	r.twice = open(r.full.perSecond() * 2)
	r.phases = []*phase{r.full, half, r.twice}
	if o.hold > 0 && ctx.Err() == nil {
		d.client.CloseIdleConnections()
		_, before := d.server.usage()
		held := hold(d.server.url, o.hold)
		defer held.release()
		_, after := d.server.usage()
		r.held, r.heldBytes = len(held), after-before
		r.phases = append(r.phases, d.attack(ctx, fmt.Sprintf("beside %d idle connections, 4 clients", len(held)), 0,
			4, min(o.length, 5*time.Second)))
	}
	return r, ctx.Err()
}
