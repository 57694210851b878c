package browsertest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// who looks at a page.
type who int

const (
	customer who = iota
	desk         // the operator
	nobody
)

// view is a page that people look at.
type view struct {
	name  string // of its pictures
	route string // as its wing lists it
	query string
	who   who
}

func (v view) path(d *demo) string { return d.fill(v.route + v.query) }

// views are all pages of the console, some of them in more than one state.
var views = []view{
	{"login", "/login", "", nobody},
	{"register", "/register", "", nobody},
	{"verify", "/verify", "?token=x", nobody},
	{"forgot", "/forgot", "", nobody},
	{"reset", "/reset", "?token=x", nobody},
	{"home", "/", "", customer},
	{"account", "/account", "", customer},
	{"account-log", "/account/log", "", customer},
	{"second-factor", "/account/second-factor", "", customer},
	{"keys", "/keys", "", customer},
	{"runtimes", "/runtimes", "", customer},
	{"events", "/events", "", customer},
	{"event-endpoint", "/events/{endpoint_id}", "", customer},
	{"deliveries", "/deliveries", "", customer},
	{"event-delivery", "/deliveries/{delivery_id}", "", customer},
	{"unsubscribe", "/unsubscribe/{token}", "", nobody},
	{"docs", "/docs", "", customer},
	{"settings", "/settings", "", customer},
	{"plan", "/plan", "", customer},
	{"teams", "/teams", "", customer},
	{"team", "/teams/{space_id}", "", customer},
	{"invite", "/invite", "?token=x", customer},
	{"brands", "/brands", "", customer},
	{"brand-manage", "/brands/{brand_id}/manage", "", customer},
	{"shares", "/brands/{brand_id}/shares", "", customer},
	{"shared", "/shared/{token}", "", nobody},
	{"start", "/start", "", customer},
	{"guide", "/brands/{brand_id}/start", "", customer},
	{"guide-new", "/brands/{brand_id}/start", "?step=2", customer},
	{"overview", "/brands/{brand_id}/overview", "", customer},
	{"tour-1", "/brands/{brand_id}/overview", "?tour=1", customer},
	{"tour-2", "/brands/{brand_id}/visibility", "?tour=2", customer},
	{"tour-3", "/orders", "?tour=3", customer},
	{"tour-4", "/brands/{brand_id}/citations", "?tour=4", customer},
	{"tour-5", "/brands/{brand_id}/runs", "?tour=5", customer},
	{"overview-daily", "/brands/{brand_id}/overview", "?days=7&by=day&platform=doubao", customer},
	{"leaders", "/brands/{brand_id}/leaders", "", customer},
	{"change", "/brands/{brand_id}/change", "", customer},
	{"visibility", "/brands/{brand_id}/visibility", "", customer},
	{"visibility-cell", "/brands/{brand_id}/visibility", "?cell=1", customer},
	{"visibility-topics", "/brands/{brand_id}/visibility", "?view=topics", customer},
	{"sentiment", "/brands/{brand_id}/sentiment", "", customer},
	{"citations", "/brands/{brand_id}/citations", "", customer},
	{"sampling", "/brands/{brand_id}/sampling", "", customer},
	{"searches", "/brands/{brand_id}/searches", "", customer},
	{"surfaces", "/brands/{brand_id}/surfaces", "", customer},
	{"opportunities", "/brands/{brand_id}/opportunities", "", customer},
	{"campaigns", "/brands/{brand_id}/campaigns", "", customer},
	{"campaign", "/brands/{brand_id}/campaigns/{campaign_id}", "", customer},
	{"check", "/brands/{brand_id}/check", "", customer},
	{"report", "/brands/{brand_id}/report", "", customer},
	{"report-settings", "/brands/{brand_id}/report/settings", "?period=last_month", customer},
	{"answers", "/brands/{brand_id}/answers", "", customer},
	{"answers-found", "/brands/{brand_id}/answers", "?q=%25&tone=positive&named=yes", customer},
	{"source", "/brands/{brand_id}/source", "?channel=zhihu.com", customer},
	{"search", "/search", "?q=o", customer},
	{"overview-compared", "/brands/{brand_id}/overview", "?period=month&against=month&stage=awareness", customer},
	{"visibility-sorted", "/brands/{brand_id}/visibility", "?sort=rate", customer},
	{"answer", "/brands/{brand_id}/answers/{answer_id}", "", customer},
	{"profile", "/brands/{brand_id}/profile", "", customer},
	{"prompts", "/brands/{brand_id}/prompts", "", customer},
	{"prompts-new", "/brands/{brand_id}/prompts/new", "", customer},
	{"prompt", "/brands/{brand_id}/prompts/{prompt_id}", "", customer},
	{"topics", "/brands/{brand_id}/topics", "", customer},
	{"competitors", "/brands/{brand_id}/competitors", "", customer},
	{"competitor", "/brands/{brand_id}/competitors/{competitor_id}", "", customer},
	{"accuracy", "/brands/{brand_id}/accuracy", "", customer},
	{"facts", "/brands/{brand_id}/facts", "", customer},
	{"runs", "/brands/{brand_id}/runs", "", customer},
	{"run-start", "/brands/{brand_id}/runs/new", "", customer},
	{"run", "/brands/{brand_id}/runs/{run_id}", "", customer},
	{"media", "/media", "", customer},
	{"media-outlet", "/media", "?media={media_id}", customer},
	{"contents", "/contents", "", customer},
	{"content-new", "/contents/new", "", customer},
	{"content", "/contents/{content_id}", "", customer},
	{"revision", "/contents/{content_id}/revisions/{revision}", "", customer},
	{"orders", "/orders", "", customer},
	{"orders-drawer", "/orders", "?order={order_id}", customer},
	{"order-new", "/orders/new", "", customer},
	{"order", "/orders/{order_id}", "", customer},
	{"points", "/points", "", customer},
	{"recent", "/recent", "", customer},
	{"notes", "/brands/{brand_id}/notes", "", customer},
	{"review", "/operator/review", "", desk},
	{"review-receipt", "/operator/review", "?queue=receipt", desk},
	{"outlets", "/operator/media", "", desk},
	{"outlets-import", "/operator/media/import", "", desk},
	{"outlet-new", "/operator/media/new", "", desk},
	{"outlet", "/operator/media/{media_id}", "", desk},
	{"users", "/operator/users", "", desk},
	{"user", "/operator/users/{user_id}", "", desk},
	{"plan-requests", "/operator/plans", "", desk},
	{"platforms", "/operator/platforms", "", desk},
	{"jobs", "/operator/jobs", "", desk},
	{"log", "/operator/log", "", desk},
}

