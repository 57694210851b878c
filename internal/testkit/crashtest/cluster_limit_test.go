package crashtest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// flood uses one key as fast as it can over all nodes until ctx ends, and notes what was let through.
func (c *fleet) flood(ctx context.Context, key string) (admitted []span) {
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for ctx.Err() == nil {
				doors := c.doors()
				if len(doors) == 0 {
					await.Pause(ctx, 10*time.Millisecond)
					continue
				}
				from := time.Now()
				out, err := c.at(pick(doors), request{key: key, method: "GET", path: "/me"})
				switch {
				case err != nil:
					await.Pause(ctx, 10*time.Millisecond)
				case out.Code == 0:
					mu.Lock()
					admitted = append(admitted, span{from, time.Now()})
					c.admitted.Store(max(c.admitted.Load(), from.UnixNano()))
					mu.Unlock()
				default:
					await.Pause(ctx, 50*time.Millisecond) // a key that is refused is not asked without end
				}
			}
		})
	}
	group.Wait()
	return admitted
}

// checkRate holds what was let through against what one node alone would let through: the burst, and what came back since.
// A database that crashes forgives a burst, so that the time before and the time after it count each by itself.
func checkRate(t *testing.T, admitted []span, away span) {
	t.Helper()
	before := slices.DeleteFunc(slices.Clone(admitted), func(s span) bool { return !s.to.Before(away.from) })
	after := slices.DeleteFunc(slices.Clone(admitted), func(s span) bool { return !s.from.After(away.to) })
	for name, list := range map[string][]span{"before the database went away": before, "after it came back": after} {
		if len(list) == 0 {
			t.Errorf("nothing was let through %s", name)
			continue
		}
		whole := list[0]
		for _, s := range list {
			if s.from.Before(whole.from) {
				whole.from = s.from
			}
			if s.to.After(whole.to) {
				whole.to = s.to
			}
		}
		most := clusterBurst + int(whole.to.Sub(whole.from).Minutes()*clusterRate)
		if len(list) > most {
			t.Errorf("%s %d requests of a key were let through in %v, at most %d are allowed", name, len(list),
				whole.to.Sub(whole.from), most)
		}
		t.Logf("%s %d of at most %d requests of one key were let through", name, len(list), most)
	}
}

// checkBurst asks all nodes at once with a rested key: exactly the burst is let through, and what comes back meanwhile.
func (c *fleet) checkBurst(t *testing.T, key string) {
	t.Helper()
	doors := c.doors()
	must.Equal(t, len(doors), 3, "nodes are up")
	codes := make([]int, 3*clusterBurst)
	begun := time.Now()
	var group sync.WaitGroup
	for i := range codes {
		group.Go(func() {
			out, err := c.at(doors[i%len(doors)], request{key: key, method: "GET", path: "/me"})
			expect.Do(t, err)
			codes[i] = out.Code
		})
	}
	group.Wait()
	admitted := len(slices.DeleteFunc(codes, func(code int) bool { return code != 0 }))
	if most := clusterBurst + int(time.Since(begun).Minutes()*clusterRate); admitted < clusterBurst || admitted > most {
		t.Errorf("%d requests of a rested key were let through at once, want %d to %d", admitted, clusterBurst, most)
	}
}

// exceeded are sums over the whole installation that are above their limit. Each is looked for again and again while
// processes are killed.
func exceeded() map[string]string {
	upper, standard := plan.Upper.Limits(), plan.Standard.Limits()
	return map[string]string{
		"accounts with too many enabled prompts": fmt.Sprintf(`SELECT count(*) FROM (
			SELECT s.user_id FROM prompts p JOIN spaces x ON x.id = p.space_id JOIN subscriptions s ON s.user_id = x.owner_id
			WHERE p.status = 'active' GROUP BY s.user_id, s.tier HAVING count(*) > CASE s.tier WHEN 'upper' THEN %d ELSE %d END) found`,
			upper.ActivePrompts, standard.ActivePrompts),
		"days on which an account was granted too many runs": fmt.Sprintf(`SELECT count(*) FROM (
			SELECT s.user_id FROM runs r JOIN spaces x ON x.id = r.space_id JOIN subscriptions s ON s.user_id = x.owner_id
			WHERE r.origin <> 'schedule' AND NOT (r.asked = 0 AND r.status IN ('completed', 'failed', 'cancelled'))
			GROUP BY s.user_id, s.tier, (r.created_at + 28800000000) / 86400000000 HAVING count(*) > CASE s.tier WHEN 'upper' THEN %d ELSE %d END) found`,
			upper.RunsPerDay, standard.RunsPerDay),
		"runs in progress above the capacity": fmt.Sprintf(`SELECT GREATEST(0, count(*) - %d) FROM runs WHERE status = 'running'`, clusterCapacity),
		"platforms with too many places taken": fmt.Sprintf(`SELECT count(*) FROM (
			SELECT platform FROM tasks t WHERE node IS NOT NULL AND NOT EXISTS (SELECT 1 FROM answers a WHERE a.id = t.id)
			GROUP BY platform HAVING count(*) > %d) found`, clusterPlaces), // one whose answer has come is only read
		"brands with two runs in flight": `SELECT count(*) FROM (
			SELECT brand_id FROM runs WHERE status IN ('queued', 'running') GROUP BY brand_id HAVING count(*) > 1) found`,
	}
}

// watch looks at the sums until ctx ends and tells how often it could.
func (c *fleet) watch(ctx context.Context) (looks int) {
	for queries := exceeded(); ctx.Err() == nil; await.Pause(ctx, 100*time.Millisecond) {
		for what, sql := range queries {
			n, err := store.One[int64](c.db.Read().QueryRow(context.Background(), sql))
			switch {
			case err != nil: // the database is away
			case n > 0:
				c.reports.add("%s: %d", what, n)
			default:
				looks++
			}
		}
	}
	return looks
}
