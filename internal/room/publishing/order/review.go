package order

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/address"
)

// ApproveOrder hands an order to its outlet, now or when its wish for a time says. Its points stay held. The operator is
// named in the event. An order in whose text the article gate found errors needs a note: why it is approved all the same.
func (p *Orders) Approve(ctx context.Context, operator, orderID, note string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Approve")

	said, err := noteOf(note)
	if err != nil {
		return Order{}, err
	}
	return p.move(ctx, orderID, step{
		action: Approve, by: ByOperator, actorID: operator, note: said,
		change: func(ctx context.Context, tx *store.Tx, o *Order) error {
			if o.Declaration != nil && o.Declaration.Errors > 0 {
				if said == nil {
					return fault.New(fault.Malformed).Why("approve_reason", o.Declaration.Errors)
				}
				about := audit.About{UserID: o.PayerID, Subject: o.ID, Detail: []string{strconv.FormatInt(o.Declaration.Errors, 10)}}
				if err := audit.WriteTx(ctx, tx, audit.OrderOverruled, about); err != nil {
					return err
				}
			}
			return p.handOver(ctx, tx, o)
		},
	})
}

// RejectOrder refuses an order for good and returns its points. The user reads the reason.
func (p *Orders) Reject(ctx context.Context, operator, orderID, reason string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Reject")

	return p.refuse(ctx, orderID, reason, step{action: Reject, by: ByOperator, actorID: operator})
}

// RequestOrderChanges sends an order back to its user, who revises the content and resubmits it, or withdraws.
func (p *Orders) RequestChanges(ctx context.Context, operator, orderID, reason string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.RequestChanges")

	return p.refuse(ctx, orderID, reason, step{action: RequestChanges, by: ByOperator, actorID: operator})
}

// FailOrder ends an order that the outlet will not publish, and returns its points. The user reads the reason.
func (p *Orders) Fail(ctx context.Context, operator, orderID, reason string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Fail")

	return p.refuse(ctx, orderID, reason, step{action: Fail, by: ByOperator, actorID: operator})
}

func (p *Orders) refuse(ctx context.Context, orderID, reason string, s step) (Order, error) {
	said, err := noteOf(reason)
	if err != nil {
		return Order{}, err
	}
	if said == nil {
		return Order{}, fault.New(fault.Malformed).Why("review_reason")
	}
	s.note = said
	return p.move(ctx, orderID, s)
}

// PublishOrder ends an order whose article is on the web, at the address given, and keeps its points for good. The same
// address again answers the same order.
func (p *Orders) Publish(ctx context.Context, operator, orderID, address string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Publish")

	s, err := published(address)
	if err != nil {
		return Order{}, err
	}
	s.by, s.actorID = ByOperator, operator
	return p.move(ctx, orderID, s)
}

// published is the step to Published; who takes it is left open.
func published(raw string) (step, error) {
	article, key, err := articleAddress(raw)
	if err != nil {
		return step{}, err
	}
	return step{
		action: Publish,
		done: func(o Order) bool {
			if o.Status != Published {
				return false
			}
			known, _ := address.Canonical(*o.PublishedURL)
			return known == key
		},
		change: func(_ context.Context, tx *store.Tx, o *Order) error {
			at := tx.Now
			o.PublishedURL, o.PublishedAt = &article, &at
			return nil
		},
	}, nil
}

const addressMax = 2000 // bytes

// articleAddress checks where an article is said to be, and gives the form by which citations know it.
func articleAddress(raw string) (article, key string, err error) {
	article = strings.TrimSpace(raw)
	u, err := url.Parse(article)
	key, ok := address.Canonical(article)
	web := err == nil && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https")) && u.Host != "" && u.User == nil
	if !web || !ok || len(article) > addressMax || strings.ContainsFunc(article,
		func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		return "", "", fault.New(fault.Malformed).Why("article_url")
	}
	return article, key, nil
}
