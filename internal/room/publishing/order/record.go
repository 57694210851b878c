package order

import (
	"context"
	"strconv"

	"renown/internal/floor/store"
	"renown/internal/room/event"
)

// eventOf is what others are told when an order comes into a state: that it was published, needs its user, or ended without having been
// published and not by its user's doing.
var eventOf = map[State]event.Type{
	Published: event.OrderPublished, NeedsRevision: event.OrderNeedsRevision, Failed: event.OrderFailed,
	Rejected: event.OrderFailed, Expired: event.OrderFailed,
}

func (p *Orders) recordTx(ctx context.Context, tx *store.Tx, o Order) error {
	kind, told := eventOf[o.Status]
	if !told {
		return nil
	}
	return p.rooms.Events.RecordTx(ctx, tx, event.Record{
		SpaceID: o.SpaceID, Type: kind, Once: string(kind) + "/" + o.ID + "/" + strconv.FormatInt(o.events, 10),
		Subject: o.ID, Data: o.told(),
	})
}

func (o Order) told() event.Order {
	return event.Order{
		OrderID: o.ID, Status: string(o.Status), Title: o.Content.Title, OutletID: o.Outlet.ID, Outlet: o.Outlet.Name, Reason: o.Reason,
		PublishedURL: o.PublishedURL, Citations: o.Citations,
	}
}

// citedTx records that assistants cite an article that none had cited before.
func (p *Orders) citedTx(ctx context.Context, tx *store.Tx, orderID string, citations int64) error {
	o, err := find(ctx, tx, "", orderID)
	if err != nil {
		return err
	}
	o.Citations = citations
	return p.rooms.Events.RecordTx(ctx, tx, event.Record{
		SpaceID: o.SpaceID, Type: event.CitationFirst, Once: string(event.CitationFirst) + "/" + o.ID, Subject: o.ID, Data: o.told(),
	})
}
