package run

import (
	"context"

	"renown/internal/account"
	"renown/internal/assistant"
	"renown/internal/store"
)

// Available is a platform of the caller's plan, and whether it can be asked now.
type Available struct {
	Platform  string  `json:"platform"`
	Name      string  `json:"name"`
	Available bool    `json:"available"`
	Reason    *string `json:"reason"` // Chinese
}

// Available lists the platforms of the caller's plan in the catalogue's order.
func (r *Runs) Available(ctx context.Context, who account.Caller) ([]Available, error) {
	subscription, err := r.rooms.Plans.Of(ctx, who.UserID)
	if err != nil {
		return nil, err
	}
	type gate struct {
		platform string
		class    assistant.Class
	}
	open, err := store.List(ctx, r.db.Read(), func(row store.Row) (g gate, err error) {
		err = row.Scan(&g.platform, &g.class)
		return g, err
	}, `SELECT platform, open_class FROM platform_gates WHERE open_until > $1`, r.db.Now())
	if err != nil {
		return nil, err
	}
	left := map[string]*reason{}
	for _, g := range open {
		left[g.platform] = because(g.class)
	}
	list := []Available{}
	for _, p := range r.allowed(subscription.Tier) {
		a := Available{Platform: p.ID, Name: p.NameZH, Available: true}
		why := r.unavailable(p, assistant.ModeSearch)
		if why == nil {
			why = left[p.ID]
		}
		if why != nil {
			a.Available, a.Reason = false, &why.text
		}
		list = append(list, a)
	}
	return list, nil
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
