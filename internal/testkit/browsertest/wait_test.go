package browsertest

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// navigate starts to load a page and does not wait for it.
func navigate(address string) step {
	return call(page.Navigate, page.NavigateParams{URL: address})
}

// eventually waits until ok, which must come true without a push.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in %v: %s", patience, what)
		}
	}
}
