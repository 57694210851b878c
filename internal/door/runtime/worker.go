package runtime

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
	"renown/internal/tool/browser"
)

// Screen is where questions are asked.
type Screen interface {
	Ask(ctx context.Context, r *browser.Recipe, question string) (run.Shown, error)
	Check(ctx context.Context, r *browser.Recipe) error
}

// Pace of a runtime. It can only be slower than the least.
type Pace struct {
	Shortest, Longest time.Duration  // between two questions, at random
	Daily             int            // questions a day on each platform
	Rest, Wake        int            // hours of the night, by the service's clock in this computer's zone
	Zone              *time.Location // nil: this computer's
}

// LeastPace is the fastest that is allowed.
var LeastPace = Pace{Shortest: time.Minute, Longest: 3 * time.Minute, Daily: 40, Rest: 23, Wake: 7}

// Check refuses a pace that is faster than the least. Sites on this very computer (local) are simulated and take any.
func (p Pace) Check(local bool) error {
	least := LeastPace
	switch {
	case local && p.Shortest >= 0 && p.Longest >= p.Shortest && p.Daily > 0:
		return nil
	case p.Shortest < least.Shortest || p.Longest < least.Longest || p.Longest < p.Shortest:
		return fmt.Errorf("questions are asked at least %v to %v apart", least.Shortest, least.Longest)
	case p.Daily < 1 || p.Daily > least.Daily:
		return fmt.Errorf("at most %d questions a day are asked", least.Daily)
	case p.Rest > least.Rest || p.Wake < least.Wake || p.Rest <= p.Wake:
		return fmt.Errorf("nothing is asked from %d to %d o'clock", least.Rest, least.Wake)
	}
	return nil
}

// Worker is a runtime: it takes questions from a service elsewhere and asks them here, one at a time.
type Worker struct {
	Client    *Client
	Screen    Screen
	Recipes   map[string]*browser.Recipe // by platform
	Order     []string                   // platforms
	Pace      Pace
	Tell      func(format string, args ...any)                 // a person reads it
	Sleep     func(ctx context.Context, d time.Duration) error // nil: time passes
	RenewEach time.Duration                                    // 0: 30 s

	states map[string]runtime.State
	asked  map[string]int
	day    int
}

// Errors that end a runtime.
var (
	ErrRevoked  = errors.New("the token is unknown or revoked")
	ErrProtocol = errors.New("the service speaks another protocol: another version of the program is needed")
)

// reportEach is how often a runtime that asks nothing says that it is there.
const reportEach = 50 * time.Second

// Run works until ctx ends, the token is revoked or the service speaks another protocol. A service that is away is waited for.
func (w *Worker) Run(ctx context.Context) error {
	local := w.local()
	if err := w.Pace.Check(local); err != nil {
		return err
	}
	if local {
		w.Pace.Rest, w.Pace.Wake = 24, 0
	}
	w.states, w.asked = map[string]runtime.State{}, map[string]int{}
	for _, platform := range w.Order {
		w.states[platform] = w.stateAfter(platform, w.Screen.Check(ctx, w.Recipes[platform]))
		if w.states[platform] == runtime.Ready {
			w.Tell("%s: waits for questions", platform)
		}
	}
	away := time.Duration(0)
	for ctx.Err() == nil {
		task, wait, err := w.Client.Claim(ctx, w.reports(), reportEach)
		switch {
		case errors.Is(err, ErrRevoked), errors.Is(err, ErrProtocol):
			return err
		case err != nil:
			away = min(max(2*away, 5*time.Second), time.Minute)
			w.Tell("the service cannot be reached, next try in %v: %v", away, err)
			if w.sleep(ctx, away) != nil {
				return nil
			}
			continue
		}
		away = 0
		if task != nil {
			w.do(ctx, task)
			wait = w.Pace.Shortest + rand.N(w.Pace.Longest-w.Pace.Shortest+1)
		} else if wait == 0 && w.idle() {
			wait = reportEach
		}
		if w.rest(ctx, wait) != nil {
			return nil
		}
	}
	return nil
}

// local tells whether all sites are on this very computer.
func (w *Worker) local() bool {
	for _, r := range w.Recipes {
		if !r.Local() {
			return false
		}
	}
	return len(w.Recipes) > 0
}

// idle tells whether no platform is ready: the service then answers at once.
func (w *Worker) idle() bool {
	for _, r := range w.reports() {
		if r.State == runtime.Ready {
			return false
		}
	}
	return true
}

// rest waits, and says meanwhile that the runtime is there.
func (w *Worker) rest(ctx context.Context, d time.Duration) error {
	for ; d > 0; d -= reportEach {
		if err := w.sleep(ctx, min(d, reportEach)); err != nil {
			return err
		}
		if d <= reportEach {
			break
		}
		reports := w.reports()
		for i := range reports {
			if reports[i].State == runtime.Ready {
				reports[i].State = runtime.Resting
			}
		}
		_, _, _ = w.Client.Claim(ctx, reports, 0) // the next claim tells what is wrong
	}
	return nil
}

