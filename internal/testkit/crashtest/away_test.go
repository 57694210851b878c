package crashtest

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
	"renown/internal/testkit/storetest/cluster"
)

// server is a PostgreSQL of our own that can be stopped and started again with its data.
type server struct {
	*cluster.Cluster
	dir, binary string
	owner       *syscall.Credential
	again       *exec.Cmd // once it was started anew
}

func newServer(t testing.TB) *server {
	t.Helper()
	c := storetest.Server(t)
	s := &server{Cluster: c}
	t.Cleanup(func() {
		if s.again != nil {
			_ = s.again.Process.Signal(syscall.SIGQUIT)
			_ = s.again.Wait()
		}
	})
	u, err := url.Parse(c.URL)
	must.Do(t, err)
	s.dir = u.Query().Get("host")
	if s.binary, err = filepath.EvalSymlinks("/proc/" + strconv.Itoa(s.pid(t)) + "/exe"); err != nil {
		t.Skip("no /proc to find the server's binary: ", err)
	}
	info := must.Get(os.Stat(filepath.Join(s.dir, "data")))(t)
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		s.owner = &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}
	}
	s.durable(t)
	return s
}

// durable makes a commit outlive the server, which tests otherwise do without.
func (s *server) durable(t testing.TB) {
	t.Helper()
	ctx := context.Background()
	conn := must.Get(pgx.Connect(ctx, s.URL))(t)
	defer conn.Close(ctx)
	for _, sql := range []string{"ALTER SYSTEM SET synchronous_commit = on", "SELECT pg_reload_conf()"} {
		must.Get(conn.Exec(ctx, sql))(t)
	}
}

// pid reads the server's process id from its lock file.
func (s *server) pid(t testing.TB) int {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid")))(t)
	first, _, _ := strings.Cut(string(text), "\n")
	return must.Get(strconv.Atoi(first))(t)
}

// halt ends the server at once, as a crash does.
func (s *server) halt(t testing.TB) {
	t.Helper()
	must.Do(t, syscall.Kill(s.pid(t), syscall.SIGQUIT))
	lock := filepath.Join(s.dir, "data", "postmaster.pid")
	eventually(t, "the server is gone", func() bool {
		_, err := os.Stat(lock)
		return os.IsNotExist(err)
	})
}

// resume starts the server again with the data it had.
func (s *server) resume(t testing.TB) {
	t.Helper()
	s.again = exec.Command(s.binary, "-D", filepath.Join(s.dir, "data"), "-k", s.dir)
	s.again.Dir, s.again.SysProcAttr = s.dir, &syscall.SysProcAttr{Credential: s.owner, Setpgid: true}
	must.Do(t, s.again.Start())
}

// up tells whether the server takes connections.
func (s *server) up() bool {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.URL)
	if err == nil {
		_ = conn.Close(ctx)
	}
	return err == nil
}

// While the database is away callers are told to come back, workers wait with the answers they have, and nothing is lost or
// asked again once it was answered.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	in := install(t, s.URL, 6, "429=0.03,500=0.02")
	in.serve(t, "api")
	workers := []*program.Process{in.serve(t, "worker"), in.serve(t, "worker")}
	var group sync.WaitGroup
	for _, m := range in.members {
		group.Go(func() {
			expect.Do(t, in.submit(m))
		})
	}
	eventually(t, "questions are asked", func() bool { return in.requests(t).Total > 10 })
	s.halt(t)
	for _, call := range []struct{ method, path, body string }{
		{"GET", "/geo/brands", ""}, {"POST", "/geo/runs", `{"brand_id":"` + in.members[0].brandID + `"}`},
	} {
		out, err := in.ask(in.members[0], call.method, call.path, call.body, "")
		if err != nil || out.Code != 5030 || out.Detail["retry_after"] == nil {
			t.Errorf("%s %s: %v, %v", call.method, call.path, out, err)
		}
	}
	await.Pause(t.Context(), length(t)/2) // long enough for beats to be missed
	s.resume(t)
	begun := time.Now()
	group.Wait()
	in.settle(t)
	t.Logf("all was over %v after the database was back", time.Since(begun).Round(100*time.Millisecond))
	in.check(t)
	in.checkQuota(t)
	for _, p := range workers {
		stop(t, p)
	}
}
