package run_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// decision is what an account asks at a moment of the clock: a submission, or the cancelling of a run.
type decision struct {
	account  int
	at       time.Time
	brand    int
	platform string
	cancel   string // id of a run
}

// verdict is what it was told.
type verdict struct {
	code  fault.Code // 0: done
	runID string
	used  any
	next  time.Time
}

// entry is what the model remembers of an accepted run. Detection is suspended, so that none is ever asked anything.
type entry struct {
	id, platform string
	brand        int
	at           time.Time
	live         bool
}

// decisions is the sequential model of the decisions of one account.
var decisions = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byAccount := map[int][]porcupine.Operation{}
		for _, op := range history {
			a := op.Input.(decision).account
			byAccount[a] = append(byAccount[a], op)
		}
		var parts [][]porcupine.Operation
		for _, ops := range byAccount {
			parts = append(parts, ops)
		}
		return parts
	},
	Init: func() any { return []entry(nil) },
	Step: func(state, input, output any) (bool, any) {
		runs, in, out := state.([]entry), input.(decision), output.(verdict)
		want, after := decide(runs, in, out.runID)
		return want == out, after
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]entry), b.([]entry)) },
	DescribeOperation: func(input, output any) string {
		return fmt.Sprintf("%+v → %+v", input, output)
	},
}

// decide is the rule book in plain words. runID is the id that an accepted run was given.
func decide(runs []entry, in decision, runID string) (verdict, []entry) {
	if in.cancel != "" {
		i := slices.IndexFunc(runs, func(r entry) bool { return r.id == in.cancel })
		if i < 0 || !runs[i].live {
			return verdict{code: fault.RunEnded}, runs
		}
		runs = slices.Clone(runs)
		runs[i].live = false
		return verdict{}, runs
	}
	var used int
	var last *entry
	for i, r := range slices.Backward(runs) {
		if r.brand == in.brand && r.platform == in.platform && in.at.Sub(r.at) < 10*time.Second {
			return verdict{code: fault.Duplicate, runID: r.id}, runs
		}
		if r.live {
			used++
			last = cmp.Or(last, &runs[i])
		}
	}
	limits := plan.Upper.Limits()
	switch {
	case used >= limits.RunsPerDay:
		return verdict{code: fault.DailyLimit, used: used}, runs
	case last != nil && in.at.Sub(last.at) < limits.RunGap:
		return verdict{code: fault.RunGap, next: last.at.Add(limits.RunGap)}, runs
	}
	for _, r := range runs {
		if r.live && r.brand == in.brand {
			return verdict{code: fault.RunInFlight, runID: r.id}, runs
		}
	}
	return verdict{runID: runID}, append(slices.Clone(runs),
		entry{id: runID, platform: in.platform, brand: in.brand, at: in.at, live: true})
}

// history records what was asked and told, by the wall clock.
type history struct {
	mu    sync.Mutex
	begun time.Time
	ops   []porcupine.Operation
}

func (h *history) add(client int, in decision, call time.Time, out verdict) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, porcupine.Operation{
		ClientId: client, Input: in, Output: out, Call: call.Sub(h.begun).Nanoseconds(), Return: time.Since(h.begun).Nanoseconds(),
	})
}

func verdictOf(t *testing.T, runID string, err error) verdict {
	if err == nil {
		return verdict{runID: runID}
	}
	f := fault.As(err)
	if f == nil {
		t.Errorf("not a decision: %v", err)
		return verdict{code: fault.Internal}
	}
	v := verdict{code: f.Code, used: f.Detail["used"]}
	v.runID, _ = f.Detail["run_id"].(string)
	if next, ok := f.Detail["next_allowed_at"].(timestamp.Time); ok {
		v.next = next.Time
	}
	return v
}

