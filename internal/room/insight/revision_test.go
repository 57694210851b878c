package insight_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/insight/proof"
	"renown/internal/room/insight/sampling"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// An analysis of the same query and the same revision is the same, whatever happened in between: every sub-task, failures,
// runs dated back, names, topics, prompts, facts, re-reading step by step, alerts.
func TestRevision(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
				l := newLife(t, w, seed)
				for _, text := range []string{"推荐会失败的软件 [sim:401*]", "云栖笔记好不好？"} {
					l.prompts = append(l.prompts, l.b.Prompt(t, l.topics[0], text, "awareness"))
				}
				seen, again := map[string]string{}, 0
				look := func() {
					t.Helper()
					again += l.look(t, seen)
				}
				facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
				for range 40 {
					switch l.random.IntN(7) {
					case 0:
						l.slowRun(t, look)
					case 1:
						l.tellAlerts(t, look)
					case 2:
						must.Get(w.Brands.Update(context.Background(), l.b.Who, l.b.ID,
							func(p *brand.Profile) { p.Introduction += "。" }))(t)
					case 3:
						l.reword(t, facts)
					default:
						l.step(t)
					}
					look()
				}
				if len(seen) < 60 || again < 20 {
					t.Errorf("%d different states, %d seen again", len(seen), again)
				}
			})
		})
	}
}

// reword changes what is asked, or what is true, without another answer.
func (l *life) reword(t must.Tester, facts *fact.Facts) {
	t.Helper()
	ctx, source, n := context.Background(), "https://yunqi.example/about", l.random.IntN(1000)
	var err error
	switch l.random.IntN(6) {
	case 0:
		_, err = l.Brands.UpdateTopic(ctx, l.b.Who, pick(l, l.topics), func(f *brand.TopicFields) { f.Name = fmt.Sprint("话题 ", n) })
	case 1:
		_, err = l.Brands.UpdatePrompt(ctx, l.b.Who, pick(l, l.prompts), func(f *brand.PromptFields) { f.Text = fmt.Sprint("推荐几款软件？", n) })
	case 2:
		_, err = l.Brands.UpdatePrompt(ctx, l.b.Who, pick(l, l.prompts),
			func(f *brand.PromptFields) { f.Status = pick(l, []string{brand.Active, brand.Archived}) })
	case 3:
		l.addPrompt(t)
	case 4:
		_, err = facts.Create(ctx, l.b.Who, l.b.ID, fact.Fields{
			Attribute: fmt.Sprint("用户数", n), Value: "412",
			Unit: "万", SourceURL: &source,
		})
	default:
		err = facts.Compare(ctx, l.b.ID)
	}
	must.Do(t, err)
}

// look compares the analyses with what they were under the same revision, if that was seen before; it counts those.
// Each is made anew: what a room
// has kept would be the same by itself.
func (l *life) look(t must.Tester, seen map[string]string) (again int) {
	t.Helper()
	ctx := context.Background()
	for _, q := range []insight.Query{{}, {Platforms: geotest.Platforms()[:1]}} {
		revision := must.Get(l.Insights.Revision(ctx, l.b.Who, l.b.ID, q))(t)
		fresh := insight.New(l.DB, l.Brands, l.Runs, nil)
		overview := must.Get(fresh.Overview(ctx, l.b.Who, l.b.ID, q))(t)
		overview.AvailablePlatforms = nil
		sentiment := must.Get(fresh.Sentiment(ctx, l.b.Who, l.b.ID, q))(t)
		citations := must.Get(fresh.Citations(ctx, l.b.Who, l.b.ID, q))(t)
		if overview.Revision != revision || sentiment.Revision != revision || citations.Revision != revision {
			t.Fatalf("revisions %q, %q, %q, %q", revision, overview.Revision, sentiment.Revision, citations.Revision)
		}
		if revision == "" {
			continue
		}
		visibility := must.Get(fresh.Visibility(ctx, l.b.Who, l.b.ID, q))(t)
		opportunities := must.Get(fresh.Opportunities(ctx, l.b.Who, l.b.ID, q))(t)
		searches := must.Get(detail.New(l.DB, fresh).Searches(ctx, l.b.Who, l.b.ID, q))(t)
		truth := must.Get(fresh.Accuracy(ctx, l.b.Who, l.b.ID, q, fact.Which{}, fact.Paging{Number: 1, Size: 20}))(t)
		sampling := must.Get((sampling.Wanted{Precision: 0.05, Change: 0.1}).Plan(ctx, fresh, l.b.Who, l.b.ID, q))(t)
		grounds := must.Get(proof.New(l.DB, fresh).Grounds(ctx, l.b.Who, l.b.ID, q))(t)
		text := must.Get(json.Marshal([]any{
			overview, overview.Contributions, sentiment, citations, visibility,
			opportunities, truth, sampling, grounds.Answers, visibility.ByPrompt,
		}))(t)
		found := must.Get(json.Marshal(searches))(t)
		key := revision + fmt.Sprint(q.Platforms)
		for key, text := range map[string]string{key: string(text), fmt.Sprint(key, " ", l.prompted(t)): string(found)} { // a prompt that is added alone tells of searches that they are one
			switch before, ok := seen[key]; {
			case !ok:
				seen[key] = text
			case before != text:
				t.Fatalf("revision %s was\n%s\nand is\n%s", key, before, text)
			default:
				again++
			}
		}
	}
	return again
}

