package console_test

import (
	"context"
	"strings"
	"testing"

	"renown/internal/room/brand"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// The planner says what is too little, what is wanted, what it takes and which cells are settled; a wish that is none is told.
func TestSamplingPage(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := context.Background()
		w := newWatched(t, s, 1)
		few := w.get(w.path+"/sampling").expect(200, "样本还太少：12 条回答，2 个问题", "满 3 个问题，才能推及同类问题")
		if few.count(".chart .plot") != 0 || few.count("table.grid-cells tbody td") != 12 {
			t.Error("two prompts are drawn as if they spoke for others, or cells are missing")
		}
		first := must.Get(s.App.Brands.Prompt(ctx, w.who, w.prompts[0]))(t)
		for _, text := range []string{"有哪些好用的笔记软件？", "笔记软件怎么选？", "适合学生的笔记软件"} {
			_, err := s.App.Brands.CreatePrompt(ctx, w.who, w.id, brand.NewPrompt{
				PromptFields: brand.PromptFields{
					TopicID: first.TopicID, Text: text, Stage: "decision",
					Status: brand.Active,
				}, Source: brand.FromUser,
			})
			must.Do(t, err)
		}
		must.Do(t, s.App.History(ctx, w.who, []string{w.id}, 3, func(int, int) {}))
		page := w.get(w.path+"/sampling").expect(200, "采样计划", "需要的问题", "需要的回答", "看出 10 点变化，每期要", "同样的问题再问", "哪些格已有定论", "与目标线")
		if strings.Contains(page.text(), "样本还太少") || page.count(".chart .plot path.line") < 2 ||
			page.count("#options tbody tr") < 3 || page.count("table.grid-cells tbody tr") != 5 {
			t.Errorf("something is missing: %s", page.text())
		}
		if page.count(`.subnav a[href="`+w.path+`/sampling"][aria-current]`) == 0 {
			t.Error("it has no place in the settings")
		}
		w.get(w.path+"/sampling?precision=12&change=20&target=100").expect(200, "看出 20 点变化，每期要", "想要的精度 ±12 点", "与目标线 100.0% 比")
		w.get(w.path+"/sampling?precision=-4&change=many").expect(200, "看出 10 点变化，每期要", "想要的精度 ±5 点")
		for _, target := range []string{"101", "-1", "NaN", "half", "1e999"} {
			bad := w.get(w.path+"/sampling?target="+target).expect(422, "目标线写 0 到 100 之间的数")
			expect.Equal(t, attr(bad.find("#target")[0], "value"), target, "what was typed is gone")
		}
		w.get(w.path+"/sampling?from=2020-01-01&to=2020-01-31").expect(200, "这段时间没有回答")
		overview := w.get(w.path + "/overview?days=7").expect(200)
		if strings.Contains(overview.text(), "无显著变化") && overview.count(`.strip a[href="`+w.path+`/sampling?days=7"]`) == 0 {
			t.Error("nothing leads from an unclear change to the planner")
		}
		w.post("/preferences", "lang", "en", "back", "/")
		w.get(w.path+"/sampling").expect(200, "Sampling plan", "Prompts needed", "What is settled")
	})
}

// A run asks as often as the form says, within the plan.
func TestRunSamples(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 0)
		if page := w.get(w.path+"/runs/new").expect(200, "每个问题问几次"); page.count("select[name=samples] option") != 5 {
			t.Error("one to five are not offered")
		}
		w.post(w.path+"/runs/new", "mode", "search", "platform", "kimi", "samples", "6").expect(409)
		w.post(w.path+"/runs/new", "mode", "search", "platform", "kimi", "samples", "many").expect(409)
		w.post(w.path+"/runs/new", "mode", "search", "platform", "kimi", "samples", "2").expect(303)
		runs, _, err := s.App.Runs.List(context.Background(), w.who, w.id, run.Paging{Number: 1, Size: 5})
		must.Do(t, err)
		if len(runs) != 1 || runs[0].Samples != 2 || runs[0].Progress.Total != 4 {
			t.Fatalf("%+v", runs)
		}
		w.get(w.path+"/runs/"+runs[0].ID).expect(200, "每个问题 2 次")
		for samples, status := range map[string]int{"0": 422, "6": 422, "x": 422, "3": 303} {
			w.post(w.path+"/profile", "name", "云栖笔记", "introduction", "云端笔记", "schedule", "daily", "hour", "9",
				"samples", samples).expect(status)
		}
		w.get(w.path+"/runs").expect(200, "每天 09:00（北京时间） · 每个问题 3 次")
	})
}
