package order

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/tool/address"
)

// step is one action on one order: who takes it, and what is said about it.
type step struct {
	action  Action
	by      Actor
	actorID string
	spaceID string  // in which the order must be; empty: anywhere
	note    *string // of the event
	// done tells that the order already is what the action would make it: nothing is changed then.
	done func(o Order) bool
	// change alters the order before it is kept; the status is the new one already.
	change func(ctx context.Context, tx *store.Tx, o *Order) error
}

// errOverdue tells that the time of an order was over before a step was taken with it.
var errOverdue = errors.New("overdue")

// move takes a step in a transaction of its own, and answers the order as it is then. An order whose state does not allow
// the action is OrderState. One that is overdue is expired by the clock, whether or not the job has come to it.
func (p *Orders) move(ctx context.Context, orderID string, s step) (o Order, err error) {
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		o, err = p.moveTx(ctx, tx, orderID, s)
		return err
	})
	if errors.Is(err, errOverdue) {
		if _, err = p.expire(ctx, orderID); err == nil {
			_, err = moveOf(Expired, s.action, s.by)
		}
	}
	return o, err
}

// moveTx is move inside the caller's transaction. Locks are taken in one order everywhere: subscription, points, order,
// content; so who pays is looked up before the order is locked.
func (p *Orders) moveTx(ctx context.Context, tx *store.Tx, orderID string, s step) (Order, error) {
	payer, err := store.One[string](tx.QueryRow(ctx, `SELECT payer_id FROM orders WHERE id = $1
		AND ($2 = '' OR space_id = $2)`, orderID, s.spaceID))
	if err != nil {
		return Order{}, store.NotFound(err, "order", orderID)
	}
	var subscription plan.Subscription
	var book *points.Book // nil: the account is deleted, and its points with it
	if payer != account.GoneUser {
		if subscription, book, err = p.rooms.Plans.PointsTx(ctx, tx, payer); err != nil {
			return Order{}, err
		}
	}
	// Locked first and read afterwards: a SELECT that joins and waits for a lock sees what was there before.
	if err := lockTx(ctx, tx, orderID); err != nil {
		return Order{}, err
	}
	o, err := find(ctx, tx, s.spaceID, orderID)
	if err != nil || s.done != nil && s.done(o) {
		return o, err
	}
	if s.action != Expire && o.overdue(tx.Now) {
		return o, errOverdue
	}
	if s.action == Resubmit { // it takes a plan, as submitting does
		if err := subscription.RequireCurrent(tx.Now); err != nil {
			return o, err
		}
	}
	m, err := moveOf(o.Status, s.action, s.by)
	if err != nil {
		return o, err
	}
	if err := settle(ctx, book, m, o.ID); err != nil {
		return o, err
	}
	o.advance(tx, m, s)
	if s.change != nil {
		if err := s.change(ctx, tx, &o); err != nil {
			return o, err
		}
	}
	o.derive()
	p.tellTx(tx, o.Status, 1)
	if err := p.placeTx(ctx, tx, o); err != nil {
		return o, err
	}
	if err := saveTx(ctx, tx, o); err != nil {
		return o, err
	}
	if err := p.recordTx(ctx, tx, o); err != nil || s.by != ByOperator {
		return o, err
	}
	return o, audit.WriteTx(ctx, tx, audit.OrderMoved, audit.About{
		UserID: payer, Subject: o.ID,
		Detail: []string{string(s.action), string(o.Status)},
	})
}

// lockOrderTx makes everybody else wait. What is read in another statement afterwards is as the last one left it.
func lockTx(ctx context.Context, tx *store.Tx, orderID string) error {
	_, err := tx.Exec(ctx, `SELECT id FROM orders WHERE id = $1`+tx.ForUpdate(), orderID)
	return err
}

// tellTx tells those who count orders.
func (p *Orders) tellTx(tx *store.Tx, to State, orders int) {
	if p.options.Moved != nil {
		tx.OnCommit(func() { p.options.Moved(to, orders) })
	}
}

// settle does to the points what the table says.
func settle(ctx context.Context, book *points.Book, m move, orderID string) error {
	if book == nil {
		return nil
	}
	switch m.points {
	case keeps:
		return nil
	case releases:
		return book.Release(ctx, orderID, m.note)
	case captures:
		return book.Capture(ctx, orderID, m.note)
	}
	return fmt.Errorf("order: %s does %s to points that are held", m.action, m.points)
}