func (w *Worker) sleep(ctx context.Context, d time.Duration) error {
	if w.Sleep != nil {
		return w.Sleep(ctx, d)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reports are the platforms' states as they are now: by night, and when a day's questions are used up, ready ones rest.
func (w *Worker) reports() []runtime.Report {
	now := time.Now().Add(w.Client.Offset())
	if w.Pace.Zone != nil {
		now = now.In(w.Pace.Zone)
	}
	if now.YearDay() != w.day {
		w.day = now.YearDay()
		clear(w.asked)
	}
	night := now.Hour() >= w.Pace.Rest || now.Hour() < w.Pace.Wake
	list := make([]runtime.Report, 0, len(w.Order))
	for _, platform := range w.Order {
		r := runtime.Report{Platform: platform, State: w.states[platform], Recipe: w.Recipes[platform].Name()}
		if r.State == runtime.Ready && (night || w.asked[platform] >= w.Pace.Daily) {
			r.State = runtime.Resting
		}
		list = append(list, r)
	}
	return list
}

// do asks one question, keeps its lease meanwhile, and hands in what came.
func (w *Worker) do(ctx context.Context, task *Task) {
	w.asked[task.Platform]++
	asking, stop := context.WithCancel(ctx)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		w.keep(asking, stop, task)
	}()
	shown, err := w.Screen.Ask(asking, w.Recipes[task.Platform], task.Question)
	lost := asking.Err() != nil && ctx.Err() == nil
	stop()
	<-kept
	switch {
	case lost:
		w.Tell("%s: the question was taken back while it was asked", task.Platform)
		return
	case err != nil:
		w.states[task.Platform] = w.stateAfter(task.Platform, err)
		w.deliver(ctx, func(ctx context.Context) error { return w.Client.Fail(ctx, task, reasonOf(err)) })
		return
	}
	answered := "answered"
	if shown.Cut {
		answered = "answered, perhaps not to the end"
	}
	w.Tell("%s: %s, %d characters, %d sources", task.Platform, answered, len([]rune(shown.Text)), len(shown.Sources))
	w.deliver(ctx, func(ctx context.Context) error { return w.Client.Answer(ctx, task, shown) })
}

// keep renews the lease until ctx ends. When the question is no longer ours it gives it up.
func (w *Worker) keep(ctx context.Context, giveUp func(), task *Task) {
	each := w.RenewEach
	if each == 0 {
		each = 30 * time.Second
	}
	ticker := time.NewTicker(each)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if errors.Is(w.Client.Renew(ctx, task), ErrLate) {
				giveUp()
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// deliveries is how often something is handed in while the service is away: a minute apart, for two hours.
const deliveries = 125

// deliver hands something in, and waits for a service that is away. What it no longer wants is dropped.
func (w *Worker) deliver(ctx context.Context, hand func(context.Context) error) {
	pause := time.Second
	for range deliveries {
		err := hand(context.WithoutCancel(ctx)) // also when the runtime stops: it was asked for
		var refused *Refusal
		switch {
		case err == nil:
			return
		case errors.As(err, &refused) && refused.Status < 500 && refused.Status != 429:
			w.Tell("the service does not take it: %v", err)
			return
		}
		if w.sleep(ctx, pause) != nil {
			return
		}
		pause = min(2*pause, time.Minute)
	}
}

// stateAfter is a platform's state after something was tried on it. Where a person is needed, it says so and nothing more is tried.
func (w *Worker) stateAfter(platform string, err error) runtime.State {
	state := runtime.Ready
	switch {
	case errors.Is(err, browser.ErrLogin):
		state = runtime.Login
	case errors.Is(err, browser.ErrChallenge):
		state = runtime.Challenge
	case errors.Is(err, browser.ErrRefused):
		state = runtime.Refused
	case errors.Is(err, browser.ErrUnknown):
		state = runtime.Unknown
	}
	switch {
	case state != runtime.Ready:
		w.Tell("%s: %v. Nothing more is asked there: stop this program, run 'renown runtime login --platform %s', look, and start it again", platform, err, platform)
	case err != nil:
		w.Tell("%s: %v", platform, err)
	}
	return state
}

func reasonOf(err error) run.Class {
	switch {
	case errors.Is(err, browser.ErrLogin):
		return run.NeedsLogin
	case errors.Is(err, browser.ErrChallenge):
		return run.NeedsChallenge
	case errors.Is(err, browser.ErrRefused):
		return run.SiteRefused
	case errors.Is(err, browser.ErrUnknown):
		return run.UnknownPage
	case errors.Is(err, browser.ErrTimeout):
		return "timeout"
	case errors.Is(err, browser.ErrEmpty):
		return "empty"
	}
	return "network"
}
