package assistanttest_test

import (
	"context"
	"fmt"
	"net"
	"runtime"
	"sync"
	"testing"

	"renown/internal/simulator"
	"renown/internal/testkit/assistanttest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

const (
	waitingCalls  = 2000
	waitingMemory = 64 << 10 // bytes
)

// TestTwoThousandWaiting holds 2,000 questions that no platform answers and weighs them: live heap and stacks.
func TestTwoThousandWaiting(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit int // bytes for one call
		weigh func(*testing.T) int
	}{
		{"client, over sockets", waitingMemory, weighClient},
		{"client and simulator, in one process", waitingMemory, func(t *testing.T) int { return weighBoth(t, assistanttest.Process) }},
		{"client and simulator, over sockets", 2 * waitingMemory, func(t *testing.T) int { return weighBoth(t, assistanttest.Socket) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			each := c.weigh(t)
			t.Logf("%d calls waiting: %.1f KiB each", waitingCalls, float64(each)/1024)
			if each > c.limit && !raceDetector {
				t.Errorf("a waiting call takes %d bytes, more than %d", each, c.limit)
			}
		})
	}
}

// weighClient asks a server that takes every request and keeps silent, at next to no cost of its own.
func weighClient(t *testing.T) int {
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	var arrived, ended sync.WaitGroup
	arrived.Add(waitingCalls)
	held := make([]net.Conn, 0, waitingCalls)
	ended.Go(func() {
		buffer := make([]byte, 16<<10)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			if _, err := conn.Read(buffer); err == nil {
				held = append(held, conn)
				arrived.Done()
			}
		}
	})
	client := assistant.New(assistant.Known().Simulated("http://"+listener.Addr().String()), assistant.Settings{})
	each := hold(t, client, &arrived)
	client.Close()
	_ = listener.Close()
	ended.Wait()
	for _, conn := range held {
		_ = conn.Close()
	}
	return each
}

func weighBoth(t *testing.T, way assistanttest.Way) int {
	var arrived sync.WaitGroup
	arrived.Add(waitingCalls)
	sim := simulator.New(simulator.Options{Seen: func(simulator.Request) { arrived.Done() }})
	sim.Script("", "", simulator.Step{Do: simulator.Hang, Forever: true})
	return hold(t, newClient(t, sim, way), &arrived)
}

// hold asks everything, waits until it has arrived, weighs, and gives up.
func hold(t *testing.T, client *assistant.Client, arrived *sync.WaitGroup) int {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before := inUse()
	var ended sync.WaitGroup
	for i := range waitingCalls {
		ended.Go(func() {
			_, err := client.Ask(ctx, assistant.Question{Platform: "qwen", Text: fmt.Sprintf("第 %d 个问题：跑鞋推荐？", i)})
			expect.Is(t, err, context.Canceled, "question", i)
		})
	}
	arrived.Wait()
	after := inUse()
	cancel()
	ended.Wait()
	return (after - before) / waitingCalls
}

func newClient(t *testing.T, sim *simulator.Simulator, way assistanttest.Way) *assistant.Client {
	t.Helper()
	catalogue, settings := assistant.Known(), assistant.Settings{}
	if way == assistanttest.Process {
		settings.Simulator = sim
	} else {
		origin, stop, err := sim.Start("127.0.0.1:0")
		must.Do(t, err)
		t.Cleanup(func() {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			_ = stop(ctx) // at once: every caller has left
		})
		catalogue = catalogue.Simulated(origin)
	}
	client := assistant.New(catalogue, settings)
	t.Cleanup(client.Close)
	return client
}

// inUse is what calls hold: live heap and stacks.
func inUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc + m.StackInuse)
}
