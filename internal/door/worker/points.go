package worker

import (
	"context"
	"time"

	"renown/internal/room/points"
)

// CheckLedgerKind names the job that compares accounts with their entries; the queue enqueues it by itself.
const CheckLedgerKind = "ledger_check"

// CheckLedger rebuilds every account from its entries and tells where they differ.
func CheckLedger(ledger *points.Ledger, found func([]points.Difference)) Job {
	return Job{
		Kind: CheckLedgerKind, Workers: 1, Timeout: 30 * time.Minute, MaxAttempts: 3,
		Handle: handle(func(ctx context.Context, _ nothing) error {
			_, differences, err := ledger.Check(ctx)
			if err == nil {
				found(differences)
			}
			return err
		}),
	}
}
