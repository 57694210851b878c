package crashtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// What the hostile may do to a small machine.
const (
	hostileAccounts = 20
	memoryMax       = 512 << 20 // bytes resident, at any time
	memoryGoal      = "400MiB"  // what the runtime is told to stay below
	slowerMax       = 3         // times the quiet 99th percentile
	// quietLeast is taken for the quiet value where it is less: below it a scheduler's turn decides, not what is measured.
	quietLeast = 30 * time.Millisecond
	// shortMax is what the honest wait at most in the short form, which other tests run beside.
	shortMax = 15 * time.Second
)

// besieged is a program under attack, and the honest account beside.
type besieged struct {
	*program.Process
	reports reports
	client  *http.Client
	enemies []*enemy
	honest  *honest

	attacks, refused, slowed, busy atomic.Int64 // where the hostile act
	toll                           toll         // the same, as they told
}

// hostileLength is how long the attack lasts, and whether that is the long form.
func hostileLength(t *testing.T) (time.Duration, bool) {
	t.Helper()
	text := os.Getenv("RENOWN_HOSTILE_SECONDS")
	if text == "" {
		return 8 * time.Second, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("RENOWN_HOSTILE_SECONDS=%s", text)
	}
	return time.Duration(n) * time.Second, true
}

// Twenty accounts write names, Markdown, schedules and runs that are made to harm, and delete what they made, under a limit of
// memory. An honest account beside them hardly notices and loses nothing.
func TestHostile(t *testing.T) {
	t.Parallel()
	length, long := hostileLength(t)
	dialects := storetest.Dialects
	if !long {
		dialects = []store.Dialect{store.SQLite}
	}
	for _, d := range dialects { // one after the other: each has the machine to itself
		t.Run(string(d), func(t *testing.T) {
			b := besiege(t, storetest.URL(t, d))
			quiet := b.honest.live(t.Context(), max(length/3, 3*time.Second))
			ctx, cancel := context.WithTimeout(t.Context(), length)
			defer cancel()
			var group sync.WaitGroup
			group.Go(func() { b.attack(t.Context(), t, length) })
			attacked := b.honest.live(ctx, length)
			group.Wait()
			b.honest.settle(t)
			b.check(t, quiet, attacked, long)
		})
	}
}

// besiege opens the accounts and starts the program with little memory.
func besiege(t *testing.T, url string) *besieged {
	t.Helper()
	in := &installation{url: url}
	a := in.open(t)
	defer a.Close()
	b := newBesieged(t)
	b.honest = &honest{besieged: b, kept: map[string]string{}}
	b.honest.member.tier = plan.Upper
	b.honest.member.open(t, a, "honest@example.com")
	for i := range hostileAccounts {
		e := &enemy{besieged: b, email: fmt.Sprintf("enemy%d@example.com", i)}
		e.member.tier = []plan.Tier{plan.Standard, plan.Upper}[i%2]
		e.member.open(t, a, e.email)
		b.enemies = append(b.enemies, e)
	}
	c := exec.Command(must.Get(program.Binary())(t),
		program.On(url, "serve", "--listen", "127.0.0.1:0", "--simulate", "--trusted-proxies", "127.0.0.0/8")...)
	c.Env = append(os.Environ(), "GOMEMLIMIT="+memoryGoal)
	b.Process = must.Get(program.Listen(c))(t)
	t.Cleanup(b.End)
	return b
}

func newBesieged(t *testing.T) *besieged {
	t.Helper()
	b := &besieged{reports: reports{t: t}, client: &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{MaxIdleConnsPerHost: 2 * hostileAccounts},
	}}
	t.Cleanup(b.client.CloseIdleConnections)
	return b
}

// check looks at what is left.
func (b *besieged) check(t *testing.T, quiet, attacked []time.Duration, long bool) {
	t.Helper()
	peak := b.peak(t)
	calm, under := percentile(quiet, 99), percentile(attacked, 99)
	t.Logf("%d attacks (%d refused, %d told to slow down, %d told that all places are taken); honest: %d requests, p50 %s and p99 %s, quiet %d, p50 %s and p99 %s; %d MiB at most",
		b.toll.Attacks, b.toll.Refused, b.toll.Slowed, b.toll.Busy, len(attacked), percentile(attacked, 50), under,
		len(quiet), percentile(quiet, 50), calm, peak>>20)
	if peak > memoryMax {
		t.Errorf("%d MiB were in use", peak>>20)
	}
	if most := slowerMax * max(calm, quietLeast); long && under > most {
		t.Errorf("the honest waited %s, at most %s is bearable", under, most)
	}
	if under > shortMax {
		t.Errorf("the honest waited %s", under)
	}
	least := int64(1) // the short form may have a busy machine
	if long {
		least = hostileAccounts
	}
	if b.toll.Attacks < least || len(attacked) == 0 {
		t.Error("nothing happened")
	}
	b.honest.readBack()
	stop(t, b.Process)
	for line := range strings.Lines(b.Said.String()) {
		if strings.Contains(line, "context canceled") { // of a caller that went away at the end
			continue
		}
		if strings.Contains(line, `"level":"ERROR"`) || strings.Contains(line, "panic") || strings.Contains(line, "fatal error") {
			b.reports.add("the log says: %.600s", line)
		}
	}
}

// peak is the most memory that the process had resident.
func (b *besieged) peak(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.Cmd.Process.Pid))
	if err != nil {
		t.Skipf("the system does not tell how much memory a process has: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n := must.Get(strconv.ParseInt(strings.Fields(rest)[0], 10, 64))(t)
			return n << 10
		}
	}
	t.Fatal("the system does not tell the most memory")
	return 0
}

