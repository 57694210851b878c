package console_test

import (
	"strconv"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// ticked are the boxes of a list, as a form sends them.
func ticked(page *received, name string) (pairs []string) {
	for _, box := range page.find("input[name=" + name + "]") {
		pairs = append(pairs, name, attr(box, "value"))
	}
	return pairs
}

// Twelve prompts ticked where the plan allows ten: the page says so, and none is enabled.
func TestBulkPastTheLimit(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		at := b.brand("云栖笔记")
		var lines []string
		for i := range 12 {
			lines = append(lines, "第 "+strconv.Itoa(i)+" 个问题？")
		}
		b.post(at+"/prompts/new", "topic_name", "选型", "text", strings.Join(lines, "\n"), "stage", "awareness").leads(at + "/prompts")
		all := ticked(b.get(at+"/prompts"), "prompt")
		if len(all) != 24 {
			t.Fatalf("%d prompts, want 12", len(all)/2)
		}
		b.post(at+"/prompts/change", append(all, "action", brand.Active)...).expect(409, "套餐还能启用 10 个问题", "0 / 10")
		b.post(at+"/start/prompts", all...).expect(422, "套餐还能启用 10 个问题")
		b.get(at+"/prompts").expect(200, "0 / 10")
		b.follow(b.post(at+"/prompts/change", append(all[:20:20], "action", brand.Active)...)).expect(200, "已启用 10 个问题", "10 / 10")
		b.post(at+"/start/prompts", all[4:]...).leads(at + "/start?step=3") // eight stay, two take the places of two others
		b.get(at+"/prompts").expect(200, "10 / 10")
		b.follow(b.post(at+"/prompts/change", append(all, "action", brand.Archived)...)).expect(200, "已停用 12 个问题", "0 / 10")
		b.follow(b.post(at+"/prompts/change", "action", brand.Active)).expect(200, "没有选中问题")
		b.post(at+"/prompts/change", append(all, "action", "nonsense")...).expect(422)
	})
}

// Removing five competitors of a brand with a history reads that history again once.
func TestBulkCompetitorsReadOnce(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		at := b.brand("云栖笔记")
		brandID := strings.TrimPrefix(at, "/brands/")
		for _, name := range []string{"甲", "乙", "丙", "丁", "戊"} {
			b.post(at+"/competitors", "name", name+"文档")
		}
		b.post(at+"/prompts/new", "topic_name", "选型", "text", "有什么好用的笔记软件？", "stage", "awareness", "active", "on")
		run := b.post(at+"/runs/new", "mode", "search", "platform", "doubao").location
		b.until(run, func(s *received) bool { return strings.Contains(s.one("#live h2"), "完成") })
		before := generation(t, s, brandID)
		b.post(at + "/start/competitors").leads(at + "/start?step=4")
		expect.Equal(t, generation(t, s, brandID)-before, 1, "readings began")
		s.Expect(t, apitest.Call{Key: a.Key(t), Method: "GET", Path: "/geo" + at + "/competitors", Want: apitest.Values{"data.total": 0}})
	})
}

// generation is the number of a brand's newest reading.
func generation(t *testing.T, s *apitest.Server, brandID string) int64 {
	t.Helper()
	n, err := store.One[int64](s.App.DB.Read().QueryRow(t.Context(), `SELECT max(generation) FROM readings WHERE brand_id = $1`, brandID))
	must.Do(t, err)
	return n
}
