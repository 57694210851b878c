package publishing

import (
	"renown/internal/floor/queue"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// Post is what handing orders to outlets needs.
type Post struct {
	Sender *webhook.Sender
	Keys   *secretbox.Ring // seals the outlets' secrets and the orders' tokens
	// CallbackURL is what an order's id is appended to, to say where its outlet reports; empty: there is no such address.
	CallbackURL string
	Queue       *queue.Queue
}

// Secrets are sealed with the name of the row they stand in, so that they open nowhere else.

func aboutOutlet(mediaID string) string { return "media.endpoint_secret/" + mediaID }
func aboutOrder(orderID string) string  { return "orders.callback_token/" + orderID }
