package drafting_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/drafting"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/draft"
)

// world is the rooms that a generation needs, with one account and one brand.
type world struct {
	t        *testing.T
	db       *store.DB
	accounts *account.Accounts
	plans    *plan.Plans
	brands   *brand.Brands
	who      account.Caller
	brandID  string

	mu     sync.Mutex
	queued []queue.Job

	options brand.Options
	perDay  int
}

func newWorld(t *testing.T, db *store.DB) *world {
	t.Helper()
	w := &world{t: t, db: db}
	w.accounts = account.New(db, limit.New(db), account.Options{MaxKeys: 50, PasswordMemory: 64})
	w.plans = plan.New(db, w.accounts, plan.Options{})
	w.reopen()
	w.who = w.account("li@example.com")
	b, err := w.brands.Create(t.Context(), w.who, brand.Profile{
		Name: "云栖笔记", Introduction: "云栖笔记是一款面向团队的云端笔记软件，支持离线编辑。", ProductType: "software",
		Keywords: store.Texts{"云笔记", "知识管理"},
	})
	must.Do(t, err)
	w.brandID = b.ID
	return w
}

// reopen makes the brands' room anew, with the options as they are.
func (w *world) reopen() {
	findings := reading.New(w.db, reading.Options{Queue: queue.Gather(w.db, func([]queue.Job) {})})
	w.brands = brand.New(w.db, w.plans, findings, w.options)
}

func (w *world) account(email string) account.Caller {
	w.t.Helper()
	user := must.Get(w.accounts.Prepare(w.t.Context(), email, "a-password"))(w.t)
	userID := must.Get(w.plans.Open(w.t.Context(), user, plan.Terms{Tier: plan.Standard}))(w.t)
	spaces := must.Get(w.accounts.Spaces(w.t.Context(), userID))(w.t)
	key, _, err := w.accounts.CreateKey(w.t.Context(), userID, "", account.Scopes{"*"})
	must.Do(w.t, err)
	return account.Caller{UserID: userID, SpaceID: spaces[0].ID, KeyID: key.ID}
}

// room returns a generation room with the given drafter, whose queue is a list in memory.
func (w *world) room(d drafting.Drafter) *drafting.Generations {
	return drafting.New(w.db, drafting.Rooms{
		Plans: w.plans, Brands: w.brands, Drafter: d, PerDay: w.perDay,
		Queue: queue.Gather(w.db, func(jobs []queue.Job) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.queued = append(w.queued, jobs...)
		}),
	})
}

func (w *world) start(g *drafting.Generations, count int64) drafting.Started {
	w.t.Helper()
	started := must.Get(g.Start(w.t.Context(), w.who, w.brandID, &count, nil))(w.t)
	return started
}

func (w *world) latest(g *drafting.Generations) drafting.Status {
	w.t.Helper()
	s := must.Get(g.Latest(w.t.Context(), w.who, w.brandID))(w.t)
	return s
}

func (w *world) prompts() []brand.Prompt {
	w.t.Helper()
	list := must.Get(w.brands.Prompts(w.t.Context(), w.who, w.brandID, brand.PromptFilter{}))(w.t)
	return list
}

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		w := newWorld(t, db)
		g := w.room(drafting.Offline)
		other := w.account("wang@example.com")
		ends := timestamp.Of(clock.Now().Add(time.Minute))
		must.Get(w.plans.Set(t.Context(), w.who.UserID, plan.Change{ExpiresAt: &ends}))(t)
		for _, c := range []struct {
			name    string
			who     account.Caller
			brandID string
			want    fault.Code
		}{
			{"unknown brand", w.who, "brd_none", fault.NoSuchThing},
			{"another account's brand", other, w.brandID, fault.NoSuchThing},
		} {
			expect.Refuse(t, expect.Error(g.Start(t.Context(), c.who, c.brandID, nil, nil)), c.want, c.name)
			if _, err := g.Latest(t.Context(), c.who, c.brandID); !fault.Is(err, c.want) {
				t.Errorf("%s, status: %v", c.name, err)
			}
		}
		if s := w.latest(g); s.Status != drafting.Idle || s.GenerationID != nil || s.Requested != nil {
			t.Errorf("before any generation: %+v", s)
		}
		rest := func(archived bool) {
			must.Do(t, w.brands.Archive(t.Context(), w.who, w.brandID, archived))
		}
		rest(true)
		expect.Refuse(t, expect.Error(g.Start(t.Context(), w.who, w.brandID, nil, nil)), fault.BrandArchived, "for a brand at rest")
		rest(false)
		started := w.start(g, 5)
		if _, err := g.Start(t.Context(), w.who, w.brandID, nil, nil); !fault.Is(err, fault.GenerationRunning) ||
			fault.As(err).Detail["generation_id"] != started.GenerationID {
			t.Errorf("while one is queued: %v", err)
		}
		clock.Advance(time.Minute)
		if _, err := g.Start(t.Context(), w.who, w.brandID, nil, nil); !fault.Is(err, fault.Expired) ||
			fault.As(err).Detail["expired_at"] != ends {
			t.Errorf("after the end of the subscription: %v", err)
		}
		if s := w.latest(g); s.Status != drafting.Queued {
			t.Errorf("reading must go on after the end: %+v", s)
		}
	})
}

