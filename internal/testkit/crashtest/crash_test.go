package crashtest

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

const faults = "429=0.03,500=0.02,cut=0.02,garbage=0.01,hang=0.01"

// A process that is killed at any moment and started again loses nothing and asks nothing twice that was answered.
func TestKillSQLite(t *testing.T) {
	t.Parallel()
	in := install(t, storetest.URL(t, store.SQLite), crowdSize(t), faults)
	in.survive(t, 200*time.Millisecond, 1200*time.Millisecond, []string{"all"})
}

// The same with processes for the interface and for the work on one PostgreSQL, each killed by itself.
func TestKillPostgres(t *testing.T) {
	t.Parallel()
	in := install(t, storetest.URL(t, store.Postgres), crowdSize(t), faults)
	in.survive(t, 300*time.Millisecond, 1800*time.Millisecond, []string{"api", "worker", "worker"})
}

// crowdSize is how many accounts submit: enough to keep the processes at work while they are killed.
func crowdSize(t testing.TB) int { return max(8, int(length(t)/time.Second)) }

// survive lets all members submit while processes of these roles are killed and started again, then waits for the runs to
// end and checks everything.
func (in *installation) survive(t *testing.T, least, most time.Duration, roles []string) {
	t.Helper()
	processes := make([]*program.Process, len(roles))
	for i, role := range roles {
		processes[i] = in.serve(t, role)
	}
	var group sync.WaitGroup
	for i, m := range in.members {
		if i%4 == 3 {
			m.cancels = 1 + rand.N(time.Second)
		}
		delay := rand.N(length(t) * 3 / 4)
		group.Go(func() {
			await.Pause(t.Context(), delay)
			expect.Do(t, in.submit(m))
		})
	}
	kills := 0
	for deadline := time.Now().Add(length(t)); time.Now().Before(deadline); kills++ {
		await.Pause(t.Context(), least+rand.N(most-least))
		i := rand.IntN(len(roles))
		processes[i].End()
		processes[i] = in.serve(t, roles[i])
	}
	group.Wait()
	begun := time.Now()
	in.settle(t)
	t.Logf("%d kills; all was over %v after the last", kills, time.Since(begun).Round(100*time.Millisecond))
	in.check(t)
	in.checkQuota(t)
}

// serve starts a process of a role. The latest that takes requests is where members ask.
func (in *installation) serve(t testing.TB, role string) *program.Process {
	t.Helper()
	p := program.Start(t, program.On(in.url, "serve", "--role", role, "--config", in.config, "--stop-timeout", "4s")...)
	if role != "worker" {
		in.mu.Lock()
		in.door = p.URL
		in.mu.Unlock()
	}
	return p
}

// settle waits until every run has ended, and every place is given back: a cancelled run ends at once, and what a dead process held of it
// is taken back a quarter of a minute later.
func (in *installation) settle(t *testing.T) {
	t.Helper()
	if t.Failed() {
		t.FailNow()
	}
	for _, m := range in.members {
		eventually(t, m.runID+" ends", func() bool { return in.finished(t, m) })
	}
	a := in.open(t)
	defer a.Close()
	eventually(t, "every place is given back", func() bool {
		return must.Get(store.One[int64](a.DB.Read().QueryRow(t.Context(), zero["places that are still taken"])))(t) == 0
	})
}
