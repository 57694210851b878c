package console_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/repeat"
	"renown/internal/testkit/storetest"
)

// BenchmarkPages walks all pages of the demo that links lead to, one of each route, and prints for each the
// milliseconds by the clock and those of processor time of this process, client included in both: "first" after
// something of the brands has changed, so that no analysis of before serves again, and "again" right afterwards; the
// least of the last rounds. "s/story" is how long filling in the demo took. RENOWN_BENCH_PAGE is a regular expression
// of routes.
func BenchmarkPages(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			began := time.Now()
			s, seen := toldStory(b, d)
			told := time.Since(began)
			who := newBrowser(b, s)
			who.logIn("demo@example.com", "long enough a password")
			pages := routesOf(who)
			b.Run("walk", func(b *testing.B) { // the story is told once
				repeat.AtMost(b, 2)
				for _, p := range pages {
					p.first, p.again = longest, longest
				}
				for b.Loop() {
					measure(b, who, pages, seen)
				}
				slices.SortFunc(pages, func(x, y *measuredPage) int { return int(y.first.clock - x.first.clock) })
				b.ReportMetric(ms(pages[0].first.clock), "slowest-ms")
				b.ReportMetric(ms(pages[0].first.cpu), "slowest-cpu-ms")
				b.ReportMetric(float64(len(pages)), "pages")
				b.ReportMetric(told.Seconds(), "s/story")
			})
			var table strings.Builder
			for _, p := range pages {
				fmt.Fprintf(&table, "\n%7.2f %7.2f %4d %7.2f %7.2f %4d %7d  %s", ms(p.first.clock), ms(p.first.cpu),
					p.firstSQL, ms(p.again.clock), ms(p.again.cpu), p.againSQL, p.size, p.route)
			}
			fmt.Printf("  first     cpu  SQL   again     cpu  SQL   bytes  route%s\n", table.String()) // a log of a benchmark is cut off
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// cost is what it takes to fetch a page.
type cost struct{ clock, cpu time.Duration }

var longest = cost{time.Hour, time.Hour}

func (c cost) least(other cost) cost { return cost{min(c.clock, other.clock), min(c.cpu, other.cpu)} }

// measuredPage is a page of the demo with the least that was measured of it.
type measuredPage struct {
	route, path        string
	first, again       cost
	firstSQL, againSQL int // statements that read
	size               int // bytes, compressed
}

// toldStory serves the demo as renown demo fills it in, without background work.
func toldStory(b *testing.B, d store.Dialect) (*apitest.Server, *statements) {
	b.Helper()
	database, seen := storetest.URL(b, d), new(statements)
	s := apitest.Start(b, d, apitest.Options{
		Database: database, App: func(a *app.App) { a.DB.Watch(seen.add) },
		Settings: func(s *config.Settings) {
			endless := config.Rate{PerMinute: 1e9, Burst: 1e9}
			s.Demo, s.Role, s.DatabaseURL, s.AccountLimit, s.SessionLimit = true, config.API, database, endless, endless
			s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()}
			story.Simulate(s.Simulate)
		},
	})
	told, err := s.App.OpenDemo(context.Background(), "demo@example.com", "long enough a password")
	if err == nil {
		err = s.App.TellStory(context.Background(), told, 60, func(int, int) {})
	}
	if err == nil {
		err = s.App.Accounts.SetRole(context.Background(), told.Caller.UserID, "operator") // sees every page
	}
	must.Do(b, err)
	if d == store.Postgres { // as it does by itself within a minute
		must.Do(b, s.App.DB.InTx(context.Background(), func(tx *store.Tx) error {
			_, err := tx.Exec(context.Background(), "ANALYZE")
			return err
		}))
	}
	return s, seen
}

// routesOf is one page of each route that links lead to, without files.
func routesOf(who *browser) (pages []*measuredPage) {
	wanted, known := regexp.MustCompile(os.Getenv("RENOWN_BENCH_PAGE")), map[string]bool{}
	for waiting := []string{"/"}; len(waiting) > 0; waiting = waiting[1:] {
		path := strings.Split(strings.FieldsFunc(waiting[0], func(r rune) bool { return r == '?' || r == '#' })[0], "/")
		for i, part := range path {
			if len(part) > 20 {
				path[i] = "*" // an id
			}
		}
		route := strings.Join(path, "/")
		if known[route] || strings.Contains(route, ".") || strings.HasSuffix(route, "/export") {
			continue
		}
		s := who.get(waiting[0])
		switch {
		case s.location != "":
			waiting = append(waiting, s.location)
		case wanted.MatchString(route) && s.status == http.StatusOK:
			pages = append(pages, &measuredPage{route: route, path: s.path})
		}
		known[route] = true
		for _, link := range s.find("a[href]") {
			if href := attr(link, "href"); strings.HasPrefix(href, "/") && !strings.HasPrefix(href, "/openapi/") &&
				!strings.Contains(href, "page=") {
				waiting = append(waiting, href)
			}
		}
	}
	return pages
}

func measure(b *testing.B, who *browser, pages []*measuredPage, seen *statements) {
	b.Helper()
	const rounds = 3
	for range rounds {
		for _, p := range pages {
			b.StopTimer()
			err := who.s.App.DB.InTx(context.Background(), func(tx *store.Tx) error {
				_, err := tx.Exec(context.Background(), "UPDATE brands SET changes = changes + 1")
				return err
			})
			must.Do(b, err)
			b.StartTimer()
			seen.take()
			took, _ := who.fetch(b, p.path)
			p.first, p.firstSQL = p.first.least(took), len(seen.take())
			took, p.size = who.fetch(b, p.path)
			p.again, p.againSQL = p.again.least(took), len(seen.take())
		}
	}
}

// fetch reads a page as it comes, compressed.
func (b *browser) fetch(t *testing.B, path string) (took cost, size int) {
	t.Helper()
	r := must.Get(http.NewRequest(http.MethodGet, b.s.URL+path, nil))(t)
	r.Header.Set("Accept-Encoding", "gzip")
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	began := time.Now()
	response := must.Get(b.client.Do(r))(t)
	defer response.Body.Close()
	n, err := io.Copy(io.Discard, response.Body)
	took.clock = time.Since(began)
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", path, response.StatusCode, err)
	}
	cpu := func(u syscall.Rusage) time.Duration { return time.Duration(u.Utime.Nano() + u.Stime.Nano()) }
	took.cpu = cpu(after) - cpu(before)
	return took, int(n)
}
