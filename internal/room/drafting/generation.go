// Package drafting drafts topics, prompts, competitors and facts from a brand's profile, in the background.
//
// It owns the table generations. What is drafted is stored by packages brand and fact in the same transaction that completes the
// generation, so a crash leaves everything or nothing, and the work can be taken up again.
package drafting

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/plan"
	"renown/internal/tool/draft"
)

// Statuses of a generation. Idle is a brand that never had one.
const (
	Idle      = "idle"
	Queued    = "queued"
	Running   = "running"
	Completed = "completed"
	Failed    = "failed"
)

const (
	defaultCount = 10
	// abandoned is when a generation that never ended is given up, so that it neither blocks a brand nor reads as under way for ever.
	abandoned = time.Hour
)

// Generations is the room's door for everybody else.
type Generations struct {
	db     *store.DB
	plans  *plan.Plans
	brands *brand.Brands
	facts  *fact.Facts // nil: none are proposed
	queue  *queue.Queue
	draft  Drafter
	perDay int
}

// Drafter writes drafts. Name tells which kind it is: offline or model.
type Drafter struct {
	Name  string
	Draft func(ctx context.Context, p draft.Profile, count int, have draft.Existing) (draft.Draft, error)
}

// Offline is the drafter that needs no network: templates and a small grammar.
var Offline = Drafter{"offline", func(_ context.Context, p draft.Profile, count int, have draft.Existing) (draft.Draft, error) {
	return draft.Offline(p, count, have)
}}

// Rooms are the neighbours a generation needs.
type Rooms struct {
	Plans   *plan.Plans
	Brands  *brand.Brands
	Facts   *fact.Facts // nil: none are proposed
	Drafter Drafter
	Queue   *queue.Queue
	PerDay  int // generations that an account may start in a Beijing day; 0: 20
}

// New returns the room over db.
func New(db *store.DB, r Rooms) *Generations {
	if r.PerDay == 0 {
		r.PerDay = 20
	}
	g := &Generations{db: db, plans: r.Plans, brands: r.Brands, facts: r.Facts, queue: r.Queue, draft: r.Drafter, perDay: r.PerDay}
	r.Plans.Accounts.TeamEnds.Add(g.idleTx)
	return g
}

// Started is the answer to Start.
type Started struct {
	GenerationID string `json:"generation_id"`
	Status       string `json:"status"`
	Count        int64  `json:"count"`
}

// Status is how a brand's newest generation stands.
type Status struct {
	Status           string          `json:"status"`
	GenerationID     *string         `json:"generation_id"`
	Requested        *int64          `json:"requested"`
	TopicsCreated    int64           `json:"topics_created"`
	PromptsCreated   int64           `json:"prompts_created"`
	CompetitorsFound int64           `json:"competitors_found"`
	Drafter          *string         `json:"drafter"`
	Error            *string         `json:"error"`
	StartedAt        *timestamp.Time `json:"started_at"`
	FinishedAt       *timestamp.Time `json:"finished_at"`
}

// Start queues a generation of count prompts; nil means ten. Faults: NotFound, Expired, BrandArchived, GenerationRunning,
// CapReached when the account has started its number of the day or the brand has no room for so many prompts.
func (g *Generations) Start(ctx context.Context, who account.Caller, brandID string, count *int64,
	once *idempotency.Once,
) (started Started, err error) {
	defer fault.Wrap(&err, "drafting.Start")

	err = g.db.InTx(ctx, func(tx *store.Tx) error {
		done, err := once.BeginTx(ctx, tx)
		if err != nil || done {
			return err
		}
		subscription, err := g.plans.ForTx(ctx, tx, who.SpaceID) // one decision per account at a time
		if err != nil {
			return err
		}
		found, err := g.brands.FindTx(ctx, tx, who, brandID)
		if err != nil {
			return err
		}
		if err := subscription.RequireCurrent(tx.Now); err != nil {
			return err
		}
		if err := found.RequireLive(); err != nil {
			return err
		}
		if err := requireNoneTx(ctx, tx, brandID); err != nil {
			return err
		}
		started = Started{GenerationID: id.New("gen", tx.Now.Time), Status: Queued, Count: defaultCount}
		if count != nil {
			started.Count = *count
		}
		if err := g.admitTx(ctx, tx, subscription.UserID); err != nil {
			return err
		}
		if err := g.brands.AdmitPromptsTx(ctx, tx, brandID, int(started.Count)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO generations (id, brand_id, status, requested, created_at) VALUES ($1, $2, 'queued', $3, $4)`,
			started.GenerationID, brandID, started.Count, tx.Now)
		if err != nil {
			return err
		}
		if err := g.queue.EnqueueTx(ctx, tx, draftJob.Job(draftArgs{started.GenerationID})); err != nil {
			return err
		}
		return once.FinishTx(ctx, tx, started)
	})
	return started, err
}

// requireNoneTx answers GenerationRunning while one is in progress, and gives up one that was abandoned.
func requireNoneTx(ctx context.Context, tx *store.Tx, brandID string) error {
	var running string
	var created timestamp.Time
	err := tx.QueryRow(ctx, `SELECT id, created_at FROM generations WHERE brand_id = $1 AND status IN ('queued', 'running')`, brandID).
		Scan(&running, &created)
	if errors.Is(err, store.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if tx.Now.Sub(created.Time) < abandoned {
		return fault.New(fault.GenerationRunning).With("generation_id", running)
	}
	return failTx(ctx, tx, running, timedOut)
}

// Latest tells how the brand's newest generation stands. One that was abandoned has failed, also before another is
// started.
func (g *Generations) Latest(ctx context.Context, who account.Caller, brandID string) (s Status, err error) {
	defer fault.Wrap(&err, "drafting.Latest")

	if _, err := g.brands.Find(ctx, who, brandID); err != nil {
		return s, err
	}
	var created timestamp.Time
	err = g.db.Read().QueryRow(ctx, `SELECT status, id, requested, topics_created, prompts_created, competitors_found, drafter, error, started_at, finished_at, created_at
		FROM generations WHERE brand_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`, brandID).
		Scan(&s.Status, &s.GenerationID, &s.Requested, &s.TopicsCreated, &s.PromptsCreated, &s.CompetitorsFound,
			&s.Drafter, &s.Error, &s.StartedAt, &s.FinishedAt, &created)
	if errors.Is(err, store.ErrNoRows) {
		return Status{Status: Idle}, nil
	}
	if end := created.Add(abandoned); (s.Status == Queued || s.Status == Running) && !g.db.Now().Before(end.Time) {
		reason := string(timedOut)
		s.Status, s.Error, s.FinishedAt = Failed, &reason, &end
	}
	return s, err
}
