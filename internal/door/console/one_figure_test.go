package console_test

import (
	"regexp"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// figuresPages bounds the walk: of each brand of the demo all pages that links lead to, once.
const figuresPages = 250

// brandPage is a page about a whole brand; others are about a prompt, an article, an answer.
var brandPage = regexp.MustCompile(`^/brands/([^/]+)/[^/]+$`)

// A named figure has one value on all pages of both demos, and an article's citations are those of its order.
func TestOneFigureOneValue(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"zh", "en"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(c *config.Settings) {
				endless := config.Rate{PerMinute: 1e9, Burst: 1e9}
				c.Demo, c.Role, c.AccountLimit, c.SessionLimit = true, config.API, endless, endless
				c.Simulate = &simulator.Options{Platforms: c.Catalogue.All()}
				story.Simulate(c.Simulate)
			}})
			told := must.Get(s.App.OpenDemoAs(t.Context(), story.Login{
				Email: "demo@example.com", Password: "long enough a password", Language: language,
			}))(t)
			must.Do(t, s.App.TellStory(t.Context(), told, 60, func(int, int) {}))
			must.Do(t, s.App.Orders.Watch(t.Context()))
			who := newBrowser(t, s)
			who.logIn("demo@example.com", "long enough a password")
			names := map[string]int{}
			for name, pages := range stated(t, who) {
				of, _, _ := strings.Cut(name, "/")
				names[of] = max(names[of], pages)
			}
			if names["citations"] < 4 || len(names) < 5 {
				t.Errorf("on how many pages figures stand: %v", names)
			}
		})
	}
}

// stated walks the pages over the period that is shown unasked, and tells of each figure on how many pages it stands.
func stated(t *testing.T, who *browser) map[string]int {
	t.Helper()
	type place struct{ value, path string }
	values, pages, known := map[string]place{}, map[string]int{}, map[string]bool{}
	for waiting := []string{"/"}; len(waiting) > 0 && len(known) < figuresPages; waiting = waiting[1:] {
		path, _, _ := strings.Cut(waiting[0], "#")
		if at, query, _ := strings.Cut(path, "?"); query != "list=urls" {
			path = at
		}
		if known[path] || strings.Contains(path, ".") || strings.HasSuffix(path, "/export") || strings.Contains(path, "/answers/") {
			continue
		}
		known[path] = true
		got := who.get(path)
		if got.location != "" {
			waiting = append(waiting, got.location)
		}
		for _, f := range got.find("data[data-figure]") {
			name := attr(f, "data-figure")
			if !strings.Contains(name, "/") {
				at, _, _ := strings.Cut(path, "?")
				if m := brandPage.FindStringSubmatch(at); m != nil {
					at = m[1]
				}
				name += "/" + at
			}
			here := place{attr(f, "value"), path}
			if was, ok := values[name]; ok && was.value != here.value {
				t.Errorf("%s is %s on %s and %s on %s", name, was.value, was.path, here.value, here.path)
			} else if !ok || was.path != path {
				pages[name]++
			}
			values[name] = here
		}
		for _, link := range got.find("a[href]") {
			if href := attr(link, "href"); strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "/openapi/") {
				waiting = append(waiting, href)
			}
		}
	}
	return pages
}
