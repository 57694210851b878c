package run

import (
	"cmp"
	"context"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/tool/assistant"
)

// PlatformState is whether a platform can be asked.
type PlatformState = assistant.State

// States of a platform.
const (
	PlatformReady     = assistant.Ready
	PlatformKeyless   = assistant.NotConfigured
	PlatformSuspended = assistant.Suspended
	PlatformLeftAlone = PlatformState("circuit_open") // by all processes, because of faults
)

// PlatformStatus is a platform for operators: what this process is configured with, and whether the installation leaves it
// alone. It has no secrets.
type PlatformStatus struct {
	ID, NameZH, NameEN    string
	Tier, Protocol, Model string
	Modes                 []string
	Missing               []string // what it cannot do, in English
	State                 PlatformState
	Cause                 string    // of being left alone
	Gone, Successor       string    // the model that is gone, and the one to name instead where one is known
	Until                 time.Time // it is left alone
	Simulated             bool
}

// Unconnected tells whether every platform that this process knows lacks its key, and the variables that their keys are read from.
func (r *Runs) Unconnected() (keys []string, unconnected bool) {
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		if r.rooms.Assistants.State(p.ID) != PlatformKeyless {
			return nil, false
		}
		if p.KeyEnv != "" && !slices.Contains(keys, p.KeyEnv) {
			keys = append(keys, p.KeyEnv)
		}
	}
	return keys, true
}

// PlatformStatuses lists the catalogue with the state of each platform.
func (r *Runs) PlatformStatuses(ctx context.Context) (_ []PlatformStatus, err error) {
	defer fault.Wrap(&err, "run.PlatformStatuses")

	closed, err := circuits(ctx, r.db.Read())
	if err != nil {
		return nil, err
	}
	var list []PlatformStatus
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		can := p.Capabilities()
		status := PlatformStatus{
			ID: p.ID, NameZH: p.NameZH, NameEN: p.NameEN, Tier: string(p.Tier), Protocol: string(p.Protocol), Model: p.Model,
			Missing: can.Missing(), State: r.rooms.Assistants.State(p.ID), Simulated: r.rooms.Assistants.Simulated(),
		}
		for _, m := range can.Modes {
			status.Modes = append(status.Modes, string(m))
		}
		c := closed[p.ID]
		asked := func(model string) bool { return c.closes(model, r.db.Now()) }
		if slices.ContainsFunc(p.Asked(), asked) && status.State == PlatformReady {
			status.State, status.Cause, status.Until = PlatformLeftAlone, string(c.class), c.until.Time
			if c.class == assistant.Retired {
				status.Gone, status.Successor = c.model, p.Successor
			}
		}
		list = append(list, status)
	}
	slices.SortStableFunc(list, func(a, b PlatformStatus) int { return cmp.Compare(min(1, len(b.Gone)), min(1, len(a.Gone))) })
	return list, nil
}

// Successor is the model to name where a platform's own is gone, "" where none is known.
func (r *Runs) Successor(platform string) string {
	if p := r.rooms.Assistants.Catalogue().Find(platform); p != nil {
		return p.Successor
	}
	return ""
}
