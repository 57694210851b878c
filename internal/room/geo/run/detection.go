package run

import (
	"context"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Detection is how the installation stands.
type Detection struct {
	Suspended bool            `json:"suspended"`
	ChangedAt *timestamp.Time `json:"changed_at"`
	Capacity  int             `json:"capacity"`
	Running   int64           `json:"running"`
	Queued    int64           `json:"queued"`
}

// Suspend holds new runs in the queue; what is running goes on.
func (r *Runs) Suspend(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Suspend")
	return r.setSuspended(ctx, 1)
}

// Resume lets what was held start, in the order of acceptance, as far as there is room. The next Sweep of a process that
// works starts it: the operator's command has neither the platforms' keys nor their circuits, and cannot tell what to skip.
func (r *Runs) Resume(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Resume")
	return r.setSuspended(ctx, 0)
}

func (r *Runs) setSuspended(ctx context.Context, suspended int) error {
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE detection SET suspended = $1, changed_at = $2 WHERE id = 1 AND suspended <> $1`, suspended, tx.Now)
		if err != nil || n == 0 {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.DetectionSet, audit.About{Detail: []string{[]string{"resumed", "suspended"}[suspended]}})
	})
}

// Detection tells how the installation stands.
func (r *Runs) Detection(ctx context.Context) (d Detection, err error) {
	defer fault.Wrap(&err, "run.Detection")

	var suspended int
	err = r.db.Read().QueryRow(ctx, `SELECT d.suspended, d.changed_at,
			(SELECT count(*) FROM runs WHERE status = 'running'), (SELECT count(*) FROM runs WHERE status = 'queued')
		FROM detection d WHERE d.id = 1`).Scan(&suspended, &d.ChangedAt, &d.Running, &d.Queued)
	d.Suspended, d.Capacity = suspended == 1, r.options.Capacity
	return d, err
}
