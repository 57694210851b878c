package opportunity_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// newest is the brand's newest draft.
func (m *market) newest(t *testing.T) opportunity.Draft {
	t.Helper()
	list, _, err := m.Drafts(t.Context(), m.b.Who, m.b.ID, store.Paging{Number: 1, Size: 1})
	must.Do(t, err)
	return list[0]
}

// A draft is a content once and for all, written from what was found; refusals leave nothing behind.
func TestDraft(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		m, other, ctx := newMarket(t, w), w.Caller(t), t.Context()
		m.b.Run(t, m.everybody...)
		source := "https://yunqi.example/q3"
		_, err := m.facts.Create(ctx, m.b.Who, m.b.ID, fact.Fields{
			Statement: "云栖笔记支持离线编辑", Attribute: "离线编辑",
			Value: "支持", SourceURL: &source, Wrong: store.Texts{"云栖笔记免费"},
		})
		must.Do(t, err)
		top := must.Get(m.Top(ctx, m.b.Who, m.b.ID, insight.Query{}, 1))(t)
		id := top[0].ID
		for name, refused := range map[string]func() (opportunity.Draft, error){
			"of another": func() (opportunity.Draft, error) { return m.StartDraft(ctx, other, m.b.ID, id, nil) },
			"unknown":    func() (opportunity.Draft, error) { return m.StartDraft(ctx, m.b.Who, m.b.ID, "opp_none", nil) },
		} {
			expect.Refuse(t, expect.Error(refused()), fault.NoSuchThing, name)
		}
		expect.Refuse(t, expect.Error(m.Drafts(ctx, other, m.b.ID, store.Paging{Number: 1, Size: 1})),
			fault.NoSuchThing, "another reads the list")
		must.Do(t, w.Brands.Archive(ctx, m.b.Who, m.b.ID, true))
		expect.Refuse(t, expect.Error(m.StartDraft(ctx, m.b.Who, m.b.ID, id, nil)), fault.BrandArchived, "of a brand at rest")
		must.Do(t, w.Brands.Archive(ctx, m.b.Who, m.b.ID, false))
		idle := func(vanishes bool) error {
			return w.DB.InTx(ctx, func(tx *store.Tx) error { return m.BrandIdleTx(ctx, tx, m.b.ID, vanishes) })
		}
		must.Do(t, idle(true))
		d := must.Get(m.StartDraft(ctx, m.b.Who, m.b.ID, id, nil))(t)
		expect.Refuse(t, idle(false), fault.GenerationRunning, "idle while a draft is queued")
		if again, err := m.StartDraft(ctx, m.b.Who, m.b.ID, id, nil); err != nil || again.ID != d.ID || m.jobs != 1 {
			t.Errorf("twice: %+v, %v, %d jobs", again, err, m.jobs)
		}
		must.Do(t, m.Write(ctx, d.ID))
		must.Do(t, m.Write(ctx, d.ID))
		must.Do(t, m.Write(ctx, "dft_gone"))
		done := m.newest(t)
		if done.Status != opportunity.Completed || done.ContentID == nil || done.AIAssisted ||
			*done.Drafter != "offline" || w.Number(t, `SELECT count(*) FROM contents`) != 1 {
			t.Fatalf("%+v", done)
		}
		c := must.Get(m.contents.Find(ctx, m.b.Who, *done.ContentID))(t)
		if !c.Brief || c.BrandID == nil || *c.BrandID != m.b.ID || !strings.Contains(c.Body, "推荐几款办公软件") ||
			!strings.Contains(c.Body, "云栖笔记支持离线编辑") || !strings.Contains(c.Body, "- 云栖笔记免费") ||
			!strings.Contains(c.Body, "https://") {
			t.Errorf("%s", c.Body)
		}

		long, asked := strings.Repeat("离线编辑。", 200), 0
		for _, step := range []struct {
			answers []string
			err     error
			status  string
			failure string
		}{
			{[]string{"no title", "# 办公软件怎么选\n" + long}, nil, opportunity.Completed, ""},
			{[]string{"no", "no"}, nil, opportunity.Failed, "draft_unusable"},
		} {
			asked = 0
			model := m.room(opportunity.Model(func(_ context.Context, text string) (string, error) {
				asked++
				if asked > len(step.answers) || !strings.Contains(text, "推荐几款办公软件") {
					return "", errors.New("asked too often, or for nothing")
				}
				return step.answers[asked-1], step.err
			}))
			d := must.Get(model.StartDraft(ctx, m.b.Who, m.b.ID, id, nil))(t)
			must.Do(t, model.Write(ctx, d.ID))
			w.Clock.Advance(1)
			got := m.newest(t)
			if step.status == opportunity.Completed {
				c, err := m.contents.Find(ctx, m.b.Who, *got.ContentID)
				if err != nil || c.Brief || c.AIAssisted != content.DeclaredYes || c.Title != "办公软件怎么选" {
					t.Errorf("%+v, %v", c, err)
				}
			}
			if got.ID != d.ID || got.Status != step.status || !got.AIAssisted ||
				(got.Error == nil) != (step.failure == "") || got.Error != nil && *got.Error != step.failure {
				t.Errorf("%+v", got)
			}
		}
		expect.Refuse(t, expect.Error(m.StartDraft(ctx, m.b.Who, m.b.ID, id, nil)), fault.CapReached, "a fourth today")
		must.Do(t, idle(false))
		expect.Refuse(t, idle(true), fault.CapReached, "vanishing with the count of today")
		w.Clock.Advance(24 * time.Hour)
		must.Do(t, idle(true))
	})
}

