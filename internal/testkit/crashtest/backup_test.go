package crashtest

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// backup is a copy that was made while everybody was at work, with what was known when it was begun.
type backup struct {
	file string
	then *moment
}

// A copy that is made under load is whole: put in place elsewhere it holds everything that was acknowledged before it was
// begun, its books are right, and runs that were in progress go on and end.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	const copyCount = 3
	c := found(t, storetest.URL(t, store.SQLite), 5+copyCount, "1s±30%") // so that runs last
	c.raise(t, "all")
	ctx, end := context.WithCancel(t.Context())
	defer end()
	c.work(ctx, c.customers[copyCount:], 60*time.Millisecond)
	c.awaitOrder(t)
	var copies []backup
	for i, cu := range c.customers[:copyCount] {
		await.Pause(ctx, 500*time.Millisecond)
		cu.agents[0].begin(t)
		copies = append(copies, c.copy(t, filepath.Join(t.TempDir(), fmt.Sprint("copy", i, ".db"))))
	}
	end()
	c.busy.Wait()
	stop(t, c.nodes[0].Process)
	goingOn := 0
	for i, b := range copies {
		goingOn += c.restore(t, b, i == len(copies)-1)
		if t.Failed() {
			return
		}
	}
	if goingOn == 0 {
		t.Error("no copy holds a run in progress")
	}
	c.checkWords(t, span{})
	t.Logf("%d copies, %d runs in progress in them, %d requests meanwhile", len(copies), goingOn, c.tally.requests.Load())
}

// begin has a run in progress.
func (ag *agent) begin(t *testing.T) {
	t.Helper()
	eventually(t, "a run begins", func() bool {
		if ag.settled() {
			ag.enableMany()
			ag.submit()
		}
		return ag.run != nil
	})
}

// copy makes a backup while requests go on.
func (c *fleet) copy(t *testing.T, file string) backup {
	t.Helper()
	b := backup{file, c.now()}
	before := c.tally.requests.Load()
	program.Command(t, "", program.On(c.url, "backup", file)...)
	if c.tally.requests.Load() == before {
		t.Error("nobody asked for anything while the copy was made")
	}
	return b
}

// restore puts a copy in place, serves it, and holds it against what was known. It returns how many runs were in progress.
func (c *fleet) restore(t *testing.T, b backup, revoke bool) (goingOn int) {
	t.Helper()
	dir, word := t.TempDir(), "--keep-keys"
	if revoke {
		word = "--revoke-keys"
	}
	var told struct {
		Revoked int `json:"keys_revoked"`
	}
	text := program.Command(t, "", "restore", b.file, "--data", dir, "--json", word)
	if err := json.Unmarshal(text, &told); err != nil || (told.Revoked >= 2*len(c.customers)) != revoke {
		t.Errorf("restored with %s: %s %v", word, text, err)
	}
	c.url, c.nodes, c.db = "sqlite:"+dir, nil, storetest.OpenURL(t, "sqlite:"+dir)
	checkWhole(t, c.db)
	goingOn = len(c.pairs(t, `SELECT id, status FROM runs WHERE status IN ('queued', 'running')`))
	c.raise(t, "all")
	c.checkKeys(t, b.then, revoke)
	c.settle(t)
	c.checkRecords(t, b.then)
	c.checkRuns(t, b.then)
	c.checkOrders(t, b.then)
	checkNone(t, c.db, zero)
	checkLedger(t, c.db, c.url)
	stop(t, c.nodes[0].Process)
	return goingOn
}

// checkWhole has the database look at itself.
func checkWhole(t *testing.T, db *store.DB) {
	t.Helper()
	ctx := context.Background()
	if verdict, err := store.One[string](db.Read().QueryRow(ctx, `PRAGMA integrity_check`)); err != nil || verdict != "ok" {
		t.Errorf("the copy is %s, %v", verdict, err)
	}
	if n, err := store.One[int64](db.Read().QueryRow(ctx, `SELECT count(*) FROM pragma_foreign_key_check`)); err != nil || n != 0 {
		t.Errorf("%d rows refer to what is not there, %v", n, err)
	}
}

// checkKeys finds keys and sessions as they were, or all of them revoked; then the customers are given new ones.
func (c *fleet) checkKeys(t *testing.T, then *moment, revoked bool) {
	t.Helper()
	for _, key := range then.revoked {
		c.refusedEverywhere(key)
	}
	for _, cu := range c.customers {
		if !revoked {
			if out := c.sure(request{key: cu.agents[0].key, method: "GET", path: "/me"}); out.Code != 0 ||
				out.text("user_id") != cu.userID {
				t.Errorf("a key that was kept is answered %+v", out.answer)
			}
			continue
		}
		if cu.session != nil {
			c.outEverywhere(cu.session.cookie)
		}
		key := c.newKey(t, cu.email)
		for _, ag := range cu.agents {
			c.refusedEverywhere(ag.key)
			ag.key = key
		}
	}
}

// newKey has the operator make a key by command, beside the server.
func (c *fleet) newKey(t *testing.T, email string) string {
	t.Helper()
	var made struct{ Key string }
	text := program.Command(t, "", program.On(c.url, "key", "create", "--email", email, "--json")...)
	if err := json.Unmarshal(text, &made); err != nil || made.Key == "" {
		t.Fatalf("%s: %v", text, err)
	}
	return made.Key
}
