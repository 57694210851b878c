package reading_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

// year is a brand with a year of answers: 20 prompts under 4 topics, 6 platforms, 5 competitors, and sources that are
// cited again and again.
type year struct {
	*geotest.World
	b           *geotest.Watched
	prompts     []reading.Task // without time and platform
	competitors []reading.Other
	facts       []string
	sheet       string // that answers were held against
	random      *rand.Rand
	domains     *rand.Zipf
}

const (
	yearDays    = 365
	yearDomains = 100
	yearPages   = 12 // of a domain
)

var yearEnd = time.Date(2026, 12, 31, 4, 0, 0, 0, time.UTC)

func newYear(b *testing.B, answers int) *year {
	b.Helper()
	y := newYearOn(b, store.SQLite)
	y.fill(b, answers, yearDays)
	y.Clock.Set(yearEnd)
	must.Do(b, y.room().Compare(b.Context(), y.b.ID)) // adds up the days
	return y
}

// newYearOn is a year before anything was answered.
func newYearOn(b testing.TB, d store.Dialect) *year {
	b.Helper()
	y := &year{World: geotest.New(b, d, geotest.Options{}), random: rand.New(rand.NewPCG(1, 2))}
	y.domains = rand.NewZipf(y.random, 1.2, 4, yearDomains-1)
	y.Clock.Set(yearEnd.AddDate(0, 0, 1-yearDays))
	y.b = y.Brand(b, "云栖笔记", "Yunqi Note")
	for i := range 5 {
		name := fmt.Sprintf("竞品%c", 'A'+i)
		y.competitors = append(y.competitors, reading.Other{ID: y.b.Competitor(b, name), Name: name})
	}
	for i := range 4 {
		topic := y.b.Topic(b, fmt.Sprintf("话题%d", i))
		for j := range 5 {
			types := [][]string{{"visibility"}, {"visibility", "sentiment"}, {"sentiment"}}[(i+j)%3]
			y.prompts = append(y.prompts, reading.Task{
				BrandID: y.b.ID, PromptID: y.b.Prompt(b, topic, fmt.Sprintf("问题 %d-%d", i, j), "awareness", types...), TopicID: topic,
				Stage: []string{"awareness", "consideration", "decision"}[j%3], Types: types,
			})
		}
	}
	y.b.Submit(b)
	y.addFacts(b)
	return y
}

const (
	insertTasks   = `INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status)`
	insertAnswers = `INSERT INTO answers (id, run_id, brand_id, platform, prompt_id, topic_id, stage, types, question, model, model_asked, citations, queries, retrieval, finish, usage, request_id, latency_ms, kept_at, answered_at, mode)`
	insertTexts   = `INSERT INTO answer_texts (answer_id, at, text)`
)

// fill writes the answers of some days through the tally, a day at a time, and adds them up every thirty days and at the end.
func (y *year) fill(b testing.TB, answers, days int) {
	b.Helper()
	ctx := context.Background()
	runID := y.Rows(b, 1, `SELECT id FROM runs`)[0]
	platforms := geotest.Platforms()
	for day := range days {
		var tasks []reading.Task
		var found []reading.Found
		var taskRows, answerRows, textRows, checkedRows, claimRows [][]any
		for n := day * answers / days; n < (day+1)*answers/days; n++ {
			task := y.prompts[n%len(y.prompts)]
			task.At = timestamp.Of(y.Clock.Now().Add(time.Duration(n%1000) * time.Second))
			task.ID, task.Platform = id.New("ans", task.At.Time), platforms[n/len(y.prompts)%len(platforms)]
			one := y.found(task)
			tasks, found = append(tasks, task), append(found, one)
			taskRows = append(taskRows, []any{
				task.ID, runID, task.Platform, task.PromptID, "问题",
				store.Texts(task.Types), task.TopicID, task.Stage, "CN", "zh", "answered",
			})
			answerRows = append(answerRows, []any{
				task.ID, runID, y.b.ID, task.Platform, task.PromptID, task.TopicID,
				task.Stage, store.Texts(task.Types), "问题", "m", "m", "[]", y.queries(), "cited", "stop", "{}",
				"r", 1, task.At, task.At, reading.SearchMode,
			})
			textRows = append(textRows, []any{task.ID, task.At, "文"})
			if one.Position != nil {
				checked, claims := y.held(task)
				checkedRows, claimRows = append(checkedRows, checked), append(claimRows, claims...)
			}
		}
		must.Do(b, y.DB.InTx(ctx, func(tx *store.Tx) error {
			if err := store.InsertRows(ctx, tx, insertTasks, taskRows); err != nil {
				return err
			}
			if err := store.InsertRows(ctx, tx, insertAnswers, answerRows); err != nil {
				return err
			}
			if err := store.InsertRows(ctx, tx, insertTexts, textRows); err != nil {
				return err
			}
			if err := store.InsertRows(ctx, tx, insertChecked, checkedRows); err != nil {
				return err
			}
			if err := store.InsertRows(ctx, tx, insertClaims, claimRows); err != nil {
				return err
			}
			if err := reading.FillTx(ctx, tx, 1, tasks, found); err != nil || (day+1)%30 > 0 && day+1 < days {
				return err
			}
			return reading.SumTx(ctx, tx, y.b.ID, 1)
		}))
		y.Clock.Advance(24 * time.Hour)
	}
}

// found makes up what an answer said.
func (y *year) found(task reading.Task) reading.Found {
	f := reading.Found{State: answer.NamesNobody, Others: []reading.Other{}, Sources: []reading.Source{}, Suggested: []string{}}
	position := int64(1)
	for i, o := range y.competitors {
		if y.random.IntN(6) > i {
			continue
		}
		label, score := string(answer.Positive), float64(y.random.IntN(9000)+1)/10_000
		o.Position, o.Sentiment, o.Score = position, &label, &score
		f.Others, f.State = append(f.Others, o), answer.NamesOthers
		position++
	}
	if y.random.IntN(100) < 60 {
		f.State, f.Position, f.Mentions = answer.NamesUs, &position, 2
		f.Sentiment = &reading.Sentiment{
			Label: "positive", Score: float64(y.random.IntN(9000)+1) / 10_000,
			Sentence: "云栖笔记的离线编辑很好用。", Judge: "offline",
		}
	}
	for range 3 + y.random.IntN(4) {
		domain := fmt.Sprintf("site%02d.example", (int(y.domains.Uint64())+len(task.Platform)*7)%yearDomains)
		title := "标题"
		f.Sources = append(f.Sources, reading.Source{
			URL: fmt.Sprintf("https://%s/article/%d", domain, y.random.IntN(yearPages)), Title: &title,
			Domain: domain, Class: "news", Cited: true,
		})
	}
	if y.random.IntN(5) == 0 {
		f.Suggested = []string{"别家" + strings.Repeat("甲", 1+y.random.IntN(4))}
	}
	return f
}
