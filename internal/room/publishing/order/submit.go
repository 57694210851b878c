package order

import (
	"context"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
)

// scheduledMax bounds a wish that is copied into every order of a submission, in characters.
const scheduledMax = 200

// Submission is one content for several outlets. An outlet that is named twice counts once.
type Submission struct {
	ContentID string
	OutletIDs []string
	Preferences
	BrandID    *string // nil: the campaign's or the content's
	CampaignID *string // nil: none
	Weeks      *int64  // over which the orders of a campaign are placed in random order; nil: all at once
	MaxPoints  *int64  // what the caller agreed to pay in all; nil: whatever it costs
	Once       *idempotency.Once
}

// Submitted is the answer to SubmitOrders, in the order of the request.
type Submitted struct {
	Items    []Order         `json:"items"`
	Points   Charge          `json:"points"`
	Warnings []content.Issue `json:"warnings"` // of the article gate
}

// Charge is what a submission cost, and what is left.
type Charge struct {
	Charged int64 `json:"charged"`
	Balance int64 `json:"balance"`
}

// SubmitOrders creates one order per outlet and holds their points, in one transaction: all of them or none. The points
// are those of the space's owner. Faults, in the order in which they are looked for: NotFound, Malformed for a campaign that has
// ended or is another brand's, Expired, Malformed for an empty content, BriefNotArticle, Duplicate, OutletUnavailable, ArticleErrors,
// PriceAbove, PointsShort, CapReached.
func (p *Orders) Submit(ctx context.Context, who account.Caller, in Submission) (out Submitted, err error) {
	defer fault.Wrap(&err, "order.Submit")

	if err := in.check(); err != nil {
		return out, err
	}
	err = p.inspecting(ctx, who, in.ContentID, func(seen inspected) error {
		return p.db.InTx(ctx, func(tx *store.Tx) error {
			done, err := in.Once.BeginTx(ctx, tx)
			if err != nil || done {
				return err
			}
			if out, err = p.submitTx(ctx, tx, who, in, seen); err != nil {
				return err
			}
			return in.Once.FinishTx(ctx, tx, out)
		})
	})
	return out, err
}

// check looks at what needs no database, and leaves each outlet once.
func (in *Submission) check() error {
	if in.ScheduledAt != nil && utf8.RuneCountInString(*in.ScheduledAt) > scheduledMax {
		return fault.Value("scheduled_at has more than 200 characters", *in.ScheduledAt, "body", "scheduled_at")
	}
	in.OutletIDs = distinct(in.OutletIDs)
	if in.Weeks != nil && (in.CampaignID == nil || len(in.OutletIDs) < 2 || in.ScheduledAt != nil) {
		return fault.Value("orders in random order belong to a campaign, are two at least and have no time of their own", *in.Weeks, "body", "random_weeks").Why("order_lot")
	}
	return nil
}