// advance puts the order into its new state and writes down the event.
func (o *Order) advance(tx *store.Tx, m move, s step) {
	from := o.Status
	o.Status, o.UpdatedAt, o.Reason = m.to, tx.Now, nil
	if m.to == NeedsRevision || m.to == Rejected || m.to == Failed {
		o.Reason = s.note
	}
	o.DueAt = nil
	if m.to == AwaitingReview || m.to == NeedsRevision {
		due := tx.Now.Add(ReviewTime)
		o.DueAt = &due
	}
	if m.to != InPublication {
		o.Push.NextAt = nil
	}
	o.events++
	event := Event{At: tx.Now, From: &from, To: m.to, Actor: s.by, Note: s.note}
	if s.actorID != "" {
		event.ActorID = &s.actorID
	}
	o.Events = append(o.Events, event)
}

// placeTx tells the order's brand, or all of its space where it is for none, that a page is theirs.
func (p *Orders) placeTx(ctx context.Context, tx *store.Tx, o Order) error {
	if o.Status != Published || p.rooms.Brands == nil {
		return nil
	}
	key, _ := address.Canonical(*o.PublishedURL)
	return p.rooms.Brands.PlacedTx(ctx, tx, brand.Place{SpaceID: o.SpaceID, BrandID: o.BrandID, Page: key, Since: o.CreatedAt})
}

// saveOrderTx keeps what a move changed, with its event.
func saveTx(ctx context.Context, tx *store.Tx, o Order) error {
	e := o.Events[len(o.Events)-1]
	var published *string
	if o.PublishedURL != nil {
		key, _ := address.Canonical(*o.PublishedURL)
		published = &key
	}
	_, err := tx.Exec(ctx, `UPDATE orders SET status = $2, reason = $3, due_at = $4, events = $5, updated_at = $6, content_revision = $7,
		adapter = $8, not_before = $9, next_push_at = $10, published_url = $11, published_key = $12, published_at = $13, inspection_id = $14,
		reach = CASE WHEN published_key = $12 THEN reach END WHERE id = $1`,
		o.ID, string(o.Status), o.Reason, o.DueAt, o.events, o.UpdatedAt, o.Content.Revision,
		o.Push.Adapter, o.Push.NotBefore, o.Push.NextAt, o.PublishedURL, published, o.PublishedAt, o.inspectionID())
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO order_events (order_id, number, at, "from", "to", actor, actor_id, note)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		o.ID, o.events, e.At, string(*e.From), string(e.To), string(e.Actor), e.ActorID, e.Note)
	return err
}

// WithdrawOrder takes an order back and returns its points. Withdrawing again answers the same withdrawn order.
func (p *Orders) Withdraw(ctx context.Context, who account.Caller, orderID string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Withdraw")

	return p.move(ctx, orderID, step{
		action: Withdraw, by: ByUser, actorID: who.UserID, spaceID: who.SpaceID,
		done: func(o Order) bool { return o.Status == Withdrawn },
	})
}

// ResubmitOrder puts an order up for review again, with the newest revision of its content. A content that was deleted is
// NotFound, one without text Malformed, a brief BriefNotArticle, one that the outlet no longer takes OutletUnavailable,
// one with errors ArticleErrors where the article gate requires that there are none.
func (p *Orders) Resubmit(ctx context.Context, who account.Caller, orderID string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Resubmit")

	was, err := p.find(ctx, who.SpaceID, orderID)
	if err != nil {
		return was, err
	}
	err = p.inspecting(ctx, who, was.Content.ID, func(seen inspected) error {
		was, err = p.move(ctx, orderID, p.resubmission(who, seen))
		return err
	})
	return was, err
}

func (p *Orders) resubmission(who account.Caller, seen inspected) step {
	return step{
		action: Resubmit, by: ByUser, actorID: who.UserID, spaceID: who.SpaceID,
		change: func(ctx context.Context, tx *store.Tx, o *Order) error {
			content, err := p.rooms.Contents.LockTx(ctx, tx, o.SpaceID, o.Content.ID)
			if err != nil {
				return err
			}
			if err := content.RequireWritten("path", "order_id"); err != nil {
				return err
			}
			if err := content.RequireArticle(); err != nil {
				return err
			}
			outlets, err := p.rooms.Catalogue.OffersTx(ctx, tx, []string{o.Outlet.ID})
			if err != nil {
				return err
			}
			o.Content = Content{content.ID, content.Title, content.ContentType, content.Revision}
			if err := available(content, outlets...); err != nil {
				return err
			}
			if o.Declaration, err = p.passTx(ctx, tx, who, content, seen); err != nil {
				return err
			}
			o.Found, o.Warnings = seen.found, seen.found.Issues
			return p.rooms.Plans.StoreTx(ctx, tx, o.SpaceID, o.Declaration.bytes)
		},
	}
}

// noteMax bounds what is said about an order, in characters.
const noteMax = 500

// noteOf cleans what an operator or an outlet says; nothing said is nil.
func noteOf(text string) (*string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	if utf8.RuneCountInString(text) > noteMax || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, fault.New(fault.Malformed).Why("note_length")
	}
	return &text, nil
}
