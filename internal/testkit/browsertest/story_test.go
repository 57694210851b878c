package browsertest

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"renown/internal/config"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
)

// gate holds the simulated assistants back, so that a test decides how far a run is.
type gate struct {
	mu    sync.Mutex
	cond  *sync.Cond
	left  int // answers that may still be given
	asked int
}

func newGate() *gate {
	g := &gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

// pass waits until one more answer may be given.
func (g *gate) pass(simulator.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked++
	for g.left == 0 {
		g.cond.Wait()
	}
	g.left--
}

func (g *gate) let(answers int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left += answers
	g.cond.Broadcast()
}

// customerStory is one walk through the console: a customer, the operator, and a program with the customer's key.
type customerStory struct {
	s        *apitest.Server
	gate     *gate
	customer *tab
	desk     *tab // the operator's
	outlets  map[string]catalogue.Outlet

	brand  string // path of its pages
	key    string
	prompt string // path of one
	chosen int    // prompts that are enabled
	asked  int    // platforms that are asked
}

const (
	storyEmail    = "lin@example.com"
	storyPassword = "a long password"
)

// From registration to a published article, as people and programs do it.
func TestStory(t *testing.T) {
	t.Parallel()
	g := newGate()
	t.Cleanup(func() { g.let(1 << 20) }) // a test that failed must not hold the program back
	s := apitest.Start(t, "sqlite", apitest.Options{Frozen: true, Settings: func(c *config.Settings) {
		c.Simulate = &simulator.Options{
			Platforms: c.Catalogue.All(), SearchAlways: true, Seen: g.pass,
			Latency: simulator.Latency{Mean: 200 * time.Millisecond, Spread: 0.5},
		}
	}})
	s.Clock.Set(time.Now()) // cookies are dated by the browser
	st := &customerStory{s: s, gate: g, customer: newTab(t, s.URL), desk: newTab(t, s.URL), outlets: outlets(t, s)}
	for _, part := range []struct {
		name string
		tell func(*customerStory, *tab)
	}{
		{"register", (*customerStory).register},
		{"brand", (*customerStory).makeBrand},
		{"prompts", (*customerStory).choosePrompts},
		{"first run", (*customerStory).firstRun},
		{"figures", (*customerStory).figures},
		{"evidence", (*customerStory).evidence},
		{"operator raises the plan", (*customerStory).raisePlan},
		{"key", (*customerStory).createKey},
		{"run through the API", (*customerStory).runThroughAPI},
		{"prompt in both doors", (*customerStory).editPrompt},
		{"order", (*customerStory).order},
		{"withdraw", (*customerStory).withdraw},
		{"review", (*customerStory).review},
		{"language and colours", (*customerStory).preferences},
		{"log out", (*customerStory).logOut},
	} {
		// Not a test of its own: what follows stands on it, and alone it would have nothing to stand on.
		t.Log(part.name)
		b := st.customer.in(t)
		part.tell(st, b)
		b.sound(part.name)
		st.desk.in(t).sound(part.name)
		if t.Failed() {
			return
		}
	}
}

func (st *customerStory) register(b *tab) {
	b.open("/").at("/login").press("注册，试用 7 天")
	b.at("/register").fill("#email", storyEmail).fill("#password", "short")
	b.expect(422)
	b.click("form[action='/register'] button").until("the refusal is shown", "document.querySelector('[role=alert], [aria-invalid=true]')")
	b.expect()
	b.fill("#password", storyPassword).click("form[action='/register'] button")
	b.at("/start").see("四步看到第一个结果")
}

func (st *customerStory) makeBrand(b *tab) {
	b.fill("#name", "云栖笔记").fill("#introduction", "面向团队的云端笔记，支持离线编辑与多人协作。")
	b.fill("#keywords", "云笔记\n知识管理").fill("#selling_points", "离线可用").fill("#aliases", "Yunqi")
	b.press("保存，下一步").at("/brands/").see("生成问题")
	st.brand = strings.TrimSuffix(b.where(), "/start")
}

// The draft comes without a reload, and so does the count of what is chosen.
func (st *customerStory) choosePrompts(b *tab) {
	b.stay()
	b.press("生成问题").see("已选 10 条")
	if n := b.count("input[name=prompt]"); n != 10 {
		b.t.Errorf("%d drafts, want 10", n)
	}
	ticked := b.count("input[name=prompt]:checked")
	if got := b.read("#chosen"); got != text(ticked) {
		b.t.Errorf("%s are said to be chosen, %d are", got, ticked)
	}
	if ticked != 10 {
		b.t.Errorf("%d are ticked, want all ten", ticked)
	}
	b.click("input[name=prompt]:checked")
	b.until("one less is said to be chosen", "document.querySelector('#chosen').innerText.trim() === "+quote(text(ticked-1)))
	st.chosen = ticked - 1
	if !b.stayed() {
		b.t.Error("the page was loaded again")
	}
	b.press("启用所选，下一步").at(st.brand + "/start?step=3")
	b.press("先不选竞品，下一步").see("开始第一次监测")
}

// Progress moves in place, step by step, until the run is complete.
func (st *customerStory) firstRun(b *tab) {
	b.click("form[action$='/start/run'] button").at(st.brand + "/runs/")
	b.see("进行中")
	st.asked = b.count(".progress li")
	total := st.chosen * st.asked
	b.stay()
	b.until("nothing is answered yet", "document.querySelector('#live .big b').innerText === '0'")
	st.gate.let(2)
	b.until("two are answered", "document.querySelector('#live .big b').innerText === '2'")
	b.see("剩 " + text(total-2) + " 条")
	if n := b.count("#answers li details"); n != 2 {
		b.t.Errorf("%d answers beside a progress of 2", n)
	}
	st.gate.let(1 << 20)
	b.until("it is complete", "document.querySelector('#live h2').innerText === '完成'")
	if got := b.read("#live .big"); got != text(total)+" / "+text(total) {
		b.t.Errorf("progress ends as %s of %d", got, total)
	}
	if !b.stayed() {
		b.t.Error("the page was loaded again")
	}
	if b.count("[data-poll]") > 0 {
		b.t.Error("it goes on asking")
	}
}

// The overview of a first day counts plainly, platforms are compared behind it; filters stay in the address, and the way back leads
// through them.
func (st *customerStory) figures(b *tab) {
	b.open(st.brand+"/overview").see("第 1 天，共 7 天", "现在先看个大概")
	ours := strings.Fields(b.read("ol.rank li.us b"))[0]
	if lead := b.read(".lead-s"); !strings.Contains(lead, ours+" 条提到云栖笔记") || ours == "0" {
		b.t.Errorf("%q beside a count of %s", lead, ours)
	}
	b.open(st.brand+"/change").see("可见度", "各平台可见度", "豆包")
	if n := b.count("#platforms .dots li"); n < st.asked || st.asked == 0 {
		b.t.Errorf("%d platforms, %d were asked", n, st.asked)
	}
	b.open(st.brand+"/visibility").see("问题 × 平台", "豆包").stay()
	b.click("#filters details:first-of-type summary").press("近 7 天")
	b.until("the address has the filter", "location.search.includes('days=7')")
	b.until("the label follows", "document.querySelector('#filters summary').innerText.includes('近 7 天')")
	b.do("back", chromedp.NavigateBack())
	b.until("the address is as before", "location.search === ''")
	b.until("the page is as before", "document.querySelector('#filters summary').innerText.includes('近 30 天')")
	if !b.stayed() {
		b.t.Error("filtering loaded the page again")
	}
	b.do("forward", chromedp.NavigateForward())
	b.until("forward leads to the filter",
		"location.search.includes('days=7') && document.querySelector('#filters summary').innerText.includes('近 7 天')")
	b.do("reload", chromedp.Reload())
	b.until("a bookmark shows the same", "document.querySelector('#filters summary').innerText.includes('近 7 天')")
	if ask[bool](b,
		`new Promise(done => { addEventListener("popstate", () => done(document.documentElement.hasAttribute("data-busy")), {once: true}); location.hash = "main"; })`) {
		b.t.Error("a place on the page is fetched from the server")
	}
}

// From the heat map to a cell to its answers, and to one in which the brand is marked.
func (st *customerStory) evidence(b *tab) {
	b.open(st.brand+"/visibility").see("问题 × 平台", "合计")
	b.stay()
	question := b.read("table.heat tbody tr:not(.group) th")
	question, _, _ = strings.Cut(question, "\n")
	b.click("table.heat td a").until("the answer is there", `document.querySelector("#answer h2") !== null`)
	if !b.stayed() || b.read("#answer h2") != question {
		b.t.Errorf("the cell of %q opens as %q, in place: %t", question, b.read("#answer h2"), b.stayed())
	}
	b.press("单独打开").at(st.brand+"/answers/").see(question, "原文")

	b.open(st.brand + "/answers")
	b.put("#answers-named", "yes")
	ask[any](b, "document.querySelector('#answers-named').form.requestSubmit()")
	b.until("the filter is in the address", "location.search.includes('named=yes')")
	b.click(".answers .answer-line a").see("情感依据的句子")
	if got := b.read("mark.us"); !strings.Contains(got, "云栖") && !strings.Contains(got, "Yunqi") {
		b.t.Errorf("the brand is marked as %q", got)
	}
}

// The operator gives the customer a plan that allows more.
func (st *customerStory) raisePlan(b *tab) {
	account := operator(b.t, st.s)
	desk := st.desk.in(b.t)
	desk.logIn(account.Email, account.Password)
	desk.open("/operator/users").press(storyEmail).at("/operator/users/")
	desk.put("#tier", "upper").put("#expires_at", "2099-12-31").press("保存套餐").see("套餐已更新", "1,000 可用")
	b.open("/plan").see("专业版")
}

// A key is shown once, with a line to copy.
func (st *customerStory) createKey(b *tab) {
	b.do("let copy", call(browser.SetPermission, browser.SetPermissionParams{ // a browser without a window cannot ask
		Permission: &browser.PermissionDescriptor{Name: "clipboard-write"}, Setting: browser.PermissionSettingGranted,
		Origin: b.base, BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
	}))
	b.open("/keys").fill("#name", "报表同步").press("创建密钥").see("只显示这一次", "curl ")
	st.key = b.read("#fresh-key")
	line := b.read("#fresh-curl")
	if !strings.HasPrefix(line, "curl "+st.s.URL) || !strings.Contains(line, st.key) {
		b.t.Errorf("the line to copy is %s", line)
	}
	b.click("[data-copy=fresh-curl]").see("已复制")
	b.press("已妥善保存").until("the key is put away", `document.readyState === "complete" && document.querySelector("#fresh-key") === null`)
	b.see("报表同步", "从未")
	if strings.Contains(b.text(), st.key) {
		b.t.Error("the key is shown twice")
	}
}

func (st *customerStory) runThroughAPI(b *tab) {
	st.s.Clock.Advance(2 * time.Hour) // between two runs there is one
	id := strings.TrimPrefix(st.brand, "/brands/")
	run := st.s.Expect(b.t, apitest.Call{Key: st.key, Method: "POST", Path: "/geo/runs", Body: `{"brand_id":"` + id +
		`","platforms":["kimi"]}`, Want: apitest.Values{"code": 0}})
	b.open(st.brand+"/runs").see("API", "手动")
	b.open(st.brand + "/runs/" + run.At("data.run_id").(string))
	b.see("API", "Kimi")
	b.until("it is complete", "document.querySelector('#live h2').innerText === '完成'")
	if err := st.s.App.Accounts.FlushUses(b.t.Context()); err != nil { // the program does so every few seconds
		b.t.Fatal(err)
	}
	b.open("/keys").see("报表同步")
	if strings.Contains(b.text(), "从未") {
		b.t.Error("the key is said to be unused")
	}
}

// A prompt edited in the console is what the API tells; one that the API disables is off in the console.
func (st *customerStory) editPrompt(b *tab) {
	b.open(st.brand + "/prompts?status=active").see("已启用")
	active := b.read("#quota b")
	st.prompt = ask[string](b, "document.querySelector('table.prompts a.plain').pathname")
	b.click("table.prompts a.plain").at(st.prompt).click("#edit > summary").fill("#text",
		"小团队用哪款云笔记最省心？").press("保存问题").see("小团队用哪款云笔记最省心？")
	id := st.prompt[strings.LastIndex(st.prompt, "/")+1:]
	st.s.Expect(b.t, apitest.Call{
		Key: st.key, Method: "GET", Path: "/geo/prompts/" + id,
		Want: apitest.Values{"data.text": "小团队用哪款云笔记最省心？", "data.status": "active"},
	})

	b.open(st.brand + "/prompts").see("小团队用哪款云笔记最省心？")
	b.stay()
	b.click("#on-" + id)
	b.until("the counter follows", "document.querySelector('#quota b').innerText !== "+quote(active))
	if !b.stayed() {
		b.t.Error("the switch loaded the page again")
	}
	st.s.Expect(b.t, apitest.Call{Key: st.key, Method: "GET", Path: "/geo/prompts/" + id, Want: apitest.Values{"data.status": "archived"}})
	st.s.Expect(b.t, apitest.Call{
		Key: st.key, Method: "PATCH", Path: "/geo/prompts/" + id,
		Body: `{"status":"active"}`, Want: apitest.Values{"data.status": "active"},
	})
	b.open(st.brand + "/prompts").see("小团队用哪款云笔记最省心？")
	if b.count("#on-"+id+":checked") != 1 || b.read("#quota b") != active {
		b.t.Error("what the API enabled is not on in the console")
	}
}
