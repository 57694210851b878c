package simulator

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"renown/internal/simulator/world"
)

// Step is what happens to one attempt.
type Step struct {
	Do         Outcome
	RetryAfter time.Duration // with RateLimit; default one second
	Forever    bool          // this and every later attempt
}

// script belongs to questions that contain a text.
type script struct {
	platform string // "" for every platform
	contains string
	steps    []Step
	used     map[uint64]int // attempts so far, for each platform and question
}

type scripts struct {
	mu   sync.Mutex
	list []*script
}

// Script decides the next attempts of every question that contains a text, on one platform or ("") on all: the first
// attempt takes the first step, and so on; afterwards questions are answered as usual. The latest script wins.
func (s *Simulator) Script(platform, contains string, steps ...Step) {
	s.scripts.mu.Lock()
	defer s.scripts.mu.Unlock()
	s.scripts.list = append(s.scripts.list, &script{platform, contains, steps, map[uint64]int{}})
}

// Unscript forgets all scripts.
func (s *Simulator) Unscript() {
	s.scripts.mu.Lock()
	defer s.scripts.mu.Unlock()
	s.scripts.list = nil
}

// step decides what happens: a script, a marker in the question, or chance.
func (s *Simulator) step(in *inquiry, attempt int) Step {
	if step, ok := s.scripts.next(in.platform.ID, in.asked); ok {
		return step
	}
	if step, ok := stepAt(in.script, attempt); ok {
		return step
	}
	draw := world.NewDraw(world.Hash(s.lasting.Load().Seed+uint64(attempt)*0x9e3779b97f4a7c15, "fault", in.platform.ID, in.asked))
	return Step{Do: s.options.Faults.pick(draw.Float64())}
}

func (s *scripts) next(platform, question string) (Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.list) - 1; i >= 0; i-- {
		c := s.list[i]
		if c.platform != "" && c.platform != platform || !strings.Contains(question, c.contains) {
			continue
		}
		key := world.Hash(0, platform, question)
		step, ok := stepAt(c.steps, c.used[key])
		c.used[key]++
		return step, ok
	}
	return Step{}, false
}

func stepAt(steps []Step, attempt int) (Step, bool) {
	for i, step := range steps {
		if i == attempt || step.Forever {
			return step, true
		}
	}
	return Step{}, false
}

// marker lets a question carry its own script: "…？[sim:429,500,ok]"; a star repeats the last step for ever.
var marker = regexp.MustCompile(`\s*\[sim:([a-z0-9_,*]+)\]`)

// cutMarker takes the script out of a question. An unknown outcome leaves the question as it is.
func cutMarker(question string) (plain string, steps []Step) {
	if !strings.Contains(question, "[sim:") {
		return question, nil
	}
	found := marker.FindStringSubmatch(question)
	if found == nil {
		return question, nil
	}
	for name := range strings.SplitSeq(found[1], ",") {
		name, forever := strings.CutSuffix(name, "*")
		do, err := parseOutcome(name)
		if err != nil {
			return question, nil
		}
		steps = append(steps, Step{Do: do, Forever: forever})
	}
	return strings.TrimSpace(marker.ReplaceAllString(question, "")), steps
}
