package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// Widths of the forms in which pages are looked at, in CSS pixels.
const (
	wide   = 1280
	laptop = 1024
	phone  = 390
)

// patience is how long something may take that comes by itself. It only matters when a test fails.
const patience = 3 * time.Minute

// tab is a tab of a browser that shows the console, with cookies of its own.
type tab struct {
	*watch
	t    testing.TB
	ctx  context.Context
	base string // http://127.0.0.1:port
}

// newTab opens an empty tab that belongs to the test.
func newTab(t testing.TB, base string) *tab {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		needed(t, "no browser for this test: %v", err)
	}
	ctx, end := chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	u := must.Get(url.Parse(base))(t)
	b := &tab{watch: &watch{host: u.Host}, t: t, ctx: ctx, base: base}
	must.Do(t, b.begin(ctx))
	t.Cleanup(func() {
		b.sound("at the end")
		end()
	})
	// Tabs stand side by side, and each believes that it is the one in front.
	b.do("focus", call(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}))
	b.shape(wide, "light")
	return b
}

// in is the same tab for a subtest.
func (b *tab) in(t testing.TB) *tab {
	copied := *b
	copied.t = t
	return &copied
}

// do runs browser actions, each with patience.
func (b *tab) do(what string, steps ...step) {
	b.t.Helper()
	if err := b.try(steps...); err != nil {
		b.t.Fatalf("%s at %s: %v\nfound: %q\nthe page says: %.1500s", what, b.where(), err, b.take(), b.text())
	}
}

func (b *tab) try(steps ...step) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

// step is something that a browser does.
type step = chromedp.Action[chromedp.Void]

// call is a command of the browser's protocol.
func call[P, R any](command cdp.Command[P, R], params P) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// value evaluates an expression in the page and waits for what it promises.
func value[T any](b *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// ask is value for where it must not fail.
func ask[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := value[T](b, expression)
	if err != nil {
		b.t.Fatalf("%.200s at %s: %v", expression, b.where(), err)
	}
	return v
}

// sound fails the test for everything that was found meanwhile.
func (b *tab) sound(when string) {
	b.t.Helper()
	for _, f := range b.take() {
		b.t.Errorf("%s: %s", when, f)
	}
}

// shape gives the tab a width and a scheme of colours.
func (b *tab) shape(width int64, scheme string) {
	b.t.Helper()
	b.do("shape",
		call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: 900,
			DeviceScaleFactor: 1, Mobile: width == phone,
		}),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}}),
	)
	// A browser that draws no frame on a busy machine is not waited for: what is asked of a page afterwards lays it out by itself.
	ask[any](b, `Promise.race([new Promise(done => setTimeout(done, 10000)), new Promise(requestAnimationFrame).then(() =>
		Promise.all(document.getAnimations().filter(a => a instanceof CSSTransition).map(a => a.finished.catch(() => null))))]).then(() => null)`)
}

// open loads a page by its path.
func (b *tab) open(path string) *tab {
	b.t.Helper()
	b.do("open "+path, chromedp.Navigate(b.base+path))
	b.sound(path)
	return b
}

// where is the path and query of the page.
func (b *tab) where() string {
	at, _ := value[string](b, "location.href")
	return strings.TrimPrefix(at, b.base)
}

// text is what the page says, as it can be read.
func (b *tab) text() string {
	text, _ := value[string](b, `document.body ? document.body.innerText : ""`)
	return text
}

// count is how many elements a selector names.
func (b *tab) count(selector string) int {
	b.t.Helper()
	return ask[int](b, "document.querySelectorAll("+quote(selector)+").length")
}

// read is the text of an element.
func (b *tab) read(selector string) string {
	b.t.Helper()
	b.until(selector+" is there", "document.querySelector("+quote(selector)+") !== null")
	return strings.TrimSpace(ask[string](b, "document.querySelector("+quote(selector)+").innerText"))
}

// until waits for an expression that comes true by itself, also across pages.
func (b *tab) until(what, expression string) {
	b.t.Helper()
	for range await.Looks(patience) {
		if ok, err := value[bool](b, "Boolean("+expression+")"); err == nil && ok {
			return
		}
		if b.t.Failed() {
			break
		}
	}
	b.t.Fatalf("not in %v: %s\nat %s, found %q\nthe page says: %.1500s", patience, what, b.where(), b.take(), b.text())
}

// see waits until the page says all of this.
func (b *tab) see(words ...string) *tab {
	b.t.Helper()
	for _, w := range words {
		b.until(fmt.Sprintf("the page says %q", w), "document.body && document.body.innerText.includes("+quote(w)+")")
	}
	b.sound(b.where())
	return b
}