// Whatever several processes decide about one account at the same time could have been decided one after the other. A
// day on which some decision
// was not made is followed by another.
func TestLinearizable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d     store.Dialect
		nodes int
	}{{store.SQLite, 1}, {store.Postgres, 3}} {
		t.Run(string(c.d), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.d, options{})
			must.Do(t, w.Suspend(t.Context()))
			begun := w.clock.Now()
			nodes := []*node{w.node}
			for len(nodes) < c.nodes {
				nodes = append(nodes, w.another(t))
			}
			counts := map[fault.Code]int{}
			for len(unproven(counts)) > 0 && w.clock.Now().Before(begun.AddDate(0, 0, 5)) {
				day := w.clock.Now()
				h := drive(t, w, nodes)
				result, info := porcupine.CheckOperationsVerbose(decisions, h.ops, 30*time.Second)
				if result != porcupine.Ok {
					path := t.TempDir() + "/history.html"
					_ = porcupine.VisualizePath(decisions, info, path)
					t.Fatalf("%d decisions: %s, see %s", len(h.ops), result, path)
				}
				for _, op := range h.ops {
					counts[op.Output.(verdict).code]++
				}
				w.clock.Advance(day.AddDate(0, 0, 1).Sub(w.clock.Now()))
			}
			t.Logf("decisions: %v", counts)
			for _, code := range unproven(counts) {
				t.Errorf("no decision was %d: the histories prove nothing about it", code)
			}
		})
	}
}

// unproven are the decisions that a history should hold and does not.
func unproven(counts map[fault.Code]int) []fault.Code {
	return slices.DeleteFunc([]fault.Code{
		0, fault.Duplicate, fault.DailyLimit, fault.RunGap, fault.RunInFlight,
		fault.RunEnded,
	}, func(c fault.Code) bool { return counts[c] > 0 })
}

// drive lets six clients submit and cancel for two accounts through all the nodes; between the rounds the clock moves.
func drive(t *testing.T, w *world, nodes []*node) *history {
	t.Helper()
	const clients, rounds = 6, 30
	type owner struct {
		who    account.Caller
		brands []string
	}
	var owners []owner
	for range 2 {
		who := w.caller(t, plan.Upper)
		owners = append(owners, owner{who, []string{
			w.brand(t, who, "问"), w.brand(t, who, "问"), w.brand(t, who, "问"),
			w.brand(t, who, "问"),
		}})
	}
	h := &history{begun: time.Now()}
	var mu sync.Mutex
	known := map[int][]string{} // ids of accepted runs, by account
	// Within one day. Of ten rounds the first six cancel too; in the other four the day's number is used up.
	steps := []time.Duration{
		time.Second, 9 * time.Second, 11 * time.Second, time.Second, 8 * time.Second,
		30 * time.Minute, time.Hour, time.Hour, time.Hour, time.Second,
	}
	for round := range rounds {
		w.clock.Advance(steps[round%10])
		await.AtOnce(clients, func(client int) {
			n := nodes[client%len(nodes)]
			for range 2 {
				a := rand.IntN(len(owners))
				in := decision{account: a, at: w.clock.Now(), brand: rand.IntN(4), platform: all[rand.IntN(2)]}
				mu.Lock()
				if list := known[a]; round%10 < 6 && len(list) > 0 && rand.IntN(3) == 0 {
					in = decision{account: a, at: in.at, cancel: list[max(0, len(list)-1-rand.IntN(3))]}
				}
				mu.Unlock()
				call := time.Now()
				if in.cancel != "" {
					_, err := n.Cancel(t.Context(), owners[a].who, in.cancel)
					h.add(client, in, call, verdictOf(t, "", err))
					continue
				}
				out, err := n.Submit(t.Context(), owners[a].who,
					run.Request{
						BrandID: owners[a].brands[in.brand], Platforms: []string{in.platform},
						Origin: run.FromAPI,
					})
				h.add(client, in, call, verdictOf(t, out.RunID, err))
				if err == nil {
					mu.Lock()
					known[a] = append(known[a], out.RunID)
					mu.Unlock()
				}
			}
		})
	}
	return h
}
