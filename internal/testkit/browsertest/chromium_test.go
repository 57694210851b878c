package browsertest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"renown/internal/testkit/await"
)

// folder is the browser's own: its profile, and what it leaves behind when it crashes.
var folder string

func TestMain(m *testing.M) {
	// Browser and program wait for each other most of the time.
	err := flag.Set("test.parallel", "4")
	if err != nil {
		panic(err)
	}
	if folder, err = os.MkdirTemp("", "renown-browser-"); err != nil {
		panic(err)
	}
	code := m.Run()
	stop()
	for range await.Looks(10 * time.Second) { // its helpers write for a moment after the browser has ended
		if err = os.RemoveAll(folder); err == nil {
			break
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// stop ends the browser, if one was started.
var stop = func() {}

// needed is how a test ends without something: skipped, or failed where that is demanded.
func needed(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("RENOWN_TEST_REQUIRE_CHROMIUM") == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

func executable() (string, error) {
	if path := os.Getenv("RENOWN_TEST_CHROMIUM"); path != "" {
		return path, nil
	}
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no chromium in PATH, and RENOWN_TEST_CHROMIUM names none")
}

// chromium is the one browser of this test binary. Every tab has cookies of its own.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := executable()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(folder), chromedp.WindowSize(wide, 900),
		chromedp.Flag("no-sandbox", os.Geteuid() == 0), // it refuses to run as root otherwise
		chromedp.Flag("crash-dumps-dir", folder),
		chromedp.Env("TMPDIR="+folder), // it leaves a folder for its lock there
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("lang", "zh-CN"),
		chromedp.Flag("accept-lang", "zh-CN"), // what the console goes by
		// What is not ours is noticed by its request, and leads nowhere.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx); err != nil {
		leave()
		end()
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	stop = func() {
		leave()
		end()
	}
	return ctx, nil
})
