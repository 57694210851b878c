// Package order brings contents to outlets: what was ordered, where each order stands, what its points do, how it is handed
// over, and what became of what was published.
//
// It owns the tables orders, order_events, order_inspections and baskets, which live in a space.
package order

import (
	"context"
	"encoding/json"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/reading"
)

// Orders is the room's door for everybody else.
type Orders struct {
	db      *store.DB
	rooms   Rooms
	options Options

	Joins store.Subscribers[*Join] // told in the transaction that submits orders of a campaign
}

// Join is a campaign that orders of the caller are to belong to. The room of campaigns refuses it, or says for which brand they are.
type Join struct {
	Who                 account.Caller
	CampaignID, BrandID string
}

// Rooms are the earlier rooms that this one asks.
type Rooms struct {
	Plans     *plan.Plans
	Findings  *reading.Findings
	Brands    *brand.Brands // told which pages were placed; nil: not told
	Catalogue *catalogue.Catalogue
	Contents  *content.Contents
	Events    *event.Events // told what becomes of orders; nil: not told
	Post      Post
}

// Options are the settings of the room.
type Options struct {
	// Moved is told, once it is kept, that so many orders have come into a state. It may count; it asks nothing. May be nil.
	Moved func(to State, orders int)

	Horizon time.Duration // a wish for a time later than that from now is shown to operators: 90 days
}

// New returns the room over db.
func New(db *store.DB, rooms Rooms, options Options) *Orders {
	if options.Horizon == 0 {
		options.Horizon = 90 * 24 * time.Hour
	}
	p := &Orders{db: db, rooms: rooms, options: options}
	p.hear()
	return p
}

// Paging is which part of a long list is wanted.
type Paging = store.Paging

// ReviewTime is how long an order waits for its review, or for its revision, before it expires.
const ReviewTime = 72 * time.Hour

// Order is one content at one outlet.
type Order struct {
	ID          string  `json:"id"`
	BatchID     string  `json:"batch_id"`
	Content     Content `json:"content"`
	Outlet      Outlet  `json:"media"`
	Points      int64   `json:"points"`
	Status      State   `json:"status"`
	StatusLabel string  `json:"status_label,omitempty"` // written by a door that says states in words
	Reason      *string `json:"reason"`
	Preferences
	BrandID        *string         `json:"brand_id"` // that it is for; nil: none
	CampaignID     *string         `json:"campaign_id"`
	PlannedAt      *timestamp.Time `json:"planned_at"` // by lot; nil: as soon as it is approved
	PublishedURL   *string         `json:"published_url"`
	PublishedAt    *timestamp.Time `json:"published_at"`
	Citations      int64           `json:"citations"`
	Reach          *Reach          `json:"reach"` // nil: not published, or not counted yet
	AllowedActions []Action        `json:"allowed_actions"`
	Events         []Event         `json:"events"`
	Declaration    *Declaration    `json:"declaration"`        // nil: from before there were any
	Warnings       []content.Issue `json:"warnings,omitempty"` // of a single order: what the article gate found
	CreatedAt      timestamp.Time  `json:"created_at"`
	UpdatedAt      timestamp.Time  `json:"updated_at"`

	SpaceID string             `json:"-"`
	PayerID string             `json:"-"` // whose points it holds
	DueAt   *timestamp.Time    `json:"-"` // when it expires
	LotSeed *int64             `json:"-"` // of the draw that planned it
	Push    Push               `json:"-"`
	Found   content.Inspection `json:"-"` // of a single order

	events int64 // how many there are
}

// OrderContent is the content as it was submitted.
type Content struct {
	ID          string                `json:"id"`
	Title       string                `json:"title"`
	ContentType catalogue.ContentType `json:"content_type"`
	Revision    int64                 `json:"revision"`
}

// OrderMedia is the outlet.
type Outlet struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	MediaType catalogue.Type `json:"media_type"`
}

// Preferences are kept as submitted; what they mean differs between outlets.
type Preferences struct {
	Requirements *int64  `json:"requirements"`
	AccountRule  *int64  `json:"account_rule"`
	ArticleType  *int64  `json:"article_type"`
	ScheduledAt  *string `json:"scheduled_at"`
}

// Push is how far an order has come on its way to the outlet.
type Push struct {
	Adapter      *catalogue.Adapter // the outlet's when the order was approved
	NotBefore    *timestamp.Time    // the wish for a time, where it is one, or the lot
	NextAt       *timestamp.Time    // nil: there is nothing to hand over now
	Attempts     int64
	PushedAt     *timestamp.Time // the outlet took it
	Error        *string         // of the last attempt
	ExternalRef  *string         // the outlet's own name for it
	CallbackHash *string
}

