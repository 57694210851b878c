package browsertest

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"renown/internal/config"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/insight"
	"renown/internal/room/publishing/order"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// readme are the pages of which the README shows a picture: make screenshots writes them to docs/pictures.
var readme = []struct{ name, path string }{
	{"overview", "/brands/{brand_id}/overview"},
	{"visibility", "/brands/{brand_id}/visibility"},
	{"orders", "/orders"},
	{"citations", "/brands/{brand_id}/citations"},
}

// The demo's story is there to be seen, page by page, and the tour leads through it. Its answers are the same every day, but for what
// is asked while it is told.
func TestDemoStory(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(c *config.Settings) {
		c.Demo, c.Role = true, config.API
		c.Simulate = &simulator.Options{Platforms: c.Catalogue.All(), Clock: time.Now}
		story.Simulate(c.Simulate)
	}})
	d := must.Get(s.App.OpenDemoAs(t.Context(), story.Login{Email: demoEmail, Password: demoPassword, Language: "zh"}))(t)
	told := d
	told.BrandIDs = d.BrandIDs[:1] // the other's answers would show nothing more
	b := newTab(t, s.URL)
	must.Do(t, s.App.TellStory(t.Context(), told, 60, func(done, total int) {
		if done == 3 { // an early visitor is told how far it is
			b.logIn(demoEmail, demoPassword).at("/brands/" + d.BrandIDs[0] + "/overview").see("六十天的监测正在填入：3 / 60 次")
		}
	}))
	cited := storyOrders(t, s, d)
	storyChange(t, s, d)

	b.see("这是演示", "全部虚构", "山岚咖啡", "超过", "开始导览") // and sees it come by itself
	b.press("开始导览").see("导览 1 / 5").accessible("tour", "")
	b.press("下一站").see("导览 2 / 5", "挂耳咖啡哪个品牌好喝？")
	b.press("下一站").at("/orders").see("导览 3 / 5", "麦田晚报", "已驳回")
	b.press("下一站").see(append([]string{"导览 4 / 5", "投放文章"}, cited...)...)
	b.press("下一站").see("导览 5 / 5")
	b.press("结束").until("the tour is over",
		"document.readyState === 'complete' && location.search === '' && !document.querySelector('.stop')")
	for _, page := range readme {
		b.open(strings.ReplaceAll(page.path, "{brand_id}", d.BrandIDs[0])).settle()
		b.pictureOf("readme-"+page.name, 1500)
		b.shape(wide, "light")
	}
	b.open("/brands/" + d.BrandIDs[0] + "/overview")
	if text := b.text(); strings.Contains(text, "开始导览") || !strings.Contains(text, "看导览") {
		t.Error("a tour that was ended is offered again, or cannot be found")
	}
	b.see("回答与事实不符：青禾咖啡有 118 家门店").press("看说错的句子").see("600 家", "118 家", "星槎生活网", "请求更正").accessible("accuracy-told", "")
	storyCampaign(t, s, d)
	b.open("/brands/"+d.BrandIDs[0]+"/campaigns").press("挂耳选购指南").see("有效", "篇文章让 4 个目标问题的可见度多了", "首次被引用", "AI 复述了哪些话", "检验与明细", "事先写下的")
	b.until("the curve is drawn", "document.querySelector('#curve .plot path.line')?.getAttribute('d').length > 100")
	b.until("the first citation leads to its answer", "!!document.querySelector('#lanes a[href*=\"/answers/\"]')")
	b.open("/points").see("订单被驳回")
	b.open("/contents").see("挂耳咖啡怎么选", "三十分钟送到的咖啡")
	b.open("/teams").see("市场部")
	b.open("/brands/" + d.BrandIDs[1] + "/prompts").see("Which note-taking apps work offline?")

	if clicks := manager(b, d.BrandIDs[0]); clicks > 8 {
		t.Errorf("a manager's questions took %d clicks", clicks)
	}
	finder(b, d.BrandIDs[0])
	held(b, d.BrandIDs[0])

	desk := newTab(t, s.URL).logIn(story.OperatorEmail, demoPassword)
	desk.open("/operator/review").see("云南咖啡豆的新鲜度怎样判断")
}

