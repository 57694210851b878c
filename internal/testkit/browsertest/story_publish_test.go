package browsertest

import (
	"strconv"
	"strings"

	"renown/internal/testkit/must"
)

// A content is written with its preview beside it, outlets are put into the list, and the total is known before anything
// is spent.
func (st *customerStory) order(b *tab) {
	b.open("/contents/new").fill("#title", "小团队怎样选云笔记")
	b.stay()
	b.fill("#body", "## 三个问题\n\n先看**离线**，再看协作。\n\n[官网](https://yunqi.example)")
	b.until("the preview follows",
		"document.querySelector('#preview h2.title') && document.querySelector('#preview strong')?.innerText === '离线'")
	if b.count("#preview .manuscript-text a") > 0 {
		b.t.Error("a link in the preview leads away")
	}
	if !b.stayed() {
		b.t.Error("the preview loaded the page again")
	}
	b.press("保存").see("第 1 版")

	b.open("/media").see("晨光日报", "前沿科技报")
	b.stay()
	b.click("#pick-" + st.outlets["晨光日报"].ID).see("已选 1 家")
	b.click("#pick-" + st.outlets["前沿科技报"].ID).see("已选 2 家")
	b.press("城市周刊").see("加入清单 · 90 积分").press("加入清单 · 90 积分").see("已选 3 家")
	b.click("#shelf-side a[aria-label='关闭']") // an outlet that is open leaves the list its heading and its sum
	b.until("the outlet is closed", `!document.querySelector("#shelf-side a[aria-label='关闭']")`)
	b.click("#basket button[aria-label='移除 城市周刊']").see("已选 2 家")
	if !b.stayed() {
		b.t.Error("the list loaded the page again")
	}
	b.press("核对 2 个订单 · 180 积分").at("/orders/new")
	if got := strings.Fields(b.read(".checkout")); strings.Join(got[:6], " ") != "合计 180 积分 可用积分 1,000 下单后剩余" {
		b.t.Errorf("the sum before confirming: %q", got)
	}
	if n := points(b); n != 1000 {
		b.t.Errorf("%d points before confirming, want 1000", n)
	}
	b.open("/orders/new").press("提交 2 个订单 · 180 积分").at("/orders").see("待审核")
	if n := points(b); n != 820 {
		b.t.Errorf("%d points after confirming, want 820", n)
	}
}

// points is what the points page says can be spent.
func points(b *tab) int {
	b.t.Helper()
	at := b.where()
	b.open("/points")
	n := must.Get(strconv.Atoi(strings.ReplaceAll(b.read("#balance .value b"), ",", "")))(b.t)
	b.open(at)
	return n
}

// The question is asked in a dialog; Escape closes it and nothing has happened.
func (st *customerStory) withdraw(b *tab) {
	b.open("/orders").press("小团队怎样选云笔记").see("订单号")
	name := b.read("#order-side header small")
	b.stay()
	label := "撤回并退回 " + text(int(st.outlets[name].Price.Points)) + " 积分"
	b.press(label).see("撤回这个订单？")
	b.key("Escape")
	b.until("the dialog is closed", "document.querySelector('details.ask[open]') === null")
	b.press(label).click("details.ask[open] form button").see("已撤回")
	left := 1000 - 180 + int(st.outlets[name].Price.Points)
	if n := points(b); n != left {
		b.t.Errorf("%d points after withdrawing, want %d", n, left)
	}
}

// The operator sees the other order, sends it on and enters where it was published; the customer reads it.
func (st *customerStory) review(b *tab) {
	const address = "https://qianyan.example/articles/1"
	desk := st.desk.in(b.t)
	desk.open("/operator/review").see("1 个待审核", "小团队怎样选云笔记", storyEmail)
	desk.press("通过并交给媒体").see("已通过", "没有待审核的订单")
	b.open("/orders").see("发布中")
	desk.open("/operator/review?queue=receipt").fill("#url", address).press("记录为已发布").see("扣除 ")
	b.open("/orders").see("已发布")
	if n := ask[int](b, "Array.from(document.querySelectorAll('table.orders a')).filter(a => a.href === "+
		quote(address)+").length"); n != 1 {
		b.t.Errorf("%d links to the article", n)
	}
	before := points(b)
	b.open("/points").see("−")
	if before >= 1000 {
		b.t.Errorf("%d points are left after an article", before)
	}
}

// Language and colours change with one click, stay with the address, and stay for the next page.
func (st *customerStory) preferences(b *tab) {
	b.open(st.brand + "/visibility").click("#filters details:first-of-type summary").press("近 7 天")
	b.until("the filter is in the address", "location.search === '?days=7'")
	b.click("button[name=lang][value=en]").see("Visibility")
	if got := b.where(); got != st.brand+"/visibility?days=7" {
		b.t.Errorf("the language leads to %s", got)
	}
	b.open("/media").see("Outlets")
	b.click("button[name=lang][value=zh]").see("媒体库")

	b.stay()
	background := "getComputedStyle(document.body).backgroundColor"
	light := ask[string](b, background)
	const theme = "(document.documentElement.dataset.theme || '')"
	for was := ask[string](b, theme); was != "dark"; was = ask[string](b, theme) { // automatic, light, dark
		b.click("[data-theme-form] button")
		b.until("the colours have changed and the switch has come back, with what comes after them",
			theme+" !== '"+was+"' && document.querySelector('[data-theme-form] button').value !== ("+theme+" || 'auto')")
	}
	dark := ask[string](b, background)
	if dark == light || !b.stayed() {
		b.t.Errorf("light %s, dark %s, in place: %t", light, dark, b.stayed())
	}
	b.open("/points")
	if got := ask[string](b, background); got != dark {
		b.t.Errorf("the next page is %s, want %s", got, dark)
	}
}

func (st *customerStory) logOut(b *tab) {
	b.click(".bar .menu.to-end summary").press("退出登录").at("/login")
	b.open(st.brand + "/overview").at("/login?next=")
	b.fill("#email", storyEmail).fill("#password", storyPassword).click("form[action='/login'] button").at(st.brand + "/overview")
}

func text(n int) string { return strconv.Itoa(n) }
