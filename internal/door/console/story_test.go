package console_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// simulated is the program with the simulator behind the platforms.
func simulated(s *config.Settings) {
	s.Simulate = &simulator.Options{Platforms: s.Catalogue.All(), SearchAlways: true}
}

// until reads a page until ok, which must come true by itself.
func (b *browser) until(path string, ok func(*received) bool) *received {
	b.t.Helper()
	var s *received
	for range await.Looks(time.Minute) {
		if s = b.get(path); ok(s) {
			return s
		}
	}
	b.t.Fatalf("%s: not in a minute: %.800s", path, s.text())
	return nil
}

// brand makes a brand through the console and returns the path of its pages.
func (b *browser) brand(name string) string {
	b.t.Helper()
	made := b.post("/start", "name", name, "introduction", "面向团队的云端笔记，支持离线编辑与多人协作。", "keywords", "云笔记\n知识管理",
		"selling_points", "离线可用", "aliases", "Yunqi、云栖")
	if made.status != 303 || !strings.HasSuffix(made.location, "/start") {
		b.t.Fatalf("no brand: %d %s %.600s", made.status, made.location, made.text())
	}
	return strings.TrimSuffix(made.location, "/start")
}

// The guided start, from registration to the first answers, and the same things seen through the API.
func TestStory(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b := newBrowser(t, s)
		b.post("/register", "email", "lin@example.com", "password", "long enough").leads("/start")
		b.get("/").leads("/start")
		b.get("/start").expect(200, "四步看到第一个结果")
		refused := b.post("/start", "name", "", "introduction", "什么", "homepage_url", "ftp://x.example").expect(422,
			"请填写", "请以 http:// 或 https:// 开头")
		expect.Equal(t, refused.one("#introduction"), "什么", "what was typed is gone")
		brand := b.brand("云栖笔记")
		b.get("/").leads(brand + "/overview")

		b.get(brand+"/start").expect(200, "生成问题")
		b.post(brand + "/start/generate").leads(brand + "/start")
		drafted := b.until(brand+"/start", func(s *received) bool { return s.count("input[name=prompt]") == 10 })
		b.post(brand+"/start/prompts").expect(422, "请至少选一个问题")
		expect.Equal(t, checkedBoxes(drafted, "prompt"), 10, "are ticked")
		var chosen []string
		for _, box := range drafted.find("input[name=prompt]")[:3] {
			chosen = append(chosen, "prompt", attr(box, "value"))
		}
		b.post(brand+"/start/prompts", chosen...).leads(brand + "/start?step=3")
		third := b.get(brand+"/start?step=3").expect(200, "再加几个")
		if third.count("input[name=competitor]") == 0 || checkedBoxes(third, "competitor") != 0 {
			t.Error("guessed competitors are ticked, or there are none")
		}
		b.get(brand+"/prompts").expect(200, "3 / 10")
		b.post(brand+"/start/prompts", append(chosen, "own", "离线笔记怎么选？\n团队笔记哪个好？")...).leads(brand + "/start?step=3")
		b.get(brand+"/prompts").expect(200, "5 / 10", "离线笔记怎么选？")
		b.post(brand+"/start/prompts", append(chosen, "own", strings.Repeat("长", 2001))...).expect(422, "有一个问题太长", "长长长")
		var all []string
		for _, box := range drafted.find("input[name=prompt]") {
			all = append(all, "prompt", attr(box, "value"))
		}
		b.follow(b.post(brand+"/start/prompts", append(all, "own", "手写笔记用什么软件？")...).leads(brand+"/start?step=3")).expect(200, "先启用了自己的问题")
		b.get(brand+"/prompts").expect(200, "10 / 10", "手写笔记用什么软件？")
		second := b.brand("云岭笔记")
		b.post(second + "/start/generate").leads(second + "/start")
		full := b.until(second+"/start",
			func(s *received) bool { return s.count("input[name=prompt]") == 10 }).expect(200, "套餐的 10 个问题都已启用")
		expect.Equal(t, checkedBoxes(full, "prompt"), 0, "are ticked where the plan has no room")
		b.post(brand+"/start/prompts", chosen...).leads(brand + "/start?step=3")
		expect.Equal(t, checkedBoxes(b.get(second+"/start").expect(200, "套餐还能启用 7 条，已勾选 7 条"), "prompt"), 7, "are ticked")
		b.post(second + "/archive")
		b.post(brand+"/start/competitors", "own", "星澜文档").leads(brand + "/start?step=4")
		b.get(brand+"/competitors").expect(200, "星澜文档")
		b.post(brand+"/start/run").expect(422, "所选平台均不可用")
		first := b.post(brand+"/start/run", "platform", "doubao", "platform", "deepseek", "platform", "kimi", "automatic", "yes")
		ended := b.until(first.location, func(s *received) bool { return strings.Contains(s.one("#live h2"), "完成") })
		ended.expect(200, "豆包", "DeepSeek", "6 / 6")
		expect.Equal(t, ended.count("#answers li details"), 6, "answers")
		if strings.Contains(ended.text(), "Kimi") {
			t.Error("a platform beyond the plan was asked")
		}
		b.post(brand+"/start/run", "platform", "doubao").expect(422, "今日监测次数已用完", "后可再试")
		b.get(brand+"/runs").expect(200, "完成", "手动")
		b.post(first.location + "/cancel").leads(first.location)

		created := b.post("/keys", "name", "报表", "grant", "all").expect(200, "只显示这一次")
		key := created.one("#fresh-key")
		if b.get("/keys").expect(200, "报表"); strings.Contains(b.get("/keys").body, key) {
			t.Error("the key is shown twice")
		}
		s.Expect(t, apitest.Call{
			Key: key, Method: "GET", Path: "/geo" + brand + "/prompts?status=active",
			Want: apitest.Values{"data.total": 3},
		})
	})
}

