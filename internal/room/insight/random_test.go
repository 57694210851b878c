package insight_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/simulator"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

// life is a brand to which random things happen over months.
type life struct {
	*geotest.World
	b                            *geotest.Watched
	random                       *rand.Rand
	topics, prompts, competitors []string
	read                         []answer.Entity // the names that the figures in use rest on
	texts                        int
}

func pick[E any](l *life, list []E) E { return list[l.random.IntN(len(list))] }

var rivalNames = []string{"协云", "数栈通", "客澜", "轻舟办公", "明柱", "链启", "Pipeline Nine", "Deskfold"}

func newLife(t must.Tester, w *geotest.World, seed uint64) *life {
	t.Helper()
	l := &life{World: w, random: rand.New(rand.NewPCG(seed, 7))}
	w.Sim.Reseed(seed)
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.8, Site: "yunqi.example"},
		simulator.Brand{Name: "石墨本", Weight: 0.5, Site: "shimo.example"})
	l.b = w.Brand(t, "云栖笔记")
	for i := range 3 {
		l.topics = append(l.topics, l.b.Topic(t, fmt.Sprintf("话题%d", i)))
	}
	for range 4 {
		l.addPrompt(t)
	}
	l.addCompetitor(t)
	return l
}

func (l *life) addPrompt(t must.Tester) {
	l.texts++
	text := fmt.Sprintf(pick(l, []string{
		"有哪些好用的办公软件推荐？第 %d 问", "云栖笔记这款软件怎么样？第 %d 问", "云栖笔记和协云哪个软件好？第 %d 问",
		"Which business software is best? No. %d", "推荐企业软件 %d [sim:filter*]", "推荐协作软件 %d [sim:refusal*]", "推荐营销软件 %d [sim:uncited*]",
	}), l.texts)
	types := pick(l, [][]string{{"visibility"}, {"sentiment"}, {"visibility", "sentiment"}, nil})
	l.prompts = append(l.prompts, l.b.Prompt(t, pick(l, l.topics), text,
		pick(l, []string{"awareness", "consideration", "decision"}), types...))
}

func (l *life) addCompetitor(t must.Tester) {
	fields := brand.CompetitorFields{Name: pick(l, rivalNames)}
	if l.random.IntN(2) == 0 {
		fields.Aliases = store.Texts{pick(l, append(rivalNames, "石墨本"))}
	}
	if l.random.IntN(2) == 0 {
		fields.WebsiteURL = some(pick(l, []string{"https://shimo.example", "https://www.zhihu.com", "https://news.qq.com"}))
	}
	c := must.Get(l.Brands.CreateCompetitor(context.Background(), l.b.Who, l.b.ID, fields))(t)
	l.competitors = append(l.competitors, c.ID)
}

// drop takes a random member out of a list.
func drop(l *life, list *[]string) string {
	i := l.random.IntN(len(*list))
	id := (*list)[i]
	*list = append((*list)[:i:i], (*list)[i+1:]...)
	return id
}

// step is one thing that happens.
func (l *life) step(t must.Tester) {
	ctx := context.Background()
	switch n := l.random.IntN(20); {
	case n < 8:
		l.Clock.Advance(time.Duration(l.random.IntN(15*24)) * time.Hour)
		l.Sim.Reseed(l.random.Uint64())
		if l.read == nil {
			l.read = namesNow(t, l.World, l.b)
		}
		l.b.Run(t, pick(l, geotest.Platforms()), pick(l, geotest.Platforms()))
	case n < 10:
		l.addPrompt(t)
	case n < 11 && len(l.prompts) > 2:
		must.Do(t, l.Brands.DeletePrompt(ctx, l.b.Who, drop(l, &l.prompts)))
	case n < 13:
		must.Get(l.Brands.UpdatePrompt(ctx, l.b.Who, pick(l, l.prompts), func(f *brand.PromptFields) { f.TopicID = pick(l, l.topics) }))(t)
	case n < 14:
		l.addCompetitor(t)
	case n < 15 && len(l.competitors) > 0:
		must.Do(t, l.Brands.DeleteCompetitor(ctx, l.b.Who, drop(l, &l.competitors)))
	case n < 16 && len(l.competitors) > 0:
		_, err := l.Brands.UpdateCompetitor(ctx, l.b.Who, pick(l, l.competitors),
			func(f *brand.CompetitorFields) { f.Name = pick(l, rivalNames) })
		must.Do(t, err)
	case n < 17:
		_, err := l.Brands.Update(ctx, l.b.Who, l.b.ID, func(p *brand.Profile) {
			p.Aliases, p.HomepageURL = pick(l, []store.Texts{nil, {"石墨本"}, {"协云"}}),
				some(pick(l, []string{"https://yunqi.example", "https://www.sohu.com"}))
		})
		must.Do(t, err)
	default:
		l.Reread(t)
		if l.read != nil {
			l.read = namesNow(t, l.World, l.b)
		}
	}
}

