package drafting

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/tool/draft"
)

// redrafts bounds how often a draft is made anew because the same text was added meanwhile.
const redrafts = 5

// errOvertaken means that what was drafted has been added by a user since: draft again.
var errOvertaken = errors.New("the draft repeats what was added meanwhile")

// Run does a queued generation, or goes on with one that was interrupted. Doing it twice, or at the same time, changes
// nothing more. An error means that it should be tried again.
func (g *Generations) Run(ctx context.Context, generationID string) (err error) {
	defer fault.Wrap(&err, "drafting.Run")
	brandID, count, err := g.claim(ctx, generationID)
	if err != nil || brandID == "" {
		return err
	}
	who, err := g.brands.Owner(ctx, brandID)
	if err != nil {
		return gone(err)
	}
	for range redrafts {
		err := g.attempt(ctx, who, work{generationID, brandID, count})
		if !errors.Is(err, errOvertaken) {
			return gone(err)
		}
	}
	return errOvertaken
}

type work struct {
	generationID, brandID string
	count                 int
}

// gone turns a brand that was deleted meanwhile, with its generation, into nothing to do.
func gone(err error) error {
	if fault.Is(err, fault.NoSuchThing) {
		return nil
	}
	return err
}

// claim marks the generation as running. An empty brandID means that there is nothing to do.
func (g *Generations) claim(ctx context.Context, generationID string) (brandID string, count int, err error) {
	err = g.db.InTx(ctx, func(tx *store.Tx) error {
		err := tx.QueryRow(ctx, `UPDATE generations SET status = 'running', started_at = COALESCE(started_at, $2), drafter = $3
			WHERE id = $1 AND status IN ('queued', 'running') RETURNING brand_id, requested`, generationID, tx.Now, g.draft.Name).
			Scan(&brandID, &count)
		if errors.Is(err, store.ErrNoRows) {
			return nil
		}
		return err
	})
	return brandID, count, err
}

// attempt drafts outside of any transaction and stores the result in one.
func (g *Generations) attempt(ctx context.Context, who account.Caller, w work) error {
	have, err := g.brands.Existing(ctx, who, w.brandID)
	if err != nil {
		return err
	}
	drafted, err := g.draft.Draft(ctx, profileOf(have.Brand), w.count, existingOf(have))
	if ctx.Err() != nil {
		return ctx.Err() // the program stops: the next job goes on
	}
	if err != nil {
		return g.fail(ctx, w.generationID, err)
	}
	err = brand.LookAgain(func() error { return g.store(ctx, who, w, drafted) })
	if fault.Is(err, fault.CapReached) { // others added meanwhile: another try would find no more room
		return g.fail(ctx, w.generationID, err)
	}
	return err
}

// store stores a draft, in a transaction that knows from before which prompts name the brand.
func (g *Generations) store(ctx context.Context, who account.Caller, w work, drafted draft.Draft) error {
	naming, err := g.brands.Naming(ctx, w.brandID, textsOf(drafted))
	if err != nil {
		return err
	}
	return g.db.InTx(ctx, func(tx *store.Tx) error {
		now, err := g.brands.ExistingTx(ctx, tx, who, w.brandID)
		if err != nil {
			return err
		}
		if repeats(drafted, now.Prompts) {
			return errOvertaken
		}
		fitted := fit(drafted, now)
		fitted.Naming = naming
		if err := g.completeTx(ctx, tx, who, w, fitted); err != nil || g.facts == nil {
			return err
		}
		_, err = g.facts.ProposeTx(ctx, tx, who, now.Brand)
		return err
	})
}

func textsOf(d draft.Draft) (texts []string) {
	for _, t := range d.Topics {
		for _, p := range t.Prompts {
			texts = append(texts, p.Text)
		}
	}
	return texts
}

// completeTx stores the draft unless another process did meanwhile.
func (g *Generations) completeTx(ctx context.Context, tx *store.Tx, who account.Caller, w work, d brand.Drafted) error {
	changed, err := tx.Exec(ctx, `UPDATE generations SET status = 'completed', prompts_created = $2, finished_at = $3
		WHERE id = $1 AND status = 'running'`, w.generationID, promptsIn(d), tx.Now)
	if err != nil || changed == 0 {
		return err
	}
	added, err := g.brands.AddDraftedTx(ctx, tx, who, w.brandID, d)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE generations SET topics_created = $2, competitors_found = $3
		WHERE id = $1`, w.generationID, added.Topics, added.Competitors)
	return err
}

func (g *Generations) fail(ctx context.Context, generationID string, cause error) error {
	reason := failed
	if f := fault.As(cause); f != nil {
		reason = failure(f.Key())
	}
	if err := g.db.InTx(ctx, func(tx *store.Tx) error { return failTx(ctx, tx, generationID, reason) }); err != nil {
		return fmt.Errorf("recording a failure (%w): %w", cause, err)
	}
	return nil
}

// failure is why a generation failed: a code that is said in the reader's language, of a fault or of these.
type failure string

const (
	failed   failure = "generation_failed"
	timedOut failure = "generation_timed_out"
)

func failTx(ctx context.Context, tx *store.Tx, generationID string, reason failure) error {
	_, err := tx.Exec(ctx, `UPDATE generations SET status = 'failed', error = $2, finished_at = $3
		WHERE id = $1 AND status IN ('queued', 'running')`, generationID, string(reason), tx.Now)
	return err
}

func promptsIn(d brand.Drafted) (n int) {
	for _, t := range d.Topics {
		n += len(t.Prompts)
	}
	return n
}

// repeats tells whether a drafted text exists by now.
func repeats(d draft.Draft, prompts []brand.Prompt) bool {
	taken := make(map[string]bool, len(prompts))
	for _, p := range prompts {
		taken[draft.Fold(p.Text)] = true
	}
	return slices.ContainsFunc(textsOf(d), func(text string) bool { return taken[draft.Fold(text)] })
}
