package event

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/tool/webhook"
)

// Create makes an endpoint. A webhook's secret is made here and shown this once. A second one with the same address is Duplicate, one
// too many CapReached; without keys to seal with it is Unavailable.
func (e *Events) Create(ctx context.Context, who account.Caller, f Fields) (made Made, err error) {
	defer fault.Wrap(&err, "event.Create")

	if err := f.check(); err != nil {
		return made, err
	}
	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		if err := may(ctx, tx, who, f.Kind); err != nil {
			return err
		}
		if err := admitTx(ctx, tx, who.SpaceID); err != nil {
			return err
		}
		at, err := e.checkAddress(ctx, tx, who, f.Kind, f.Address)
		if err != nil {
			return err
		}
		if f.Kind != Mail && !e.Seals() {
			return fault.New(fault.Unavailable).Why("endpoint_unsealed")
		}
		made = Made{Endpoint: Endpoint{
			ID: id.New("end", tx.Now.Time), Kind: f.Kind, Name: f.Name, Address: at.shown, Types: f.Types,
			Language: f.Language, Quiet: f.Quiet,
			Enabled: true, CreatedAt: tx.Now, UpdatedAt: tx.Now, spaceID: who.SpaceID,
		}}
		kept := hidden{at.url, f.Secret}
		if f.Kind == Webhook {
			secret := webhook.NewSecret().Reveal()
			kept.Secret, made.Secret = secret, &secret
		}
		if f.Kind != Mail {
			if made.sealed, err = e.seal(made.ID, kept); err != nil {
				return err
			}
		} else {
			token := rand.Text()
			made.unsubscribe = &token
		}
		if err := insertTx(ctx, tx, made.Endpoint, at.hash); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.EndpointCreated,
			audit.About{UserID: who.UserID, Subject: made.ID, Detail: []string{string(f.Kind), f.Name}})
	})
	return made, err
}

// may refuses to members what is the owner's of a space: endpoints that have a secret, or whose address is one. Who manages them decides
// where everything goes that happens there. A mailbox is one of a member's and holds none.
func may(ctx context.Context, q store.Querier, who account.Caller, kind Kind) error {
	if kind == Mail {
		return nil
	}
	owner, err := store.One[string](q.QueryRow(ctx, `SELECT owner_id FROM spaces WHERE id = $1`, who.SpaceID))
	if errors.Is(err, store.ErrNoRows) {
		return fault.NotFound("space", who.SpaceID)
	}
	if err == nil && owner != who.UserID {
		err = fault.New(fault.Malformed).Why("endpoint_owner")
	}
	return err
}

// findOwn finds an endpoint that the caller may change.
func findOwn(ctx context.Context, q store.Querier, who account.Caller, endpointID, lock string) (Endpoint, error) {
	to, err := find(ctx, q, who.SpaceID, endpointID, lock)
	if err == nil {
		err = may(ctx, q, who, to.Kind)
	}
	return to, err
}

