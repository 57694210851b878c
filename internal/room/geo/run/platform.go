package run

import (
	"time"

	"renown/internal/tool/assistant"
)

// PlatformState is whether a platform can be asked.
type PlatformState = assistant.State

// States of a platform.
const (
	PlatformReady     = assistant.Ready
	PlatformKeyless   = assistant.NotConfigured
	PlatformSuspended = assistant.Suspended
	PlatformLeftAlone = assistant.CircuitOpen
)

// PlatformStatus is a platform as this process sees it, for operators. It has no secrets.
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

// Fleet lists the catalogue with the state of each platform.
func (r *Runs) Fleet() []PlatformStatus {
	var list []PlatformStatus
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		can, status := p.Capabilities(), r.rooms.Assistants.Status(p.ID)
		line := PlatformStatus{
			ID: p.ID, NameZH: p.NameZH, NameEN: p.NameEN, Tier: string(p.Tier), Protocol: string(p.Protocol), Model: p.Model,
			Missing: can.Missing(), State: status.State, Cause: string(status.Cause), Until: status.Until, Simulated: status.Simulated,
		}
		for _, m := range can.Modes {
			line.Modes = append(line.Modes, string(m))
		}
		list = append(list, line)
	}
	return list
}
