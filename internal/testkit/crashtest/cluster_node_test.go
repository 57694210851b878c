package crashtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// What the whole installation is allowed, over all its processes.
const (
	clusterCapacity = 6
	clusterPlaces   = 4
	clusterRate     = 600 // requests a minute for each key
	clusterBurst    = clusterRate / 3

	pacedPlatform  = "ernie"
	pacedPerMinute = 600
)

const clusterFaults = "429=0.02,500=0.02,cut=0.01,garbage=0.01,hang=0.005"

// node is a place in the installation where a process is started again whenever it was killed.
type node struct {
	role string

	mu sync.Mutex
	*program.Process
}

// fleet is an installation of many processes on a PostgreSQL of its own, with its customers.
type fleet struct {
	*installation
	server    *server
	db        *store.DB  // for what no process of the installation is asked
	lookers   []*app.App // nodes in this process, which look for what is due
	nodes     []*node
	customers []*customer
	outlets   []outletSold
	busy      sync.WaitGroup // customers and operators at work
	calm      sync.RWMutex   // held for reading during each action
	tally     tally
	reports   reports
	admitted  atomic.Int64 // Unix nanoseconds: when the latest request of the flooding key that was let through began

	mu      sync.Mutex
	said    []*program.Process // every process there ever was
	orders  []*ordered
	revoked []string // keys whose revocation was acknowledged
	ended   []string // cookies of sessions that were logged out
}

// found prepares a database and its simulator, which thinks for so long.
func found(t *testing.T, url string, accounts int, latency string) *fleet {
	t.Helper()
	c := &fleet{installation: &installation{url: url}}
	c.reports.t = t
	c.simulator = program.Start(t, "simulate", "--latency", latency, "--fault", clusterFaults, "--seed", fmt.Sprint(time.Now().UnixNano()))
	c.config = filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(c.config, []byte(clusterSettings(t, c.simulator.URL)), 0o600))
	c.populate(t, accounts)
	t.Cleanup(func() {
		c.busy.Wait()
		for _, n := range c.nodes {
			n.kill()
		}
	})
	return c
}

// newFleet starts three processes for requests and two for the work on a PostgreSQL of their own.
func newFleet(t *testing.T, accounts int) *fleet {
	t.Helper()
	s := newServer(t)
	c := found(t, s.URL, accounts, "120ms±60%")
	c.server, c.db = s, storetest.OpenURL(t, s.URL)
	for range 3 {
		a := c.open(t)
		t.Cleanup(func() { _ = a.Close() })
		c.lookers = append(c.lookers, a)
	}
	c.raise(t, "api", "api", "api", "worker", "worker")
	return c
}

// raise starts nodes of these roles.
func (c *fleet) raise(t *testing.T, roles ...string) {
	t.Helper()
	for _, role := range roles {
		n := &node{role: role}
		c.nodes = append(c.nodes, n)
		must.Do(t, c.revive(n))
	}
}

func clusterSettings(t testing.TB, origin string) string {
	t.Helper()
	text := strings.NewReplacer(
		"capacity: 3\n", fmt.Sprintf("capacity: %d\n", clusterCapacity),
		"rate_limit_per_minute: 1000000\n", fmt.Sprintf("rate_limit_per_minute: %d\n"+
			"anonymous_limit_per_minute: 1000000\ntrusted_proxies: 127.0.0.0/8\n",
			clusterRate),
		"concurrency: 2", fmt.Sprintf("concurrency: %d", clusterPlaces), "timeout: 1s", "timeout: 3s",
	).Replace(entries(t, origin))
	var lines []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, "id: "+pacedPlatform+",") {
			line = strings.Replace(line, "requests_per_minute: 0", fmt.Sprintf("requests_per_minute: %d", pacedPerMinute), 1)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

// revive starts a process in the node's place, as a supervisor of processes does: until it stays up.
func (c *fleet) revive(n *node) error {
	words := program.On(c.url, "serve", "--role", n.role, "--config", c.config, "--stop-timeout", "4s")
	var err error
	for range await.Looks(time.Minute) {
		var p *program.Process
		if p, err = program.Launch(words...); err != nil {
			continue
		}
		c.mu.Lock()
		c.said = append(c.said, p)
		c.mu.Unlock()
		n.mu.Lock()
		n.Process = p
		n.mu.Unlock()
		return nil
	}
	return err
}

func (n *node) kill() {
	n.mu.Lock()
	p := n.Process
	n.Process = nil
	n.mu.Unlock()
	if p != nil {
		p.End()
	}
}

// address is where the node takes requests; empty while it is down.
func (n *node) address() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Process == nil {
		return ""
	}
	return n.URL
}

// doors are the addresses of the nodes that take requests and are up.
func (c *fleet) doors() (list []string) {
	for _, n := range c.nodes {
		if address := n.address(); n.role != "worker" && address != "" {
			list = append(list, address)
		}
	}
	return list
}

// torment kills processes at random and has them started again, and takes the database away in the middle. Those that work
// are left in peace in the second half: what a dead one held is taken back after a quarter of a minute.
func (c *fleet) torment(t *testing.T, length time.Duration) (away span) {
	t.Helper()
	begun, least := time.Now(), min(length/20, time.Second)
	for i := 0; time.Since(begun) < length; i++ {
		await.Pause(t.Context(), least+rand.N(2*least))
		victim := c.nodes[rand.IntN(3)]
		if i%3 == 1 && time.Since(begun) < length/2 {
			victim = c.nodes[3+rand.IntN(2)]
		}
		if away.from.IsZero() && time.Since(begun) > length/2 {
			away = c.blackout(t)
		}
		c.fell(victim)
	}
	// On a slow machine no node may be up again yet: what the limits let through afterwards is judged too.
	eventually(t, "the flooding key is let through again", func() bool { return c.admitted.Load() > away.to.UnixNano() })
	return away
}

// fell kills a node that is up and has it started again; one that is down already is on its way.
func (c *fleet) fell(victim *node) {
	if victim.address() == "" {
		return
	}
	victim.kill()
	c.tally.kills.Add(1)
	c.busy.Go(func() {
		if err := c.revive(victim); err != nil {
			c.reports.add("%s does not come up again: %v", victim.role, err)
		}
	})
}

// blackout ends the database as a crash does, kills two processes meanwhile, and starts it again. Their supervisor
// tries to start these all the time.
func (c *fleet) blackout(t *testing.T) (away span) {
	t.Helper()
	away.from = time.Now()
	c.server.halt(t)
	c.fell(c.nodes[rand.IntN(3)])
	c.fell(c.nodes[3])
	await.Pause(t.Context(), time.Second)
	c.server.resume(t)
	eventually(t, "the database is back", c.server.up)
	away.to = time.Now()
	return away
}

// span is a stretch of time.
type span struct{ from, to time.Time }

// tierOf deals the tiers out in turn.
func tierOf(i int) plan.Tier { return []plan.Tier{plan.Standard, plan.Upper}[i%2] }
