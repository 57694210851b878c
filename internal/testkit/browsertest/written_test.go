package browsertest

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// A button that is pressed twice sends its form once, a switch that is turned back is sent again.
func TestPressedTwice(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	who := s.Account(t, plan.Standard)
	b := newTab(t, s.URL).logIn(who.Email, who.Password).open("/teams")
	sent := ask[[]int](b, `(() => {
		const form = document.querySelector("form[action='/teams']"), button = form.querySelector("button"), counts = [];
		let sent = 0;
		addEventListener("submit", event => { event.preventDefault(); sent++; });
		form.elements.name.value = "市场部";
		for (const act of [() => button.click(), () => form.requestSubmit()]) { sent = 0; act(); act(); counts.push(sent); }
		return counts;
	})()`)
	if !slices.Equal(sent, []int{1, 2}) {
		t.Errorf("sent %d times by a button and by itself, want 1 and 2", sent)
	}
}

// A page that shows a key once can be loaded anew without making another.
func TestLoadedAnew(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	who := s.Account(t, plan.Standard)
	b := newTab(t, s.URL).logIn(who.Email, who.Password)
	b.post("/start", "name", "云栖笔记", "introduction", "云端笔记")
	b.open("/keys").fill("[name=name]", "报表").click("form[action='/keys'] button.btn-primary").see("只显示这一次")
	ask[any](b, "location.reload(); undefined")
	b.until("the page has come anew", "document.readyState === 'complete' && !document.getElementById('fresh-key')")
	if n := b.count("form[action$='/revoke']"); n != 1 {
		t.Errorf("%d keys", n)
	}
}

// What a user wrote while their session ended is there again after they log in, and no other user finds it.
func TestWrittenOutlivesSession(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	first, second := s.Account(t, plan.Standard), s.Account(t, plan.Standard)
	b := newTab(t, s.URL).logIn(first.Email, first.Password)
	for _, again := range []struct {
		who  *apitest.Account
		want string
	}{{first, "一小时写成的正文"}, {second, ""}} {
		b.open("/contents/new").fill("[name=title]", "标题").fill("[name=body]", "一小时写成的正文")
		b.do("the session ends", call(network.ClearBrowserCookies, struct{}{}))
		ask[any](b, "document.getElementById('editor').requestSubmit(); undefined")
		b.at("/login")
		b.fill("#email", again.who.Email).fill("#password", again.who.Password).click("form[action^='/login'] button").at("/contents/new")
		b.until("the form is there", "document.readyState === 'complete' && document.querySelector('[name=body]')")
		if got := ask[string](b, "document.querySelector('[name=body]').value"); got != again.want {
			t.Errorf("after another log-in as %s the form holds %q, want %q", again.who.Email, got, again.want)
		}
	}
}

// Who works with the keyboard goes on from where they were when a part of the page is replaced.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	outlets(t, s)
	who := s.Account(t, plan.Standard)
	b := newTab(t, s.URL).logIn(who.Email, who.Password)
	b.post("/start", "name", "云栖笔记", "introduction", "云端笔记")
	for _, c := range []struct{ path, link, want string }{
		{"/media", "#shelf-list a.sort[href*=price]", "#shelf-list a.sort[href*=price]"},
		{"/brands", "#rail a[href$='/overview']", ""},
		{"", "#filters a[href*='days=7']", "#filters summary"},
	} {
		if c.path != "" {
			b.open(c.path)
		}
		before := b.where()
		ask[any](b, `(() => {
			const link = document.querySelector(`+quote(c.link)+`), menu = link.closest("details");
			if (menu) menu.open = true;
			link.focus();
			link.click();
		})()`)
		b.until("the page has changed", "location.pathname + location.search !== "+quote(before)+
			" && document.readyState === 'complete' && !document.documentElement.hasAttribute('data-busy')")
		if c.want != "" && !ask[bool](b, "document.activeElement.matches("+quote(c.want)+")") {
			t.Errorf("after %s was followed, %s has the focus", c.link, ask[string](b, "document.activeElement.outerHTML.slice(0, 100)"))
		}
	}
	ask[any](b, `document.querySelector("#filters summary").click(); document.querySelector("#main a").focus()`)
	if b.count("details[data-menu][open]") > 0 {
		t.Error("a menu stays open over the page where the focus is")
	}
}