func TestRunCreatesExactlyWhatWasAsked(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		g := w.room(drafting.Offline)
		for round := range 3 {
			started := w.start(g, 12)
			for range 2 { // the second time there is nothing left to do
				must.Do(t, g.Run(t.Context(), started.GenerationID))
			}
			s := w.latest(g)
			if s.Status != drafting.Completed || s.PromptsCreated != 12 || *s.Drafter != "offline" ||
				s.FinishedAt == nil || s.Error != nil {
				t.Fatalf("round %d: %+v", round, s)
			}
			if round > 0 && s.TopicsCreated != 0 {
				t.Errorf("round %d made %d topics beside those of the same name", round, s.TopicsCreated)
			}
		}
		seen, branded := map[string]bool{}, 0
		prompts := w.prompts()
		for _, p := range prompts {
			if seen[draft.Fold(p.Text)] {
				t.Errorf("%q is there twice", p.Text)
			}
			seen[draft.Fold(p.Text)] = true
			if p.Status != brand.Suggested || p.Source != brand.FromAgent {
				t.Errorf("%q is %s from %s", p.Text, p.Status, p.Source)
			}
			if len(p.Types) == 1 && p.Types[0] == brand.Sentiment {
				branded++
			}
		}
		if len(prompts) != 36 || branded > 12 || branded == 0 {
			t.Errorf("%d prompts, %d of them name the brand", len(prompts), branded)
		}
		competitors := must.Get(w.brands.Competitors(t.Context(), w.who, w.brandID))(t)
		names := map[string]bool{}
		for _, c := range competitors {
			if names[c.Name] || c.Source != brand.FromAgent {
				t.Errorf("competitor %+v", c)
			}
			names[c.Name] = true
		}
	})
}

func TestRunAtTheSameTime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		g := w.room(drafting.Offline)
		started := w.start(g, 10)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				expect.Do(t, g.Run(t.Context(), started.GenerationID))
			})
		}
		group.Wait()
		expect.Equal(t, len(w.prompts()), 10, "prompts")
	})
}

func TestStartAtTheSameTime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		g := w.room(drafting.Offline)
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if _, err := g.Start(t.Context(), w.who, w.brandID, nil, nil); err != nil && !fault.Is(err, fault.GenerationRunning) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		expect.Equal(t, len(w.queued), 1, "generations were queued")
	})
}

// A process that dies after it has begun leaves nothing half done, and another goes on.
func TestRunGoesOnAfterInterruption(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		ctx, cancel := context.WithCancel(t.Context())
		dying := w.room(drafting.Drafter{Name: "offline", Draft: func(ctx context.Context, p draft.Profile, n int,
			have draft.Existing,
		) (draft.Draft, error) {
			cancel()
			return drafting.Offline.Draft(ctx, p, n, have)
		}})
		started := w.start(dying, 7)
		if err := dying.Run(ctx, started.GenerationID); !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted: %v", err)
		}
		if s := w.latest(dying); s.Status != drafting.Running || len(w.prompts()) != 0 {
			t.Fatalf("half done: %+v, %d prompts", s, len(w.prompts()))
		}
		must.Do(t, w.room(drafting.Offline).Run(t.Context(), started.GenerationID))
		if s := w.latest(dying); s.Status != drafting.Completed || len(w.prompts()) != 7 {
			t.Errorf("afterwards: %+v, %d prompts", s, len(w.prompts()))
		}
	})
}