// question is a random analysis.
func (l *life) question() (q insight.Query) {
	day := func(back int) string {
		return l.Clock.Now().In(timestamp.Beijing).AddDate(0, 0, -back).Format(time.DateOnly)
	}
	end := l.random.IntN(40)
	switch l.random.IntN(4) {
	case 0:
	case 1:
		q.To = day(end)
	default:
		q.From, q.To = day(end+l.random.IntN(150)), day(end)
	}
	for range l.random.IntN(3) {
		q.Platforms = append(q.Platforms, pick(l, append(geotest.Platforms(), "nothing")))
	}
	for range l.random.IntN(3) {
		q.TopicIDs = append(q.TopicIDs, pick(l, append(l.topics, "top_nothing", "")))
	}
	return q
}

var alike = cmp.Options{
	cmpopts.EquateApprox(0, 1e-6), // spreads of sums lose digits where nothing varies
	cmpopts.IgnoreFields(insight.Overview{}, "Alerts", "AvailablePlatforms", "LastRun", "Rereading", "Revision", "Compared", "Contributions"), // contributions have a test of their own
	cmpopts.IgnoreFields(insight.Sentiment{}, "Revision"),
	cmpopts.IgnoreFields(insight.Citations{}, "Revision"),
	cmpopts.IgnoreFields(insight.Indicator{}, "Variance"),
	cmpopts.IgnoreFields(insight.Change{}, "Helps", "Test"), // have tests of their own
	cmpopts.IgnoreFields(insight.Visibility{}, "ByPrompt", "Changes"),
	cmpopts.IgnoreFields(insight.VisibilityItem{}, "Cell"),
	cmpopts.IgnoreFields(insight.Standing{}, "Ahead", "VoiceBefore"), // what alerts rest on is tested with them
}

// compare holds all four analyses against the recount.
func compare(t *testing.T, w *geotest.World, b *geotest.Watched, names []answer.Entity, q insight.Query) {
	t.Helper()
	ctx, e := context.Background(), expectedOf(t, w, b, names, q)
	same := func(what string, want, got any, err error) {
		t.Helper()
		must.Do(t, err)
		if diff := cmp.Diff(want, got, alike); diff != "" {
			t.Fatalf("%s %+v: (-recount +got)\n%s", what, q, diff)
		}
	}
	overview, err := w.Insights.Overview(ctx, b.Who, b.ID, q)
	same("overview", e.overview(), overview, err)
	visibility, err := w.Insights.Visibility(ctx, b.Who, b.ID, q)
	same("visibility", e.visibility(), visibility, err)
	sentiment, err := w.Insights.Sentiment(ctx, b.Who, b.ID, q)
	same("sentiment", e.sentiment(), sentiment, err)
	citations, err := w.Insights.Citations(ctx, b.Who, b.ID, q)
	same("citations", e.citations(), citations, err)
}

// Whatever happened, every number is that of a slow recount with the names that the figures in use rest on.
func TestRecount(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
				l := newLife(t, w, seed)
				for range 10 {
					for range 6 {
						l.step(t)
					}
					if l.read == nil {
						continue
					}
					for range 2 {
						compare(t, w, l.b, l.read, l.question())
					}
				}
				if counted := w.Number(t, `SELECT count(*) FROM answers`); counted < 50 {
					t.Errorf("only %d answers", counted)
				}
			})
		})
	}
}
