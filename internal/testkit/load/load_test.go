package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// stage is a server that answers as told, and a driver with one account of it.
func stage(t *testing.T, answer http.HandlerFunc) *driver {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	d := newDriver(server.URL, 1)
	t.Cleanup(d.close)
	d.accounts = []*account{{key: "sk-x", brand: "brd_1", topic: "top_1", runs: []string{"run_1"}, outlets: []string{"med_1"}}}
	return d
}

func reply(code int, data string) string {
	return fmt.Sprintf(`{"code":%d,"msg":"…","data":%s}`, code, data)
}

// A server that stands still for a while is felt by every request that was due meanwhile, not only by the one it held up.
func TestOpenLoopCountsFromWhenItWasDue(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	still := make(chan struct{})
	d := stage(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) == 1 {
			time.AfterFunc(400*time.Millisecond, func() { close(still) })
		}
		<-still
		fmt.Fprint(w, reply(0, "{}"))
	})
	counted := d.opened(context.Background(), 500, 300*time.Millisecond)
	all := counted.succeeded()
	if all.n < 100 || all.quantile(0.5) < 100*time.Millisecond {
		t.Errorf("%d requests, half of them within %v", all.n, all.quantile(0.5))
	}
}

func TestArrivals(t *testing.T) {
	t.Parallel()
	list := arrivals(1000, 10*time.Second, 7)
	if n := len(list); n < 9500 || n > 10500 {
		t.Errorf("%d in ten seconds at a thousand a second", n)
	}
	for i := range list[1:] {
		if list[i+1] < list[i] || list[i+1] >= 10*time.Second {
			t.Fatalf("%v after %v", list[i+1], list[i])
		}
	}
	if fmt.Sprint(arrivals(1000, 10*time.Second, 7)) != fmt.Sprint(list) {
		t.Error("the same seed gives other times")
	}
}

// What is answered, refused and failed is told apart.
func TestTally(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	d := stage(t, func(w http.ResponseWriter, _ *http.Request) {
		switch n.Add(1) % 5 {
		case 0:
			fmt.Fprint(w, reply(unavailable, "null"))
		case 1:
			fmt.Fprint(w, reply(tooFrequent, "null"))
		case 2:
			fmt.Fprint(w, reply(3001, "null"))
		case 3:
			fmt.Fprint(w, "what?")
		default:
			fmt.Fprint(w, reply(0, `{"id":"x"}`))
		}
	})
	counted := newTally()
	for range 50 {
		d.shoot(context.Background(), shot{group: lists, method: http.MethodGet, path: "/me"}, time.Now(), counted)
	}
	if counted.groups[lists].n != 10 || counted.groups[refused].n != 20 || counted.codes[3001] != 10 || counted.errors["no envelope"] != 10 || counted.requests() != 50 {
		t.Errorf("%d answered, %d refused, codes %v, errors %v", counted.groups[lists].n, counted.groups[refused].n, counted.codes, counted.errors)
	}
}

// The mix is what it says, and each chain of writes asks for things in their order.
func TestMix(t *testing.T) {
	t.Parallel()
	d := stage(t, func(http.ResponseWriter, *http.Request) {})
	m := d.mix(3)
	var counts [groups]int
	var chain []string
	for range 20_000 {
		s := m.next()
		counts[s.group]++
		if s.group == writes && len(chain) < chainLength {
			chain = append(chain, s.method+" "+s.path)
			s.then(0, []byte(reply(0, fmt.Sprintf(`{"id":"id_%d"}`, len(chain)))))
		}
	}
	for g, share := range map[group]int{analyses: 70, polling: 15, lists: 10, writes: 5} {
		if percent := counts[g] / 200; percent < share-1 || percent > share+1 {
			t.Errorf("%v are %d %%", g, percent)
		}
	}
	want := "PATCH /geo/brands/brd_1, POST /geo/brands/brd_1/prompts, PATCH /geo/prompts/id_2, DELETE /geo/prompts/id_2, POST /media/contents, POST /media/orders, DELETE /media/orders/id_6"
	if got := strings.Join(chain, ", "); got != want {
		t.Errorf("the chain is\n%s\nwant\n%s", got, want)
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		report report
		fails  bool
	}{
		"well":          {report{kept: 0.9, quick: time.Second}, false},
		"collapsed":     {report{kept: 0.1, quick: time.Second}, true},
		"slow to say":   {report{kept: 0.9, quick: 5 * time.Second}, true},
		"not answering": {report{phases: []phase{{"closed", &tally{errors: map[string]int64{"timed out": 1}}}}}, true},
	} {
		if err := tc.report.verdict(); (err != nil) != tc.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
}
