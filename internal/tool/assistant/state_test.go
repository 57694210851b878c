package assistant_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

func TestConnectionIsReused(t *testing.T) {
	t.Parallel()
	opened := atomic.Int32{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_,
			_ = io.WriteString(w, chatReply)
	}))
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
		must.Get(client.Ask(t.Context(), assistant.Question{Platform: "ernie", Text: "?", Mode: assistant.ModeChat}))(t)
	}
	expect.Equal(t, opened.Load(), 1, "connections for 20 questions in turn")
}

func TestStates(t *testing.T) {
	t.Parallel()
	catalogue, err := assistant.Load(assistant.Override{}, func(name string) string {
		return map[string]string{"ARK_API_KEY": "k-1234"}[name]
	})
	must.Do(t, err)
	client := assistant.New(catalogue, assistant.Settings{})
	defer client.Close()
	want := func(id string, state assistant.State) {
		t.Helper()
		expect.Equal(t, client.State(id), state, id, "is")
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
	for _, q := range []assistant.Question{
		{Platform: "nobody", Text: "?"},
		{Platform: "doubao", Text: " "},
		{Platform: "doubao", Text: "?", Mode: "x"},
	} {
		if _, err := client.Ask(t.Context(), q); err == nil {
			t.Errorf("asked %+v", q)
		}
	}
}

// simulated is a client of an entry that is changed although the simulator answers.
func simulated(sim *simulator.Simulator, id string, change func(*assistant.Platform)) *assistant.Client {
	catalogue := assistant.Only(assistant.Known().Find(id)).Simulated("http://simulator").With(change)
	return assistant.NewWithTransport(catalogue, sim)
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
