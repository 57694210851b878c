package crashtest

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"renown/internal/room/account"
	"renown/internal/testkit/must"
)

// shape is how much goes on.
type shape struct {
	length   time.Duration
	accounts int
	pause    time.Duration // between two deeds of an agent
}

// clusterShape is short unless RENOWN_CLUSTER_SECONDS says how long processes are killed; then a hundred accounts are at work.
func clusterShape(t testing.TB) shape {
	t.Helper()
	text := os.Getenv("RENOWN_CLUSTER_SECONDS")
	if text == "" {
		return shape{8 * time.Second, 12, 150 * time.Millisecond}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 5 {
		t.Fatalf("RENOWN_CLUSTER_SECONDS=%s", text)
	}
	return shape{time.Duration(n) * time.Second, 100, 1500 * time.Millisecond}
}

// Three processes take requests and two do the work, on one PostgreSQL, while any of them is killed at any moment and the
// database crashes once. What is decided once stays decided once, what was acknowledged stays, and no limit is passed,
// whichever node is asked.
func TestCluster(t *testing.T) {
	t.Parallel()
	form := clusterShape(t)
	c := newFleet(t, form.accounts)
	floods, rests, reviewers := c.prepare(t)
	c.plan()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	looking, stopLooking := context.WithCancel(t.Context())
	defer stopLooking()
	watched := make(chan int, 1)
	go func() { watched <- c.watch(looking) }()
	var admitted []span
	c.busy.Go(func() { admitted = c.flood(ctx, floods) })
	c.busy.Go(func() { c.schedule(ctx) })
	c.work(ctx, c.customers, form.pause)
	for _, s := range reviewers {
		c.busy.Go(func() { c.eachPause(ctx, form.pause/10, func() { c.review(s) }) })
	}
	c.awaitOrder(t)
	away := c.torment(t, form.length)
	end()
	c.busy.Wait()
	begun := time.Now()
	c.settle(t)
	t.Logf("%d kills, the database was away for %v; all was over %v after the last", c.tally.kills.Load(),
		away.to.Sub(away.from).Round(100*time.Millisecond), time.Since(begun).Round(100*time.Millisecond))
	stopLooking()
	looks := <-watched
	c.judge(t)
	checkRate(t, admitted, away)
	c.checkBurst(t, rests)
	c.checkCircuit(t)
	c.checkWords(t, away)
	c.tally.check(t, looks)
}

// prepare makes a key that only floods and one that rests until the end, and logs operators in.
func (c *fleet) prepare(t *testing.T) (floods, rests string, reviewers []*session) {
	t.Helper()
	ctx := context.Background()
	a := c.open(t)
	defer a.Close()
	guest := &customer{fleet: c, email: "guest@example.com", tier: tierOf(0)}
	operator := &customer{fleet: c, email: "operator@example.com", tier: tierOf(0)}
	for _, cu := range []*customer{guest, operator} {
		must.Do(t, cu.enrol(a))
	}
	must.Do(t, a.Accounts.SetRole(ctx, operator.userID, account.RoleOperator))
	for range 2 {
		s := c.logIn(operator.email)
		if s == nil {
			t.Fatal("the operator is not let in")
		}
		reviewers = append(reviewers, s)
	}
	return guest.agents[0].key, guest.agents[1].key, reviewers
}

// settle waits until every run is over. What a dead process held is taken back within a quarter of a minute.
func (c *fleet) settle(t *testing.T) {
	t.Helper()
	c.fire()
	for what, sql := range map[string]string{
		"every run is over":         `SELECT id, status FROM runs WHERE status IN ('queued', 'running')`,
		"every place is given back": `SELECT id, node FROM tasks WHERE node IS NOT NULL`,
	} {
		eventually(t, what, func() bool { return len(c.pairs(t, sql)) == 0 })
	}
}

// judge holds what is stored against what was acknowledged and against its own rules.
func (c *fleet) judge(t *testing.T) {
	t.Helper()
	c.checkRecords(t, nil)
	c.checkRuns(t, nil)
	c.checkGaps(t)
	c.checkOrders(t, nil)
	c.checkSchedules(t)
	checkNone(t, c.db, zero)
	checkNone(t, c.db, exceeded())
	checkLedger(t, c.db, c.url)
	c.checkQuestions(t, c.db)
	c.checkPlaces(t)
	c.checkPace(t)
	for _, cu := range c.customers[:3] { // once more, with every node up
		if ag := cu.agents[0]; ag.settled() {
			ag.useKey()
			ag.useSession()
		}
	}
	for _, key := range c.revoked {
		c.refusedEverywhere(key)
	}
	for _, cookie := range c.ended {
		c.outEverywhere(cookie)
	}
}
