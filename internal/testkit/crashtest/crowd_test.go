package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/tool/assistant"
)

// member is an account with one brand, which submits one run.
type member struct {
	tier         plan.Tier
	key, brandID string
	cancels      time.Duration // after which it gives up; 0 never
	runID        string        // once it was told
}

// installation is a database with members, and the processes that work on it.
type installation struct {
	url       string // of the database
	config    string // file that leads to the simulator
	simulator *program.Process
	members   []*member

	mu   sync.Mutex
	door string // address of a process that takes requests
}

const questions = 5

// install prepares a database: accounts of both tiers in turn, each with a brand and questions of its own.
func install(t testing.TB, url string, members int, faults string) *installation {
	t.Helper()
	in := &installation{url: url}
	in.simulator = program.Start(t, "simulate", "--latency", "120ms±60%", "--fault", faults, "--seed", fmt.Sprint(time.Now().UnixNano()))
	in.config = filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(in.config, []byte(entries(t, in.simulator.URL)), 0o600))
	a := in.open(t)
	defer a.Close()
	for i := range members {
		m := &member{tier: []plan.Tier{plan.Standard, plan.Upper}[i%2]}
		m.open(t, a, fmt.Sprintf("member%d@example.com", i))
		in.members = append(in.members, m)
	}
	return in
}

// open opens the database in this process.
func (in *installation) open(t testing.TB) *app.App {
	t.Helper()
	var texts config.Server
	file := config.ReadFile(in.config)
	config.Fill(&texts, file)
	where := config.Database{Database: in.url}
	if dir, ok := strings.CutPrefix(in.url, "sqlite:"); ok {
		where = config.Database{Data: dir}
	}
	settings := must.Get(config.Check(where, config.Logging{LogLevel: "info", LogFormat: "json"}, texts, file))(t)
	return must.Get(app.Open(context.Background(), settings, slog.New(slog.DiscardHandler)))(t)
}

// entries leads every platform to the simulator. A platform that hangs is given up after a second.
func entries(t testing.TB, origin string) string {
	t.Helper()
	standard := must.Get(assistant.Load(assistant.Override{}, func(string) string { return "" }))(t)
	var text strings.Builder
	text.WriteString("capacity: 3\nrate_limit_per_minute: 1000000\nplatforms:\n")
	for _, p := range standard.All() {
		u := must.Get(url.Parse(p.BaseURL))(t)
		fmt.Fprintf(&text,
			"  - {id: %s, base_url: %q, allow_private: true, key: simulated, concurrency: 2, requests_per_minute: 0, timeout: 1s}\n", p.ID, origin+"/"+p.ID+u.Path)
	}
	return text.String()
}

func (m *member) open(t testing.TB, a *app.App, email string) {
	t.Helper()
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	user, err := a.Accounts.Prepare(ctx, email, "long enough a password")
	check(err)
	userID, err := a.Plans.Open(ctx, user, plan.Terms{Tier: m.tier})
	check(err)
	spaces, err := a.Accounts.Spaces(ctx, userID)
	check(err)
	who := account.Caller{UserID: userID, SpaceID: spaces[0].ID}
	_, m.key, err = a.Accounts.CreateKey(ctx, userID, "crash", account.Scopes{"*"})
	check(err)
	b, err := a.Brands.Create(ctx, who, brand.Profile{Name: "云栖笔记", Introduction: "云端笔记", ProductType: "other"})
	check(err)
	m.brandID = b.ID
	topic, err := a.Brands.CreateTopic(ctx, who, b.ID, brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"})
	check(err)
	for i := range questions {
		_, err := a.Brands.CreatePrompt(ctx, who, b.ID, brand.NewPrompt{Source: brand.FromUser, PromptFields: brand.PromptFields{
			TopicID: topic.ID, Text: fmt.Sprintf("%s 的第 %d 问：哪款云笔记好用？", email, i), Stage: "awareness", Status: brand.Active,
		}})
		check(err)
	}
}

// answer is what the interface says.
type answer struct {
	Code   int
	Data   map[string]any
	Detail map[string]any
}

var client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// ask makes a request. An error means that the process went away, or was away.
func (in *installation) ask(m *member, method, path, body, once string) (out answer, err error) {
	in.mu.Lock()
	door := in.door
	in.mu.Unlock()
	r, err := http.NewRequest(method, door+"/openapi/v1"+path, strings.NewReader(body))
	if err != nil {
		return out, err
	}
	r.Header.Set("X-API-KEY", m.key)
	r.Header.Set("Content-Type", "application/json")
	if once != "" {
		r.Header.Set("Idempotency-Key", once)
	}
	response, err := client.Do(r)
	if err != nil {
		return out, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return out, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&out); err != nil {
		return out, fmt.Errorf("%d %s: %w", response.StatusCode, text, err)
	}
	return out, nil
}

// insist asks until an answer comes, however often the process goes away or says that its database is.
func (in *installation) insist(m *member, method, path, body, once string) (answer, error) {
	var out answer
	var err error
	for range await.Looks(2 * time.Minute) {
		if out, err = in.ask(m, method, path, body, once); err == nil && out.Code != 5030 {
			return out, nil
		}
	}
	return out, fmt.Errorf("nobody answers: %v, %v", out, err)
}

// submit makes the member's run, once however often it must be asked for, and cancels it when the member gives up.
func (in *installation) submit(m *member) error {
	out, err := in.insist(m, "POST", "/geo/runs", `{"brand_id":"`+m.brandID+`"}`, "the-one-run")
	if err != nil || out.Code != 0 {
		return fmt.Errorf("submitting: %v, %v", out, err)
	}
	m.runID = out.Data["run_id"].(string)
	if m.cancels == 0 {
		return nil
	}
	await.Pause(context.Background(), m.cancels)
	if out, err = in.insist(m, "POST", "/geo/runs/"+m.runID+"/cancel", "", ""); err != nil || out.Code != 0 && out.Code != 3011 {
		return fmt.Errorf("cancelling: %v, %v", out, err)
	}
	return nil
}

// finished tells whether a member's run has ended; progress adds up at every look.
func (in *installation) finished(t testing.TB, m *member) bool {
	t.Helper()
	out, err := in.ask(m, "GET", "/geo/runs/"+m.runID, "", "")
	if err != nil || out.Code == 5030 {
		return false
	}
	must.Equal(t, out.Code, 0, m.runID, out)
	progress := out.Data["progress"].(map[string]any)
	over := out.Data["status"] != "queued" && out.Data["status"] != "running"
	expect.Equal(t, over, (progress["done"] == progress["total"]), m.runID, "does not add up:", out.Data)
	return over
}