// storyOrders holds the article's orders against the story, and returns the outlets that are cited.
func storyOrders(t *testing.T, s *apitest.Server, d story.Demo) (cited []string) {
	t.Helper()
	list, _, err := s.App.Orders.List(t.Context(), d.Caller, order.Filter{Paging: order.Paging{Number: 1, Size: 20}})
	must.Do(t, err)
	states := map[order.State]int{}
	for _, o := range list {
		states[o.Status]++
		switch {
		case o.Citations > 0:
			host, _, _ := strings.Cut(strings.TrimPrefix(*o.PublishedURL, "https://"), "/")
			cited = append(cited, host)
		case o.Status == order.Published && !strings.Contains(*o.PublishedURL, "chashi-suibi"):
			t.Errorf("%s is never cited", *o.PublishedURL)
		}
	}
	if len(cited) != 2 || states[order.Published] != 3 || states[order.Rejected] != 1 ||
		states[order.AwaitingReview] != 2 || states[order.NeedsRevision] != 1 {
		t.Errorf("%v are cited; %v", cited, states)
	}
	return cited
}

// storyCampaign holds the article's campaign against the story: its pages are cited where they were not, and it says what that changed.
func storyCampaign(t *testing.T, s *apitest.Server, d story.Demo) {
	t.Helper()
	list, _, err := s.App.Campaigns.List(t.Context(), d.Caller, d.BrandIDs[0], brand.Paging{Number: 1, Size: 5})
	must.Do(t, err)
	must.Equal(t, len(list), 1, "campaigns")
	m := must.Get(s.App.Campaigns.Measure(t.Context(), d.Caller, list[0].ID))(t)
	cited := 0
	for _, p := range m.Publications {
		if p.FirstAnswer != nil {
			cited++
		}
	}
	if m.Verdict != campaign.Effective || m.LotSeed == nil || m.FarBelow || m.Final || cited != 2 || len(m.Curve) < 40 {
		t.Errorf("%s, %+v, %d cited, %d days", m.Verdict, m.Outcomes[0], cited, len(m.Curve))
	}
	for _, o := range m.Outcomes {
		if o.Outcome == campaign.PageCited && (o.Difference == nil || *o.Difference <= 0) {
			t.Errorf("%+v", o)
		}
	}
}

// day is a day of the past, as analyses name it.
func day(ago int) string { return story.DaysAgo(ago).Format(time.DateOnly) }

// storyChange holds the weak topic before the article against the last week.
func storyChange(t *testing.T, s *apitest.Server, d story.Demo) {
	t.Helper()
	weak := func(from, to int) float64 {
		v := must.Get(s.App.Insights.Visibility(t.Context(), d.Caller, d.BrandIDs[0], insight.Query{From: day(from), To: day(to)}))(t)
		for _, topic := range v.ByTopic {
			if topic.Name == "挂耳咖啡" && topic.Rate != nil {
				return *topic.Rate
			}
		}
		t.Fatal("no such topic")
		return 0
	}
	if before, after := weak(50, 23), weak(7, 1); after < before+0.05 {
		t.Errorf("the article changed nothing: %.2f before it, %.2f in the last week", before, after)
	}
}

