package app

import (
	"context"

	"renown/internal/media"
	"renown/internal/openapi"
	"renown/internal/outlet"
	"renown/internal/queue"
	"renown/internal/stamp"
	"renown/internal/store"
	"renown/internal/worker"
)

// outlets is what orders are handed over with. Outlets report where users reach the console; without such an address they
// can only answer at once.
func (a *App) outlets() media.Post {
	p := media.Post{Sender: outlet.New(outlet.Options{Networks: a.Settings.OutletNetworks}), Keys: a.Settings.SealKeys, Enqueue: a.enqueuePush}
	if a.Settings.PublicURL != "" {
		p.CallbackURL = a.Settings.PublicURL + openapi.CallbackPath
	}
	return p
}

func (a *App) enqueuePush(ctx context.Context, tx *store.Tx, orderID string, at stamp.Time) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.PushKind, Args: worker.PushArgs{OrderID: orderID}, RunAt: at.Time})
}