func (l *life) prompted(t must.Tester) int64 {
	return l.Number(t, `SELECT count(*) FROM prompts WHERE brand_id = $1`, l.b.ID)
}

// slowRun does a run sub-task by sub-task, at times one of the past.
func (l *life) slowRun(t must.Tester, look func()) {
	now := l.Clock.Now()
	if l.random.IntN(2) == 0 {
		l.Clock.Set(now.Add(-time.Duration(l.random.IntN(20*24)) * time.Hour))
	}
	l.Sim.Reseed(l.random.Uint64())
	if l.read == nil {
		l.read = namesNow(t, l.World, l.b)
	}
	l.b.Submit(t, pick(l, geotest.Platforms()))
	for _, task := range l.Tasks() {
		for again := time.Duration(1); again > 0; {
			again = must.Get(l.Runs.Execute(context.Background(), task.ID))(t)
		}
		at := l.Clock.Now()
		l.Clock.Set(now)
		look()
		l.Clock.Set(at)
	}
	l.Clock.Set(now)
}

// tellAlerts reviews the runs that have ended and acknowledges an alert.
func (l *life) tellAlerts(t must.Tester, look func()) {
	ctx := context.Background()
	for _, runID := range l.Ended() {
		must.Do(t, l.Insights.Review(ctx, runID))
		look()
	}
	for _, id := range l.Rows(t, 1, `SELECT id FROM alerts WHERE acknowledged_at IS NULL ORDER BY id LIMIT 1`) {
		must.Do(t, l.Insights.Acknowledge(ctx, l.b.Who, id))
	}
}

// Of a brand analyses show its names, of a prompt the text, and that only where it was answered.
func TestRevisionOfSetup(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		asked := b.Prompt(t, topic, "团队协作笔记软件哪个好", "awareness")
		b.Run(t, geotest.Platforms()[0])
		change := func(do func(*brand.PromptFields)) func() error {
			return func() error {
				_, err := w.Brands.UpdatePrompt(ctx, b.Who, asked, do)
				return err
			}
		}
		profile := func(do func(*brand.Profile)) func() error {
			return func() error {
				_, err := w.Brands.Update(ctx, b.Who, b.ID, do)
				return err
			}
		}
		for _, step := range []struct {
			name  string
			do    func() error
			moves bool
		}{
			{"introduced", profile(func(p *brand.Profile) { p.Introduction = "云端的笔记" }), false},
			{"another name", profile(func(p *brand.Profile) { p.Aliases = append(p.Aliases, "云栖本") }), true},
			{"another site", profile(func(p *brand.Profile) { p.HomepageURL = new("https://yunqi.example") }), true},
			{"added", func() error { b.Prompt(t, topic, "适合学生的笔记软件", "awareness"); return nil }, false},
			{"archived", change(func(f *brand.PromptFields) { f.Status = brand.Archived }), false},
			{"reworded", change(func(f *brand.PromptFields) { f.Text = "协作笔记软件哪个好" }), true},
			{"deleted", func() error { return w.Brands.DeletePrompt(ctx, b.Who, asked) }, true},
		} {
			before := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}))(t)
			must.Do(t, step.do())
			after := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}))(t)
			if moved := before.Revision != after.Revision; moved != step.moves || after.Revision == "" {
				t.Errorf("%s: from %q to %q", step.name, before.Revision, after.Revision)
			}
		}
	})
}

func TestRevisionRefusals(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := context.Background()
		b, other := w.Brand(t, "云栖笔记"), w.Brand(t, "石墨本")
		day := timestamp.Of(w.Clock.Now()).Format(time.DateOnly)
		for name, tc := range map[string]struct {
			brandID string
			query   insight.Query
			code    fault.Code
		}{
			"another account's": {other.ID, insight.Query{}, fault.NoSuchThing},
			"none":              {"brd_none", insight.Query{}, fault.NoSuchThing},
			"no period":         {b.ID, insight.Query{From: day, To: "2001-01-01"}, fault.Malformed},
		} {
			if revision, err := w.Insights.Revision(ctx, b.Who, tc.brandID, tc.query); !fault.Is(err, tc.code) || revision != "" {
				t.Errorf("%s: %q, %v", name, revision, err)
			}
		}
		if revision, err := w.Insights.Revision(ctx, b.Who, b.ID, insight.Query{}); revision != "" || err != nil {
			t.Errorf("before anything was read: %q, %v", revision, err)
		}
	})
}