// manager answers what a brand manager asks, by clicks alone, and returns how many it took.
func manager(b *tab, brandID string) (clicks int) {
	at := "/brands/" + brandID
	click := func(selector string) {
		b.click(selector)
		clicks++
	}
	// Better than before, and what next: the first page says so. Why, and which platform is weak: one click behind its first line.
	b.open(at+"/overview").see("比上期", "下一步")
	if n := b.count("#conclusion > li"); n == 0 || n > 3 {
		b.t.Errorf("%d lines of conclusion", n)
	}
	if n := b.count("#next .todo3 > li"); n == 0 || n > 3 {
		b.t.Errorf("%d things to do next", n)
	}
	click(`#conclusion a[href*="/change"]`)
	b.at(at+"/change").see("相同问题", "本期", "各平台可见度")
	if n := b.count(".ov-signed .sum"); n != 3 {
		b.t.Errorf("%d of prompts, platforms and competitors add up", n)
	}
	// Which question to worry about.
	click(`#rail a[href*="/visibility"]`)
	b.at(at + "/visibility")
	click(`th.vis-total a`)
	b.until("the weakest stands first", `location.search.includes("sort=rate") && document.querySelector("th[aria-sort=ascending]")`)
	click(".heat tbody th a")
	b.at(at+"/prompts/").see("最新回答", "说法有什么变化", "编辑问题").accessible("a prompt", "")
	prompt := b.where()
	// What do the answers say, and where do they name a competitor and not us.
	click(`#rail a[href*="/answers"]`)
	b.at(at + "/answers")
	ask[bool](b,
		`(() => { const f = document.querySelector("#answers-rival"); f.value = f.options[1].value; document.querySelector("#answers-named").value = "no"; f.form.requestSubmit(); return true })()`)
	clicks += 2
	b.until("answers without us are shown",
		`location.search.includes("rival=cmp_") && location.search.includes("named=no") && document.querySelector(".list.answers li")`)
	// What do they dislike.
	click(`.page-tabs a[href*="/sentiment"]`)
	b.at(at + "/sentiment").see("负面")
	// Both pages with something in them, on a phone too.
	b.open(at + "/citations")
	source := ask[string](b, `(a => a.pathname + a.search)(document.querySelector(`+quote(`a[href*="/source?"]`)+`))`)
	b.open(source).see("引用它的回答", "在哪些问题里").accessible("a source", "")
	for _, path := range []string{prompt, source} {
		b.shape(phone, "light")
		b.open(path).settle()
		b.fits(phone)
		b.picture("phone-" + path[strings.LastIndex(path, "/")+1:][:6])
		b.shape(wide, "dark")
		b.open(path).settle()
		b.picture("dark-" + path[strings.LastIndex(path, "/")+1:][:6])
	}
	b.shape(wide, "light")
	return clicks
}

// held presses on a link, lets a list arrive that no longer has it, and releases: the list waits, the click counts.
func held(b *tab, brandID string) {
	b.open("/brands/" + brandID + "/prompts")
	b.until("the script is there", `document.documentElement.classList.contains("scripted")`)
	at := ask[[]float64](b,
		`(a => { a.scrollIntoView({block: "center", behavior: "instant"}); const r = a.getClientRects()[0]; return [r.left + r.width / 2, r.top + r.height / 2] })(window.under = document.querySelector("#prompt-list td a[href*='/prompts/']"))`)
	mouse := func(kind input.DispatchMouseEventType) {
		b.do("mouse", call(input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at[0], Y: at[1],
			Button: input.MouseButtonLeft, ClickCount: 1,
		}))
	}
	mouse(input.DispatchMouseEventTypeMousePressed)
	ask[bool](b,
		`(f => { f.elements.q.value = "no such prompt"; f.requestSubmit(); return true })(document.querySelector("form.filters[data-swap]"))`)
	b.until("the list has come", `!document.documentElement.hasAttribute("data-busy")`)
	if !ask[bool](b, `under.isConnected`) {
		b.t.Error("the list was replaced under a pressed button")
	}
	mouse(input.DispatchMouseEventTypeMouseReleased)
	b.at("/brands/" + brandID + "/prompts/")
}

// finder opens by the keyboard, finds what was typed, and leads there.
func finder(b *tab, brandID string) {
	b.open("/brands/" + brandID + "/overview")
	b.until("the script is there", `document.documentElement.classList.contains("scripted")`)
	ask[bool](b, `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "k", ctrlKey: true, bubbles: true, cancelable: true}))`)
	b.until("the finder is open", `document.querySelector("dialog.finder[open] #finder-q")`)
	b.put("dialog.finder #finder-q", "挂耳")
	ask[bool](b, `document.querySelector("dialog.finder #finder-q").dispatchEvent(new Event("input", {bubbles: true}))`)
	b.until("prompts and answers are found",
		`[...document.querySelectorAll("dialog.finder #found a")].some(a => a.pathname.includes("/prompts/")) && [...document.querySelectorAll("dialog.finder #found a")].some(a => a.pathname.includes("/answers/"))`)
	b.click(`dialog.finder #found a[href*="/prompts/"]`).at("/brands/" + brandID + "/prompts/")
	b.open("/search?q=%25").see("查找")
	b.open("/brands/" + brandID + "/visibility").click(".heat tbody td a")
	b.until("the drawer has the focus", `document.activeElement.matches("[data-drawer]")`)
	ask[bool](b, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}))`)
	b.until("the drawer is closed, the cell has the focus",
		`!document.querySelector("[data-drawer]") && document.activeElement.matches(".heat td a")`)
}
