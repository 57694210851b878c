package worker

import (
	"context"

	"renown/internal/room/publishing/order"
)

// Kinds of jobs that bring approved orders to their outlets.
const (
	PushKind      = "push"
	PushSweepKind = "push_sweep"
)

// PushArgs says which order to hand over.
type PushArgs struct {
	OrderID string `json:"order_id"`
}

// pushWorkers is how many outlets a process calls at once: one that does not answer holds a worker for half a minute.
const pushWorkers = 16

// Push hands one order to its outlet, and comes back to it as long as its outcome is in doubt. How often is decided by the
// order, not by the job.
func Push(orders *order.Orders) Job {
	return Job{
		Kind: PushKind, Workers: pushWorkers, Timeout: order.PushTime, MaxAttempts: 100,
		Handle: handle(func(ctx context.Context, args PushArgs) error {
			again, err := orders.Push(ctx, args.OrderID)
			if err == nil && again > 0 {
				return Later{again}
			}
			return err
		}),
	}
}

// PushSweep makes jobs anew that were lost.
func PushSweep(orders *order.Orders) Job {
	return Job{
		Kind: PushSweepKind, Workers: 1, Timeout: order.PushTime, MaxAttempts: 3,
		Handle: handle(func(ctx context.Context, _ nothing) error {
			_, err := orders.SweepPushes(ctx)
			return err
		}),
	}
}
