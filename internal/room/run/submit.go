package run

import (
	"context"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// duplicateWithin is how long the same submission is taken for an accident.
const duplicateWithin = 10 * time.Second

// Mode is how questions are put: search, chat or reasoning.
type Mode = assistant.Mode

// Request is what a caller asks for. Nil Platforms means all that the plan allows; an empty list leaves none.
type Request struct {
	BrandID   string
	Platforms []string
	Mode      Mode   // empty means search
	Surface   string // where assistants are asked: api or app; empty means api
	Samples   int64  // times that each prompt is asked on each platform; 0 means once
	Origin    string
	Due       *timestamp.Time // of a scheduled run
	Once      *idempotency.Once

	MaxQuestions *int64 // what the caller agreed to have asked; nil: however many
}

// whole fills in what was left out.
func (in Request) whole() Request {
	if in.Mode == "" {
		in.Mode = assistant.ModeSearch
	}
	if in.Surface == "" {
		in.Surface = reading.SurfaceAPI
	}
	in.Samples = max(in.Samples, 1)
	return in
}

// Submitted is the answer to Submit.
type Submitted struct {
	Status string `json:"status"`
	RunID  string `json:"run_id"`
}

// Submit decides about a run and creates it with all its sub-tasks, in one transaction. Faults, in the order in which they
// are looked for: NotFound, Expired, BrandArchived, Malformed for more samples than the plan allows, Duplicate,
// DailyLimit, RunGap, RunInFlight, NoPrompt, NoPlatform,
// PriceAbove.
func (r *Runs) Submit(ctx context.Context, who account.Caller, in Request) (out Submitted, err error) {
	defer fault.Wrap(&err, "run.Submit")

	in = in.whole()
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		done, err := in.Once.BeginTx(ctx, tx)
		if err != nil || done {
			return err
		}
		if out, err = r.submitTx(ctx, tx, who, in); err != nil {
			return err
		}
		return in.Once.FinishTx(ctx, tx, out)
	})
	return out, err
}

func (r *Runs) submitTx(ctx context.Context, tx *store.Tx, who account.Caller, in Request) (Submitted, error) {
	run, _, err := r.decideTx(ctx, tx, who, in)
	if err != nil {
		return Submitted{}, err
	}
	out, err := r.createTx(ctx, tx, run)
	if err == nil {
		err = r.pairTx(ctx, tx, run, out.RunID)
	}
	return out, err
}

// decideTx decides whether a run may start, on which terms, and what it would ask.
func (r *Runs) decideTx(ctx context.Context, tx *store.Tx, who account.Caller, in Request) (run newRun,
	subscription plan.Subscription, err error,
) {
	subscription, err = r.rooms.Plans.ForTx(ctx, tx, who.SpaceID) // one decision per account at a time
	if err != nil {
		return run, subscription, err
	}
	watched, err := r.rooms.Brands.WatchedTx(ctx, tx, who, in.BrandID)
	if err != nil {
		return run, subscription, err
	}
	if err := subscription.RequireCurrent(tx.Now); err != nil {
		return run, subscription, err
	}
	if err := watched.Brand.RequireLive(); err != nil {
		return run, subscription, err
	}
	if most := int64(subscription.Limits().Samples); in.Samples > most {
		if in.Origin != FromSchedule {
			return run, subscription, plan.TooManySamples(in.Samples, "samples")
		}
		in.Samples = most // the plan has become smaller since the schedule was set
	}
	platforms := r.selected(subscription.Tier, in.Platforms)
	run = newRun{who: who, in: in, platforms: platforms, Watched: watched}
	if in.Origin != FromSchedule {
		if err := limitsTx(ctx, tx, run, subscription); err != nil {
			return run, subscription, err
		}
	}
	if err := inFlightTx(ctx, tx, in); err != nil {
		return run, subscription, err
	}
	if len(run.Prompts) == 0 {
		return run, subscription, fault.New(fault.NoPrompt)
	}
	if len(platforms) == 0 {
		return run, subscription, fault.New(fault.NoPlatform).
			With("requested", append([]string{}, in.Platforms...)).With("allowed", ids(r.allowed(subscription.Tier)))
	}
	if in.Due != nil {
		if run.in.Samples, err = scheduledTx(ctx, tx, run, subscription); err != nil {
			return run, subscription, err
		}
	}
	if n := run.in.Samples * run.questions(); in.MaxQuestions != nil && n > *in.MaxQuestions { // prompts may have been enabled since the caller saw how many
		return run, subscription, fault.New(fault.PriceAbove).Why("questions_above", n,
			*in.MaxQuestions).With("required", n).With("max_questions", *in.MaxQuestions)
	}
	return run, subscription, nil
}

