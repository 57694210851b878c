// Package fact keeps the fact sheets of brands: what is true of a brand and its products, since when, and where it stands.
//
// It owns the tables facts, fact_changes, fact_sheets, compared_answers, claims and corrections. What is said of one attribute of
// one subject does not overlap in time; what has no source, or is not active, is not used for judging. Addresses of
// sources are kept, never fetched. Answers that name a brand are held against its facts, and again when facts or
// names change: claims are a pure function of answer, facts, names and reader.
package fact

import (
	"context"

	"renown/internal/floor/cache"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/tool/claim"
)

// Status is whether a fact is used.
type Status string

const (
	Active    Status = "active"
	Disabled  Status = "disabled"
	Suggested Status = "suggested" // proposed, not taken yet
)

// Fields is what a user says of a fact.
type Fields struct {
	Statement string      `json:"statement"`
	Subject   string      `json:"subject"` // the brand or a product line; empty: the brand
	Attribute string      `json:"attribute"`
	Terms     store.Texts `json:"terms"` // other words for the attribute
	Kind      claim.Kind  `json:"kind"`  // empty: as the value looks
	Value     string      `json:"value"`
	Unit      string      `json:"unit"`
	Options   store.Texts `json:"options"` // the closed set that the value is of
	Wrong     store.Texts `json:"wrong"`   // variants that are known to be wrong
	ValidFrom *string     `json:"valid_from"`
	ValidTo   *string     `json:"valid_to"`
	SourceURL *string     `json:"source_url"`
	Status    Status      `json:"status"`
}

// Fact is a row of a brand's sheet.
type Fact struct {
	ID      string `json:"id"`
	BrandID string `json:"brand_id"`
	Fields
	Judging   bool           `json:"judging"` // active, with a source and a value that can be read
	Source    string         `json:"source"`  // user or agent
	CreatedAt timestamp.Time `json:"created_at"`
	UpdatedAt timestamp.Time `json:"updated_at"`
}

// Facts is the room's door for everybody else.
type Facts struct {
	db     *store.DB
	plans  *plan.Plans
	brands *brand.Brands
	queue  *queue.Queue
	events *event.Events // nil: not told
	max    int
	words  int // bytes, see MaxWords

	readers *cache.Cache[*claim.Reader] // of compiled sheets, by their id

	judge       Judge // nil: what rules leave open stays open
	judgePerDay int

	batch, piece int // answers a transaction stores, and a job reads before others have their turn
}

// MaxFacts is how many a brand may have.
const MaxFacts = 5000

// MaxWords bounds what a brand's sheet is compiled to, in bytes: terms, options and subjects together, see claim.Weight.
const MaxWords = 256 << 10

// New returns the room over db. Events are told of facts that answers contradict; nil: they are not.
func New(db *store.DB, plans *plan.Plans, brands *brand.Brands, jobs *queue.Queue, events *event.Events) *Facts {
	return &Facts{
		db: db, plans: plans, brands: brands, queue: jobs, events: events, max: MaxFacts, words: MaxWords,
		readers: cache.New(compiledBytes, (*claim.Reader).Bytes), batch: compareBatch, piece: pieceMost,
	}
}

// Paging is which part of a list is wanted.
type Paging = store.Paging

// Filter is what of a sheet is listed. Zero is all.
type Filter struct {
	Status string // an unknown one lists nothing
	Text   string // in statement, subject, attribute or value
}

// List pages through a brand's facts in the order in which they were written, with the number of all that pass.
func (f *Facts) List(ctx context.Context, who account.Caller, brandID string, filter Filter,
	page Paging,
) (list []Fact, total int64, err error) {
	defer fault.Wrap(&err, "fact.List")

	list = []Fact{}
	err = f.db.View(ctx, func(q store.Querier) error {
		if _, err := f.brands.FindIn(ctx, q, who, brandID); err != nil {
			return err
		}
		all, err := listOf(ctx, q, brandID)
		if err != nil {
			return err
		}
		for _, one := range all {
			if filter.passes(&one) {
				if total++; total > page.Offset() && int64(len(list)) < page.Size {
					list = append(list, one)
				}
			}
		}
		return nil
	})
	return list, total, err
}

// Find returns one fact. One under a brand of another space is NotFound.
func (f *Facts) Find(ctx context.Context, who account.Caller, factID string) (_ Fact, err error) {
	defer fault.Wrap(&err, "fact.Find")

	return find(ctx, f.db.Read(), who, factID)
}

func find(ctx context.Context, q store.Querier, who account.Caller, factID string) (Fact, error) {
	one, err := scan(q.QueryRow(ctx, selectFact+` WHERE f.id = $1
		AND EXISTS (SELECT 1 FROM brands b WHERE b.id = f.brand_id AND b.space_id = $2)`, factID, who.SpaceID))
	return one, store.NotFound(err, "fact", factID)
}

const selectFact = `SELECT f.id, f.brand_id, f.statement, f.subject, f.attribute, f.terms, f.kind, f.value, f.unit, f.options, f.wrong, f.valid_from, f.valid_to, f.source_url,
	f.status, f.source, f.created_at, f.updated_at FROM facts f`

func scan(row store.Row) (f Fact, err error) {
	err = row.Scan(&f.ID, &f.BrandID, &f.Statement, &f.Subject, &f.Attribute, &f.Terms, &f.Kind, &f.Value, &f.Unit,
		&f.Options, &f.Wrong, &f.ValidFrom, &f.ValidTo, &f.SourceURL,
		&f.Status, &f.Source, &f.CreatedAt, &f.UpdatedAt)
	f.Judging = f.judges()
	return f, err
}

func listOf(ctx context.Context, q store.Querier, brandID string) ([]Fact, error) {
	return store.List(ctx, q, scan, selectFact+` WHERE f.brand_id = $1 ORDER BY f.id`, brandID)
}
