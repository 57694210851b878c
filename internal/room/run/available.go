package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/tool/assistant"
)

// Available is a platform of the caller's plan, and whether it can be asked now.
type Available struct {
	Platform  string  `json:"platform"`
	Name      string  `json:"name"`
	Available bool    `json:"available"`
	Reason    *Reason `json:"reason"`
}

// Available lists the platforms of the caller's plan in the catalogue's order.
func (r *Runs) Available(ctx context.Context, who account.Caller) (list []Available, err error) {
	defer fault.Wrap(&err, "run.Available")

	lookup, available := r.AvailableLookup(who)
	if err := r.db.Together(ctx, lookup); err != nil {
		return nil, err
	}
	return available()
}

// AvailableLookup is Available for who looks up something else together with it: available is called afterwards.
func (r *Runs) AvailableLookup(who account.Caller) (_ store.Lookup, available func() ([]Available, error)) {
	a := tierAndCircuits{closed: map[string]circuit{}}
	return a.lookup(who.SpaceID), func() ([]Available, error) {
		if a.tier == "" {
			return nil, fault.NotFound("space", who.SpaceID)
		}
		return r.availableOn(a.tier, a.closed), nil
	}
}

func (r *Runs) availableOn(tier plan.Tier, closed map[string]circuit) []Available {
	list := []Available{}
	for _, p := range r.allowed(tier) {
		one := Available{Platform: p.ID, Name: p.NameZH, Available: true}
		if why := r.unavailable(p.ID, assistant.ModeSearch, closed, r.db.Now()); why != nil {
			one.Available, one.Reason = false, &why.why
		}
		list = append(list, one)
	}
	return list
}

// tierAndCircuits are the tier that a space lives on and the platforms that are left alone or on trial: every overview asks for both.
type tierAndCircuits struct {
	tier   plan.Tier // empty: there is no such space
	closed map[string]circuit
}

func (a *tierAndCircuits) lookup(spaceID string) store.Lookup {
	return store.Lookup{
		SQL: `SELECT s.tier, g.platform, g.open_class, g.open_until, g.open_model FROM spaces p JOIN subscriptions s ON s.user_id = p.owner_id
			LEFT JOIN platform_gates g ON g.open_until IS NOT NULL WHERE p.id = $1`,
		Args: []any{spaceID},
		Each: func(row store.Row) error {
			var platform, class, model *string
			var until *timestamp.Time
			err := row.Scan(&a.tier, &platform, &class, &until, &model)
			if err == nil && platform != nil {
				a.closed[*platform] = circuit{*platform, assistant.Class(*class), deref(model), *until}
			}
			return err
		},
	}
}

// Platforms lists the catalogue in its order, with what each is called in Chinese.
func (r *Runs) Platforms() (order []string, names map[string]string) {
	names = map[string]string{}
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		order = append(order, p.ID)
		names[p.ID] = p.NameZH
	}
	return order, names
}
