package crashtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
)

// checkRecords reads back what was acknowledged by then, through whichever node.
func (c *fleet) checkRecords(t *testing.T, then *moment) {
	t.Helper()
	found, doubtful := 0, 0
	for _, cu := range c.customers {
		found += cu.readBack(then)
		doubtful += len(cu.doubtful)
	}
	t.Logf("%d records are as they were acknowledged; of %d others it was not known whether they were made", found, doubtful)
	if found == 0 {
		t.Error("nothing was acknowledged")
	}
}

func (cu *customer) readBack(then *moment) (found int) {
	var brands, contents []*record
	key := cu.agents[0].key
	for _, ag := range cu.agents {
		brands, contents = append(brands, ag.brands...), append(contents, ag.contents...)
		if ag.brand == nil || !then.knew(ag.brand).made {
			continue
		}
		below := "/geo/brands/" + ag.brand.id
		found += cu.compare("prompt", ag.prompts, cu.list(ag.key, below+"/prompts"), then)
		found += cu.compare("competitor", ag.competitors, cu.list(ag.key, below+"/competitors"), then)
	}
	if cu.planned != nil {
		brands = append(brands, cu.planned)
	}
	found += cu.compare("brand", brands, cu.list(key, "/geo/brands"), then)
	return found + cu.compare("content", contents, cu.list(key, "/media/contents?page_size=100"), then)
}

// list reads a list that fits into one page.
func (cu *customer) list(key, path string) []map[string]any {
	out := cu.sure(request{key: key, method: "GET", path: path})
	if total, _ := out.Data["total"].(float64); out.Code != 0 || int(total) != len(out.items()) {
		cu.reports.add("GET %s: %d of %v, code %d", path, len(out.items()), out.Data["total"], out.Code)
	}
	return out.items()
}

// checkRuns finds exactly the runs that were acknowledged, all of them over, and cancelled only where that was asked.
func (c *fleet) checkRuns(t *testing.T, then *moment) {
	t.Helper()
	counts := map[string]int{}
	for _, cu := range c.customers {
		stored := c.pairs(t, `SELECT id, status FROM runs WHERE space_id = $1 AND origin = 'api'`, cu.spaceID)
		for _, r := range cu.runs {
			status, there := stored[r.id]
			delete(stored, r.id)
			counts[cmp.Or(status, "later")]++
			switch {
			case !there && !then.had(r):
			case !there:
				t.Errorf("%s was acknowledged and is missing", r.id)
			case then != nil: // it has gone on by itself
			case r.cancelled == yes && status != "cancelled", r.cancelled == no && status == "cancelled":
				t.Errorf("%s is %s; cancelled: %d of 2", r.id, status, r.cancelled)
			case r.over() && status != r.status:
				t.Errorf("%s was seen %s and is %s", r.id, r.status, status)
			}
		}
		if len(stored) > 0 {
			t.Errorf("%s has runs that it never heard of: %v", cu.email, stored)
		}
	}
	t.Logf("runs that were acknowledged: %v", counts)
	if then == nil && counts["completed"] == 0 {
		t.Error("no run was completed")
	}
}

// checkGaps holds accepted runs of an account against the time that must lie between them.
func (c *fleet) checkGaps(t *testing.T) {
	t.Helper()
	for _, cu := range c.customers {
		times, err := store.List(context.Background(), c.db.Read(), store.One[timestamp.Time], `SELECT created_at FROM runs WHERE space_id = $1
			AND origin <> 'schedule' AND NOT (asked = 0 AND status IN ('completed', 'failed', 'cancelled')) ORDER BY created_at`, cu.spaceID)
		must.Do(t, err)
		for i := range times[:max(0, len(times)-1)] {
			if gap := times[i+1].Sub(times[i].Time); gap < cu.tier.Limits().RunGap {
				t.Errorf("two runs of %s were accepted within %v", cu.email, gap)
			}
		}
	}
}

// checkOrders finds exactly the orders that were acknowledged, in states that follow from what was.
func (c *fleet) checkOrders(t *testing.T, then *moment) {
	t.Helper()
	stored, counts := c.pairs(t, `SELECT id, status FROM orders`), map[string]int{}
	for _, o := range c.orders {
		state, there := stored[o.id]
		delete(stored, o.id)
		counts[cmp.Or(state, "later")]++
		acted, known := then.acted(o)
		if err := o.fits(state, acted); known && !there {
			t.Errorf("%s was acknowledged and is missing", o.id)
		} else if there && err != nil {
			t.Error(err)
		}
	}
	if len(stored) > 0 {
		t.Errorf("there are orders that nobody heard of: %v", stored)
	}
	t.Logf("orders that were acknowledged: %v", counts)
	if then == nil && counts["withdrawn"] == 0 && clusterShape(t).length >= time.Minute { // a short run may not come to it
		t.Error("none was withdrawn")
	}
}

// pairs reads a table of two columns.
func (c *fleet) pairs(t *testing.T, sql string, args ...any) map[string]string {
	t.Helper()
	found := map[string]string{}
	_, err := store.List(context.Background(), c.db.Read(), func(row store.Row) (nothing struct{}, err error) {
		var key, value string
		err = row.Scan(&key, &value)
		found[key] = value
		return nothing, err
	}, sql, args...)
	must.Do(t, err)
	return found
}

