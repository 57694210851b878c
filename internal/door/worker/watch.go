package worker

import (
	"context"
	"time"

	"renown/internal/room/publishing/order"
)

// WatchKind names the job that matches citations with what was published; the queue enqueues it by itself.
const WatchKind = "watch"

// Watch brings the citation counts of orders and outlets up to date.
func Watch(orders *order.Orders) Job {
	return Job{
		Kind: WatchKind, Workers: 1, Timeout: 10 * time.Minute, MaxAttempts: 3,
		Handle: handle(func(ctx context.Context, _ nothing) error { return orders.Watch(ctx) }),
	}
}
