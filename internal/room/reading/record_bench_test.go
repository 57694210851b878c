package reading_test

import (
	"context"
	"testing"
	"time"

	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const benchText = "选企业软件时建议先明确需求，目前口碑较好的品牌有：\n\n1. **竞品A**：易用性表现突出，数据安全也比较均衡，适合有定制需求的大公司，值得推荐。\n" +
	"2. **云栖笔记**：离线编辑很好用，多人协作流畅，适合销售团队，值得推荐。官方近期更新了产品线，报价透明度有所改进。\n3. **数栈通**：数据安全够用，易用性中规中矩。\n" +
	"4. **竞品B**：价格偏高，集成能力一般。\n\n整体来看竞品A最稳妥，关注离线的用户可以选云栖笔记。参考：https://site01.example/article/1 https://site02.example/article/2\n"

// insertAnswers adds answers that were not read yet, some seconds apart, and returns them.
func (y *year) insertAnswers(b must.Tester, n int) (list []reading.Answered) {
	b.Helper()
	ctx := context.Background()
	runID := y.Rows(b, 1, `SELECT id FROM runs`)[0]
	platforms := geotest.Platforms()
	var tasks, answers, texts [][]any
	for i := range n {
		task := y.prompts[i%len(y.prompts)]
		task.At = timestamp.Of(y.Clock.Now().Add(time.Duration(i) * time.Second))
		task.ID, task.Platform = id.New("ans", task.At.Time), platforms[i/len(y.prompts)%len(platforms)]
		tasks = append(tasks, []any{
			task.ID, runID, task.Platform, task.PromptID, "问题", store.Texts(task.Types),
			task.TopicID, task.Stage, "CN", "zh", "answered",
		})
		answers = append(answers, []any{
			task.ID, runID, y.b.ID, task.Platform, task.PromptID, task.TopicID,
			task.Stage, store.Texts(task.Types), "问题", "m", "m", "[]", "[]", "cited", "stop", "{}", "r", 1,
			task.At, task.At, reading.SearchMode,
		})
		texts = append(texts, []any{task.ID, task.At, benchText})
		list = append(list, reading.Answered{Task: task, Text: benchText, Question: "问题"})
	}
	must.Do(b, y.DB.InTx(ctx, func(tx *store.Tx) error {
		if err := store.InsertRows(ctx, tx, insertTasks, tasks); err != nil {
			return err
		}
		if err := store.InsertRows(ctx, tx, insertAnswers, answers); err != nil {
			return err
		}
		return store.InsertRows(ctx, tx, insertTexts, texts)
	}))
	return list
}

// BenchmarkReread reads a history again, all that follows included.
func BenchmarkReread(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			const answers = 5_000 // 100,000 take twenty times as long: nothing grows with their number
			y := newYearOn(b, d)
			y.insertAnswers(b, answers)
			b.Run("5000", func(b *testing.B) {
				for b.Loop() {
					y.Exec(b, `UPDATE readings SET version = version - 1`)
					must.Do(b, y.Brands.Renew(context.Background()))
					y.Reread(b)
				}
				b.ReportMetric(float64(answers)*float64(b.N)/b.Elapsed().Seconds(), "answers/s")
			})
		})
	}
}

// BenchmarkRecord stores what was found in one answer, beside a day that has twenty on the platform already.
func BenchmarkRecord(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			y, ctx := newYearOn(b, d), context.Background()
			var list []reading.Answered
			record := func(b *testing.B) {
				if len(list)%120 == 0 {
					y.Clock.Advance(24 * time.Hour)
				}
				if len(list) == 0 {
					b.StopTimer()
					list = y.insertAnswers(b, 1_200)
					b.StartTimer()
				}
				prepared, err := y.Findings.Prepare(ctx, list[0])
				must.Do(b, err)
				must.Do(b, y.DB.InTx(ctx, func(tx *store.Tx) error { return y.Findings.RecordTx(ctx, tx, prepared) }))
				list = list[1:]
			}
			for range 100 {
				record(b)
			}
			b.Run("one", func(b *testing.B) {
				for b.Loop() {
					record(b)
				}
			})
		})
	}
}
