package crashtest

import (
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// zero are figures that are 0 in a database in which all runs have ended.
var zero = map[string]string{
	"runs that are not over":                             `SELECT count(*) FROM runs WHERE status IN ('queued', 'running') OR done <> total`,
	"runs whose done is not that of their platforms":     `SELECT count(*) FROM runs r WHERE done <> (SELECT sum(done) FROM run_platforms p WHERE p.run_id = r.id)`,
	"runs whose total is not that of their sub-tasks":    `SELECT count(*) FROM runs r WHERE total <> (SELECT count(*) FROM tasks t WHERE t.run_id = r.id)`,
	"runs whose answered is not that of their sub-tasks": `SELECT count(*) FROM runs r WHERE answered <> (SELECT count(*) FROM tasks t WHERE t.run_id = r.id AND t.status = 'answered')`,
	"platforms whose failed is not that of sub-tasks":    `SELECT count(*) FROM run_platforms p WHERE failed <> (SELECT count(*) FROM tasks t WHERE t.run_id = p.run_id AND t.platform = p.platform AND t.status = 'failed')`,
	"platforms that are not over":                        `SELECT count(*) FROM run_platforms WHERE status IN ('queued', 'running') OR done <> total`,
	"sub-tasks that are not over":                        `SELECT count(*) FROM tasks WHERE status IN ('queued', 'running')`,
	"answered sub-tasks without their answer":            `SELECT count(*) FROM tasks t WHERE status = 'answered' AND (SELECT count(*) FROM answers a WHERE a.id = t.id) <> 1`,
	"answers of sub-tasks that were not answered":        `SELECT count(*) FROM answers a JOIN tasks t ON t.id = a.id WHERE t.status <> 'answered' AND a.answered_at IS NOT NULL`,
	"empty answers":                         `SELECT count(*) FROM answers a LEFT JOIN answer_texts x ON x.answer_id = a.id AND x.at = a.kept_at WHERE x.text IS NULL OR x.text = '' OR x.raw IS NULL`,
	"failed sub-tasks without a reason":     `SELECT count(*) FROM tasks WHERE status IN ('failed', 'skipped') AND (error IS NULL OR error = '')`,
	"places that are still taken":           `SELECT count(*) FROM tasks WHERE node IS NOT NULL`,
	"runs that were asked and do not count": `SELECT count(*) FROM runs r WHERE asked = 0 AND EXISTS (SELECT 1 FROM tasks t WHERE t.run_id = r.id AND t.attempts > 0)`,
}

// check holds the database against its own rules and against what the simulator was asked.
func (in *installation) check(t *testing.T) {
	t.Helper()
	a := in.open(t)
	defer a.Close()
	checkNone(t, a.DB, zero)
	in.checkRuns(t, a.DB)
	in.checkQuestions(t, a.DB)
}

// checkNone looks for what must not be there.
func checkNone(t *testing.T, db *store.DB, queries map[string]string) {
	t.Helper()
	for what, sql := range queries {
		n, err := store.One[int64](db.Read().QueryRow(context.Background(), sql))
		must.Do(t, err, what)
		expect.Equal(t, n, 0, what)
	}
}

// checkRuns finds for every member the one run that it was told of, with all its sub-tasks.
func (in *installation) checkRuns(t *testing.T, db *store.DB) {
	t.Helper()
	counts := map[string]int{}
	for _, m := range in.members {
		type row struct {
			id, status string
			total      int64
		}
		list, err := store.List(context.Background(), db.Read(), func(r store.Row) (x row, err error) {
			err = r.Scan(&x.id, &x.status, &x.total)
			return x, err
		}, `SELECT id, status, total FROM runs WHERE brand_id = $1 AND mode = 'search'`, m.brandID)
		must.Do(t, err)
		if len(list) != 1 || list[0].id != m.runID || list[0].total != int64(questions*m.tier.Limits().Platforms) {
			t.Errorf("a member was told of %s and has %+v", m.runID, list)
			continue
		}
		counts[list[0].status]++
		if m.cancels == 0 && list[0].status == "cancelled" {
			t.Errorf("nobody cancelled %s", m.runID)
		}
	}
	t.Logf("runs: %v", counts)
}

// asked is what the simulator saw.
type asked struct {
	Total    int
	Requests []simulator.Request
}

func (in *installation) requests(t testing.TB) (out asked) {
	t.Helper()
	response := must.Get(client.Get(in.simulator.URL + "/_requests"))(t)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil || out.Total != len(out.Requests) {
		t.Fatalf("%d of %d requests are known: %v", len(out.Requests), out.Total, err)
	}
	return out
}

// checkQuestions compares the simulator's own log with the sub-tasks: none was asked again once its answer was stored, none
// more often than it was claimed, and what was never asked has no answer.
func (in *installation) checkQuestions(t *testing.T, db *store.DB) {
	t.Helper()
	type question struct{ platform, text string }
	times, latest := map[question]int64{}, map[question]time.Time{}
	for _, r := range in.requests(t).Requests {
		q := question{r.Platform, r.Question}
		if r.Round == 1 {
			times[q]++
		}
		latest[q] = r.At
	}
	type row struct {
		question
		status   string
		attempts int64
		answered *timestamp.Time
	}
	list, err := store.List(context.Background(), db.Read(), func(r store.Row) (x row, err error) {
		err = r.Scan(&x.platform, &x.text, &x.status, &x.attempts, &x.answered)
		return x, err
	}, `SELECT t.platform, t.prompt_text, t.status, t.attempts, a.answered_at
		FROM tasks t JOIN runs r ON r.id = t.run_id LEFT JOIN answers a ON a.id = t.id WHERE r.mode = 'search'`)
	must.Do(t, err)
	counts, repeated, shared, attempts := map[string]int{}, 0, map[question]int{}, map[question]int64{}
	for _, x := range list {
		shared[x.question]++
		attempts[x.question] += x.attempts
	}
	for _, x := range list {
		counts[x.status]++
		if times[x.question] > 1 {
			repeated++
		}
		switch {
		case x.answered != nil && shared[x.question] == 1 && latest[x.question].After(x.answered.Time):
			t.Errorf("%s was asked %q at %v, its answer was stored at %v", x.platform, x.text, latest[x.question], x.answered.Time)
		case times[x.question] > attempts[x.question]:
			t.Errorf("%s was asked %q %d times and claimed %d times", x.platform, x.text, times[x.question], attempts[x.question])
		case x.status == "answered" && times[x.question] == 0:
			t.Errorf("%s was never asked %q and has answered", x.platform, x.text)
		}
	}
	t.Logf("sub-tasks: %v; asked more than once: %d; requests: %d", counts, repeated, len(latest))
}

// checkQuota submits once more: what was asked counts, what was not does not.
func (in *installation) checkQuota(t *testing.T) {
	t.Helper()
	a := in.open(t)
	defer a.Close()
	given := 0
	for _, m := range in.members {
		counts := must.Get(store.One[int64](a.DB.Read().QueryRow(context.Background(), `SELECT asked FROM runs WHERE id = $1`, m.runID)))(t)
		out, err := in.insist(m, "POST", "/geo/runs", `{"brand_id":"`+m.brandID+`","mode":"chat"}`, "")
		switch {
		case err != nil:
			t.Fatal(err)
		case counts == 0 && out.Code == 0:
			given++
		case counts == 1 && m.tier == plan.Standard && out.Code == 2003 && out.Detail["used"] == 1.0:
		case counts == 1 && m.tier == plan.Upper && out.Code == 2004:
		default:
			t.Errorf("a %s account whose run has asked=%d is told %v", m.tier, counts, out)
		}
	}
	t.Logf("places given back: %d of %d", given, len(in.members))
}
