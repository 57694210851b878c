package order

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

// aboutOrder is what a token is sealed with, so that it opens nowhere else.
func aboutOrder(orderID string) string { return "orders.callback_token/" + orderID }