func distinct(ids []string) []string {
	seen := make(map[string]bool, len(ids))
	list := make([]string, 0, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

func (p *Orders) submitTx(ctx context.Context, tx *store.Tx, who account.Caller, in Submission, seen inspected) (out Submitted, err error) {
	subscription, book, err := p.rooms.Plans.PointsForTx(ctx, tx, who.SpaceID) // one decision per account at a time
	if err != nil {
		return out, err
	}
	content, err := p.rooms.Contents.LockTx(ctx, tx, who.SpaceID, in.ContentID)
	if err != nil {
		return out, err
	}
	outlets, err := p.rooms.Catalogue.OffersTx(ctx, tx, in.OutletIDs)
	if err != nil {
		return out, err
	}
	brandID, err := p.brandTx(ctx, tx, who, in, content)
	if err != nil {
		return out, err
	}
	if err := admitTx(ctx, tx, subscription, content, outlets); err != nil {
		return out, err
	}
	declaration, err := p.passTx(ctx, tx, who, content, seen)
	if err != nil {
		return out, err
	}
	batch := batch{
		who: who, payer: book.UserID, content: content, outlets: outlets, preferences: in.Preferences,
		brand: brandID, campaign: in.CampaignID, declaration: declaration,
	}
	out.Items, out.Warnings = batch.orders(tx), seen.found.Issues
	if in.Weeks != nil {
		drawLots(out.Items, *in.Weeks, tx.Now)
	}
	claims := make([]points.Claim, len(out.Items))
	for i, o := range out.Items {
		claims[i] = points.Claim{OrderID: o.ID, Points: o.Points}
		out.Points.Charged += o.Points
	}
	if in.MaxPoints != nil && out.Points.Charged > *in.MaxPoints { // an outlet's price may have changed since the caller saw it
		return out, fault.New(fault.PriceAbove).Why("price_above", out.Points.Charged, *in.MaxPoints).
			With("required", out.Points.Charged).With("max_points", *in.MaxPoints)
	}
	m, err := moveOf("", Submit, ByUser)
	if err != nil {
		return out, err
	}
	if err := book.Hold(ctx, claims, m.note); err != nil {
		return out, err
	}
	out.Points.Balance = book.Balance
	if err := p.rooms.Plans.StoreTx(ctx, tx, who.SpaceID, bytes(out.Items)+declaration.bytes); err != nil {
		return out, err
	}
	p.tellTx(tx, AwaitingReview, len(out.Items))
	return out, insertTx(ctx, tx, who, out.Items)
}

// bytes is what orders count towards what their account stores: for each a record, its wish, and a second record for what its
// events and its points add until it ends. The revision it was submitted with counts as long as it is kept, by itself.
func bytes(list []Order) (sum int64) {
	for _, o := range list {
		sum += plan.Bytes(o.ScheduledAt) + plan.Bytes()
	}
	return sum
}

// admitTx looks at the rules of a submission whose things exist.
func admitTx(ctx context.Context, tx *store.Tx, s plan.Subscription, c content.Content, outlets []catalogue.Offer) error {
	if err := s.RequireCurrent(tx.Now); err != nil {
		return err
	}
	if err := c.RequireWritten("body", "content_id"); err != nil {
		return err
	}
	if err := c.RequireArticle(); err != nil {
		return err
	}
	if err := duplicateTx(ctx, tx, c, outlets); err != nil {
		return err
	}
	return available(c, outlets...)
}

// duplicateTx refuses outlets at which the content has an order that is still open.
func duplicateTx(ctx context.Context, tx *store.Tx, c content.Content, outlets []catalogue.Offer) error {
	type pair struct{ order, outlet string }
	pairs, err := store.List(ctx, tx, func(row store.Row) (p pair, err error) {
		err = row.Scan(&p.order, &p.outlet)
		return p, err
	}, `SELECT id, outlet_id FROM orders WHERE content_id = $1 AND`+open, c.ID)
	if err != nil || len(pairs) == 0 {
		return err
	}
	byOutlet := make(map[string]string, len(pairs))
	for _, p := range pairs {
		byOutlet[p.outlet] = p.order
	}
	var orders []string
	for _, m := range outlets {
		if order, ok := byOutlet[m.ID]; ok {
			orders = append(orders, order)
		}
	}
	if len(orders) == 0 {
		return nil
	}
	return fault.New(fault.Duplicate).Why("order_open").With("order_ids", orders)
}

// available refuses outlets that do not take the content: paused, retired, or of another type.
func available(c content.Content, outlets ...catalogue.Offer) error {
	var ids []string
	for _, m := range outlets {
		if !m.Takes(c.ContentType) {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return fault.New(fault.OutletUnavailable).With("media_ids", ids)
}

// batch is a submission that passed every gate.
type batch struct {
	who         account.Caller
	payer       string
	content     content.Content
	outlets     []catalogue.Offer
	preferences Preferences
	brand       *string
	campaign    *string
	declaration *Declaration
}

func (b batch) orders(tx *store.Tx) []Order {
	batchID, due := id.New("bat", tx.Now.Time), tx.Now.Add(ReviewTime)
	list := make([]Order, len(b.outlets))
	for i, m := range b.outlets {
		list[i] = Order{
			ID: id.New("ord", tx.Now.Time), BatchID: batchID,
			Content: Content{b.content.ID, b.content.Title, b.content.ContentType, b.content.Revision},
			Outlet:  Outlet{m.ID, m.Name, m.MediaType},
			Points:  m.Points, Status: AwaitingReview, Preferences: b.preferences, BrandID: b.brand,
			CampaignID: b.campaign, Declaration: b.declaration,
			Events:    []Event{{At: tx.Now, To: AwaitingReview, Actor: ByUser}},
			CreatedAt: tx.Now, UpdatedAt: tx.Now, SpaceID: b.who.SpaceID, PayerID: b.payer, DueAt: &due, events: 1,
		}
		list[i].derive()
	}
	return list
}

func insertTx(ctx context.Context, tx *store.Tx, who account.Caller, list []Order) error {
	orders, events := make([][]any, len(list)), make([][]any, len(list))
	for i, o := range list {
		orders[i] = []any{
			o.ID, o.BatchID, o.SpaceID, o.PayerID, o.Content.ID, o.Content.Revision, o.Outlet.ID, o.Points,
			string(o.Status), o.events, o.DueAt,
			o.Requirements, o.AccountRule, o.ArticleType, o.ScheduledAt, o.CreatedAt, o.UpdatedAt, o.CampaignID,
			o.LotSeed, o.PlannedAt, o.BrandID, o.Declaration.id,
		}
		events[i] = []any{o.ID, o.events, tx.Now, string(o.Status), string(ByUser), who.UserID}
	}
	err := store.InsertRows(ctx, tx, `INSERT INTO orders (id, batch_id, space_id, payer_id, content_id, content_revision, outlet_id, points,
		status, events, due_at, requirements, account_rule, article_type, scheduled_at, created_at, updated_at, campaign_id, lot_seed, lot_at, brand_id, inspection_id)`, orders)
	if err != nil {
		return err
	}
	return store.InsertRows(ctx, tx, `INSERT INTO order_events (order_id, number, at, "to", actor, actor_id)`, events)
}
