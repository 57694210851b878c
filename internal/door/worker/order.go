package worker

import (
	"context"
	"time"

	"renown/internal/room/publishing/order"
)

// ExpireKind names the job that ends orders nobody reviewed in time; the queue enqueues it by itself.
const ExpireKind = "order_expire"

// Expire ends the orders that are overdue.
func Expire(orders *order.Orders) Job {
	return Job{
		Kind: ExpireKind, Workers: 1, Timeout: 5 * time.Minute, MaxAttempts: 3,
		Handle: handle(func(ctx context.Context, _ nothing) error {
			_, err := orders.Expire(ctx)
			return err
		}),
	}
}
