package crashtest

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// A server on an embedded database is killed with runs in flight, the installation is moved by a process that is killed again
// and again, and a server on PostgreSQL goes on with the runs: nothing is lost, nothing that was answered is asked again.
func TestKillMove(t *testing.T) {
	t.Parallel()
	in := install(t, storetest.URL(t, store.SQLite), 6, "")
	server := in.serve(t, "all")
	for _, m := range in.members {
		must.Do(t, in.submit(m))
	}
	eventually(t, "some questions are asked", func() bool { return in.requests(t).Total > 20 })
	server.End()

	from, to := in.url, storetest.EmptyURL(t, store.Postgres)
	words := []string{"move", "--from", from, "--to", to}
	kills := 0
	for within := 500 * time.Millisecond; !killedMove(t, rand.N(within), words...); kills++ {
		if within += within / 3; within > time.Hour {
			t.Fatal("it does not come to its end")
		}
	}
	if kills == 0 {
		t.Error("it was never killed")
	}
	if out := program.Command(t, "", append(words, "--verify")...); !bytes.Contains(out, []byte("river_job")) {
		t.Errorf("compared again:\n%s", out)
	}
	if _, err := program.Launch(program.On(from, "serve")...); err == nil {
		t.Error("the folder that was moved is served")
	}
	in.url = to
	in.serve(t, "all")
	in.settle(t)
	t.Logf("the move was killed %d times", kills)
	in.check(t)
}

// killedMove runs a move and kills it after a while; it tells whether it came to its end before.
func killedMove(t *testing.T, after time.Duration, words ...string) (ended bool) {
	t.Helper()
	c := exec.Command(must.Get(program.Binary())(t), words...)
	c.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // a killed process leaves its scratch folder behind
	var said strings.Builder
	c.Stderr = &said
	must.Do(t, c.Start())
	timer := time.AfterFunc(after, func() { _ = c.Process.Kill() })
	defer timer.Stop()
	err := c.Wait()
	if strings.Contains(said.String(), " already; to move it again") { // killed after its last stroke
		return true
	}
	if err != nil && c.ProcessState.ExitCode() >= 0 { // it was not killed
		t.Fatalf("the move failed: %v\n%s", err, said.String())
	}
	return err == nil
}
