package console_test

import (
	"context"
	"strings"
	"testing"

	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// What assistants searched for is listed, and becomes a prompt in one step, within the plan.
func TestSearchesPage(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := context.Background()
		w := newWatched(t, s, 1)
		page := w.get(w.path+"/searches").expect(200, "AI 的搜索", "AI 怎样改写问题", "各平台", "搜索词与原问题")
		if page.count(`.page-tabs a[href="`+w.path+`/searches"][aria-current]`) == 0 || page.count("#list tbody tr") == 0 {
			t.Fatalf("the page is not whole: %s", page.text())
		}
		prompts := func() int {
			b := must.Get(s.App.Brands.Find(ctx, w.who, w.id))(t)
			return int(b.Counts.Prompts)
		}
		before := prompts()
		first := must.Get(s.App.Brands.Prompt(ctx, w.who, w.prompts[0]))(t)
		w.post(w.path+"/searches/prompts", "text", "", "topic_id", first.TopicID).expect(422)
		w.post(w.path+"/searches/prompts", "text", strings.Repeat("长", 3000), "topic_id", first.TopicID).expect(422)
		w.post(w.path+"/searches/prompts", "text", "团队笔记 推荐", "topic_id", "top_none").expect(404)
		expect.Equal(t, prompts(), before, "a refused search became a prompt")
		w.post(w.path+"/searches/prompts", "text", "团队笔记 推荐", "topic_id", first.TopicID).expect(303)
		expect.Equal(t, prompts(), before+1, "no prompt was made")
		w.get(w.path + "/searches?which=unasked&page=9").expect(200)
		w.get(w.path + "/searches?which=nothing").expect(200)
		w.get(w.path + "/searches/searches.csv").expect(200)
		w.get(w.path + "/searches/other.csv").expect(404)
		w.get(w.path+"/searches?from=2020-01-01&to=2020-01-31").expect(200, "这段时间没有回答")
		w.post("/preferences", "lang", "en", "back", "/")
		w.get(w.path+"/searches").expect(200, "Searches", "How AI rewrites prompts")
	})
}
