package run

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/tool/assistant"
)

// Allowance is what a caller may start now, for a page that says so before a run is submitted. Submit decides anew.
type Allowance struct {
	Limit, Used int
	ResetsAt    timestamp.Time
	NextAt      *timestamp.Time // when the minimum gap has passed; nil when it has
	Platforms   []Offer
}

// Offer is a platform of the catalogue as a caller sees it. ReasonCode says why it would be skipped; empty when it can be asked.
type Offer struct {
	Platform, Name, NameEN string
	Allowed                bool // by the tier
	Reason                 Reason
	ReasonCode             string
}

// Allowance tells what is left of the caller's quota and which platforms a run in this mode would ask.
func (r *Runs) Allowance(ctx context.Context, who account.Caller, mode Mode) (a Allowance, err error) {
	defer fault.Wrap(&err, "run.Allowance")

	if mode == "" {
		mode = assistant.ModeSearch
	}
	subscription, err := r.rooms.Plans.For(ctx, who.SpaceID)
	if err != nil {
		return a, err
	}
	limits, now := subscription.Limits(), r.db.Now()
	from, to := day.Of(now.Time).Bounds()
	a.Limit, a.ResetsAt = limits.RunsPerDay, to
	if a.Used, err = usedRuns(ctx, r.db.Read(), subscription.UserID, from); err != nil {
		return a, err
	}
	if a.NextAt, err = nextRun(ctx, r.db.Read(), subscription, now); err != nil {
		return a, err
	}
	a.Platforms, err = r.offers(ctx, ids(r.allowed(subscription.Tier)), mode)
	return a, err
}

// Standing is the plan that the caller's space lives on, with its points and the runs of today. It reads one statement.
func (r *Runs) Standing(ctx context.Context, who account.Caller) (_ plan.Standing, err error) {
	defer fault.Wrap(&err, "run.Standing")

	from := day.Of(r.db.Now().Time).Begin()
	return r.rooms.Plans.Standing(ctx, who.SpaceID, plan.Tally{
		SQL:  `(SELECT count(*) FROM runs WHERE space_id IN (SELECT id FROM spaces WHERE owner_id = s.user_id) AND created_at >= $2 AND` + counts + `)`,
		Args: []any{from},
	})
}

// PlatformName is what a platform of the catalogue is called.
type PlatformName struct{ ID, ZH, EN string }

// Names lists the catalogue in its order.
func (r *Runs) Names() (list []PlatformName) {
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		list = append(list, PlatformName{p.ID, p.NameZH, p.NameEN})
	}
	return list
}

func (r *Runs) offers(ctx context.Context, allowed []string, mode Mode) ([]Offer, error) {
	closed, err := circuits(ctx, r.db.Read())
	if err != nil {
		return nil, err
	}
	var list []Offer
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		offer := Offer{Platform: p.ID, Name: p.NameZH, NameEN: p.NameEN}
		for _, id := range allowed {
			offer.Allowed = offer.Allowed || id == p.ID
		}
		if why := r.unavailable(p.ID, mode, closed, r.db.Now()); why != nil {
			offer.Reason, offer.ReasonCode = why.why, why.code
		}
		list = append(list, offer)
	}
	return list, nil
}
