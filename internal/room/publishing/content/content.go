// Package content keeps what users write to be published, in every revision that was ever saved: orders are submitted with one.
//
// It owns the tables contents and content_revisions, which live in a space. It knows nothing of orders.
package content

import (
	"context"
	"errors"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/fact"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/draft"
	"renown/internal/tool/markdown"
)

// Contents is the room's door for everybody else.
type Contents struct {
	Trimming store.Subscribers[*Trim] // each adds what must stay

	db      *store.DB
	plans   *plan.Plans
	options Options
}

// Trim says that old revisions of a content are to go, but for those in use.
type Trim struct {
	ContentID string
	Used      []int64
}

// Options are the settings of the room. Zero is the default that stands beside it.
type Options struct {
	Max       int // contents of a space, deleted ones too until they are purged: 10,000
	Revisions int // of a content that are kept, beside those that orders were submitted with: 200

	Gate  Gate        // how strictly articles are checked before they are ordered: off
	Rules *Rules      // what they must not say, and how they are labelled: those that are delivered
	Facts *fact.Facts // that they are held against; nil: none

	DeletedFor time.Duration // how long a deleted content is kept: 7 days
}

// New returns the room over db.
func New(db *store.DB, plans *plan.Plans, options Options) *Contents {
	if options.Max == 0 {
		options.Max = 10_000
	}
	if options.Gate == "" {
		options.Gate = GateOff
	}
	if options.Rules == nil {
		options.Rules = deliveredRules()
	}
	if options.DeletedFor == 0 {
		options.DeletedFor = 7 * 24 * time.Hour
	}
	if options.Revisions == 0 {
		options.Revisions = 200
	}
	return &Contents{db: db, plans: plans, options: options}
}

// Paging is which part of a long list is wanted.
type Paging = store.Paging

// Content is one piece of the library at one revision, mostly its newest.
type Content struct {
	ID      string  `json:"id"`
	BrandID *string `json:"brand_id"` // that it is for; nil: none
	BriefID *string `json:"-"`        // that it was written along; nil: none. The brief may be gone
	Fields
	Measured
	Revision  int64          `json:"revision"`
	CreatedAt timestamp.Time `json:"created_at"`
	UpdatedAt timestamp.Time `json:"updated_at"`
}

// Measured is what follows from a body. It is found before a transaction, which others wait for, and kept.
type Measured struct {
	Length int64 `json:"length"` // as outlets count: see markdown.Length
	Brief  bool  `json:"brief"`  // it is to be written along, and cannot be ordered: see draft.IsBrief
}

// Measure finds what follows from a body.
func Measure(body string) Measured {
	return Measured{int64(markdown.Length(body)), draft.IsBrief(body)}
}

// ContentFields are what a user writes.
type Fields struct {
	Title       string                `json:"title"` // 1 to 128 characters
	Body        string                `json:"body"`  // Markdown, 1 to 100,000 characters
	ContentType catalogue.ContentType `json:"content_type"`
	AIAssisted  Declared              `json:"ai_assisted"`
	Supports    Supports              `json:"supports"`
}

// Content returns one content. One of another space, or a deleted one, is NotFound.
func (p *Contents) Find(ctx context.Context, who account.Caller, contentID string) (_ Content, err error) {
	defer fault.Wrap(&err, "content.Find")

	return find(ctx, p.db.Read(), contentID, who.SpaceID)
}

// ContentRevision returns a content as it once was, a deleted one included: orders were submitted with it.
func (p *Contents) FindRevision(ctx context.Context, who account.Caller, contentID string, revision int64) (_ Content, err error) {
	defer fault.Wrap(&err, "content.FindRevision")

	c, err := scan(p.db.Read().QueryRow(ctx, `SELECT c.id, r.title, r.body, r.content_type, r.ai_assisted, r.supports, r.length, c.brief,
			r.revision, c.created_at, r.created_at, c.brand_id, c.brief_id
		FROM contents c JOIN content_revisions r ON r.content_id = c.id
		WHERE c.id = $1 AND c.space_id = $2 AND r.revision = $3`, contentID, who.SpaceID, revision))
	if errors.Is(err, store.ErrNoRows) {
		return c, fault.NotFound("content", contentID)
	}
	c.Brief = draft.IsBrief(c.Body) // what is stored is of the newest
	return c, err
}

// CreateContent adds a content. Past the cap or the account's quota of bytes it is CapReached.
func (p *Contents) Create(ctx context.Context, who account.Caller, fields Fields) (c Content, err error) {
	defer fault.Wrap(&err, "content.Create")

	return p.create(ctx, who, Content{Fields: fields})
}