// unsound are figures of the ledger that are 0, counted from orders and entries and not from what is stored as their sum.
var unsound = map[string]string{
	"balances that are not the grants less the orders that cost": `SELECT count(*) FROM points_accounts a WHERE balance <>
		(SELECT COALESCE(sum(points), 0) FROM points_entries e WHERE e.user_id = a.user_id AND kind = 'grant') -
		(SELECT COALESCE(sum(points), 0) FROM orders o WHERE o.payer_id = a.user_id AND status NOT IN ('withdrawn', 'rejected', 'expired', 'failed'))`,
	"orders that ended without their points and were not refunded exactly once": `SELECT count(*) FROM orders o
		WHERE status IN ('withdrawn', 'rejected', 'expired', 'failed')
		AND (SELECT count(*) FROM points_entries e WHERE e.order_id = o.id AND kind = 'release' AND e.points = o.points) <> 1`,
	"orders that cost and were refunded": `SELECT count(*) FROM orders o WHERE status NOT IN ('withdrawn', 'rejected', 'expired', 'failed')
		AND EXISTS (SELECT 1 FROM points_entries e WHERE e.order_id = o.id AND kind = 'release')`,
	"orders that were not paid for exactly once": `SELECT count(*) FROM orders o
		WHERE (SELECT count(*) FROM points_entries e WHERE e.order_id = o.id AND kind = 'hold' AND e.points = -o.points) <> 1`,
	"entries of orders that do not exist": `SELECT count(*) FROM points_entries e WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = e.order_id)`,
	"accounts that were granted points more than once": `SELECT count(*) FROM (
		SELECT user_id FROM points_entries WHERE kind = 'grant' GROUP BY user_id HAVING count(*) > 1) found`,
}

// checkLedger has the program check its own books, and counts once more by another way.
func checkLedger(t *testing.T, db *store.DB, url string) {
	t.Helper()
	checkNone(t, db, unsound)
	var books struct {
		Accounts               int
		Differences, Misplaced []any
	}
	text := program.Command(t, "", program.On(url, "points", "check", "--json")...)
	if err := json.Unmarshal(text, &books); err != nil || len(books.Differences)+len(books.Misplaced) > 0 || books.Accounts == 0 {
		t.Errorf("the books: %s %v", text, err)
	}
}

// checkPlaces finds in the simulator's own log how many requests of a platform were open at the same time.
func (c *fleet) checkPlaces(t *testing.T) {
	t.Helper()
	type event struct {
		at   time.Time
		step int
	}
	events := map[string][]event{}
	for _, r := range c.requests(t).Requests {
		if !r.AnsweredAt.IsZero() {
			events[r.Platform] = append(events[r.Platform], event{r.At, 1}, event{r.AnsweredAt, -1})
		}
	}
	peaks := map[string]int{}
	for platform, list := range events {
		slices.SortFunc(list, func(a, b event) int {
			if d := a.at.Compare(b.at); d != 0 {
				return d
			}
			return a.step - b.step
		})
		open := 0
		for _, e := range list {
			open += e.step
			peaks[platform] = max(peaks[platform], open)
		}
		if peaks[platform] > clusterPlaces {
			t.Errorf("%s was asked %d questions at the same time, %d are allowed", platform, peaks[platform], clusterPlaces)
		}
	}
	t.Logf("questions at the same time: %v", peaks)
	if len(peaks) == 0 {
		t.Error("nothing was asked")
	}
}

// checkPace holds the requests of a platform with a pace against it. They reach it a little after their turn, so a few may
// come closer together.
func (c *fleet) checkPace(t *testing.T) {
	t.Helper()
	const window, slack = 25, 8
	var times []time.Time
	for _, r := range c.requests(t).Requests {
		if r.Platform == pacedPlatform {
			times = append(times, r.At)
		}
	}
	least := (window - slack) * time.Minute / pacedPerMinute
	for i := window; i < len(times); i++ {
		if took := times[i].Sub(times[i-window]); took < least {
			t.Errorf("%s was asked %d questions in %v", pacedPlatform, window+1, took)
			return
		}
	}
	t.Logf("%s was asked %d questions, at most %d a minute", pacedPlatform, len(times), pacedPerMinute)
}

// checkWords finds no panic in what all processes ever said, and no fault while their database was there but that there was
// too much to do.
func (c *fleet) checkWords(t *testing.T, away span) {
	t.Helper()
	for _, p := range c.said {
		for _, line := range p.Said.Lines("panic") {
			t.Errorf("a process said: %.600s", line)
		}
		for _, line := range p.Said.Lines(`"level":"ERROR"`) {
			var entry struct {
				Time time.Time
				Code int
			}
			err := json.Unmarshal([]byte(line), &entry)
			excused := entry.Code == 5030 || entry.Time.After(away.from) && entry.Time.Before(away.to.Add(5*time.Second))
			if err != nil || !excused {
				t.Errorf("a process said: %.600s", line)
			}
		}
	}
}

// dueNow is the schedule that fell due last, in Beijing, for a tier.
func dueNow(now time.Time, weekly bool) string {
	local := now.In(timestamp.Beijing)
	if !weekly {
		return fmt.Sprintf(`{"schedule":{"hour":%d,"weekday":null}}`, local.Hour())
	}
	return fmt.Sprintf(`{"schedule":{"hour":%d,"weekday":%d}}`, local.Hour(), (int(local.Weekday())+6)%7+1)
}