// admitTx counts what the space has, one caller at a time.
func admitTx(ctx context.Context, tx *store.Tx, spaceID string) error {
	if err := account.LockSpaceTx(ctx, tx, spaceID); err != nil {
		return err
	}
	n, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM event_endpoints WHERE space_id = $1`, spaceID))
	if err == nil && n >= endpointsMost {
		err = fault.New(fault.CapReached).Why("endpoint_cap", endpointsMost).With("limit", endpointsMost)
	}
	return err
}

func insertTx(ctx context.Context, tx *store.Tx, to Endpoint, hash string) error {
	from, until := to.Quiet.columns()
	n, err := tx.Exec(ctx, `INSERT INTO event_endpoints (id, space_id, kind, name, shown, address_hash, sealed, types, language, quiet_from, quiet_to, enabled,
			unsubscribe, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, TRUE, $12, $13, $13) ON CONFLICT (space_id, address_hash) DO NOTHING`,
		to.ID, to.spaceID, string(to.Kind), to.Name, to.Address, hash, to.sealed, to.Types, to.Language, from, until,
		to.unsubscribe, to.CreatedAt)
	if err == nil && n == 0 {
		err = duplicate()
	}
	return err
}

func duplicate() error {
	return fault.New(fault.Duplicate).Why("endpoint_twice")
}

// List reads the caller's endpoints, oldest first.
func (e *Events) List(ctx context.Context, who account.Caller) (_ []Endpoint, err error) {
	defer fault.Wrap(&err, "event.List")

	list, err := store.List(ctx, e.db.Read(), scanEndpoint, selectEndpoint+` WHERE space_id = $1 ORDER BY created_at, id`, who.SpaceID)
	if err != nil {
		return nil, err
	}
	return list, hide(ctx, e.db.Read(), who, list)
}

// hide leaves out the query of a webhook's address for who may not manage it: it can hold the receiver's secret.
func hide(ctx context.Context, q store.Querier, who account.Caller, list []Endpoint) error {
	err := may(ctx, q, who, Webhook)
	if !fault.Is(err, fault.Malformed) {
		return err
	}
	for i, to := range list {
		if at, _, asks := strings.Cut(to.Address, "?"); asks && to.Kind == Webhook {
			list[i].Address = at + "?…"
		}
	}
	return nil
}

// Find reads one endpoint; one of another space is NotFound.
func (e *Events) Find(ctx context.Context, who account.Caller, endpointID string) (_ Endpoint, err error) {
	defer fault.Wrap(&err, "event.Find")

	to, err := find(ctx, e.db.Read(), who.SpaceID, endpointID, "")
	if err != nil {
		return to, err
	}
	list := []Endpoint{to}
	err = hide(ctx, e.db.Read(), who, list)
	return list[0], err
}

func find(ctx context.Context, q store.Querier, spaceID, endpointID, lock string) (Endpoint, error) {
	to, err := scanEndpoint(q.QueryRow(ctx, selectEndpoint+` WHERE id = $1 AND space_id = $2`+lock, endpointID, spaceID))
	return to, store.NotFound(err, "endpoint", endpointID)
}

// Update changes an endpoint; the kind stays. Switching it on again forgets what failed before.
func (e *Events) Update(ctx context.Context, who account.Caller, endpointID string, change func(f *Fields)) (to Endpoint, err error) {
	defer fault.Wrap(&err, "event.Update")

	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		if to, err = findOwn(ctx, tx, who, endpointID, tx.ForUpdate()); err != nil {
			return err
		}
		f := Fields{Kind: to.Kind, Name: to.Name, Types: to.Types, Language: to.Language, Quiet: to.Quiet, Enabled: to.Enabled}
		change(&f)
		f.Kind = to.Kind
		if err := f.check(); err != nil {
			return err
		}
		if to.Kind == Mail && f.Enabled && !to.Enabled && f.Address == "" {
			f.Address = to.Address // its reader may have left meanwhile
		}
		if f.Address != "" || f.Secret != "" {
			if err := e.moveTx(ctx, tx, who, &to, f); err != nil {
				return err
			}
		}
		return e.saveTx(ctx, tx, who, &to, f)
	})
	return to, err
}

// moveTx gives an endpoint another address or, to a bot, another secret.
func (e *Events) moveTx(ctx context.Context, tx *store.Tx, who account.Caller, to *Endpoint, f Fields) error {
	var kept hidden
	var err error
	if to.Kind != Mail {
		if kept, err = e.open(*to); err != nil {
			return err
		}
	}
	if f.Secret != "" {
		kept.Secret = f.Secret
	}
	if f.Address != "" {
		at, err := e.checkAddress(ctx, tx, who, to.Kind, f.Address)
		if err != nil {
			return err
		}
		others, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM event_endpoints WHERE space_id = $1
			AND address_hash = $2 AND id <> $3`, who.SpaceID, at.hash, to.ID))
		if err == nil && others > 0 {
			err = duplicate()
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE event_endpoints SET address_hash = $2 WHERE id = $1`, to.ID, at.hash); err != nil {
			return err
		}
		kept.URL, to.Address = at.url, at.shown
	}
	if to.Kind != Mail {
		to.sealed, err = e.seal(to.ID, kept)
	}
	return err
}

func (e *Events) saveTx(ctx context.Context, tx *store.Tx, who account.Caller, to *Endpoint, f Fields) error {
	switched := f.Enabled != to.Enabled
	to.Name, to.Types, to.Language, to.Quiet, to.UpdatedAt = f.Name, f.Types, f.Language, f.Quiet, tx.Now
	from, until := to.Quiet.columns()
	_, err := tx.Exec(ctx, `UPDATE event_endpoints
		SET name = $2, shown = $3, sealed = $4, types = $5, language = $6, quiet_from = $7, quiet_to = $8, updated_at = $9, ready_at = 0 WHERE id = $1`,
		to.ID, to.Name, to.Address, to.sealed, to.Types, to.Language, from, until, tx.Now)
	if err != nil {
		return err
	}
	switch {
	case switched && f.Enabled:
		to.Enabled, to.DisabledReason, to.DisabledAt, to.FailingSince = true, nil, nil, nil
		_, err = tx.Exec(ctx, `UPDATE event_endpoints
			SET enabled = TRUE, disabled_why = '', disabled_at = NULL, failing_since = NULL, failures = 0, ready_at = 0 WHERE id = $1`, to.ID)
	case switched:
		err = e.disableTx(ctx, tx, to, ByUser)
	}
	if err != nil {
		return err
	}
	if err := e.wakeTx(ctx, tx, to.ID, tx.Now); err != nil { // quiet hours may be others now
		return err
	}
	return audit.WriteTx(ctx, tx, audit.EndpointChanged, audit.About{UserID: who.UserID, Subject: to.ID, Detail: []string{to.Name}})
}

// Delete forgets an endpoint with its deliveries.
func (e *Events) Delete(ctx context.Context, who account.Caller, endpointID string) (err error) {
	defer fault.Wrap(&err, "event.Delete")

	return e.db.InTx(ctx, func(tx *store.Tx) error {
		to, err := findOwn(ctx, tx, who, endpointID, tx.ForUpdate())
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM event_endpoints WHERE id = $1`, to.ID); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.EndpointDeleted, audit.About{UserID: who.UserID, Subject: to.ID, Detail: []string{to.Name}})
	})
}

