package browsertest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"

	"renown/internal/door/console/kit"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
)

// seats are tabs that are logged in, taken in turn.
type seats map[who]chan *tab

func newSeats(t *testing.T, d *demo) seats {
	t.Helper()
	list := seats{customer: make(chan *tab, 2), desk: make(chan *tab, 1), nobody: make(chan *tab, 1)}
	for range 2 {
		list[customer] <- newTab(t, d.s.URL).logIn(demoEmail, demoPassword)
	}
	list[desk] <- newTab(t, d.s.URL).logIn(d.operator.Email, d.operator.Password)
	list[nobody] <- newTab(t, d.s.URL)
	return list
}

// with gives a test a tab for as long as it runs.
func (s seats) with(t *testing.T, w who, work func(b *tab)) {
	t.Helper()
	b := <-s[w]
	defer func() { s[w] <- b }()
	mine := b.in(t)
	work(mine)
	mine.sound("at the end of " + mine.where())
}

// Every page stands in all four forms: it says what it is about, breaks no rule, fits on a phone. Rules are held against one page in
// Chinese and the next in English, so that every component is seen in both; widths against every page in both.
func TestPages(t *testing.T) {
	t.Parallel()
	d := newDemo(t)
	tabs := newSeats(t, d)
	shown := append([]view(nil), views...)
	for _, page := range emptied {
		shown = append(shown, view{"empty-" + page, "/brands/{empty}/" + page, "", customer})
	}
	t.Run("weight", func(t *testing.T) { weigh(t, d) })
	t.Run("each", func(t *testing.T) {
		for i, v := range shown {
			t.Run(v.name, func(t *testing.T) {
				t.Parallel()
				tabs.with(t, v.who, func(b *tab) {
					languages := []string{"zh", "en"}
					b.speak(languages[i%2]).look(v.name, v.path(d))
					if os.Getenv("RENOWN_SCREENSHOTS") == "" {
						b.speak(languages[1-i%2]).lookAgain(v.path(d))
					}
				})
			})
		}
	})
	t.Run("long names", func(t *testing.T) { longNames(t, d, tabs) })
}

// dark are the pages that are looked at in dark when no pictures are wanted: between them they have every component.
var dark = []string{
	"login", "guide", "overview", "visibility", "sentiment", "citations", "answer", "prompts",
	"competitors", "run", "media-outlet", "content", "orders-drawer", "review", "user", "keys",
}

// look holds one page against what is asked of all, loaded once and reshaped: colours and widths are independent of each other, and
// charts are drawn anew. Where pictures are wanted it is only looked at by a person: rules are for the run without.
func (b *tab) look(name, path string) {
	b.t.Helper()
	pictures := os.Getenv("RENOWN_SCREENSHOTS") != ""
	for i, form := range []struct {
		name, scheme string
		width        int64
		wanted       bool
	}{
		{"light-wide", "light", wide, true},
		{"dark-wide", "dark", wide, slices.Contains(dark, name)},
		{"dark-phone", "dark", phone, false},
		{"light-phone", "light", phone, true},
	} {
		if !form.wanted && !pictures {
			continue
		}
		b.shape(form.width, form.scheme)
		if i == 0 {
			b.open(path).settle()
			b.titled()
		}
		switch {
		case pictures:
			b.drawn()
		case form.name == "light-wide":
			b.accessible(form.name, "")
			b.calm(name)
		case form.name == "dark-wide":
			b.accessible(form.name, "color-contrast") // nothing else is different
		default:
			b.fits(form.width)
		}
		b.sound(path + " " + form.name)
		b.picture(name + "-" + form.name)
	}
}

// lookAgain holds a page in its other language against what depends on the length of words.
func (b *tab) lookAgain(path string) {
	b.t.Helper()
	b.shape(phone, "light")
	b.open(path).settle()
	b.titled()
	b.fits(phone)
	b.shape(laptop, "light")
	b.fits(laptop)
	b.sound(path)
}

// speak has the console speak a language.
func (b *tab) speak(lang string) *tab {
	b.t.Helper()
	b.do("speak "+lang, call(network.SetCookie, network.SetCookieParams{Name: kit.LanguageCookie, Value: lang, URL: b.base}))
	return b
}