// emptied are pages of a brand of which nothing is known yet.
var emptied = []string{
	"start", "overview", "visibility", "sentiment", "citations", "report", "answers", "prompts",
	"topics", "competitors", "runs",
}

// file matches routes that answer with a file.
var file = regexp.MustCompile(`\.(csv|json|jsonl|jpg|zip|xlsx)$|/\{(table|logo|colour)\}$|/export$`)

// Every page that is routed is looked at.
func TestRoutesAreViewed(t *testing.T) {
	t.Parallel()
	routed := regexp.MustCompile(`kit\.Get\("([^"]+)"`)
	shell := must.Get(filepath.Glob("../../door/console/*.go"))(t)
	wings := must.Get(filepath.Glob("../../door/console/*/*.go"))(t)
	found := 0
	for _, source := range slices.Concat(shell, wings) {
		text := must.Get(os.ReadFile(source))(t)
		for _, m := range routed.FindAllStringSubmatch(string(text), -1) {
			found++
			if !file.MatchString(m[1]) && !slices.ContainsFunc(views, func(v view) bool { return v.route == m[1] }) {
				t.Errorf("%s of %s is in no view", m[1], filepath.Base(source))
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d routes are found", found)
	}
	for _, v := range views {
		if strings.Contains(v.name, "/") || v.name == "" {
			t.Errorf("%q cannot name a picture", v.name)
		}
	}
}
