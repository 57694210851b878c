package crashtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// What may be more in the last quarter of a soak than in the second one, in the median: caches are full by then.
const (
	soakMemory     = 1.15 // times
	soakGoroutines = 1.10
	soakHandles    = 5 // more
	soakEach       = 5 * time.Second
)

// vital is what a process holds at a moment.
type vital struct{ memory, goroutines, handles int }

// For RENOWN_SOAK (1: an hour, or a length such as 15m) accounts write, read and have questions asked: memory, goroutines and file handles
// are in the last quarter what they were in the second.
func TestSoak(t *testing.T) {
	text := os.Getenv("RENOWN_SOAK")
	if text == "" {
		t.Skip("NOT RUN: a soak takes RENOWN_SOAK=1, an hour, or a length such as 15m")
	}
	if text == "1" {
		text = "1h"
	}
	length := must.Get(time.ParseDuration(text))(t)
	for _, d := range storetest.Dialects {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			soak(t, storetest.URL(t, d), length)
		})
	}
}

func soak(t *testing.T, url string, length time.Duration) {
	in := &installation{url: url}
	a := in.open(t)
	b := newBesieged(t)
	list := make([]*honest, 4)
	for i := range list {
		list[i] = &honest{besieged: b, kept: map[string]string{}, runID: "-"} // runs are monitor's
		list[i].member.tier = plan.Upper
		list[i].member.open(t, a, fmt.Sprintf("soak%d@example.com", i))
	}
	must.Do(t, a.Close())
	c := exec.Command(must.Get(program.Binary())(t), program.On(url, "serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--simulate")...)
	c.Env = append(os.Environ(), "RENOWN_STOP_DELAY=0s")
	b.Process = must.Get(program.Listen(c))(t)
	t.Cleanup(b.End)
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var group sync.WaitGroup
	for _, h := range list {
		group.Go(func() { h.live(ctx, length) })
		group.Go(func() { h.monitor(ctx) })
	}
	var seen []vital
	for ctx.Err() == nil {
		seen = append(seen, b.vital(t))
		await.Pause(ctx, soakEach)
	}
	group.Wait()
	quarter := len(seen) / 4
	was, is := median(seen[quarter:2*quarter]), median(seen[3*quarter:])
	t.Logf("%s: began with %+v, second quarter %+v, last quarter %+v", length, seen[0], was, is)
	if float64(is.memory) > soakMemory*float64(was.memory) || float64(is.goroutines) > soakGoroutines*float64(was.goroutines) ||
		is.handles > was.handles+soakHandles {
		t.Errorf("it grows: %+v, then %+v", was, is)
	}
	stop(t, b.Process)
}

// monitor has the account's questions asked as often as its plan lets it.
func (h *honest) monitor(ctx context.Context) {
	for ctx.Err() == nil {
		out, err := h.call(ctx, h.member.key, http.MethodPost, "/geo/runs", `{"brand_id":"`+h.member.brandID+`"}`)
		if err != nil && ctx.Err() == nil || out.Code == 5000 {
			h.reports.add("a run: %+v, %v", out, err)
		}
		await.Pause(ctx, soakEach)
	}
}

// vital asks the system and the program's own figures.
func (b *besieged) vital(t *testing.T) (v vital) {
	t.Helper()
	folder := fmt.Sprintf("/proc/%d/", b.Cmd.Process.Pid)
	text, err := os.ReadFile(folder + "status")
	if err != nil {
		t.Skipf("the system does not tell how much memory a process has: %v", err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	v.memory = must.Get(strconv.Atoi(strings.Fields(rest)[0]))(t)
	v.handles = len(must.Get(os.ReadDir(folder + "fd"))(t))
	v.goroutines = b.figure(t, "go_goroutines")
	return v
}

func median(list []vital) vital {
	of := func(one func(vital) int) int {
		var all []int
		for _, v := range list {
			all = append(all, one(v))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return vital{of(func(v vital) int { return v.memory }), of(func(v vital) int { return v.goroutines }), of(func(v vital) int { return v.handles })}
}

var metricsAt = regexp.MustCompile(`http://[0-9.:]+/metrics`)

// figure is one of the program's own.
func (b *besieged) figure(t *testing.T, name string) int {
	t.Helper()
	response := must.Get(b.client.Get(metricsAt.FindString(b.Said.String())))(t)
	defer response.Body.Close()
	text := must.Get(io.ReadAll(response.Body))(t)
	_, rest, found := strings.Cut(string(text), "\n"+name+" ")
	if !found {
		t.Fatalf("the metrics do not tell %s", name)
	}
	return int(must.Get(strconv.ParseFloat(strings.Fields(rest)[0], 64))(t))
}