// drawn waits until the page shows the shape it was given: sizes and colours are noticed one frame late.
func (b *tab) drawn() {
	b.t.Helper()
	ask[bool](b, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// settle waits until nothing is loaded any more.
func (b *tab) settle() {
	b.t.Helper()
	var left []string
	for range await.Looks(patience) {
		if left = b.pending(); len(left) == 0 {
			break
		}
	}
	if len(left) > 0 {
		b.t.Fatalf("%s still loads %q", b.where(), left)
	}
	b.until("fonts are there", "document.readyState === 'complete' && document.fonts.status === 'loaded'")
}

func (b *tab) titled() {
	b.t.Helper()
	if title := ask[string](b, "document.title"); strings.HasPrefix(title, " ·") || title == "" {
		b.t.Errorf("%s has the title %q", b.where(), title)
	}
	if n := b.count("h1"); n != 1 {
		b.t.Errorf("%s has %d first headings", b.where(), n)
	}
	if n := b.count("main"); n != 1 {
		b.t.Errorf("%s has %d main parts", b.where(), n)
	}
}

// fits wants nothing to stick out sideways, but within what can be scrolled by itself.
func (b *tab) fits(screen int64) {
	b.t.Helper()
	const script = `((screen) => {
		const limit = screen + 1, width = document.documentElement.scrollWidth;
		if (width <= limit) return [];
		const scrolls = e => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) if (getComputedStyle(p).overflowX !== "visible") return true; return false; };
		return [String(width)].concat(Array.from(document.querySelectorAll("body *")).filter(e => e.getBoundingClientRect().right > limit && e.checkVisibility() && !scrolls(e))
			.slice(0, 6).map(e => e.tagName.toLowerCase() + "." + e.getAttribute("class") + " " + Math.round(e.getBoundingClientRect().right)));
	})`
	if out := ask[[]string](b, fmt.Sprintf("%s(%d)", script, screen)); len(out) > 0 {
		b.t.Errorf("%s is %s pixels wide on a screen of %d: %s", b.where(), out[0], screen, strings.Join(out[1:], " | "))
	}
}

// weigh holds what a first visit to the overview loads, as it comes over the wire, against its limit.
func weigh(t *testing.T, d *demo) {
	b := newTab(t, d.s.URL).logIn(demoEmail, demoPassword)
	b.do("forget", call(network.ClearBrowserCache, struct{}{}))
	b.settle()
	b.mu.Lock()
	b.bytes, b.requests = 0, 0
	b.mu.Unlock()
	b.open("/brands/" + d.brand + "/overview").settle()
	b.mu.Lock()
	defer b.mu.Unlock()
	t.Logf("%.0f bytes in %d requests", b.bytes, b.requests)
	if b.bytes > 300_000 || b.bytes < 30_000 || b.requests < 5 {
		t.Errorf("the overview takes %.0f bytes in %d requests, want less than 300,000", b.bytes, b.requests)
	}
}

// Without script everything can be read, and forms have the buttons that script spares.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	a := s.Account(t, plan.Upper)
	outlets(t, s)
	b := newTab(t, s.URL)
	b.do("no script", call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.logIn(a.Email, a.Password)
	if b.count("html.scripted") > 0 {
		t.Fatal("script runs")
	}
	b.at("/start").fill("#name", "云栖笔记").fill("#introduction", "面向团队的云端笔记。").press("保存，下一步").see("生成问题")
	brand := strings.TrimSuffix(b.where(), "/start")
	b.open(brand+"/prompts/new").fill("#text", "哪款笔记能离线？\n哪款笔记好用？").fill("#topic_name", "选型").press("检查").see("2 条可添加").press("添加 2 条，启用 2 条").see("2 / 20")
	b.click("table.prompts .switch").click("table.prompts td button.unscripted").see("1 / 20")
	b.open(brand+"/competitors").fill("#name", "星澜").click("form[action$='/competitors'] button.btn-primary").see("星澜")
	b.open("/media").click("input[name=pick]").press("更新清单").see("已选 1 家")
	b.click("#basket .basket-go button").see("还没有可以发布的文章")
	b.open("/contents/new").fill("#title", "题").fill("#body", "**文**").press("预览").at("/contents/preview").press("保存").see("第 1 版")
	b.open("/orders/new").click(".checkout button").at("/orders").see("待审核")
	b.click("details.ask summary").see("撤回这个订单？").click("details.ask[open] form button").see("已撤回")
	b.open("/points").see("可用")
	b.click("button[name=lang][value=en]").see("Credits")
}
