package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watch collects what a tab must never show.
type watch struct {
	host string // the only one that may be asked

	mu       sync.Mutex
	found    []string
	expected []int64 // statuses that are asked for
	bytes    float64 // received, as sent
	requests int
	document cdp.LoaderID                 // the latest; what earlier ones still load may end without a word
	asks     map[network.RequestID]string // addresses that it asked for
	ended    map[network.RequestID]bool   // what came to an end, which may be told first
}

func (w *watch) fault(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.found = append(w.found, fmt.Sprintf(format, args...))
}

// take returns what was found since it was asked last.
func (w *watch) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := w.found
	w.found = nil
	return found
}

// expect allows statuses from now on, and no others.
func (w *watch) expect(statuses ...int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expected = statuses
}

func (w *watch) allows(status int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return status < 400 || slices.Contains(w.expected, status)
}

// begin follows a tab until its context ends.
func (w *watch) begin(ctx context.Context) error {
	w.asks, w.ended = map[network.RequestID]string{}, map[network.RequestID]bool{}
	follow(ctx, runtime.ExceptionThrown, w.exception)
	follow(ctx, runtime.ConsoleAPICalled, w.console)
	follow(ctx, log.EntryAdded, w.entry)
	follow(ctx, network.RequestWillBeSent, w.asked)
	follow(ctx, network.ResponseReceived, w.answered)
	follow(ctx, network.LoadingFinished, w.finished)
	follow(ctx, network.LoadingFailed, w.failed)
	follow(ctx, page.JavascriptDialogOpening, func(e page.EventJavascriptDialogOpening) {
		w.fault("dialog: %s", e.Message)
		_, _ = chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
	})
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		return err
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	return err
}

func follow[E any](ctx context.Context, event cdp.Event[E], work func(E)) {
	events := chromedp.Events(ctx, event)
	go func() {
		for e, err := range events {
			if err != nil {
				return
			}
			work(e)
		}
	}()
}

func (w *watch) exception(e runtime.EventExceptionThrown) {
	w.fault("exception: %v", &chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails})
}

func (w *watch) console(e runtime.EventConsoleAPICalled) {
	if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeAssert {
		return
	}
	var texts []string
	for _, a := range e.Args {
		texts = append(texts, string(a.Value)+a.Description)
	}
	w.fault("console: %s", strings.Join(texts, " "))
}

// entry is a line of the browser's own: a breach of the policy, a failed load. Loads are judged by their status.
func (w *watch) entry(e log.EventEntryAdded) {
	if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
		w.fault("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
	}
}

func (w *watch) asked(e network.EventRequestWillBeSent) {
	u, err := url.Parse(e.Request.URL)
	if err != nil || u.Host != w.host && u.Scheme != "data" && u.Scheme != "blob" && u.Scheme != "about" {
		w.fault("a request to %s", e.Request.URL)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests++
	if string(e.RequestID) == string(e.LoaderID) { // a document
		w.document = e.LoaderID
		clear(w.asks)
	}
	if e.LoaderID == w.document {
		w.asks[e.RequestID] = e.Request.URL
	}
}

func (w *watch) answered(e network.EventResponseReceived) {
	if !w.allows(e.Response.Status) {
		w.fault("%s answers %d", e.Response.URL, e.Response.Status)
	}
}

func (w *watch) finished(e network.EventLoadingFinished) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += e.EncodedDataLength
	w.ended[e.RequestID] = true
}

func (w *watch) failed(e network.EventLoadingFailed) {
	// Leaving a page ends what it still loads.
	if !e.Canceled && e.ErrorText != "net::ERR_ABORTED" {
		w.fault("%s failed: %s %s", e.Type, e.ErrorText, e.BlockedReason)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended[e.RequestID] = true
}

// pending lists what is still being loaded.
func (w *watch) pending() (list []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, address := range w.asks {
		if !w.ended[id] {
			list = append(list, address)
		}
	}
	return list
}