// A draft whose job was discarded is under way for two hours, and then no more: it reads as failed, and another can be
// started.
func TestDraftLost(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		m, ctx := newMarket(t, w), t.Context()
		m.b.Run(t, m.everybody...)
		id := must.Get(m.Top(ctx, m.b.Who, m.b.ID, insight.Query{}, 1))(t)[0].ID
		start := func() opportunity.Draft { return must.Get(m.StartDraft(ctx, m.b.Who, m.b.ID, id, nil))(t) }
		lost := start()
		w.Clock.Advance(2*time.Hour - time.Microsecond)
		expect.Equal(t, m.newest(t).Status, opportunity.Queued, "before two hours it is")
		expect.Equal(t, start().ID, lost.ID, "the draft under way is")
		w.Clock.Advance(time.Microsecond)
		if got := m.newest(t); got.Status != opportunity.Failed || got.Error == nil ||
			*got.Error != "generation_timed_out" || got.FinishedAt == nil {
			t.Errorf("%+v", got)
		}
		if another := start(); another.ID == lost.ID || m.jobs != 2 {
			t.Errorf("%+v, %d jobs", another, m.jobs)
		}
		must.Do(t, m.Write(ctx, lost.ID)) // a job that comes late finds nothing to do
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM contents`), 0, "contents")
		expect.Equal(t, m.newest(t).Status, opportunity.Queued, "the other one is")
	})
}

// The answer to a draft is repeated for its key although the opportunity is older than thirty days by then.
func TestDraftReplayed(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		m, ctx := newMarket(t, w), t.Context()
		m.b.Run(t, m.everybody...)
		key, _, err := w.Accounts.CreateKey(ctx, m.b.Who.UserID, "key", account.Scopes{"*"})
		must.Do(t, err)
		once := func() *idempotency.Once {
			return &idempotency.Once{KeyID: key.ID, Path: "/drafts", Key: "k", Fingerprint: "body", Render: json.Marshal}
		}
		w.Clock.Advance(29 * 24 * time.Hour)
		id := must.Get(m.Top(ctx, m.b.Who, m.b.ID, insight.Query{}, 1))(t)[0].ID
		must.Get(m.StartDraft(ctx, m.b.Who, m.b.ID, id, once()))(t)
		w.Clock.Advance(20 * time.Hour)
		expect.Refuse(t, expect.Error(m.StartDraft(ctx, m.b.Who, m.b.ID, id, nil)), fault.NoSuchThing, "too old")
		again := once()
		must.Get(m.StartDraft(ctx, m.b.Who, m.b.ID, id, again))(t)
		if again.Replayed() == nil || m.jobs != 1 {
			t.Errorf("not repeated: %d jobs", m.jobs)
		}
	})
}