// at waits until the tab is at a path, or below one that ends in a slash; a query is the beginning of one. /orders is not
// /orders/new: who takes the page before for the one after it opens the next while a form is still on its way.
func (b *tab) at(path string) *tab {
	b.t.Helper()
	here := "location.pathname === " + quote(path)
	if strings.HasSuffix(path, "/") || strings.Contains(path, "?") {
		here = "(location.pathname + location.search).startsWith(" + quote(path) + ")"
	}
	b.until("the tab is at "+path, "document.readyState === 'complete' && "+here)
	return b
}

// click clicks on the first element that can be seen of those a selector names, with the mouse.
func (b *tab) click(selector string) *tab {
	b.t.Helper()
	return b.hit(selector, "document.querySelectorAll("+quote(selector)+")")
}

// press clicks on what people read on a button, a link or a fold.
func (b *tab) press(label string) *tab {
	b.t.Helper()
	return b.hit(label,
		`Array.from(document.querySelectorAll("a, button, summary, label")).filter(e => e.innerText.replace(/\s+/g, " ").trim() === `+quote(label)+`)`)
}

// hit waits until one of some elements can be clicked on, and does: it is seen, not switched off, and nothing lies over it.
func (b *tab) hit(what, elements string) *tab {
	b.t.Helper()
	const place = `(list => {
		for (const e of list) {
			if (e.disabled || !e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})) continue;
			e.scrollIntoView({block: "center", behavior: "instant"});
			const r = e.getClientRects()[0], x = r.left + r.width / 2, y = r.top + r.height / 2, top = document.elementFromPoint(x, y);
			if (top && (e.contains(top) || top.contains(e))) return [x, y];
		}
		return [];
	})`
	var at []float64
	var err error
	for range await.Looks(patience) {
		at, err = value[[]float64](b, place+"("+elements+")")
		if err == nil && len(at) == 2 {
			b.do("click on "+what, chromedp.MouseClickXY(at[0], at[1]))
			return b
		}
	}
	b.t.Fatalf("not in %v: %s can be clicked on (%v)\nat %s, found %q\nthe page says: %.1500s", patience, what, err,
		b.where(), b.take(), b.text())
	return b
}

// fill replaces what a field holds, as typing does.
func (b *tab) fill(selector, text string) *tab {
	b.t.Helper()
	at := chromedp.CSS(selector)
	b.do("fill "+selector, chromedp.WaitVisible(at), chromedp.Focus(at))
	ask[any](b, "document.querySelector("+quote(selector)+").select()")
	b.do("fill "+selector, call(input.InsertText, input.InsertTextParams{Text: text}))
	if got := ask[string](b, "document.querySelector("+quote(selector)+").value"); got != text {
		b.t.Fatalf("%s at %s holds %q after %q was typed", selector, b.where(), got, text)
	}
	return b
}

// put sets a field that cannot be typed into, such as a date or a choice.
func (b *tab) put(selector, text string) *tab {
	b.t.Helper()
	ask[any](b, "document.querySelector("+quote(selector)+").value = "+quote(text))
	return b
}

// key presses a key.
func (b *tab) key(name string) *tab {
	b.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		b.do("key "+name, call(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: name, Code: name}))
	}
	return b
}

// stay marks the page; stayed tells whether it is still the same one.
func (b *tab) stay()        { ask[bool](b, "window.stays = true") }
func (b *tab) stayed() bool { return ask[bool](b, "window.stays === true") }

// post sends a form from the page at hand, as its own scripts may, and returns why it was not taken.
func (b *tab) post(path string, pairs ...string) string {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	script := fmt.Sprintf(`fetch(%s, {method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"}, body: %s}).then(r => r.text().then(t => r.ok ? "" : r.status + " " + Array.from(new DOMParser().parseFromString(t, "text/html").querySelectorAll(".fault, .is-bad, .line-fault")).map(e => e.textContent.trim()).join("; ")))`, quote(path), quote(form.Encode()))
	return ask[string](b, script)
}

// logIn enters through the form.
func (b *tab) logIn(email, password string) *tab {
	b.t.Helper()
	b.open("/login").fill("#email", email).fill("#password", password)
	b.click("main form button, form[action='/login'] button")
	b.until("logged in", "location.pathname !== '/login'")
	b.sound("logging in")
	return b
}

// quote writes a text as JavaScript reads it.
func quote(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
