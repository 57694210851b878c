package crashtest

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/await"
)

// settled sees to it that the agent has a brand with a topic and some questions.
func (ag *agent) settled() bool {
	if ag.brand == nil {
		if ag.addBrand(); len(ag.brands) == 0 {
			return false
		}
		ag.brand = ag.brands[0]
	}
	if ag.topicID != "" {
		return true
	}
	out, lost := ag.ask(request{
		key: ag.key, method: "POST", path: "/geo/brands/" + ag.brand.id + "/topics",
		body: encoded(map[string]string{"brand_id": ag.brand.id, "name": unique("选购")}),
	})
	if lost || out.Code != 0 {
		return false
	}
	ag.topicID = out.text("id")
	for range 6 {
		ag.addPrompt()
	}
	return true
}

func (ag *agent) addBrand() {
	if len(ag.brands) == 20 {
		return
	}
	if r := ag.create("brand", "/geo/brands", map[string]string{"name": unique("云栖笔记"), "introduction": "云端笔记"}); r != nil {
		ag.brands = append(ag.brands, r)
	}
}

func (ag *agent) changeBrand() {
	ag.change(pick(ag.brands), pick([]string{"introduction", "name"}), unique("云端笔记"))
}

// addPrompt adds a question that no other agent asks; half are enabled at once, where the plan allows it.
func (ag *agent) addPrompt() {
	r := ag.create("prompt", "/geo/brands/"+ag.brand.id+"/prompts", map[string]string{
		"brand_id": ag.brand.id, "topic_id": ag.topicID, "text": unique("哪款云笔记好用？"), "status": pick([]string{"active", "suggested"}),
	})
	if r != nil {
		ag.prompts = append(ag.prompts, r)
	}
}

func (ag *agent) changePrompt() {
	if list := present(ag.prompts); len(list) > 0 {
		ag.rephrase(pick(list))
	}
}

// rephrase gives a prompt a text that was never asked.
func (ag *agent) rephrase(r *record) bool {
	if !ag.change(r, "text", unique("哪款云笔记好用？")) {
		return false
	}
	r.asked = false
	return true
}

func (ag *agent) switchPrompt() {
	if list := present(ag.prompts); len(list) > 0 {
		ag.change(pick(list), "status", pick([]string{"active", "active", "archived", "suggested"}))
	}
}

// enableMany enables several prompts at once: as many as the plan allows are let through.
func (ag *agent) enableMany() {
	list := slices.DeleteFunc(present(ag.prompts), func(r *record) bool { f := r.fields["status"]; return f.sent[f.sure] == "active" })
	together(min(len(list), 8), func(i int) { ag.change(list[i], "status", "active") })
}

func (ag *agent) dropPrompt() {
	if list := present(ag.prompts); len(list) > 8 {
		ag.remove(pick(list))
	}
}

func (ag *agent) addCompetitor() {
	if len(ag.competitors) == 10 {
		return
	}
	r := ag.create("competitor", "/geo/brands/"+ag.brand.id+"/competitors", map[string]string{
		"brand_id": ag.brand.id, "name": unique("对手"), "description": "别家笔记",
	})
	if r != nil {
		ag.competitors = append(ag.competitors, r)
	}
}

func (ag *agent) changeCompetitor() {
	if len(ag.competitors) > 0 {
		ag.change(pick(ag.competitors), "description", unique("别家笔记"))
	}
}

// submitted is a run as its agent knows it.
type submitted struct {
	id, brandID string
	done        float64
	status      string
	cancelled   fate
}

func (r *submitted) over() bool { return r.status != "queued" && r.status != "running" }

// monitor submits a run, or looks after the one that was submitted.
func (ag *agent) monitor() {
	switch {
	case ag.run == nil || ag.run.over():
		ag.submit()
	case rand.IntN(12) == 0:
		ag.cancel(ag.run)
	default:
		ag.poll(ag.run)
	}
}

// submit asks for a run, sometimes several times at once, each once however often it must be asked for. Every question is put
// in words that were never used.
func (ag *agent) submit() {
	for _, r := range ag.prompts {
		// Also one that may be gone or disabled: it may as well not be.
		if r.gone != yes && r.asked && !ag.rephrase(r) {
			return
		}
	}
	asked := make([]request, pick([]int{1, 1, 3}))
	replies := make([]reply, len(asked))
	together(len(asked), func(i int) {
		asked[i] = request{
			key: ag.key, method: "POST", path: "/geo/runs",
			body: encoded(map[string]string{"brand_id": ag.brand.id}), once: unique("run"),
		}
		replies[i] = ag.sure(asked[i])
	})
	for i, out := range replies {
		switch out.Code {
		case 0:
			ag.accepted(out)
			ag.repeat(asked[i], out)
		case 2003:
			if limit := float64(ag.tier.Limits().RunsPerDay); out.Detail["limit"] != limit || out.Detail["used"] != limit {
				ag.reports.add("a %s account is refused a run by %v", ag.tier, out.Detail)
			}
		case 2004:
			ag.passHour(ag.db)
		case 3002, 3003, 3004: // one was accepted seconds ago, or is in flight; no prompt is enabled
		default:
			ag.reports.add("submitting a run of %s: %+v", ag.brand.id, out.answer)
		}
	}
}

// accepted writes a run down.
func (ag *agent) accepted(out reply) {
	for _, r := range ag.prompts {
		r.asked = true
	}
	ag.run = &submitted{id: out.text("run_id"), brandID: ag.brand.id, status: out.text("status")}
	ag.customer.mu.Lock()
	defer ag.customer.mu.Unlock()
	ag.runs = append(ag.runs, ag.run)
}

// together does something n times at the same time.
func together(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

// repeat asks once more for what was done already: the first answer comes back, whichever node is asked.
func (ag *agent) repeat(q request, want reply) {
	if rand.IntN(3) > 0 {
		return
	}
	out, lost := ag.ask(q)
	if lost {
		return
	}
	ag.tally.replays.Add(1)
	if diff := cmp.Diff(want.answer, out.answer); diff != "" || !out.replayed {
		ag.reports.add("%s %s once more: replayed %t, %s", q.method, q.path, out.replayed, diff)
	}
}

// poll looks at a run: it never goes back, and is over exactly when all of it is done.
func (ag *agent) poll(r *submitted) {
	out, lost := ag.ask(request{key: ag.key, method: "GET", path: "/geo/runs/" + r.id})
	if lost {
		return
	}
	progress, _ := out.Data["progress"].(map[string]any)
	done, _ := progress["done"].(float64)
	before := *r
	r.done, r.status = done, out.text("status")
	switch {
	case out.Code != 0:
		ag.reports.add("%s: %+v", r.id, out.answer)
	case done < before.done, before.over() && r.status != before.status, before.status == "running" && r.status == "queued":
		ag.reports.add("%s was %s with %v done and is %s with %v", r.id, before.status, before.done, r.status, done)
	case r.over() != (done == progress["total"]):
		ag.reports.add("%s does not add up: %v", r.id, out.Data)
	}
}

func (ag *agent) cancel(r *submitted) {
	if r.cancelled = max(r.cancelled, maybe); rand.IntN(2) == 0 {
		await.Pause(context.Background(), rand.N(50*time.Millisecond))
	}
	switch out := ag.sure(request{key: ag.key, method: "POST", path: "/geo/runs/" + r.id + "/cancel"}); out.Code {
	case 0:
		r.cancelled = yes
		ag.poll(r)
	case 3011: // it was over, or the first request was heard after all
		ag.poll(r)
	default:
		ag.reports.add("cancelling %s: %+v", r.id, out.answer)
	}
}
