package app

import (
	"context"

	"renown/internal/door/api"
	"renown/internal/door/worker"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/webhook"
)

// outlets is what orders are handed over with. Outlets report where users reach the console; without such an address they
// can only answer at once.
func (a *App) outlets() order.Post {
	p := order.Post{Sender: webhook.New(webhook.Options{Networks: a.Settings.OutletNetworks}), Keys: a.Settings.SealKeys, Enqueue: a.enqueuePush}
	if a.Settings.PublicURL != "" {
		p.CallbackURL = a.Settings.PublicURL + api.CallbackPath
	}
	return p
}

func (a *App) enqueuePush(ctx context.Context, tx *store.Tx, orderID string, at timestamp.Time) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.PushKind, Args: worker.PushArgs{OrderID: orderID}, RunAt: at.Time})
}
