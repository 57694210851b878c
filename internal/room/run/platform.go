package run

import (
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
		if c, ok := closed[p.ID]; ok && c.open(r.db.Now()) && status.State == PlatformReady {
			status.State, status.Cause, status.Until = PlatformLeftAlone, string(c.class), c.until.Time
		}
		list = append(list, status)
	}
	return list, nil
}