func percentile(list []time.Duration, n int) time.Duration {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[min(len(list)*n/100, len(list)-1)].Round(100 * time.Microsecond)
}

// call makes a request of the interface. The error is that no answer came.
func (b *besieged) call(ctx context.Context, key, method, path, body string) (out answer, err error) {
	r, err := http.NewRequestWithContext(ctx, method, b.URL+"/openapi/v1"+path, strings.NewReader(body))
	if err != nil {
		return out, err
	}
	r.Header.Set("X-API-KEY", key)
	r.Header.Set("Content-Type", "application/json")
	response, err := b.client.Do(r)
	if err != nil {
		return out, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return out, err
	}
	if json.NewDecoder(bytes.NewReader(text)).Decode(&out) != nil { // a list of faults as detail
		var code struct{ Code int }
		if err := json.Unmarshal(text, &code); err != nil {
			return out, fmt.Errorf("%d %.300s: %w", response.StatusCode, text, err)
		}
		out.Code = code.Code
	}
	return out, nil
}

// honest is an account that goes about its work, and writes down what it was told.
type honest struct {
	*besieged
	member member
	kept   map[string]string // text by id of the content
	runID  string
}

// live does what a customer does, four times a second, and tells how long each took, until it was answered.
func (h *honest) live(ctx context.Context, length time.Duration) (took []time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	for n := 0; ctx.Err() == nil; n++ {
		began := time.Now()
		h.deed(n)
		took = append(took, time.Since(began))
		await.Pause(ctx, 250*time.Millisecond-time.Since(began))
	}
	return took
}

func (h *honest) deed(n int) {
	text := fmt.Sprintf("## 第 %d 篇\n\n一段**正文**，见[这里](https://a.example/%d)。", n, n)
	switch n % 5 {
	case 0:
		out := h.insist("POST", "/media/contents", encoded(map[string]string{"title": "诚实的稿件", "body": text}))
		if id, _ := out.Data["id"].(string); id != "" {
			h.kept[id] = text
		}
	case 1:
		h.insist("GET", "/geo/brands/"+h.member.brandID+"/prompts", "")
	case 2:
		for id := range h.kept {
			if out := h.insist("PATCH", "/media/contents/"+id, encoded(map[string]string{"body": text})); out.Code == 0 {
				h.kept[id] = text
			}
			break
		}
	case 3:
		h.insist("GET", "/me", "")
	case 4:
		if h.runID == "" && len(h.kept) > 1 {
			h.runID, _ = h.insist("POST", "/geo/runs", `{"brand_id":"`+h.member.brandID+`"}`).Data["run_id"].(string)
			return
		}
		h.insist("GET", "/geo/brands/"+h.member.brandID, "")
	}
}

// insist asks until it is answered with something else than to come later.
func (h *honest) insist(method, path, body string) (out answer) {
	for range await.Looks(time.Minute) {
		var err error
		out, err = h.call(context.Background(), h.member.key, method, path, body)
		if err != nil {
			h.reports.add("%s %s: %v", method, path, err)
			return out
		}
		if out.Code != 5030 && out.Code != 2001 {
			break
		}
	}
	if out.Code != 0 {
		h.reports.add("the honest is refused: %s %s: %d", method, path, out.Code)
	}
	return out
}

// settle waits for the honest's run, which is whole.
func (h *honest) settle(t *testing.T) {
	t.Helper()
	if h.runID == "" {
		t.Fatal("the honest's run was not accepted")
	}
	var out answer
	eventually(t, "the honest's run", func() bool {
		out = h.insist("GET", "/geo/runs/"+h.runID, "")
		return out.Data["status"] != "queued" && out.Data["status"] != "running"
	})
	expect.Equal(t, out.Data["status"], "completed", "the honest's run:", out.Data)
}

// readBack holds what is there against what was told.
func (h *honest) readBack() {
	for id, text := range h.kept {
		if out := h.insist("GET", "/media/contents/"+id, ""); out.Data["body"] != text {
			h.reports.add("content %s is %v, want %q", id, out.Data["body"], text)
		}
	}
}

// visit posts a form of the console, or reads a page when there is none.
func (e *enemy) visit(ctx context.Context, path string, form url.Values) (status int, cookie string) {
	if form == nil {
		return e.send(ctx, path, "", nil)
	}
	return e.send(ctx, path, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

// send posts what is of a kind, or reads a page when there is none.
func (e *enemy) send(ctx context.Context, path, kind string, body io.Reader) (status int, cookie string) {
	method := http.MethodGet
	if body != nil {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, e.URL+path, body)
	if err != nil {
		e.reports.add("%v", err)
		return 0, ""
	}
	if body != nil {
		r.Header.Set("Content-Type", kind)
	}
	r.Header.Set("X-Forwarded-For", "198.51.100."+strconv.Itoa(1+slices.Index(e.enemies, e)))
	if e.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "renown", Value: e.cookie})
	}
	redirect := *e.client
	redirect.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := redirect.Do(r)
	if err != nil {
		if ctx.Err() == nil {
			e.reports.add("%s %s: %v", method, path, err)
		}
		return 0, ""
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil && ctx.Err() == nil {
		e.reports.add("%s %s: %v", method, path, err)
	}
	for _, k := range response.Cookies() {
		if k.Name == "renown" {
			cookie = k.Value
		}
	}
	return response.StatusCode, cookie
}
