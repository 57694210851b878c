package assistant_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator"
)

func TestConnectionIsReused(t *testing.T) {
	t.Parallel()
	opened := atomic.Int32{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, chatReply) }))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	client := assistant.New(entry(server.URL), assistant.Settings{})
	defer client.Close()
	for range 20 {
		if _, err := client.Ask(t.Context(), assistant.Question{Platform: "ernie", Text: "?", Mode: assistant.ModeChat}); err != nil {
			t.Fatal(err)
		}
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("%d connections for 20 questions in turn", n)
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	catalogue, err := assistant.Load(assistant.Override{}, func(name string) string {
		return map[string]string{"ARK_API_KEY": "k-1234"}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	client := assistant.New(catalogue, assistant.Settings{})
	defer client.Close()
	want := func(id string, state assistant.State) {
		t.Helper()
		if got := client.Status(id).State; got != state {
			t.Errorf("%s is %s, want %s", id, got, state)
		}
	}
	want("doubao", assistant.Ready)
	want("qwen", assistant.NotConfigured)
	want("nobody", assistant.NotConfigured)
	client.Suspend("doubao", true)
	want("doubao", assistant.Suspended)
	if client.Suspend("nobody", true) {
		t.Error("suspended nobody")
	}
	for id, state := range map[string]assistant.State{"doubao": assistant.Suspended, "qwen": assistant.NotConfigured} {
		_, err := client.Ask(t.Context(), assistant.Question{Platform: id, Text: "?"})
		if f := assistant.AsFault(err); f == nil || f.Class != assistant.Unavailable || f.State != state {
			t.Errorf("%s: %v", id, err)
		}
	}
	client.Suspend("doubao", false)
	want("doubao", assistant.Ready)
	for _, q := range []assistant.Question{{Platform: "nobody", Text: "?"}, {Platform: "doubao", Text: " "}, {Platform: "doubao", Text: "?", Mode: "x"}} {
		if _, err := client.Ask(t.Context(), q); err == nil {
			t.Errorf("asked %+v", q)
		}
	}
}

// TestConcurrency holds all answers and counts how many questions a platform sees at once.
func TestConcurrency(t *testing.T) {
	t.Parallel()
	const limit, all = 3, 12
	inside, most := atomic.Int32{}, atomic.Int32{}
	full, release := make(chan struct{}), make(chan struct{})
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		n := inside.Add(1)
		defer inside.Add(-1)
		if most.Store(max(most.Load(), n)); n == limit {
			select {
			case full <- struct{}{}:
			default:
			}
		}
		<-release
		_, _ = io.WriteString(w, chatReply)
	})
	client := assistant.New(entry(address, func(p *assistant.Platform) { p.Concurrency = limit }), assistant.Settings{})
	defer client.Close()
	var wait sync.WaitGroup
	for range all {
		wait.Go(func() {
			if _, err := client.Ask(t.Context(), assistant.Question{Platform: "ernie", Text: "?", Mode: assistant.ModeChat}); err != nil {
				t.Error(err)
			}
		})
	}
	<-full
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Ask(ctx, assistant.Question{Platform: "ernie", Text: "?", Mode: assistant.ModeChat}); assistant.ClassOf(err) != assistant.Canceled || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question in the queue: %v", err)
	}
	close(release)
	wait.Wait()
	if got := most.Load(); got != limit {
		t.Errorf("%d questions at once, want %d", got, limit)
	}
}

// simulated is a client whose limits hold although the simulator answers: what a real platform would see.
func simulated(sim *simulator.Simulator, id string, change func(*assistant.Platform)) *assistant.Client {
	catalogue := assistant.Only(assistant.Known().Find(id)).Simulated("http://simulator").With(change)
	return assistant.NewWithTransport(catalogue, sim)
}

func TestRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sim := simulator.New(simulator.Options{SearchAlways: true})
		client := simulated(sim, "kimi", func(p *assistant.Platform) { p.RequestsPerMinute, p.Timeout = 3, time.Second })
		start := time.Now()
		for i := range 3 { // two requests each
			if _, err := client.Ask(t.Context(), assistant.Question{Platform: "kimi", Text: fmt.Sprint("跑鞋", i)}); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took < 99*time.Second || took > 101*time.Second {
			t.Errorf("six requests at three a minute took %s", took)
		}
		if sim.Total() != 6 {
			t.Errorf("%d requests", sim.Total())
		}
	})
}

func TestCircuitRecovers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sim := simulator.New(simulator.Options{})
		var changes []string
		client := assistant.New(assistant.Known(), assistant.Settings{Simulator: sim, Changed: func(id string, s assistant.State, c assistant.Class) {
			changes = append(changes, fmt.Sprintf("%s %s %s", id, s, c))
		}})
		sim.Script("qwen", "", simulator.Step{Do: simulator.Balance}, simulator.Step{Do: simulator.Balance})
		q := assistant.Question{Platform: "qwen", Text: "跑鞋推荐"}
		want := func(class assistant.Class) {
			t.Helper()
			if _, err := client.Ask(t.Context(), q); assistant.ClassOf(err) != class {
				t.Fatalf("got %v, want %q", err, class)
			}
		}
		want(assistant.Balance)
		want(assistant.Unavailable)
		if s := client.Status("qwen"); s.State != assistant.CircuitOpen || s.Cause != assistant.Balance || !s.Simulated {
			t.Errorf("%+v", s)
		}
		if s := client.Status("doubao"); s.State != assistant.Ready {
			t.Errorf("another platform is %s", s.State)
		}
		<-time.After(assistant.DefaultCircuit.Cooldown + time.Second)
		want(assistant.Balance) // the probe
		want(assistant.Unavailable)
		<-time.After(assistant.DefaultCircuit.Cooldown + time.Second)
		want("")
		want("")
		if got := strings.Join(changes, ", "); got != "qwen circuit_open balance, qwen circuit_open balance, qwen ready " {
			t.Errorf("changes: %s", got)
		}
		if n := sim.Asked("qwen", q.Text); n != 4 {
			t.Errorf("asked %d times", n)
		}
	})
}

func TestLimitsDoNotHoldUnderSimulation(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sim := simulator.New(simulator.Options{Latency: simulator.Latency{Mean: 2 * time.Second}})
		client := assistant.New(assistant.Known(), assistant.Settings{Simulator: sim})
		start := time.Now()
		var wait sync.WaitGroup
		for i := range 200 {
			wait.Go(func() {
				if _, err := client.Ask(t.Context(), assistant.Question{Platform: "kimi", Text: fmt.Sprint("跑鞋推荐", i)}); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if took := time.Since(start); took > 2100*time.Millisecond {
			t.Errorf("200 questions of two seconds took %s", took)
		}
	})
}

// Raw keeps its mark: what is stored and read again is still known to be simulated.
func TestSimulatedStaysMarked(t *testing.T) {
	t.Parallel()
	client := assistant.New(assistant.Known(), assistant.Settings{Simulator: simulator.New(simulator.Options{})})
	for _, p := range client.Catalogue().All() {
		a, err := client.Ask(t.Context(), assistant.Question{Platform: p.ID, Text: "跑鞋推荐"})
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		again, err := assistant.Reread(p, a.Mode, a.Raw)
		if err != nil || !a.Simulated() || !again.Simulated() {
			t.Errorf("%s: served %q, read again %q, %v", p.ID, a.ModelServed, again.ModelServed, err)
		}
	}
}
