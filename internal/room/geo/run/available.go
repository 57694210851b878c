package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
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

	subscription, err := r.rooms.Plans.For(ctx, who.SpaceID)
	if err != nil {
		return nil, err
	}
	offers, err := r.offers(ctx, ids(r.allowed(subscription.Tier)), assistant.ModeSearch)
	list := []Available{}
	for _, o := range offers {
		switch {
		case !o.Allowed:
		case o.ReasonCode == "":
			list = append(list, Available{Platform: o.Platform, Name: o.Name, Available: true})
		default:
			list = append(list, Available{Platform: o.Platform, Name: o.Name, Reason: &o.Reason})
		}
	}
	return list, err
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
