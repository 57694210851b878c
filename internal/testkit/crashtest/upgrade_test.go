package crashtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Two versions stand side by side during a rolling restart: the older binary has opened the database and goes on with it while
// the newer one migrates it and joins. What one writes the other reads, each works at the other's runs, and the older one may
// even be started again.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	older := map[string]func(testing.TB) string{"the schema before": schemaBefore}
	if length(t) > shortly { // else there is no time to build two of them
		older["the commit before"] = commitBefore
	}
	for name, find := range older {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			revision := find(t)
			older := buildOf(t, revision)
			u := &upgrade{installation: &installation{url: storetest.EmptyURL(t, store.Postgres)}, older: older}
			u.lead(t)
			u.old = u.start(t, older)
			u.new = u.old // alone at first, with something to be migrated
			u.stock(t)
			u.account(t, older)
			u.monitor(t, u.old, u.old)
			u.publish(t, u.old, u.old)
			u.new = u.start(t, must.Get(binary())(t))
			u.both(t)
			u.old.kill()
			if err := u.again(t); err != nil {
				// Only a program from before schemas said whom they serve may refuse, and then in its own words.
				if knows(t, revision) || !strings.Contains(err.Error(), "install a newer renown") {
					t.Errorf("the older program did not start again: %v", err)
				}
				return
			}
			u.both(t)
		})
	}
}

// upgrade is an installation in the middle of a rolling restart.
type upgrade struct {
	*installation
	older    string // the path of its binary
	old, new *process
	who      *member
	round    int
}

// lead points every platform to a simulator of the new program.
func (u *upgrade) lead(t testing.TB) {
	t.Helper()
	u.simulator = start(t, "simulate", "--latency", "20ms")
	u.config = filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(u.config, []byte(entries(t, u.simulator.url)), 0o600))
}

func (u *upgrade) words() []string {
	return append([]string{"serve", "--listen", "127.0.0.1:0", "--config", u.config, "--stop-timeout", "4s"}, where(u.url)...)
}

func (u *upgrade) start(t testing.TB, path string) *process {
	t.Helper()
	p := must.Get(launchOf(path, u.words()...))(t)
	t.Cleanup(p.kill)
	return p
}

// again starts the older program on the database that the newer one has migrated.
func (u *upgrade) again(t testing.TB) error {
	t.Helper()
	c := exec.Command(u.older, append([]string{"user", "list"}, where(u.url)...)...)
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	u.old = u.start(t, u.older)
	return nil
}

// command runs a command of one of the builds.
func (u *upgrade) command(t testing.TB, path string, words ...string) []byte {
	t.Helper()
	out, err := exec.Command(path, append(words, where(u.url)...)...).Output()
	must.Do(t, err, words)
	return out
}

// account opens an account for the next round: each may run once an hour.
func (u *upgrade) account(t testing.TB, path string) {
	t.Helper()
	u.round++
	email := fmt.Sprintf("round%d@example.com", u.round)
	u.command(t, path, "user", "create", "--email", email, "--password", "long enough a password", "--tier", "upper")
	var key struct{ Key string }
	must.Do(t, json.Unmarshal(u.command(t, path, "key", "create", "--email", email, "--json"), &key))
	u.who = &member{key: key.Key}
}

// stock makes an outlet with the older program.
func (u *upgrade) stock(t testing.TB) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "outlets.jsonl")
	outlet := `{"name":"晨间周刊","media_type":"news","content_types":["article"],"price":{"points":30}}`
	must.Do(t, os.WriteFile(file, []byte(outlet), 0o600))
	u.command(t, u.older, "media", "import", file)
}

// say asks one of the programs and expects success.
func (u *upgrade) say(t testing.TB, p *process, method, path, body string) map[string]any {
	t.Helper()
	u.mu.Lock()
	u.door = p.url
	u.mu.Unlock()
	out, err := u.ask(u.who, method, path, body, "")
	if err != nil || out.Code != 0 {
		t.Fatalf("%s %s: %v, %v\n%s", method, path, out, err, p.said)
	}
	return out.Data
}

// both lets the programs work in turn, and at each other's things.
func (u *upgrade) both(t testing.TB) {
	t.Helper()
	for _, p := range []*process{u.old, u.new} {
		response := must.Get(http.Get(p.url + "/readyz"))(t)
		response.Body.Close()
		expect.Equal(t, response.StatusCode, http.StatusOK, "ready")
	}
	for _, pair := range [][2]*process{{u.old, u.new}, {u.new, u.old}} {
		u.account(t, must.Get(binary())(t))
		u.monitor(t, pair[0], pair[1])
		u.publish(t, pair[0], pair[1])
	}
}

