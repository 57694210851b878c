package app_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// platforms is a simulator behind a socket, named in a configuration file, so that the limits of the file hold. It measures
// how many requests each platform has at once.
type platforms struct {
	*simulator.Simulator
	settings func(*config.Settings)

	mu   sync.Mutex
	now  map[string]int
	peak map[string]int
}

// newPlatforms starts a simulator. limits are further members of each platform's entry.
func newPlatforms(t testing.TB, o simulator.Options, limits string) *platforms {
	t.Helper()
	p := &platforms{Simulator: simulator.New(o), now: map[string]int{}, peak: map[string]int{}}
	server := httptest.NewServer(p)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	file := filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(file, []byte(entries(t, server.URL, limits)), 0o600))
	var texts config.Server
	config.FillDefaults(&texts)
	checked := must.Get(config.Check(config.Database{}, config.Logging{LogLevel: "info", LogFormat: "json"}, texts,
		config.ReadFile(file)))(t)
	p.settings = func(s *config.Settings) {
		unlimited(s)
		s.Catalogue = checked.Catalogue
	}
	return p
}

// entries writes the section of the configuration file.
func entries(t testing.TB, origin, limits string) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("platforms:\n")
	standard := must.Get(assistant.Load(assistant.Override{}, func(string) string { return "" }))(t)
	for _, p := range standard.All() {
		u := must.Get(url.Parse(p.BaseURL))(t)
		fmt.Fprintf(&text,
			"  - {id: %s, base_url: %q, allow_private: true, key: simulated, requests_per_minute: 0, %s}\n", p.ID,
			origin+"/"+p.ID+u.Path, limits)
	}
	return text.String()
}

func (p *platforms) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	p.mu.Lock()
	p.now[id]++
	p.peak[id] = max(p.peak[id], p.now[id])
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.now[id]--
		p.mu.Unlock()
	}()
	p.Simulator.ServeHTTP(w, r)
}

// busy is an account with a brand whose questions are all enabled.
type busy struct {
	account.Caller
	brandID string
}

func newBusy(t testing.TB, a *app.App, email string, questions int) busy {
	t.Helper()
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	user, err := a.Accounts.Prepare(ctx, email, "long enough a password")
	check(err)
	userID, err := a.Plans.Open(ctx, user, plan.Terms{Tier: plan.Upper})
	check(err)
	spaces, err := a.Accounts.Spaces(ctx, userID)
	check(err)
	b := busy{Caller: account.Caller{UserID: userID, SpaceID: spaces[0].ID}}
	made, err := a.Brands.Create(ctx, b.Caller, brand.Profile{Name: "云栖笔记", Introduction: "云端笔记", ProductType: "other"})
	check(err)
	b.brandID = made.ID
	topic, err := a.Brands.CreateTopic(ctx, b.Caller, made.ID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"})
	check(err)
	for i := range questions {
		_, err := a.Brands.CreatePrompt(ctx, b.Caller, made.ID, brand.NewPrompt{Source: brand.FromUser, PromptFields: brand.PromptFields{
			TopicID: topic.ID, Text: fmt.Sprintf("%s 的第 %d 问", email, i), Stage: "awareness", Status: brand.Active,
		}})
		check(err)
	}
	return b
}

func (b busy) start(t testing.TB, a *app.App, platforms ...string) string {
	t.Helper()
	out, err := a.Runs.Submit(context.Background(), b.Caller, run.Request{BrandID: b.brandID, Platforms: platforms, Origin: run.FromAPI})
	must.Do(t, err)
	return out.RunID
}

func (b busy) progress(t testing.TB, a *app.App, runID string) run.Run {
	t.Helper()
	return must.Get(a.Runs.Find(context.Background(), b.Caller, runID))(t)
}

func number(t testing.TB, a *app.App, sql string) int64 {
	t.Helper()
	return must.Get(store.One[int64](a.DB.Read().QueryRow(context.Background(), sql)))(t)
}

// Three processes on one database have no more questions at a platform than the configuration allows, and use what it allows.
func TestPlacesOverProcesses(t *testing.T) {
	t.Parallel()
	p := newPlatforms(t, simulator.Options{Latency: simulator.Latency{Mean: 150 * time.Millisecond}}, "concurrency: 2")
	database := storetest.URL(t, store.Postgres)
	var servers []*apitest.Server
	for range 3 {
		servers = append(servers, apitest.Start(t, store.Postgres, apitest.Options{Database: database, Settings: p.settings}))
	}
	b := newBusy(t, servers[0].App, "a@example.com", 8)
	runID := b.start(t, servers[0].App)
	eventually(t, "the run is complete", func() bool { return b.progress(t, servers[1].App, runID).Status == run.Completed })
	most := 0
	for _, platform := range b.progress(t, servers[0].App, runID).Platforms {
		got := p.peak[platform.Platform]
		if most = max(most, got); got > 2 {
			t.Errorf("%s had %d requests at once, 2 are allowed", platform.Platform, got)
		}
	}
	if most != 2 {
		t.Errorf("no platform had more than %d requests at once, 2 are allowed", most)
	}
	expect.Equal(t, number(t, servers[0].App, `SELECT count(*) FROM tasks WHERE node IS NOT NULL`), 0, "places are still taken")
}

// A process that stops in order gives back what it asked and what waited for a place; another goes on at once.
func TestStopGivesBack(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		slow := newPlatforms(t, simulator.Options{Latency: simulator.Latency{Mean: time.Hour}}, "concurrency: 1")
		quick := newPlatforms(t, simulator.Options{}, "concurrency: 8")
		database := storetest.URL(t, d)
		settings := func(s *config.Settings) {
			slow.settings(s)
			s.StopTimeout = 16 * time.Second
		}
		first := apitest.Start(t, d, apitest.Options{Database: database, Settings: settings})
		b := newBusy(t, first.App, "a@example.com", 6)
		runID := b.start(t, first.App, "doubao", "qwen")
		eventually(t, "both platforms are asked", func() bool { return slow.Total() == 2 })
		must.Do(t, first.Stop())
		if lines := first.Log.Lines("still running"); len(lines) > 0 {
			t.Errorf("it stopped with jobs running: %s", lines)
		}
		expect.Equal(t,
			number(t, first.App,
				`SELECT count(*) FROM tasks WHERE node IS NOT NULL OR status = 'running' OR attempts > 0`), 0,
			"sub-tasks are not as they were")
		expect.Equal(t, number(t, first.App, `SELECT count(*) FROM nodes`), 0, "nodes are known")
		next := apitest.Start(t, d, apitest.Options{Database: database, Settings: quick.settings})
		eventually(t, "the run is complete", func() bool { return b.progress(t, next.App, runID).Status == run.Completed })
	})
}

