package order

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/publishing/content"
	"renown/internal/tool/webhook"
)

// handed is an order in the hands of this process, ready to be sent.
type handed struct {
	id       string
	attempt  int64 // also tells a late holder that it is late
	doubt    bool  // an earlier attempt may have arrived
	endpoint webhook.Endpoint
	order    webhook.Order
	article  content.Published
	at       timestamp.Time
}

// send calls the outlet.
func (p *Orders) send(ctx context.Context, h *handed) webhook.Result {
	labelled, c := p.rooms.Contents.Label(h.article), &h.order.Content
	c.Body, c.HTML = labelled.Body, labelled.HTML
	c.Label = webhook.Label{
		Paid: true, AIAssisted: h.article.AIAssisted.Bool(), Text: labelled.Text,
		Position: labelled.Position, Metadata: labelled.Metadata,
	}
	message, err := webhook.Compose(h.order, h.at.Time)
	if err != nil {
		return webhook.Result{Verdict: webhook.Doubt, Note: "the message cannot be written: " + err.Error()}
	}
	return p.rooms.Post.Sender.Send(ctx, h.endpoint, message)
}

// pushable is what a claim reads.
type pushable struct {
	order    webhook.Order
	article  content.Published
	due      timestamp.Time
	doubt    bool
	outletID string
	url      *string
	secret   []byte // sealed
	token    []byte // sealed; nil before the first attempt
}

// claimPush takes the next attempt for this process. Nil means that there is nothing to do, or not yet.
func (p *Orders) claimPush(ctx context.Context, orderID string) (h *handed, again time.Duration, err error) {
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		h, again = nil, 0
		o, err := pushableTx(ctx, tx, orderID)
		if errors.Is(err, store.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if again = o.due.Sub(tx.Now.Time); again > 0 {
			return nil
		}
		again = 0
		h, err = p.prepareTx(ctx, tx, o)
		var setup setupError
		if errors.As(err, &setup) {
			h, again = nil, setupWait
			_, err = tx.Exec(ctx, `UPDATE orders SET push_flag = $2, push_error = $3, next_push_at = $4 WHERE id = $1`,
				orderID, FlagSetup, setup.Error(), tx.Now.Add(setupWait))
		}
		return err
	})
	return h, again, err
}

func pushableTx(ctx context.Context, tx *store.Tx, orderID string) (o pushable, err error) {
	if err := lockTx(ctx, tx, orderID); err != nil {
		return o, err
	}
	o.order = webhook.Order{ID: orderID, Content: webhook.Content{Format: "markdown"}}
	c, m, w, a := &o.order.Content, &o.order.Outlet, &o.order.Preferences, &o.article
	err = tx.QueryRow(ctx, `SELECT o.next_push_at, o.push_attempts, o.push_doubt = 1, o.callback_token,
			o.requirements, o.account_rule, o.article_type, o.scheduled_at,
			r.content_id, r.revision, r.content_type, r.title, r.body, r.ai_assisted, m.id, m.key, m.name, m.media_type, m.platform, m.language,
			m.endpoint_url, m.endpoint_secret
		FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision
		JOIN outlets m ON m.id = o.outlet_id
		WHERE o.id = $1 AND o.status = 'publishing' AND o.adapter = 'webhook' AND o.next_push_at IS NOT NULL
		AND NOT `+account.OwnerDisabled, orderID).
		Scan(&o.due, &o.order.Attempt, &o.doubt, &o.token, &w.Requirements, &w.AccountRule, &w.ArticleType, &w.ScheduledAt,
			&c.ID, &c.Revision, &c.ContentType, &c.Title, &c.Body, &a.AIAssisted, &m.ID, &m.Key, &m.Name,
			&a.Outlet.MediaType, &a.Outlet.Platform, &a.Outlet.Language,
			&o.url, &o.secret)
	o.outletID = m.ID
	a.Title, a.Body, a.ContentID, a.Revision, a.OrderID, a.OutletKey = c.Title, c.Body, c.ID, c.Revision, orderID, m.Key
	return o, err
}

// setupError is what an operator has to mend before an outlet can be called.
type setupError string

func (e setupError) Error() string { return string(e) }

// prepareTx gathers the message and marks the attempt as made: from here on the outlet may have it, whatever happens to us.
func (p *Orders) prepareTx(ctx context.Context, tx *store.Tx, o pushable) (*handed, error) {
	h := &handed{id: o.order.ID, attempt: o.order.Attempt + 1, doubt: o.doubt}
	if o.url == nil || o.secret == nil {
		return nil, setupError("the outlet has no endpoint or no secret")
	}
	var err error
	h.endpoint.URL = *o.url
	if h.endpoint.Secret, err = p.rooms.Catalogue.OpenSecret(o.outletID, o.secret); err != nil {
		return nil, setupError("the outlet's secret: " + err.Error())
	}
	token, sealed, err := p.callbackToken(o)
	if err != nil {
		return nil, setupError("the order's token: " + err.Error())
	}
	o.order.Attempt = h.attempt
	var hash *string
	if base := p.rooms.Post.CallbackURL; base != "" {
		sum := hashToken(token)
		hash, o.order.Callback = &sum, &webhook.Callback{URL: base + o.order.ID, Token: token}
	}
	h.order, h.article, h.at = o.order, o.article, tx.Now
	_, err = tx.Exec(ctx, `UPDATE orders SET push_attempts = $2, push_doubt = 1, push_flag = NULL, next_push_at = $3, callback_token = $4,
		callback_hash = COALESCE($5, callback_hash) WHERE id = $1`, h.id, h.attempt, tx.Now.Add(pushLease), sealed, hash)
	return h, err
}

const (
	tokenPrefix = "cbt_"
	tokenSize   = 32 // bytes
)

// callbackToken is the order's token, drawn at the first attempt and the same in all later ones.
func (p *Orders) callbackToken(o pushable) (token string, sealed []byte, err error) {
	if o.token != nil {
		token, err = p.rooms.Post.Keys.Open(string(o.token), aboutOrder(o.order.ID))
		return token, o.token, err
	}
	var random [tokenSize]byte
	rand.Read(random[:])
	token = tokenPrefix + base64.RawURLEncoding.EncodeToString(random[:])
	text, err := p.rooms.Post.Keys.Seal(token, aboutOrder(o.order.ID))
	return token, []byte(text), err
}

// hashToken is how a token is kept for comparison. There is nothing to guess in it.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
