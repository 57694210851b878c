package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/page"

	"renown/internal/testkit/await"
)

// navigate starts to load a page and does not wait for it.
func navigate(address string) step {
	return call(page.Navigate, page.NavigateParams{URL: address})
}

// eventually waits until ok, which must come true without a push.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	await.True(t, patience, what, ok)
}