// monitor lets one make a brand and a run that the other follows to its end, and compares what they say of its progress.
func (u *upgrade) monitor(t testing.TB, one, other *process) {
	t.Helper()
	brand := u.say(t, one, "POST", "/geo/brands", fmt.Sprintf(`{"name":"云栖笔记%d","introduction":"云端笔记","product_type":"other"}`, u.round))["id"].(string)
	topic := u.say(t, other, "POST", "/geo/brands/"+brand+"/topics", `{"brand_id":"`+brand+`","name":"选购","region":"CN","language":"zh"}`)["id"].(string)
	prompt := u.say(t, one, "POST", "/geo/brands/"+brand+"/prompts", `{"brand_id":"`+brand+`","topic_id":"`+topic+`","text":"哪款云笔记好用？","stage":"awareness","status":"active"}`)["id"].(string)
	u.say(t, other, "PATCH", "/geo/prompts/"+prompt, `{"text":"哪款云笔记最好用？"}`)
	id := u.say(t, one, "POST", "/geo/runs", `{"brand_id":"`+brand+`"}`)["run_id"].(string)
	eventually(t, "the run ends", func() bool {
		return u.say(t, other, "GET", "/geo/runs/"+id, "")["status"] == "completed"
	})
	u.agree(t, "/geo/runs/"+id)
	// Figures may be defined otherwise in a newer version; until the older programs are gone both must give some.
	for _, analysis := range []string{"overview", "visibility", "sentiment", "citations"} {
		for _, p := range []*process{u.old, u.new} {
			u.say(t, p, "GET", "/geo/brands/"+brand+"/"+analysis, "")
		}
	}
}

// publish lets one order and the other withdraw.
func (u *upgrade) publish(t testing.TB, one, other *process) {
	t.Helper()
	list := u.say(t, other, "GET", "/media", "")["items"].([]any)
	media := list[0].(map[string]any)["id"].(string)
	content := u.say(t, one, "POST", "/media/contents", `{"title":"新品","body":"正文","content_type":"article"}`)["id"].(string)
	order := u.say(t, other, "POST", "/media/orders", `{"content_id":"`+content+`","media_ids":["`+media+`"]}`)
	u.agree(t, "/media/orders")
	id := order["items"].([]any)[0].(map[string]any)["id"].(string)
	u.say(t, one, "DELETE", "/media/orders/"+id, "")
	u.agree(t, "/media/orders/"+id)
	u.agree(t, "/media/publish-quota")
}

// agree compares what both say. The newer one may say more.
func (u *upgrade) agree(t testing.TB, path string) {
	t.Helper()
	older, newer := u.say(t, u.old, "GET", path, ""), u.say(t, u.new, "GET", path, "")
	if differing := lacks(older, newer); differing != "" {
		t.Errorf("%s: they differ at %s\n%v\n%v", path, differing, older, newer)
	}
}

// lacks names a place at which the larger value does not hold what the smaller one has; "" when there is none.
func lacks(smaller, larger any) string {
	switch s := smaller.(type) {
	case map[string]any:
		l, ok := larger.(map[string]any)
		for k, v := range s {
			if at := lacks(v, l[k]); !ok || at != "" {
				return k + "." + at
			}
		}
		return ""
	case []any:
		l, ok := larger.([]any)
		if !ok || len(l) != len(s) {
			return "length"
		}
		for i := range s {
			if at := lacks(s[i], l[i]); at != "" {
				return fmt.Sprint(i, ".", at)
			}
		}
		return ""
	}
	if smaller != larger {
		return fmt.Sprintf("%v instead of %v", larger, smaller)
	}
	return ""
}

// git runs a command in the repository; where there is none, or none of its history, there is no older program to run.
func git(t testing.TB, words ...string) []byte {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", "../../.."}, words...)...).Output()
	if err != nil {
		t.Skipf("no history to build an older program from: git %s: %v", strings.Join(words, " "), err)
	}
	return bytes.TrimSpace(out)
}

// migrations is where the schema stands, and where it stood before.
var migrations = []string{"internal/floor/store/migrations", "internal/store/migrations"}

// changed tells whether the working tree differs from the last commit.
func changed(t testing.TB, under ...string) bool {
	t.Helper()
	return len(git(t, append([]string{"status", "--porcelain", "--"}, under...)...)) > 0
}

func commitBefore(t testing.TB) string {
	if changed(t, ".") {
		return "HEAD"
	}
	return "HEAD~1"
}

// schemaBefore is the last commit that has every migration but the newest and no other: branches take numbers at the same time, so the commit
// before the one that added it may lack others, too, or have one that was renamed since.
func schemaBefore(t testing.TB) string {
	if changed(t, migrations...) {
		return "HEAD"
	}
	at := func(commit string) []string {
		names := strings.Fields(string(git(t, "ls-tree", "--name-only", commit, migrations[0]+"/")))
		names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, ".sql") })
		slices.Sort(names)
		return names
	}
	now := at("HEAD")
	for commit := range strings.FieldsSeq(string(git(t, "log", "--format=%H", "-500"))) {
		if slices.Equal(at(commit), now[:len(now)-1]) {
			return commit
		}
	}
	t.Skip("the history does not hold the schema before")
	return ""
}

// knows tells whether a revision's program looks which programs a schema serves.
func knows(t testing.TB, revision string) bool {
	t.Helper()
	for _, folder := range migrations {
		if bytes.Contains(git(t, "ls-tree", "--name-only", revision, folder+"/"), []byte("_served.sql")) {
			return true
		}
	}
	return false
}

// buildOf builds the program of a revision.
func buildOf(t testing.TB, revision string) string {
	t.Helper()
	dir := t.TempDir()
	unpack := exec.Command("tar", "-x", "-C", dir)
	unpack.Stdin = bytes.NewReader(git(t, "archive", "--format=tar", revision))
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	path := filepath.Join(dir, "bin", "renown")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "./cmd/renown")
	build.Dir, build.Env = dir, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v: %s", revision, err, out)
	}
	return path
}
