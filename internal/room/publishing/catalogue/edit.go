package catalogue

import (
	"context"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Set adds an outlet, or changes the one with its key. What an import would refuse is Malformed.
func (c *Catalogue) Set(ctx context.Context, entry Entry) (m Outlet, err error) {
	defer fault.Wrap(&err, "catalogue.Set")

	if entry, err = entry.checked(); err != nil {
		return m, err
	}
	err = c.change(ctx, func(tx *store.Tx, revision int64) (changed bool, err error) {
		if changed, err = writeTx(ctx, tx, revision, entry); err != nil {
			return false, err
		}
		byKey, err := outletsByKey(ctx, tx, []string{entry.Key})
		m = byKey[entry.Key]
		if err != nil || !changed {
			return false, err
		}
		return true, audit.WriteTx(ctx, tx, audit.OutletSet, audit.About{Subject: m.ID, Detail: []string{m.Name}})
	})
	return m, err
}

// Edit lets change alter what is known of an outlet. Its key stays.
func (c *Catalogue) Edit(ctx context.Context, outletID string, change func(*Fields)) (m Outlet, err error) {
	defer fault.Wrap(&err, "catalogue.Edit")

	err = c.change(ctx, func(tx *store.Tx, revision int64) (changed bool, err error) {
		if m, err = findOutlet(ctx, tx, outletID, ""); err != nil {
			return false, err
		}
		entry := Entry{Key: m.Key, Fields: m.Fields}
		change(&entry.Fields)
		if entry, err = entry.checked(); err != nil {
			return false, err
		}
		if changed, err = writeTx(ctx, tx, revision, entry); err != nil {
			return false, err
		}
		m, err = findOutlet(ctx, tx, outletID, "")
		if err != nil || !changed {
			return false, err
		}
		return true, audit.WriteTx(ctx, tx, audit.OutletSet, audit.About{Subject: m.ID, Detail: []string{m.Name}})
	})
	return m, err
}

// SetStatus pauses an outlet, named by id or key, retires it, or makes it available again.
func (c *Catalogue) SetStatus(ctx context.Context, name string, status Status) (m Outlet, err error) {
	defer fault.Wrap(&err, "catalogue.SetStatus")

	err = c.change(ctx, func(tx *store.Tx, revision int64) (changed bool, err error) {
		if m, err = findNamed(ctx, tx, name); err != nil || m.Status == status {
			return false, err
		}
		m.Status, m.UpdatedAt, m.revision = status, tx.Now, revision
		if err := setStatusTx(ctx, tx, m); err != nil {
			return false, err
		}
		return true, audit.WriteTx(ctx, tx, audit.OutletStatus, audit.About{Subject: m.ID, Detail: []string{m.Name, string(status)}})
	})
	return m, err
}

// findNamed finds an outlet as operators name it: by its id or, where there is none, by its key.
func findNamed(ctx context.Context, q store.Querier, name string) (Outlet, error) {
	m, err := findOutlet(ctx, q, name, "")
	if !fault.Is(err, fault.NoSuchThing) {
		return m, err
	}
	byKey, keyErr := outletsByKey(ctx, q, []string{name})
	if found, ok := byKey[name]; keyErr != nil || ok {
		return found, keyErr
	}
	return m, err
}

// change runs fn in a transaction that changes the catalogue, if fn says so.
func (c *Catalogue) change(ctx context.Context, fn func(tx *store.Tx, revision int64) (changed bool, err error)) error {
	return c.db.InTx(ctx, func(tx *store.Tx) error {
		revision, err := nextRevisionTx(ctx, tx)
		if err != nil {
			return err
		}
		changed, err := fn(tx, revision)
		if err != nil || !changed {
			return err
		}
		return raiseRevisionTx(ctx, tx, revision)
	})
}

// checked is the outlet as a line of a file with the same contents would give it.
func (o Entry) checked() (Entry, error) {
	r := record{Key: &o.Key, Fields: o.Fields}
	r.Price.Points = &o.Price.Points
	if o.Status != nil {
		status := string(*o.Status)
		r.Status = &status
	}
	out, err := r.outlet()
	if err != nil {
		return out, fault.New(fault.Malformed).Why("outlet_wrong", err.Error())
	}
	return out, nil
}
