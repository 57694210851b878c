package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/network"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// What somebody wrote while their session ended is there again after they log in, and nobody else finds it.
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