// allowed lists the platforms of a tier, in the catalogue's order.
func (r *Runs) allowed(tier plan.Tier) []*assistant.Platform {
	list := slices.DeleteFunc(r.rooms.Assistants.Catalogue().All(), func(p *assistant.Platform) bool {
		return p.Tier == assistant.TierUpper && tier != plan.Upper
	})
	return list[:min(len(list), tier.Limits().Platforms)]
}

// selected keeps of the allowed platforms those that were asked for; nil asks for all.
func (r *Runs) selected(tier plan.Tier, wanted []string) []*assistant.Platform {
	list := r.allowed(tier)
	if wanted == nil {
		return list
	}
	return slices.DeleteFunc(list, func(p *assistant.Platform) bool { return !slices.Contains(wanted, p.ID) })
}

func ids(platforms []*assistant.Platform) []string {
	list := make([]string, len(platforms))
	for i, p := range platforms {
		list[i] = p.ID
	}
	return list
}

// newRun is a run that is being decided about.
type newRun struct {
	who       account.Caller
	in        Request
	platforms []*assistant.Platform
	pairOf    string // the run that it asks a part of once more, in apps; "" is none
	brand.Watched
}

// selection is what makes two submissions the same.
func (n newRun) selection() string {
	return reading.Key(n.in.Surface, string(n.in.Mode)) + ":" + strings.Join(ids(n.platforms), ",")
}

// questions is how many sub-tasks there are of each sample.
func (n newRun) questions() int64 { return int64(len(n.Prompts) * len(n.platforms)) }

// createTx stores the run with its platforms and sub-tasks and starts it when there is room.
func (r *Runs) createTx(ctx context.Context, tx *store.Tx, n newRun) (Submitted, error) {
	out := Submitted{Status: Queued, RunID: id.New("run", tx.Now.Time)}
	_, err := tx.Exec(ctx, `INSERT INTO runs (id, space_id, brand_id, origin, mode, surface, selection, samples, status, total, due_at, created_at, pair_of)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $11, $12)`, out.RunID, n.who.SpaceID, n.in.BrandID, n.in.Origin, string(n.in.Mode), n.in.Surface, n.selection(),
		n.in.Samples, n.in.Samples*n.questions(), n.in.Due, tx.Now, orNull(n.pairOf))
	if err != nil {
		return out, err
	}
	if n.in.Surface == reading.SurfaceAPI { // what a brand's latest run is said of; one in apps takes hours beside it
		err = r.rooms.Brands.RanTx(ctx, tx, n.in.BrandID, brand.Ran{RunID: out.RunID, Status: Queued, Due: n.in.Due})
		if err != nil {
			return out, err
		}
	}
	if err := r.openReadingTx(ctx, tx, n.in.BrandID); err != nil {
		return out, err
	}
	topics := map[string]brand.Topic{}
	for _, t := range n.Topics {
		topics[t.ID] = t
	}
	var platforms, tasks [][]any
	for i, p := range n.platforms {
		platforms = append(platforms, []any{out.RunID, p.ID, p.NameZH, i, Queued, n.in.Samples * int64(len(n.Prompts))})
		for _, prompt := range n.Prompts {
			for range n.in.Samples {
				tasks = append(tasks, append(taskRow(tx, out.RunID, p.ID, prompt, topics[prompt.TopicID]), n.in.Surface))
			}
		}
	}
	err = store.InsertRows(ctx, tx, `INSERT INTO run_platforms (run_id, platform, name, position, status, total)`, platforms)
	if err != nil {
		return out, err
	}
	err = store.InsertRows(ctx, tx,
		`INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status, surface)`, tasks)
	if err != nil {
		return out, err
	}
	r.options.Watch.runTx(tx, Queued)
	started, err := r.startTx(ctx, tx)
	if slices.Contains(started, out.RunID) {
		out.Status = Running
	}
	return out, err
}

// taskRow copies the prompt as it is now; region and language are the topic's where the prompt has none.
func taskRow(tx *store.Tx, runID, platform string, p brand.Prompt, t brand.Topic) []any {
	return []any{
		id.New("ans", tx.Now.Time), runID, platform, p.ID, p.Text, p.Types, p.TopicID, p.Stage,
		orElse(p.Region, t.Region), orElse(p.Language, t.Language), Queued,
	}
}

func orElse(v *string, fallback string) string {
	if v != nil {
		return *v
	}
	return fallback
}
