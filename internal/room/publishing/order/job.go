package order

import (
	"context"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// pushWorkers is how many outlets a process calls at once: one that does not answer holds a worker for half a minute.
const pushWorkers = 16

type pushArgs struct {
	OrderID string `json:"order_id"`
}

type nothing struct{}

var (
	// pushJob hands one order to its outlet, and comes back to it as long as its outcome is in doubt. How often is decided by
	// the order, not by the job.
	pushJob = queue.Declare[pushArgs](queue.Kind{Name: "push", Workers: pushWorkers, Timeout: PushTime, MaxAttempts: 100})
	// sweepJob makes push jobs anew that were lost.
	sweepJob = queue.Declare[nothing](queue.Kind{
		Name: "push_sweep", Timeout: PushTime, MaxAttempts: 3,
		Every: 5 * time.Minute, AtStart: true,
	})
	// expireJob ends orders that were not reviewed in time.
	expireJob = queue.Declare[nothing](queue.Kind{
		Name: "order_expire", Timeout: 5 * time.Minute, MaxAttempts: 3,
		Every: time.Minute, AtStart: true,
	})
	// watchJob brings the citation counts of orders and outlets up to date.
	watchJob = queue.Declare[nothing](queue.Kind{Name: "watch", Timeout: 10 * time.Minute, MaxAttempts: 3, Every: time.Hour, AtStart: true})
)

// Jobs is the background work of this room.
func (p *Orders) Jobs() []queue.Kind {
	return []queue.Kind{
		pushJob.By(func(ctx context.Context, args pushArgs) error {
			again, err := p.Push(ctx, args.OrderID)
			if err == nil && again > 0 {
				return queue.Snooze(again)
			}
			return err
		}),
		sweepJob.By(func(ctx context.Context, _ nothing) error {
			_, err := p.SweepPushes(ctx)
			return err
		}),
		expireJob.By(func(ctx context.Context, _ nothing) error {
			_, err := p.Expire(ctx)
			return err
		}),
		watchJob.By(func(ctx context.Context, _ nothing) error { return p.Watch(ctx) }),
	}
}

// enqueuePushTx asks for Push at the time given or soon after.
func (p *Orders) enqueuePushTx(ctx context.Context, tx *store.Tx, orderID string, at timestamp.Time) error {
	j := pushJob.Job(pushArgs{orderID})
	j.RunAt = at.Time
	return p.rooms.Post.Queue.EnqueueTx(ctx, tx, j)
}