// CreateFor is Create for a brand of the space; nil: the only one, if there is one. Any other is NotFound.
func (p *Contents) CreateFor(ctx context.Context, who account.Caller, brandID *string, fields Fields) (c Content, err error) {
	defer fault.Wrap(&err, "content.CreateFor")

	return p.create(ctx, who, Content{BrandID: brandID, Fields: fields})
}

// CreateAlong is CreateFor for the brand of a brief, which stands beside the content from then on.
func (p *Contents) CreateAlong(ctx context.Context, who account.Caller, brief Content, fields Fields) (c Content, err error) {
	defer fault.Wrap(&err, "content.CreateAlong")

	return p.create(ctx, who, Content{BrandID: brief.BrandID, BriefID: &brief.ID, Fields: fields})
}

func (p *Contents) create(ctx context.Context, who account.Caller, c Content) (_ Content, err error) {
	c.Measured = Measure(c.Body)
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		c, err = p.createTx(ctx, tx, who, c)
		return err
	})
	return c, err
}

// CreateTx is CreateFor in a transaction of the caller; measured is what Measure says of the body.
func (p *Contents) CreateTx(ctx context.Context, tx *store.Tx, who account.Caller, brandID *string, fields Fields,
	measured Measured,
) (c Content, err error) {
	defer fault.Wrap(&err, "content.CreateTx")

	return p.createTx(ctx, tx, who, Content{BrandID: brandID, Fields: fields, Measured: measured})
}

func (p *Contents) createTx(ctx context.Context, tx *store.Tx, who account.Caller, c Content) (_ Content, err error) {
	if _, err := p.plans.ForTx(ctx, tx, who.SpaceID); err != nil { // creations of one account wait for each other here
		return c, err
	}
	if c.BrandID, err = brandFor(ctx, tx, who.SpaceID, c.BrandID); err != nil {
		return c, err
	}
	count, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM contents WHERE space_id = $1`, who.SpaceID)) // deleted ones too
	if err != nil {
		return c, err
	}
	if count >= p.options.Max {
		return c, fault.New(fault.CapReached).Why("content_cap", p.options.Max).With("limit", p.options.Max)
	}
	c.ID, c.Revision, c.CreatedAt, c.UpdatedAt = id.New("cnt", tx.Now.Time), 1, tx.Now, tx.Now
	if _, err := tx.Exec(ctx, `INSERT INTO contents (id, space_id, brand_id, content_type, brief, brief_id, revision, created_at, updated_at)
		VALUES ($1, $2, $5, $3, $6, $7, 1, $4, $4)`,
		c.ID, who.SpaceID, c.ContentType, tx.Now, c.BrandID, c.Brief, c.BriefID); err != nil {
		return c, err
	}
	if err := insertRevisionTx(ctx, tx, c); err != nil {
		return c, err
	}
	return c, p.plans.StoreTx(ctx, tx, who.SpaceID, c.bytes())
}

// updateTries is how often an update is computed anew because another came between: each time another got through, and no
// more are under way than a process has places for.
const updateTries = 100

// Update lets change alter a content and keeps the result as a new revision. A change that alters nothing makes none. change may
// be called several times, with what is there then.
func (p *Contents) Update(ctx context.Context, who account.Caller, contentID string, change func(*Fields)) (c Content, err error) {
	defer fault.Wrap(&err, "content.Update")

	for range updateTries {
		was, err := find(ctx, p.db.Read(), contentID, who.SpaceID)
		if err != nil {
			return c, err
		}
		c = was
		if change(&c.Fields); c.Fields == was.Fields {
			return c, nil
		}
		if c.Body != was.Body {
			c.Measured = Measure(c.Body)
		}
		if err = p.replace(ctx, who.SpaceID, was.Revision, &c); !errors.Is(err, errRevised) {
			return c, err
		}
	}
	return c, fault.New(fault.Unavailable)
}

// errRevised says that a content has got another revision since it was read.
var errRevised = errors.New("the content was revised meanwhile")

// replace stores a content as the revision after was, if that is still the newest.
func (p *Contents) replace(ctx context.Context, spaceID string, was int64, c *Content) error {
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := p.plans.ForTx(ctx, tx, spaceID); err != nil {
			return err
		}
		now, err := p.LockTx(ctx, tx, spaceID, c.ID)
		if err != nil {
			return err
		}
		if now.Revision != was {
			return errRevised
		}
		c.Revision, c.UpdatedAt = was+1, tx.Now
		if _, err := tx.Exec(ctx, `UPDATE contents SET content_type = $2, revision = $3, updated_at = $4, brief = $5 WHERE id = $1`,
			c.ID, c.ContentType, c.Revision, c.UpdatedAt, c.Brief); err != nil {
			return err
		}
		if err := insertRevisionTx(ctx, tx, *c); err != nil {
			return err
		}
		freed, err := p.trimTx(ctx, tx, c.ID, c.Revision-int64(p.options.Revisions))
		if err != nil {
			return err
		}
		return p.plans.StoreTx(ctx, tx, spaceID, c.bytes()-freed)
	})
}

// DeleteContent takes a content out of the library. Its revisions stay for the orders that were submitted with them; the others are
// purged after a while.
func (p *Contents) Delete(ctx context.Context, who account.Caller, contentID string) (err error) {
	defer fault.Wrap(&err, "content.Delete")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		c, err := p.LockTx(ctx, tx, who.SpaceID, contentID)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE contents SET deleted_at = $2 WHERE id = $1`, contentID, tx.Now); err != nil {
			return err
		}
		return undo.KeepTx(ctx, tx, undo.Change{
			SpaceID: who.SpaceID, UserID: who.UserID, Kind: Deleted, Name: c.Title, Count: 1, Was: contentID,
		})
	})
}

