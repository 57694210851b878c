package run

import (
	"context"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
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

// detection is the operator's switch, as it is kept.
type detection struct {
	Suspended bool            `json:"suspended"`
	ChangedAt *timestamp.Time `json:"changed_at"`
}

const detectionSetting = "detection"

// Suspend holds new runs in the queue; what is running goes on.
func (r *Runs) Suspend(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Suspend")
	return r.setSuspended(ctx, true)
}

// Resume lets what was held start, in the order of acceptance, as far as there is room. The next Sweep of a process that
// works starts it: the operator's command has neither the platforms' keys nor their circuits, and cannot tell what to skip.
func (r *Runs) Resume(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Resume")
	return r.setSuspended(ctx, false)
}

func (r *Runs) setSuspended(ctx context.Context, suspended bool) error {
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		s, err := setting.LockTx[detection](ctx, tx, detectionSetting)
		if err != nil || s.Suspended == suspended {
			return err
		}
		if err := setting.PutTx(ctx, tx, detectionSetting, detection{suspended, &tx.Now}); err != nil {
			return err
		}
		state := "resumed"
		if suspended {
			state = "suspended"
		}
		return audit.WriteTx(ctx, tx, audit.DetectionSet, audit.About{Detail: []string{state}})
	})
}

// Detection tells how the installation stands.
func (r *Runs) Detection(ctx context.Context) (d Detection, err error) {
	defer fault.Wrap(&err, "run.Detection")

	s, err := setting.Get[detection](ctx, r.db.Read(), detectionSetting)
	if err != nil {
		return d, err
	}
	d.Suspended, d.ChangedAt, d.Capacity = s.Suspended, s.ChangedAt, r.options.Capacity
	err = r.db.Read().QueryRow(ctx, `SELECT (SELECT count(*) FROM runs WHERE status = 'running'),
		(SELECT count(*) FROM runs WHERE status = 'queued')`).Scan(&d.Running, &d.Queued)
	return d, err
}