// Event is something that became of an order.
type Event struct {
	At    timestamp.Time `json:"at"`
	From  *State         `json:"from"`
	To    State          `json:"to"`
	Actor Actor          `json:"actor"`
	Note  *string        `json:"note"`

	ActorID *string `json:"-"`
	order   string
}

const selectOrder = `SELECT o.id, o.batch_id, o.content_id, r.title, r.content_type, o.content_revision, o.outlet_id, m.name, m.media_type,
		o.points, o.status, o.reason, o.requirements, o.account_rule, o.article_type, o.scheduled_at,
		o.published_url, o.published_at, o.citations, o.reach, o.created_at, o.updated_at, o.space_id, o.payer_id, o.due_at, o.events,
		o.adapter, o.not_before, o.next_push_at, o.push_attempts, o.pushed_at, o.push_error, o.external_ref, o.callback_hash, o.campaign_id, o.lot_seed, o.lot_at, o.brand_id` + selectDeclared + `
	FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision
		JOIN outlets m ON m.id = o.outlet_id LEFT JOIN order_inspections i ON i.id = o.inspection_id`

func scan(row store.Row) (o Order, err error) {
	var reach *string
	var said declared
	err = row.Scan(append([]any{
		&o.ID, &o.BatchID, &o.Content.ID, &o.Content.Title, &o.Content.ContentType, &o.Content.Revision, &o.Outlet.ID,
		&o.Outlet.Name, &o.Outlet.MediaType,
		&o.Points, &o.Status, &o.Reason, &o.Requirements, &o.AccountRule, &o.ArticleType, &o.ScheduledAt,
		&o.PublishedURL, &o.PublishedAt, &o.Citations, &reach, &o.CreatedAt, &o.UpdatedAt, &o.SpaceID, &o.PayerID, &o.DueAt, &o.events,
		&o.Push.Adapter, &o.Push.NotBefore, &o.Push.NextAt, &o.Push.Attempts, &o.Push.PushedAt, &o.Push.Error,
		&o.Push.ExternalRef, &o.Push.CallbackHash, &o.CampaignID, &o.LotSeed, &o.PlannedAt, &o.BrandID,
	}, said.into()...)...)
	o.Declaration = said.declaration()
	o.derive()
	if err == nil && reach != nil {
		err = json.Unmarshal([]byte(*reach), &o.Reach)
	}
	return o, err
}

// derive fills in what follows from the status.
func (o *Order) derive() {
	o.AllowedActions = actionsOf(o.Status, ByUser)
}

func scanEvent(row store.Row) (e Event, err error) {
	err = row.Scan(&e.order, &e.At, &e.From, &e.To, &e.Actor, &e.ActorID, &e.Note)
	return e, err
}

const selectEvents = `SELECT order_id, at, "from", "to", actor, actor_id, note FROM order_events`

// findOrder reads an order with its events. An empty space is the operator, who sees all; one of another space is NotFound.
func find(ctx context.Context, q store.Querier, spaceID, orderID string) (Order, error) {
	o, err := scan(q.QueryRow(ctx, selectOrder+` WHERE o.id = $1 AND ($2 = '' OR o.space_id = $2)`, orderID, spaceID))
	if err != nil {
		return o, store.NotFound(err, "order", orderID)
	}
	if o.Events, err = store.List(ctx, q, scanEvent, selectEvents+` WHERE order_id = $1 ORDER BY number`, orderID); err != nil {
		return o, err
	}
	return o, foundIn(ctx, q, &o)
}

// Order reads one order of the caller's space.
func (p *Orders) Find(ctx context.Context, who account.Caller, orderID string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.Find")

	return p.find(ctx, who.SpaceID, orderID)
}

// AnyOrder reads an order for an operator.
func (p *Orders) FindAny(ctx context.Context, orderID string) (_ Order, err error) {
	defer fault.Wrap(&err, "order.FindAny")

	return p.find(ctx, "", orderID)
}

func (p *Orders) find(ctx context.Context, spaceID, orderID string) (o Order, err error) {
	err = p.db.View(ctx, func(q store.Querier) error {
		o, err = find(ctx, q, spaceID, orderID)
		return err
	})
	return o, err
}

// Manuscript is what an order's outlet is to publish: the content at the revision that was ordered.
func (p *Orders) Manuscript(ctx context.Context, orderID string) (f content.Fields, err error) {
	defer fault.Wrap(&err, "order.Manuscript")

	err = p.db.Read().QueryRow(ctx, `SELECT r.title, r.body, r.content_type, r.ai_assisted, r.supports FROM orders o
		JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision WHERE o.id = $1`, orderID).
		Scan(&f.Title, &f.Body, &f.ContentType, &f.AIAssisted, &f.Supports)
	return f, store.NotFound(err, "order", orderID)
}
