package brand_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/reading"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// world is the room over a fresh database, with a clock that stands still.
type world struct {
	findings *reading.Findings
	rereads  atomic.Int64 // how often a history was to be read again
	*brand.Brands
	db       *store.DB
	url      string
	clock    *storetest.Clock
	accounts *account.Accounts
	plans    *plan.Plans
	users    int
}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	eachWith(t, brand.Options{MaxBrands: 100}, body)
}

func eachWith(t *testing.T, options brand.Options, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newWorld(t, d, options))
	})
}

func newWorld(t *testing.T, d store.Dialect, options brand.Options) *world {
	t.Helper()
	w := &world{url: storetest.URL(t, d), clock: storetest.NewClock()}
	w.db = storetest.OpenURL(t, w.url, store.WithClock(w.clock.Now))
	w.accounts = account.New(w.db, limit.New(w.db), account.Options{MaxKeys: 50, PasswordMemory: 64})
	w.plans = plan.New(w.db, w.accounts, plan.Options{})
	w.findings = reading.New(w.db, reading.Options{Queue: queue.Gather(w.db, func(jobs []queue.Job) { w.rereads.Add(int64(len(jobs))) })})
	w.Brands = brand.New(w.db, w.plans, w.findings, options)
	return w
}

// caller opens an account and stands in its personal space.
func (w *world) caller(t *testing.T, tier plan.Tier) account.Caller {
	t.Helper()
	w.users++
	user := must.Get(w.accounts.Prepare(t.Context(), fmt.Sprintf("user%d@example.com", w.users), "long enough a password"))(t)
	userID := must.Get(w.plans.Open(t.Context(), user, plan.Terms{Tier: tier}))(t)
	spaces := must.Get(w.accounts.Spaces(t.Context(), userID))(t)
	return account.Caller{UserID: userID, SpaceID: spaces[0].ID}
}

// inTeam is the same user in a team space of theirs.
func (w *world) inTeam(t *testing.T, who account.Caller) account.Caller {
	t.Helper()
	spaceID := must.Get(w.accounts.CreateTeam(t.Context(), who.UserID, "市场部"))(t)
	who.SpaceID = spaceID
	return who
}

func (w *world) brand(t *testing.T, who account.Caller) brand.Brand {
	t.Helper()
	return must.Get(w.Create(t.Context(), who, brand.Profile{Name: "云栖笔记", Introduction: "云端笔记", ProductType: "other"}))(t)
}

func (w *world) topic(t *testing.T, who account.Caller, brandID string) brand.Topic {
	t.Helper()
	return must.Get(w.CreateTopic(t.Context(), who, brandID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}))(t)
}

func (w *world) prompt(t *testing.T, who account.Caller, topic brand.Topic, status string) brand.Prompt {
	t.Helper()
	return must.Get(w.CreatePrompt(t.Context(), who, topic.BrandID, question(topic.ID, status)))(t)
}

func (w *world) competitor(t *testing.T, who account.Caller, brandID string) brand.Competitor {
	t.Helper()
	return must.Get(w.CreateCompetitor(t.Context(), who, brandID, brand.CompetitorFields{Name: "山月笔记"}))(t)
}

func question(topicID, status string) brand.NewPrompt {
	return brand.NewPrompt{
		PromptFields: brand.PromptFields{TopicID: topicID, Text: "哪款云笔记好用？", Stage: "awareness", Status: status},
		Source:       brand.FromUser,
	}
}

// missing checks that err is the one answer for what the caller cannot see.
func missing(t must.Tester, err error, resource, id string) {
	t.Helper()
	f := must.Refuse(t, err, fault.NoSuchThing)
	if len(f.Detail) != 2 || f.Detail["resource"] != resource || f.Detail["id"] != id {
		t.Fatalf("detail %v, want %s %s", f.Detail, resource, id)
	}
}

// quietFindings is a room of findings whose jobs are not run.
func quietFindings(db *store.DB) *reading.Findings {
	return reading.New(db, reading.Options{Queue: queue.Gather(db, func([]queue.Job) {})})
}

// opened gives a brand a reading with its names as they are, as its first run does.
func (w *world) opened(t *testing.T, brandID string) {
	t.Helper()
	must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
		names, err := w.EntitiesTx(t.Context(), tx, brandID)
		if err != nil {
			return err
		}
		return w.findings.OpenTx(t.Context(), tx, brandID, names)
	}))
}
