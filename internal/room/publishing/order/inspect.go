package order

import (
	"context"
	"encoding/json"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
)

// Declaration is what was declared when an order was submitted or resubmitted, over which text, and how many errors the article gate
// found in it then. It is never changed.
type Declaration struct {
	Paid       bool           `json:"paid"`
	AIAssisted *bool          `json:"ai_assisted"` // nil: not said
	Revision   int64          `json:"revision"`
	TextSHA256 string         `json:"text_sha256"` // of title, a line feed and body
	DeclaredBy string         `json:"declared_by"`
	DeclaredAt timestamp.Time `json:"declared_at"`
	Gate       content.Gate   `json:"gate"`
	Errors     int64          `json:"errors"`

	id    string
	bytes int64 // that it takes
}

// inspected is what the gate found in one revision of a content.
type inspected struct {
	revision int64 // 0: there was no content
	found    content.Inspection
}

// errRevised says that a content has got another revision since it was inspected.
var errRevised = errors.New("the content was revised meanwhile")

// inspectTries is how often a submission is inspected anew because its content was revised meanwhile.
const inspectTries = 20

// inspecting has a content inspected, which takes no transaction, and then decides in one that finds the content at that revision.
func (p *Orders) inspecting(ctx context.Context, who account.Caller, contentID string, decide func(inspected) error) error {
	for range inspectTries {
		var seen inspected
		c, err := p.rooms.Contents.Find(ctx, who, contentID)
		if err != nil && !fault.Is(err, fault.NoSuchThing) { // who decides says so in its turn
			return err
		}
		if err == nil {
			seen = inspected{c.Revision, content.Inspection{Issues: []content.Issue{}, Claims: []content.Claim{}}}
			if p.rooms.Contents.Gate() != content.GateOff {
				if seen.found, err = p.rooms.Contents.Inspect(ctx, who, c.Fields); err != nil {
					return err
				}
			}
		}
		if err := decide(seen); !errors.Is(err, errRevised) {
			return err
		}
	}
	return fault.New(fault.Unavailable)
}

// passTx keeps what is declared with a content that is locked, and what was found in it. Faults: ArticleErrors, where the gate requires
// that there are none.
func (p *Orders) passTx(ctx context.Context, tx *store.Tx, who account.Caller, c content.Content, seen inspected) (*Declaration, error) {
	if seen.revision != c.Revision {
		return nil, errRevised
	}
	gate, stopping := p.rooms.Contents.Gate(), seen.found.Errors()
	if gate == content.GateRequire && len(stopping) > 0 {
		return nil, fault.New(fault.ArticleErrors).Why("article_errors", len(stopping)).With("errors", stopping)
	}
	found, err := json.Marshal(seen.found)
	if err != nil {
		return nil, err
	}
	d := &Declaration{
		Paid: true, AIAssisted: c.AIAssisted.Bool(), Revision: c.Revision, TextSHA256: c.Digest(),
		DeclaredBy: who.UserID, DeclaredAt: tx.Now,
		Gate: gate, Errors: int64(len(stopping)), id: id.New("ins", tx.Now.Time), bytes: plan.Bytes(string(found)),
	}
	_, err = tx.Exec(ctx, `INSERT INTO order_inspections (id, space_id, content_id, revision, digest, gate, paid, ai_assisted, declared_by, errors, found, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`, d.id, who.SpaceID, c.ID, c.Revision, d.TextSHA256, string(gate), d.Paid,
		string(c.AIAssisted), d.DeclaredBy, d.Errors, string(found), tx.Now)
	return d, err
}

// declared is what selectOrder reads of a declaration; all of it is NULL in orders from before there were any.
type declared struct {
	id, digest, gate, ai, by *string
	paid                     *bool
	revision, errors         *int64
	at                       *timestamp.Time
}

const selectDeclared = `, i.id, i.digest, i.gate, i.ai_assisted, i.declared_by, i.paid, i.revision, i.errors, i.at`

func (d *declared) into() []any {
	return []any{&d.id, &d.digest, &d.gate, &d.ai, &d.by, &d.paid, &d.revision, &d.errors, &d.at}
}

func (d *declared) declaration() *Declaration {
	if d.id == nil {
		return nil
	}
	return &Declaration{
		Paid: *d.paid, AIAssisted: content.Declared(*d.ai).Bool(), Revision: *d.revision, TextSHA256: *d.digest,
		DeclaredBy: *d.by, DeclaredAt: *d.at,
		Gate: content.Gate(*d.gate), Errors: *d.errors, id: *d.id,
	}
}

func (o Order) inspectionID() *string {
	if o.Declaration == nil {
		return nil
	}
	return &o.Declaration.id
}

// foundIn reads what the gate found when an order was submitted.
func foundIn(ctx context.Context, q store.Querier, o *Order) error {
	o.Warnings = []content.Issue{}
	if o.Declaration == nil {
		return nil
	}
	text, err := store.One[string](q.QueryRow(ctx, `SELECT found FROM order_inspections WHERE id = $1`, o.Declaration.id))
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), &o.Found); err != nil {
		return err
	}
	o.Warnings = o.Found.Issues
	return nil
}
