package console_test

import (
	"context"
	"strings"
	"testing"

	"renown/internal/room/brand"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// The planner says what is too little, what is wanted, what it takes and which cells are settled; a wish that is none is told.
func TestSamplingPage(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := context.Background()
		w := newWatched(t, s, 1)
		few := w.get(w.path+"/sampling").expect(200, "样本还太少：12 条回答，2 个问题", "满 3 个问题，才能推及同类问题", "怎么算的")
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
		page := w.get(w.path+"/sampling").expect(200, "采样", "现在 5 个问题、每天", "我想看出", "哪些格已有定论", "与可见度")
		if strings.Contains(page.text(), "样本还太少") || page.count(".chart .plot path.line") < 2 ||
			page.count("#wanted .seg a") != 4 || page.count("table.grid-cells tbody tr") != 5 {
			t.Errorf("something is missing: %s", page.text())
		}
		if page.count(`.subnav a[href="`+w.path+`/sampling"][aria-current]`) == 0 {
			t.Error("it has no place in the settings")
		}
		w.get(w.path+"/sampling?change=15").expect(200, "15 点")
		fine := w.get(w.path+"/sampling?change=3").expect(200, "要看出 3 点，任选一种", "套餐上限")
		if n := fine.count(".ways .choice"); n < 1 || n > 2 {
			t.Errorf("%d ways are offered", n)
		}
		w.get(w.path+"/sampling?change=many").expect(200, "10 点")
		w.get(w.path+"/sampling?from=2020-01-01&to=2020-01-31").expect(200, "这段时间没有回答")
		overview := w.get(w.path + "/overview?days=7").expect(200)
		if overview.count(`.how a[href="`+w.path+`/sampling?days=7"]`) == 0 {
			t.Error("nothing leads from a figure to the planner")
		}
		w.post("/preferences", "lang", "en", "back", "/")
		w.get(w.path+"/sampling").expect(200, "Sampling", "I want to see")
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
