package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"renown/internal/testkit/must"
)

// picture writes the whole page as it stands, where pictures are wanted.
func (b *tab) picture(name string) { b.pictureOf(name, 1<<14) }

// pictureOf is the top of a page, so many pixels high at most.
func (b *tab) pictureOf(name string, most int64) {
	b.t.Helper()
	dir := os.Getenv("RENOWN_SCREENSHOTS")
	if dir == "" {
		return
	}
	// What sticks to the window would end with its first screenful.
	size := ask[[]int64](b, "[innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)]")
	size[1] = min(size[1], most)
	b.do("stretch", call(emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{
			Width: size[0], Height: size[1], DeviceScaleFactor: 1,
			Mobile: size[0] == phone,
		}))
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	raw, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatalf("no picture of %s: %v", b.where(), err)
	}
	name = strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(name)
	must.Do(b.t, os.WriteFile(filepath.Join(dir, name+".png"), raw, 0o644))
}