// Rotate gives a webhook a new secret, shown this once. The one before is signed with too, for a day. Others have none to rotate.
func (e *Events) Rotate(ctx context.Context, who account.Caller, endpointID string) (made Made, err error) {
	defer fault.Wrap(&err, "event.Rotate")

	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		to, err := findOwn(ctx, tx, who, endpointID, tx.ForUpdate())
		if err != nil {
			return err
		}
		if to.Kind != Webhook {
			return fault.Value("only a webhook has a secret to replace", endpointID, "path", "endpoint_id").Why("endpoint_no_secret")
		}
		kept, err := e.open(to)
		if err != nil {
			return err
		}
		before, err := webhook.ParseSecret(kept.Secret)
		if err != nil {
			return err
		}
		fresh := webhook.NewSecret()
		kept.Secret = fresh.After(before).Reveal()
		if to.sealed, err = e.seal(to.ID, kept); err != nil {
			return err
		}
		until, secret := tx.Now.Add(overlap), fresh.Reveal()
		to.OverlapUntil, to.UpdatedAt = &until, tx.Now
		made = Made{to, &secret}
		if _, err := tx.Exec(ctx, `UPDATE event_endpoints SET sealed = $2, overlap_until = $3, updated_at = $4
			WHERE id = $1`, to.ID, to.sealed, until, tx.Now); err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.EndpointSecret, audit.About{UserID: who.UserID, Subject: to.ID, Detail: []string{to.Name}})
	})
	return made, err
}

// Reseal seals anew what is not under the newest key, and returns how many that were.
func (e *Events) Reseal(ctx context.Context) (n int, err error) {
	defer fault.Wrap(&err, "event.Reseal")

	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		n, err = e.resealTx(ctx, tx)
		return err
	})
	return n, err
}

func (e *Events) resealTx(ctx context.Context, tx *store.Tx) (n int, err error) {
	list, err := store.List(ctx, tx, scanEndpoint, selectEndpoint+` WHERE sealed IS NOT NULL`+tx.ForUpdate())
	if err != nil {
		return 0, err
	}
	for _, to := range list {
		again, renewed, err := e.options.Keys.Renew(string(to.sealed), about(to.ID))
		if err != nil {
			return n, err
		}
		if !renewed {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE event_endpoints SET sealed = $2 WHERE id = $1`, to.ID, []byte(again)); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
