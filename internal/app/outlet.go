package app

import (
	"renown/internal/door/api"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/webhook"
)

// outlets is what orders are handed over with. Outlets report where users reach the console; without such an address they
// can only answer at once.
func (a *App) outlets() order.Post {
	p := order.Post{Sender: webhook.New(webhook.Options{Networks: a.Settings.OutletNetworks}), Keys: a.Settings.SealKeys, Queue: a.queue}
	if a.Settings.PublicURL != "" {
		p.CallbackURL = a.Settings.PublicURL + api.CallbackPath
	}
	return p
}