// A text that a user adds between drafting and storing is not repeated.
func TestRunIsOvertaken(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		topic := must.Get(w.brands.CreateTopic(t.Context(), w.who, w.brandID,
			brand.TopicFields{Name: "自定", Region: "CN", Language: "zh"}))(t)
		tries := 0
		g := w.room(drafting.Drafter{Name: "offline", Draft: func(ctx context.Context, p draft.Profile, n int,
			have draft.Existing,
		) (draft.Draft, error) {
			d, err := drafting.Offline.Draft(ctx, p, n, have)
			if tries++; tries == 1 {
				first := d.Topics[0].Prompts[0].Text
				_, err = w.brands.CreatePrompt(ctx, w.who, w.brandID, brand.NewPrompt{
					Source:       brand.FromUser,
					PromptFields: brand.PromptFields{TopicID: topic.ID, Text: first + "？！", Stage: "awareness", Status: brand.Archived},
				})
			}
			return d, err
		}})
		started := w.start(g, 6)
		must.Do(t, g.Run(t.Context(), started.GenerationID))
		folded := map[string]bool{}
		for _, p := range w.prompts() {
			folded[draft.Fold(p.Text)] = true
		}
		if tries != 2 || len(folded) != 7 {
			t.Errorf("drafted %d times, %d different texts", tries, len(folded))
		}
	})
}

func TestRunFails(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		w := newWorld(t, db)
		g := w.room(drafting.Drafter{Name: "model", Draft: func(context.Context, draft.Profile, int, draft.Existing) (draft.Draft, error) {
			return draft.Draft{}, fault.New(fault.Unavailable).Why("drafter_unavailable").Because(errors.New("key sk-secret"))
		}})
		started := w.start(g, 5)
		must.Do(t, g.Run(t.Context(), started.GenerationID))
		s := w.latest(g)
		if s.Status != drafting.Failed || *s.Error != "drafter_unavailable" || *s.Drafter != "model" ||
			s.PromptsCreated != 0 || s.FinishedAt == nil {
			t.Errorf("failed: %+v", s)
		}
		idle := func() error {
			return db.InTx(t.Context(), func(tx *store.Tx) error { return g.BrandIdleTx(t.Context(), tx, w.brandID, false) })
		}
		w.start(g, 5) // a failed one blocks nothing
		clock.Advance(time.Hour - time.Microsecond)
		expect.Refuse(t, expect.Error(g.Start(t.Context(), w.who, w.brandID, nil, nil)), fault.GenerationRunning)
		expect.Refuse(t, idle(), fault.GenerationRunning)
		expect.Equal(t, w.latest(g).Status, drafting.Queued, "before an hour it is")
		clock.Advance(time.Microsecond)
		if s := w.latest(g); s.Status != drafting.Failed || s.Error == nil || *s.Error != "generation_timed_out" || s.FinishedAt == nil {
			t.Errorf("one that never ended: %+v", s)
		}
		must.Do(t, idle())
		w.start(g, 5) // nor does one that never ended
	})
}

func TestStartOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		g := w.room(drafting.Offline)
		once := func(body string) *idempotency.Once {
			return &idempotency.Once{
				KeyID: w.who.KeyID, Path: "/generate", Key: "k1", Fingerprint: body,
				Render: func(v any) ([]byte, error) { return []byte(v.(drafting.Started).GenerationID), nil },
			}
		}
		first := once("a")
		started, err := g.Start(t.Context(), w.who, w.brandID, nil, first)
		if err != nil || first.Replayed() != nil {
			t.Fatal(err, first.Replayed())
		}
		again := once("a")
		if _, err := g.Start(t.Context(), w.who, w.brandID, nil, again); err != nil || string(again.Replayed()) != started.GenerationID {
			t.Errorf("repeated: %v, %q", err, again.Replayed())
		}
		expect.Refuse(t, expect.Error(g.Start(t.Context(), w.who, w.brandID, nil, once("b"))), fault.KeyReused, "another body")
		expect.Equal(t, len(w.queued), 1, "jobs")
	})
}
