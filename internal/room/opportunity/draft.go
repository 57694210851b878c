package opportunity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/tool/draft"
)

// Statuses of a draft.
const (
	Queued    = "queued"
	Running   = "running"
	Completed = "completed"
	Failed    = "failed"
)

// Draft is an article under way for an opportunity. Once it is completed it is a content.
type Draft struct {
	ID            string          `json:"id"`
	BrandID       string          `json:"brand_id"`
	OpportunityID string          `json:"opportunity_id"`
	Status        string          `json:"status"`
	Drafter       *string         `json:"drafter"` // offline: a brief with an outline; model: an article
	AIAssisted    bool            `json:"ai_assisted"`
	ContentID     *string         `json:"content_id"` // nil until it is completed, and again once the content is gone
	Error         *string         `json:"error"`      // a code
	CreatedAt     timestamp.Time  `json:"created_at"`
	FinishedAt    *timestamp.Time `json:"finished_at"`
}

// Drafter writes. Name tells which kind it is: offline or model.
type Drafter struct {
	Name  string
	Write func(ctx context.Context, m draft.Material) (draft.Article, error)
}

// Offline writes briefs, and needs no network.
var Offline = Drafter{"offline", func(_ context.Context, m draft.Material) (draft.Article, error) { return draft.Brief(m), nil }}

const (
	modelTries = 2 // the second time the model is told what was wrong
	modelWait  = 3 * time.Minute
)

// Model writes articles by asking a language model. What it says is data: it is checked, and never followed.
func Model(ask func(ctx context.Context, text string) (string, error)) Drafter {
	return Drafter{"model", func(ctx context.Context, m draft.Material) (draft.Article, error) {
		complaint := ""
		for range modelTries {
			asking, cancel := context.WithTimeout(ctx, modelWait)
			text, err := ask(asking, m.Instruction(complaint))
			cancel()
			if err != nil {
				return draft.Article{}, fault.New(fault.Unavailable).Why("drafter_unavailable").Because(err)
			}
			a, err := draft.AcceptArticle(text)
			if err == nil {
				return a, nil
			}
			complaint = err.Error()
		}
		return draft.Article{},
			fault.New(fault.Unavailable).Why("draft_unusable").Because(fmt.Errorf("after %d tries: %s", modelTries,
				complaint))
	}}
}

var draftJob = queue.Declare[draftArgs](queue.Kind{Name: "draft", Workers: 2, Timeout: 7 * time.Minute, MaxAttempts: 10})

// draftLost is how long after its start a draft holds nothing up any more: most of its attempts fit into it. One that
// is still under way then is given up: as a rule its job was discarded.
const draftLost = 2 * time.Hour

// draftTimedOut is the code of a draft that was given up.
const draftTimedOut = "generation_timed_out"

type draftArgs struct {
	DraftID string `json:"draft_id"`
}

// Jobs is the background work of this room.
func (o *Opportunities) Jobs() []queue.Kind {
	return []queue.Kind{draftJob.By(func(ctx context.Context, args draftArgs) error { return o.Write(ctx, args.DraftID) })}
}

