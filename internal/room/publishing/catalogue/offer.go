package catalogue

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Offer is what an order needs to know of an outlet.
type Offer struct {
	ID           string
	Name         string
	MediaType    Type
	ContentTypes store.Texts
	Points       int64 // for one order
	Status       Status
	Adapter      Adapter
}

// Takes tells whether a content of this type can be ordered now.
func (o Offer) Takes(c ContentType) bool {
	return o.Status == Available && slices.Contains(o.ContentTypes, string(c))
}

// OffersTx reads outlets in the order of their ids. The first that is not there is NotFound.
func (c *Catalogue) OffersTx(ctx context.Context, tx *store.Tx, ids []string) (_ []Offer, err error) {
	defer fault.Wrap(&err, "catalogue.OffersTx")

	marks, args := store.Among(ids, 0)
	found, err := store.List(ctx, tx, func(row store.Row) (o Offer, err error) {
		err = row.Scan(&o.ID, &o.Name, &o.MediaType, &o.ContentTypes, &o.Points, &o.Status, &o.Adapter)
		return o, err
	}, `SELECT id, name, media_type, content_types, points, status, adapter FROM outlets WHERE id`+marks, args...)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]Offer, len(found))
	for _, o := range found {
		byID[o.ID] = o
	}
	list := make([]Offer, len(ids))
	for i, outletID := range ids {
		o, ok := byID[outletID]
		if !ok {
			return nil, fault.NotFound("media", outletID)
		}
		list[i] = o
	}
	return list, nil
}
