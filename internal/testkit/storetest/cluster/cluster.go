// Package cluster starts private, throw-away PostgreSQL servers from installed binaries, for tests.
// It trades all durability for speed and knows nothing of what is stored.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ErrNotInstalled says that there are no PostgreSQL server binaries.
var ErrNotInstalled = errors.New("no PostgreSQL server binaries found (initdb, postgres); " +
	"install them with: apt-get install -y postgresql")

// startLimit bounds how long a server may take to accept connections.
const startLimit = 60 * time.Second

// Cluster is a running server. It ends with Stop, or when the process that started it ends, however that happens.
type Cluster struct {
	URL string // of the superuser, through a socket only its owner can reach

	dir  string
	cmd  *exec.Cmd
	life *os.File
}

// running keeps clusters from the garbage collector, which would close the pipe that keeps the server alive.
var running sync.Map

// supervise runs postgres until standard input ends, which also happens when the starting process is killed;
// then it stops the server and removes its folder.
const supervise = `trap '' INT TERM HUP
"$1/postgres" -D "$2/data" -k "$2" >"$2/log" 2>&1 </dev/null &
pid=$!
read -r _
kill -QUIT $pid
wait $pid
rm -rf "$2"`

const settings = `
listen_addresses = ''
unix_socket_permissions = 0700
max_connections = 300
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
shared_buffers = 64MB
max_wal_size = 2GB
checkpoint_timeout = 1h
jit = off
log_min_messages = warning
`

// Start makes a new, empty server and waits until it accepts connections.
func Start(ctx context.Context) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	owner, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "renown-pg-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir}
	c.URL = (&url.URL{
		Scheme: "postgres", User: url.User("postgres"), Path: "/postgres", RawQuery: "host=" + url.QueryEscape(dir),
	}).String()
	if err := c.start(ctx, bin, owner); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log"))
		c.Stop()
		return nil, fmt.Errorf("starting PostgreSQL: %w\n%s", err, log)
	}
	running.Store(c, true)
	return c, nil
}

func (c *Cluster) start(ctx context.Context, bin string, owner *syscall.Credential) error {
	if owner != nil {
		if err := os.Chown(c.dir, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	attr := &syscall.SysProcAttr{Credential: owner, Setpgid: true} // an interrupt at the terminal is not for them
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", filepath.Join(c.dir, "data"),
		"-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
	initdb.Dir, initdb.SysProcAttr = c.dir, attr
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	conf, err := os.OpenFile(filepath.Join(c.dir, "data", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := conf.WriteString(settings); err != nil {
		return err
	}
	if err := conf.Close(); err != nil {
		return err
	}
	stdin, life, err := os.Pipe()
	if err != nil {
		return err
	}
	defer stdin.Close()
	c.life = life
	c.cmd = exec.Command("/bin/sh", "-c", supervise, "sh", bin, c.dir)
	c.cmd.Dir, c.cmd.SysProcAttr, c.cmd.Stdin = c.dir, attr, stdin
	if err := c.cmd.Start(); err != nil {
		return err
	}
	return c.wait(ctx)
}

// wait reads, as pg_ctl does, the state that the server keeps in the eighth line of its lock file: a connection would need a
// driver, and this package is also used by a module that has none.
func (c *Cluster) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		lock, _ := os.ReadFile(filepath.Join(c.dir, "data", "postmaster.pid"))
		if lines := strings.Split(string(lock), "\n"); len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready" {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}

// Stop ends the server and removes all it stored.
func (c *Cluster) Stop() {
	running.Delete(c)
	if c.life != nil {
		_ = c.life.Close()
	}
	if c.cmd != nil && c.cmd.Process != nil {
		_ = c.cmd.Wait()
	}
	_ = os.RemoveAll(c.dir)
}

// binaries finds the folder of the newest installed server.
func binaries() (string, error) {
	if p, err := exec.LookPath("initdb"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			return filepath.Dir(p), nil
		}
	}
	var found []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin/initdb", "/usr/pgsql-*/bin/initdb", "/opt/homebrew/opt/postgresql@*/bin/initdb",
	} {
		match, _ := filepath.Glob(pattern)
		found = append(found, match...)
	}
	if len(found) == 0 {
		return "", ErrNotInstalled
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return number(a) - number(b) })), nil
}

func number(path string) int {
	n := 0
	for _, r := range path {
		if r >= '0' && r <= '9' {
			n = n*10 + int(r-'0')
		}
	}
	return n
}

// unprivileged names the user to run as: initdb refuses root. It is nil for everyone else.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("running as root, and there is neither a user postgres nor nobody to run PostgreSQL as")
}