// A prompt changed in one door is seen in the other.
func TestBothDoors(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		brand := b.brand("云栖笔记")
		key := a.Key(t)
		b.post(brand+"/prompts/new", "topic_name", "选型", "text", "有什么好用的笔记软件？\n\n哪款笔记能离线，多设备同步？\n有什么好用的笔记软件？",
			"stage", "awareness", "active", "on").leads(brand + "/prompts")
		list := s.Expect(t, apitest.Call{
			Key: key, Method: "GET", Path: "/geo" + brand + "/prompts",
			Want: apitest.Values{"data.total": 2, "data.items.0.status": "active"},
		})
		id := list.At("data.items.0.id").(string)
		b.post(brand + "/prompts/" + id + "/switch").leads(brand + "/prompts")
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/prompts/" + id, Want: apitest.Values{"data.status": "archived"}})
		run := s.Expect(t, apitest.Call{Key: key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` +
			strings.TrimPrefix(brand, "/brands/") + `","platforms":["doubao"]}`})
		b.get(brand+"/runs/"+run.At("data.run_id").(string)).expect(200, "API", "联网搜索")
	})
}

// Past the plan's limit nothing is enabled, and the page says why.
func TestPromptLimit(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		brand := b.brand("云栖笔记")
		var lines []string
		for i := range 12 {
			lines = append(lines, "第 "+strconv.Itoa(i)+" 个问题？")
		}
		page := b.follow(b.post(brand+"/prompts/new", "topic_name", "选型", "text", strings.Join(lines, "\n"), "stage",
			"awareness", "active", "on"))
		page.expect(200, "10 / 10", "其中 2 条超出启用上限")
		suggested := b.get(brand + "/prompts?status=suggested").expect(200)
		boxes := suggested.find("input[name=prompt]")
		must.Equal(t, len(boxes), 2, "suggestions")
		over := b.post(brand+"/prompts/"+attr(boxes[0], "value")+"/switch", "active", "on", "filters",
			"status=suggested").expect(409, "已启用的问题达到套餐上限", "10 / 10")
		expect.Equal(t, over.count("input[name=prompt]"), 2, "the filter is lost when it is refused")
		b.follow(b.post(brand+"/prompts/change", "action", "delete", "prompt", attr(boxes[0], "value"), "prompt",
			"pmt_unknown")).expect(200, "已删除 1 个问题")
		b.get(brand+"/prompts?q="+"第+3").expect(200, "第 3 个问题")
		b.get(brand+"/prompts?q=nothing").expect(200, "没有符合条件的问题")
		if csv := b.get(brand + "/prompts.csv"); !strings.HasPrefix(csv.header.Get("Content-Type"), "text/csv") ||
			strings.Count(csv.body, "\n") != 12 {
			t.Errorf("the table has %d lines: %s", strings.Count(csv.body, "\n"), csv.body)
		}
	})
}

// checkedBoxes counts the boxes of a name that are ticked.
func checkedBoxes(s *received, name string) (n int) {
	for _, box := range s.find("input[name=" + name + "]") {
		for _, a := range box.Attr {
			if a.Key == "checked" {
				n++
			}
		}
	}
	return n
}
