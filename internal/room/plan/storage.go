package plan

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// rowBytes is what a stored record counts beside its texts.
const rowBytes = 256

// Bytes is what a record of these texts counts towards what its account stores. A text is a string, a *string or a store.Texts.
func Bytes(texts ...any) int64 {
	bytes := int64(rowBytes)
	for _, text := range texts {
		switch t := text.(type) {
		case string:
			bytes += int64(len(t))
		case *string:
			if t != nil {
				bytes += int64(len(*t))
			}
		case store.Texts:
			list, err := t.MarshalJSON() // as it is kept
			if err == nil {
				bytes += int64(len(list))
			}
		}
	}
	return bytes
}

const (
	ofSpace = `SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM stored_bytes WHERE space_id IN
		(SELECT id FROM spaces WHERE owner_id = (SELECT owner_id FROM spaces WHERE id = $1))`
	ofUser = `SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM stored_bytes WHERE ` + Owned
)

// StoreTx books that what a space stores has grown by so many bytes, or shrunk. What the spaces of one owner store together has a
// quota; growing past it is CapReached. Who lets it grow holds the lock on the subscription.
func (p *Plans) StoreTx(ctx context.Context, tx *store.Tx, spaceID string, grown int64) (err error) {
	defer fault.Wrap(&err, "plan.StoreTx")

	if grown == 0 {
		return nil
	}
	_, err = tx.Exec(ctx, `INSERT INTO stored_bytes (space_id, bytes) VALUES ($1, $2)
		ON CONFLICT (space_id) DO UPDATE SET bytes = CASE WHEN stored_bytes.bytes + CAST($3 AS BIGINT) < 0 THEN 0
		ELSE stored_bytes.bytes + CAST($3 AS BIGINT) END`,
		spaceID, max(grown, 0), grown)
	if err != nil || grown < 0 {
		return err
	}
	return p.HoldsTx(ctx, tx, spaceID)
}

// HoldsTx is CapReached when what the spaces of a space's owner store together is more than the quota.
func (p *Plans) HoldsTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "plan.HoldsTx")

	total, err := store.One[int64](tx.QueryRow(ctx, ofSpace, spaceID))
	if err == nil && total > p.options.MaxStored {
		err = fault.New(fault.CapReached).Why("storage_cap", p.options.MaxStored/1_000_000).With("limit", p.options.MaxStored)
	}
	return err
}

// Storage is what an account stores, and may. From is the share of the limit from which on its owner is told, in percent.
type Storage struct{ Used, Limit, From int64 }

// Nearly tells whether the owner should be told.
func (s Storage) Nearly() bool { return s.Used >= s.Limit/100*s.From }

// Percent is how much of the quota is used.
func (s Storage) Percent() int64 { return s.Used * 100 / max(s.Limit, 1) }

// Storage tells what a user's spaces store together.
func (p *Plans) Storage(ctx context.Context, userID string) (s Storage, err error) {
	defer fault.Wrap(&err, "plan.Storage")

	s.Limit, s.From = p.options.MaxStored, p.options.StorageWarning
	s.Used, err = store.One[int64](p.db.Read().QueryRow(ctx, ofUser, userID))
	return s, err
}
