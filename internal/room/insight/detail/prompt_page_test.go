package detail_test

import (
	"testing"

	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// A prompt's sources are what answers to it cite, each answer once for a channel, and nothing that another prompt's do.
func TestPromptSources(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		first, second := b.Prompt(t, topic, "团队协作笔记软件哪个好", "awareness"), b.Prompt(t, topic, "适合学生的笔记软件", "awareness")
		b.Run(t, "doubao", "deepseek", "qwen")
		cite := func(prompt, platform, sources string) {
			w.Exec(t,
				`UPDATE findings SET sources = $1 WHERE brand_id = $2 AND prompt_id = $3 AND ($4 = '' OR platform = $4)`, sources, b.ID, prompt, platform)
		}
		cite(first, "", `[]`)
		cite(first, "doubao", `[{"url":"https://a.example/1","title":null,"domain":"a.example","class":"news","cited":true},{"url":"https://a.example/2","title":"\u003c","domain":"a.example","class":"news","cited":true},
			{"url":"https://b.example/","title":null,"domain":"b.example","class":"social","cited":true}]`)
		cite(first, "qwen",
			`[{"url":"https://a.example/3?a=1\u0026b=2","title":null,"domain":"a.example","class":"news","cited":true},{"url":"https://c.example/","title":null,"domain":"c.example","class":"news","cited":false}]`)
		cite(second, "", `[{"url":"https://d.example/","title":null,"domain":"d.example","class":"news","cited":true}]`)

		out := must.Get(w.Details.PromptPage(t.Context(), b.Who, b.ID, first, insight.Query{}))(t)
		want := []detail.PromptSource{
			{Channel: "a.example", Class: "news", Answers: 2},
			{Channel: "b.example", Class: "social", Answers: 1},
		}
		if len(out.Sources) != len(want) || out.Sources[0] != want[0] || out.Sources[1] != want[1] {
			t.Errorf("%+v", out.Sources)
		}
		if out.Indicators.Visibility.Denominator != 3 {
			t.Errorf("%+v", out.Indicators.Visibility)
		}
	})
}