// Changes of this room that can be undone.
const (
	Deleted  undo.Kind = "content_deleted"
	Assigned undo.Kind = "contents_assigned"
)

// Restores says how changes of this room are undone.
func (p *Contents) Restores() map[undo.Kind]undo.Restore {
	return map[undo.Kind]undo.Restore{Deleted: undo.Unpacked(restoreTx), Assigned: undo.Unpacked(p.revertTx)}
}

// restoreTx puts a content back into the library. It still counts towards caps and bytes: deleting frees nothing before the purge.
func restoreTx(ctx context.Context, tx *store.Tx, of undo.Undoing, contentID string) error {
	n, err := tx.Exec(ctx, `UPDATE contents SET deleted_at = NULL WHERE id = $1 AND space_id = $2 AND deleted_at IS NOT NULL AND EXISTS (
		SELECT 1 FROM content_revisions r WHERE r.content_id = contents.id AND r.revision = contents.revision)`, contentID, of.SpaceID)
	if err == nil && n == 0 {
		err = undo.Changed() // purged or moved to another space meanwhile
	}
	return err
}

// RequireWritten refuses a content without a title or without text; loc is where the request names it.
func (c Content) RequireWritten(loc ...any) error {
	if strings.TrimSpace(c.Title) != "" && strings.TrimSpace(c.Body) != "" {
		return nil
	}
	return fault.Value("the content is empty", c.ID, loc...).Why("content_empty")
}

// RequireArticle refuses a brief.
func (c Content) RequireArticle() error {
	if !c.Brief {
		return nil
	}
	return fault.New(fault.BriefNotArticle).With("content_id", c.ID)
}

const selectContent = `SELECT c.id, r.title, r.body, r.content_type, r.ai_assisted, r.supports, r.length, c.brief, c.revision,
		c.created_at, c.updated_at, c.brand_id, c.brief_id
	FROM contents c JOIN content_revisions r ON r.content_id = c.id AND r.revision = c.revision`

func scan(row store.Row) (c Content, err error) {
	err = row.Scan(&c.ID, &c.Title, &c.Body, &c.ContentType, &c.AIAssisted, &c.Supports, &c.Length, &c.Brief, &c.Revision,
		&c.CreatedAt, &c.UpdatedAt, &c.BrandID, &c.BriefID)
	return c, err
}

// LockTx returns a content of a space at its newest revision, locked until the transaction ends. One of another space, or a
// deleted one, is NotFound.
func (p *Contents) LockTx(ctx context.Context, tx *store.Tx, spaceID, contentID string) (_ Content, err error) {
	defer fault.Wrap(&err, "content.LockTx")

	// Locked first and read afterwards: a SELECT that joins and waits for a lock sees the revision that was there before.
	_, err = store.One[string](tx.QueryRow(ctx, `SELECT id FROM contents WHERE id = $1 AND space_id = $2`+
		tx.ForUpdate(), contentID, spaceID))
	if err != nil && !errors.Is(err, store.ErrNoRows) {
		return Content{}, err
	}
	return find(ctx, tx, contentID, spaceID)
}

func find(ctx context.Context, q store.Querier, contentID, spaceID string) (Content, error) {
	c, err := scan(q.QueryRow(ctx, selectContent+` WHERE c.id = $1 AND c.space_id = $2 AND c.deleted_at IS NULL`, contentID, spaceID))
	return c, store.NotFound(err, "content", contentID)
}

func insertRevisionTx(ctx context.Context, tx *store.Tx, c Content) error {
	_, err := tx.Exec(ctx, `INSERT INTO content_revisions (content_id, revision, title, body, content_type, ai_assisted, supports, length, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, c.ID, c.Revision, c.Title, c.Body, c.ContentType, string(c.AIAssisted), string(c.Supports), c.Length, c.UpdatedAt)
	return err
}
