package crashtest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// plan gives every fifth customer a brand that is monitored by itself.
func (c *fleet) plan() {
	for i, cu := range c.customers {
		if i%5 == 0 {
			cu.plan()
		}
	}
}

// schedule lets the time of these brands come and has several processes find that at once, again and again; the workers
// look by themselves besides.
func (c *fleet) schedule(ctx context.Context) {
	for ctx.Err() == nil {
		_ = c.db.InTx(ctx, func(tx *store.Tx) error { // what fails is done again
			_, err := tx.Exec(ctx, `UPDATE brands SET scheduled_since = scheduled_since - $1 WHERE scheduled_since > $2`,
				(8 * 24 * time.Hour).Microseconds(), tx.Now.Add(-24*time.Hour))
			return err
		})
		c.fire()
		await.Pause(ctx, time.Second)
	}
}

// plan makes the brand, before any process is killed.
func (cu *customer) plan() {
	ag := cu.agents[0]
	r := ag.create("brand", "/geo/brands", map[string]string{"name": unique("定期"), "introduction": "定期监测"})
	if r == nil {
		return
	}
	topic := cu.sure(request{
		key: ag.key, method: "POST", path: r.path() + "/topics",
		body: encoded(map[string]string{"brand_id": r.id, "name": "选购"}),
	})
	cu.sure(request{key: ag.key, method: "POST", path: r.path() + "/prompts", body: encoded(map[string]string{
		"brand_id": r.id, "topic_id": topic.text("id"), "text": unique("定期哪款云笔记好用？"), "status": "active",
	})})
	out := cu.sure(request{key: ag.key, method: "PATCH", path: r.path(), body: dueNow(time.Now(), cu.tier == tierOf(0))})
	if out.Code != 0 {
		cu.reports.add("planning %s: %+v", r.id, out.answer)
		return
	}
	cu.planned = r
}

// fire has several nodes look for what is due at the same time.
func (c *fleet) fire() {
	var group sync.WaitGroup
	for _, a := range c.lookers {
		group.Go(func() { _ = a.Runs.Schedule(context.Background()) }) // what fails is looked at again
	}
	group.Wait()
}

// checkSchedules finds one run for every plan: it is due once, however many looked.
func (c *fleet) checkSchedules(t *testing.T) {
	t.Helper()
	planned := 0
	for _, cu := range c.customers {
		if cu.planned == nil {
			continue
		}
		planned++
		if runs := c.pairs(t, `SELECT id, origin FROM runs WHERE brand_id = $1`, cu.planned.id); len(runs) != 1 {
			t.Errorf("%s fell due once and has the runs %v", cu.planned.id, runs)
		}
	}
	if planned == 0 {
		t.Error("nothing was planned")
	}
	t.Logf("%d plans were kept", planned)
}

// checkCircuit has a platform refuse our account once. All nodes leave it alone from then on, also those that were started
// afterwards and know nothing of it by themselves.
func (c *fleet) checkCircuit(t *testing.T) {
	t.Helper()
	const platform = "yuanbao"
	first, marked := c.stranger(t, "first@example.com", "[sim:401*]")
	c.runOn(t, first, platform)
	asked := c.askedOf(t, platform, marked)
	if asked == 0 || asked > clusterPlaces {
		t.Errorf("%s refused our account and was asked %d times, at most %d can be under way", platform, asked, clusterPlaces)
	}
	for _, n := range c.nodes[3:] {
		stop(t, n.Process)
		must.Do(t, c.revive(n))
	}
	second, marked := c.stranger(t, "second@example.com", "")
	shown := c.runOn(t, second, platform)
	if asked := c.askedOf(t, platform, marked); asked != 0 || shown["status"] != "skipped" || shown["reason_code"] == nil {
		t.Errorf("%s is left alone and was asked %d times: %v", platform, asked, shown)
	}
}

// stranger is a new account with questions that end alike.
func (c *fleet) stranger(t *testing.T, email, ending string) (ag *agent, marked string) {
	t.Helper()
	cu := &customer{fleet: c, email: email, tier: tierOf(1), doubtful: map[string]bool{}}
	must.Do(t, cu.enrol(c.lookers[0]))
	ag, marked = cu.agents[0], unique("拒绝")
	if !ag.settled() {
		t.Fatal("no brand")
	}
	for _, r := range ag.prompts { // only those that follow are asked
		ag.change(r, "status", "archived")
	}
	for i := range 3 * clusterPlaces {
		if ag.create("prompt", "/geo/brands/"+ag.brand.id+"/prompts", map[string]string{
			"brand_id": ag.brand.id, "topic_id": ag.topicID, "text": fmt.Sprint(marked, "·", i, ending), "status": "active",
		}) == nil {
			t.Fatal("no prompt")
		}
	}
	return ag, marked
}

// runOn runs an agent's brand on one platform to its end and returns how that is shown.
func (c *fleet) runOn(t *testing.T, ag *agent, platform string) (shown map[string]any) {
	t.Helper()
	out := c.sure(request{
		key: ag.key, method: "POST", path: "/geo/runs", once: unique("run"),
		body: encoded(map[string]any{"brand_id": ag.brand.id, "platforms": []string{platform}}),
	})
	must.Equal(t, out.Code, 0, "submitting:", out.answer)
	eventually(t, "the run is over", func() bool {
		seen := c.sure(request{key: ag.key, method: "GET", path: "/geo/runs/" + out.text("run_id")})
		shown = seen.Data["platforms"].([]any)[0].(map[string]any)
		return seen.text("status") != "queued" && seen.text("status") != "running"
	})
	return shown
}

// askedOf counts the requests of a platform whose question begins with a text.
func (c *fleet) askedOf(t *testing.T, platform, begins string) (n int) {
	t.Helper()
	for _, r := range c.requests(t).Requests {
		if r.Platform == platform && strings.HasPrefix(r.Question, begins+"·") {
			n++
		}
	}
	return n
}
