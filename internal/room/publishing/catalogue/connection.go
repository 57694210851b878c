package catalogue

import (
	"context"
	"errors"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/webhook"
)

// Outlet is how an outlet takes orders, as an operator sees it: never with its secret.
type Connection struct {
	OutletID string  `json:"media_id"`
	Key      string  `json:"key"`
	Name     string  `json:"name"`
	Adapter  Adapter `json:"adapter"`
	Endpoint *string `json:"endpoint"`
	Secret   bool    `json:"secret"` // there is one
}

const selectConnection = `SELECT id, key, name, adapter, endpoint_url, endpoint_secret IS NOT NULL FROM outlets`

func scanConnection(row store.Row) (o Connection, err error) {
	err = row.Scan(&o.OutletID, &o.Key, &o.Name, &o.Adapter, &o.Endpoint, &o.Secret)
	return o, err
}

// Outlets lists those that are not served by hand.
func (c *Catalogue) Connections(ctx context.Context) (_ []Connection, err error) {
	defer fault.Wrap(&err, "catalogue.Connections")

	return store.List(ctx, c.db.Read(), scanConnection, selectConnection+` WHERE adapter <> 'manual' ORDER BY name, id`)
}

// OutletChange is what an operator says of how outlets take orders.
type ConnectionChange struct {
	Adapter  Adapter
	Endpoint string         // of Webhook; empty keeps what there is
	Secret   webhook.Secret // of Webhook; empty keeps what there is
	// Overlap keeps the former secret in force beside the new one, until the next change.
	Overlap bool
}

// SetOutlets changes how some outlets take orders, named by id or key: all of them or none. Orders that were approved
// before keep their way, with the endpoint and the secret as they are now.
func (c *Catalogue) Connect(ctx context.Context, names []string, change ConnectionChange) (list []Connection, err error) {
	defer fault.Wrap(&err, "catalogue.Connect")

	switch change.Adapter {
	case Manual:
		if change.Endpoint != "" || !change.Secret.Empty() {
			return nil, errors.New("an outlet that is served by hand has neither endpoint nor secret")
		}
	case Webhook:
		if change.Endpoint != "" {
			if change.Endpoint, err = c.options.Sender.CheckAddress(change.Endpoint); err != nil {
				return nil, errors.New("endpoint: " + err.Error())
			}
		}
	default:
		return nil, errors.New("an adapter is manual or webhook")
	}
	err = c.db.InTx(ctx, func(tx *store.Tx) error {
		list = make([]Connection, 0, len(names))
		for _, name := range names {
			o, err := c.connectTx(ctx, tx, name, change)
			if err != nil {
				return err
			}
			if err := audit.WriteTx(ctx, tx, audit.OutletConnect,
				audit.About{Subject: o.OutletID, Detail: []string{string(o.Adapter)}}); err != nil {
				return err
			}
			list = append(list, o)
		}
		return nil
	})
	return list, err
}

func (c *Catalogue) connectTx(ctx context.Context, tx *store.Tx, name string, change ConnectionChange) (o Connection, err error) {
	o, err = scanConnection(tx.QueryRow(ctx, selectConnection+` WHERE id = $1 OR key = $1 ORDER BY CASE WHEN id = $1 THEN 0
		ELSE 1 END LIMIT 1`+tx.ForUpdate(), name))
	if err != nil {
		return o, store.NotFound(err, "media", name)
	}
	if change.Adapter == Manual {
		_, err = tx.Exec(ctx,
			`UPDATE outlets SET adapter = 'manual', endpoint_url = NULL, endpoint_secret = NULL WHERE id = $1`,
			o.OutletID)
		o.Adapter, o.Endpoint, o.Secret = Manual, nil, false
		return o, err
	}
	if change.Endpoint != "" {
		o.Endpoint = &change.Endpoint
	}
	sealed, err := c.secretTx(ctx, tx, o.OutletID, change)
	switch {
	case err != nil:
		return o, err
	case o.Endpoint == nil:
		return o, errors.New(o.OutletID + " needs an endpoint")
	case sealed == nil:
		return o, errors.New(o.OutletID + " needs a secret")
	}
	o.Adapter, o.Secret = Webhook, true
	_, err = tx.Exec(ctx, `UPDATE outlets SET adapter = 'webhook', endpoint_url = $2, endpoint_secret = $3
		WHERE id = $1`, o.OutletID, *o.Endpoint, sealed)
	return o, err
}

// secretTx is the outlet's secret after a change, sealed.
func (c *Catalogue) secretTx(ctx context.Context, tx *store.Tx, outletID string, change ConnectionChange) ([]byte, error) {
	var kept []byte
	if err := tx.QueryRow(ctx, `SELECT endpoint_secret FROM outlets WHERE id = $1`, outletID).Scan(&kept); err != nil {
		return nil, err
	}
	if change.Secret.Empty() {
		return kept, nil
	}
	secret := change.Secret
	if change.Overlap && kept != nil {
		former, err := c.OpenSecret(outletID, kept)
		if err != nil {
			return nil, err
		}
		secret = secret.After(former)
	}
	sealed, err := c.options.Keys.Seal(secret.Reveal(), aboutOutlet(outletID))
	return []byte(sealed), err
}

// OpenSecret reads an outlet's secret as its row holds it.
func (c *Catalogue) OpenSecret(outletID string, sealed []byte) (webhook.Secret, error) {
	text, err := c.options.Keys.Open(string(sealed), aboutOutlet(outletID))
	if err != nil {
		return webhook.Secret{}, err
	}
	return webhook.ParseSecret(text)
}

// aboutOutlet is what a secret is sealed with, so that it opens nowhere else.
func aboutOutlet(outletID string) string { return "media.endpoint_secret/" + outletID }
