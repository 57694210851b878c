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
func (r *Runs) Available(ctx context.Context, who account.Caller) (_ []Available, err error) {
	defer fault.Wrap(&err, "run.Available")

	tier, closed, err := r.tierAndCircuits(ctx, who.SpaceID)
	if err != nil {
		return nil, err
	}
	list := []Available{}
	for _, p := range r.allowed(tier) {
		one := Available{Platform: p.ID, Name: p.NameZH, Available: true}
		if why := r.unavailable(p.ID, assistant.ModeSearch, closed, r.db.Now()); why != nil {
			one.Available, one.Reason = false, &why.why
		}
		list = append(list, one)
	}
	return list, nil
}

// tierAndCircuits reads by one statement the tier that a space lives on and the platforms that are left alone or on trial: every
// overview asks for both.
func (r *Runs) tierAndCircuits(ctx context.Context, spaceID string) (tier plan.Tier, closed map[string]circuit, err error) {
	closed = map[string]circuit{}
	found := false
	err = store.Each(ctx, r.db.Read(), func(row store.Row) error {
		var platform, class *string
		var until *timestamp.Time
		err := row.Scan(&tier, &platform, &class, &until)
		if found = true; err == nil && platform != nil {
			closed[*platform] = circuit{*platform, assistant.Class(*class), *until}
		}
		return err
	}, `SELECT s.tier, g.platform, g.open_class, g.open_until FROM spaces p JOIN subscriptions s ON s.user_id = p.owner_id
		LEFT JOIN platform_gates g ON g.open_until IS NOT NULL WHERE p.id = $1`, spaceID)
	if err == nil && !found {
		err = fault.NotFound("space", spaceID)
	}
	return tier, closed, err
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