// A process that is configured with fewer platforms starts all the same, and ends what can no longer be asked.
func TestPlatformTakenOut(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		all := newPlatforms(t, simulator.Options{}, "concurrency: 1")
		database := storetest.URL(t, d)
		idle := func(s *config.Settings) {
			all.settings(s)
			s.Role = config.API
		}
		first := apitest.Start(t, d, apitest.Options{Database: database, Settings: idle})
		b := newBusy(t, first.App, "a@example.com", 2)
		runID := b.start(t, first.App, "doubao", "qwen")
		must.Do(t, first.Stop())
		fewer := func(s *config.Settings) {
			all.settings(s)
			s.Catalogue = assistant.Only(s.Catalogue.Find("doubao"))
		}
		next := apitest.Start(t, d, apitest.Options{Database: database, Settings: fewer})
		eventually(t, "the run is complete", func() bool { return b.progress(t, next.App, runID).Status == run.Completed })
		for _, p := range b.progress(t, next.App, runID).Platforms {
			expect.Equal(t, (p.Platform == "qwen"), (p.Status == run.Skipped), "got", p)
		}
	})
}

// What falls due is started by the program itself, once however many processes there are.
func TestScheduledByItself(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		p := newPlatforms(t, simulator.Options{}, "concurrency: 4")
		o := apitest.Options{Database: storetest.URL(t, d), Frozen: true, Settings: func(s *config.Settings) {
			p.settings(s)
			s.Role = config.API
		}}
		first := apitest.Start(t, d, o)
		b := newBusy(t, first.App, "a@example.com", 1)
		first.Clock.Set(storetest.Start.Add(-24 * time.Hour))
		_, err := first.App.Brands.Update(context.Background(), b.Caller, b.brandID,
			func(p *brand.Profile) { p.Schedule = &brand.Schedule{Hour: 9} })
		must.Do(t, err)
		storetest.Exec(t, first.App.DB, `INSERT INTO event_endpoints (id, space_id, kind, name, shown, address_hash, types, language, enabled, created_at, updated_at)
			VALUES ('end_1', $1, 'mail', 'x', 'x', 'x', '["digest.weekly"]', 'zh', TRUE, 0, 0)`, b.SpaceID)
		o.Settings = p.settings
		workers := []*apitest.Server{apitest.Start(t, d, o)} // ten in the morning of a Monday: due since nine
		if d == store.Postgres {
			workers = append(workers, apitest.Start(t, d, o))
		}
		eventually(t, "the run is complete", func() bool {
			return number(t, first.App, `SELECT count(*) FROM runs WHERE origin = 'schedule' AND status = 'completed'`) == 1
		})
		eventually(t, "the week's digest is told", func() bool {
			return number(t, first.App, `SELECT count(*) FROM events WHERE type = 'digest.weekly'`) == 1
		})
		for _, w := range workers {
			expect.Do(t, w.App.Runs.Schedule(context.Background()))
		}
		if n := number(t, first.App, `SELECT count(*) FROM runs`); n != 1 {
			t.Errorf("there are %d runs", n)
		}
	})
}

// What is kept for a time alone is forgotten also by a program that never runs at the hour of the day at which it would look.
func TestForgetsAtStart(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		p := newPlatforms(t, simulator.Options{}, "concurrency: 4")
		o := apitest.Options{Database: storetest.URL(t, d), Frozen: true, Settings: p.settings}
		first := apitest.Start(t, d, o)
		b := newBusy(t, first.App, "a@example.com", 1)
		runID := b.start(t, first.App)
		eventually(t, "the run ends", func() bool { return run.Ended(b.progress(t, first.App, runID).Status) })
		c := must.Get(first.App.Contents.Create(t.Context(), b.Caller,
			content.Fields{Title: "t", Body: "b", ContentType: catalogue.Article}))(t)
		must.Do(t, first.App.Contents.Delete(t.Context(), b.Caller, c.ID))
		o.Settings = func(s *config.Settings) {
			p.settings(s)
			s.AnswerRetention, s.AuditRetention = 30*24*time.Hour, 30*24*time.Hour
		}
		must.Do(t, first.Stop())
		o.Frozen = false // by the clock on the wall, months later
		again := apitest.Start(t, d, o)
		eventually(t, "they are forgotten", func() bool {
			return number(t, again.App, `SELECT count(*) FROM answer_texts`)+
				number(t, again.App, `SELECT count(*) FROM contents`)+
				number(t, again.App, `SELECT count(*) FROM audit`)+number(t, again.App, `SELECT count(*) FROM events`) == 0
		})
	})
}