// StartDraft queues a draft for an opportunity of the last thirty days. One that is under way for the same opportunity
// is returned instead. Faults: NotFound, Expired, BrandArchived, CapReached when the account has started its number of
// the day.
func (o *Opportunities) StartDraft(ctx context.Context, who account.Caller, brandID, opportunityID string,
	once *idempotency.Once,
) (d Draft, err error) {
	defer fault.Wrap(&err, "opportunity.StartDraft")

	_, missing := o.Find(ctx, who, brandID, opportunityID)
	if missing != nil && !fault.Is(missing, fault.NoSuchThing) {
		return d, missing
	}
	err = o.db.InTx(ctx, func(tx *store.Tx) error {
		done, err := once.BeginTx(ctx, tx)
		if err != nil || done {
			return err
		}
		if missing != nil { // an answer that is repeated does not need it any more
			return missing
		}
		subscription, err := o.rooms.Plans.ForTx(ctx, tx, who.SpaceID) // one decision per account at a time
		if err != nil {
			return err
		}
		if err := subscription.RequireCurrent(tx.Now); err != nil {
			return err
		}
		found, err := o.rooms.Brands.FindTx(ctx, tx, who, brandID)
		if err != nil {
			return err
		}
		if err := found.RequireLive(); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE drafts SET status = 'failed', error = $4, finished_at = $5 WHERE brand_id = $1 AND opportunity_id = $2
			AND status IN ('queued', 'running') AND created_at <= $3`, brandID, opportunityID, tx.Now.Add(-draftLost), draftTimedOut, tx.Now); err != nil {
			return err
		}
		d, err = scanDraft(tx.QueryRow(ctx, selectDraft+
			` WHERE d.brand_id = $1 AND d.opportunity_id = $2 AND d.status IN ('queued', 'running')`, brandID,
			opportunityID))
		if err == nil {
			return once.FinishTx(ctx, tx, d)
		}
		if !errors.Is(err, store.ErrNoRows) {
			return err
		}
		if err := o.admitTx(ctx, tx, subscription.UserID); err != nil {
			return err
		}
		d = Draft{ID: id.New("dft", tx.Now.Time), BrandID: brandID, OpportunityID: opportunityID, Status: Queued, CreatedAt: tx.Now}
		if _, err := tx.Exec(ctx,
			`INSERT INTO drafts (id, brand_id, opportunity_id, status, created_at) VALUES ($1, $2, $3, 'queued', $4)`,
			d.ID, brandID, opportunityID, tx.Now); err != nil {
			return err
		}
		if err := o.rooms.Queue.EnqueueTx(ctx, tx, draftJob.Job(draftArgs{d.ID})); err != nil {
			return err
		}
		return once.FinishTx(ctx, tx, d)
	})
	return d, err
}

// BrandIdleTx answers GenerationRunning while a draft of a brand is under way and, where the brand is to vanish,
// CapReached when one was started today, whose number would come back. One that was begun long ago has been given up.
func (o *Opportunities) BrandIdleTx(ctx context.Context, tx *store.Tx, brandID string, vanishes bool) (err error) {
	defer fault.Wrap(&err, "opportunity.BrandIdleTx")

	today, err := o.openTx(ctx, tx, `= $1`, brandID)
	if err == nil && today > 0 && vanishes {
		to := (day.Of(tx.Now.Time) + 1).Begin()
		err = fault.New(fault.CapReached).Why("brand_drafted_today").With("limit", o.rooms.PerDay).With("resets_at", to)
	}
	return err
}

// idleTx is BrandIdleTx for all brands of a space that is to vanish or to get another owner.
func (o *Opportunities) idleTx(ctx context.Context, tx *store.Tx, spaceID string) (err error) {
	defer fault.Wrap(&err, "opportunity.idleTx")

	today, err := o.openTx(ctx, tx, `IN (SELECT id FROM brands WHERE space_id = $1)`, spaceID)
	if err == nil && today > 0 {
		to := (day.Of(tx.Now.Time) + 1).Begin()
		err = fault.New(fault.CapReached).Why("space_drafted_today").With("limit", o.rooms.PerDay).With("resets_at", to)
	}
	return err
}

// openTx answers GenerationRunning while a draft of some brands is under way, and else tells how many were started today.
func (o *Opportunities) openTx(ctx context.Context, tx *store.Tx, of, id string) (today int, err error) {
	from := day.Of(tx.Now.Time).Begin()
	var open int
	err = tx.QueryRow(ctx, `SELECT (SELECT count(*) FROM drafts WHERE brand_id `+of+` AND status IN ('queued', 'running') AND created_at > $2),
		(SELECT count(*) FROM drafts WHERE brand_id `+of+` AND created_at >= $3)`, id, tx.Now.Add(-draftLost), from).Scan(&open, &today)
	if err == nil && open > 0 {
		err = fault.New(fault.GenerationRunning).Why("brand_drafting")
	}
	return today, err
}

// admitTx answers CapReached when the account has started its number of today, over all its spaces: a model costs the
// installation money.
func (o *Opportunities) admitTx(ctx context.Context, tx *store.Tx, owner string) error {
	from, to := day.Of(tx.Now.Time).Bounds()
	used, err := store.One[int](tx.QueryRow(ctx,
		`SELECT count(*) FROM drafts WHERE brand_id IN (SELECT id FROM brands WHERE `+plan.Owned+
			`) AND created_at >= $2`, owner, from))
	if err == nil && used >= o.rooms.PerDay {
		err = fault.New(fault.CapReached).Why("draft_cap", o.rooms.PerDay).With("limit", o.rooms.PerDay).With("used",
			used).With("resets_at", to)
	}
	return err
}

const selectDraft = `SELECT d.id, d.brand_id, d.opportunity_id, d.status, d.drafter, d.content_id, d.error, d.created_at, d.finished_at FROM drafts d`

func scanDraft(row store.Row) (d Draft, err error) {
	err = row.Scan(&d.ID, &d.BrandID, &d.OpportunityID, &d.Status, &d.Drafter, &d.ContentID, &d.Error, &d.CreatedAt, &d.FinishedAt)
	d.AIAssisted = d.Drafter != nil && *d.Drafter == "model"
	return d, err
}

// giveUp reports a lost draft as failed, also before another is started.
func (d *Draft) giveUp(now timestamp.Time) {
	if end := d.CreatedAt.Add(draftLost); (d.Status == Queued || d.Status == Running) && !now.Before(end.Time) {
		code := draftTimedOut
		d.Status, d.Error, d.FinishedAt = Failed, &code, &end
	}
}

// Drafts pages through a brand's drafts, newest first, and counts them.
func (o *Opportunities) Drafts(ctx context.Context, who account.Caller, brandID string,
	page store.Paging,
) (list []Draft, total int64, err error) {
	defer fault.Wrap(&err, "opportunity.Drafts")

	list = []Draft{}
	err = o.db.View(ctx, func(q store.Querier) error {
		if _, err := o.rooms.Brands.FindIn(ctx, q, who, brandID); err != nil {
			return err
		}
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM drafts WHERE brand_id = $1`, brandID)); err != nil {
			return err
		}
		found, err := store.List(ctx, q, scanDraft, selectDraft+
			` WHERE d.brand_id = $1 ORDER BY d.created_at DESC, d.id DESC LIMIT $2 OFFSET $3`, brandID, page.Size,
			page.Offset())
		list = append(list, found...)
		return err
	})
	for i := range list {
		list[i].giveUp(o.db.Now())
	}
	return list, total, err
}
