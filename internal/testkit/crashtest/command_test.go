package crashtest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// The operator's switch, by command beside the server, which has keys that the command has not.
func TestDetection(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		in := install(t, storetest.URL(t, d), 2, "")
		in.serve(t, "all")
		detection := func(word string) (out struct {
			Suspended       bool
			Running, Queued int
			ChangedAt       *string `json:"changed_at"`
			Capacity        int
		},
		) {
			t.Helper()
			text := program.Command(t, "", program.On(in.url, "detection", word, "--json")...)
			must.Do(t, json.Unmarshal(text, &out), string(text))
			return out
		}
		if d := detection("status"); d.Suspended || d.ChangedAt != nil || d.Capacity != 8 {
			t.Errorf("at first: %+v", d)
		}
		if d := detection("suspend"); !d.Suspended || d.ChangedAt == nil {
			t.Errorf("suspended: %+v", d)
		}
		for _, m := range in.members {
			must.Do(t, in.submit(m))
		}
		if d := detection("status"); !d.Suspended || d.Running != 0 || d.Queued != 2 {
			t.Errorf("with two that wait: %+v", d)
		}
		text := string(program.Command(t, "", program.On(in.url, "detection", "status")...))
		if !strings.Contains(text, "suspended") || !strings.Contains(text, "0 of 8") {
			t.Errorf("for people: %s", text)
		}
		if d := detection("resume"); d.Suspended {
			t.Errorf("resumed: %+v", d)
		}
		in.settle(t)
		in.check(t)
		a := in.open(t)
		defer a.Close()
		if d, err := a.Runs.Detection(t.Context()); err != nil || d.Suspended || d.Running+d.Queued != 0 {
			t.Errorf("at the end: %+v, %v", d, err)
		}
	})
}

// demo is the program as a newcomer starts it.
type demo struct {
	*program.Process
	*installation
	*member
}

func startDemo(t *testing.T, dir string, more ...string) demo {
	t.Helper()
	p := program.Start(t, append([]string{"demo", "--data", dir}, more...)...)
	var key string
	eventually(t, "the key is shown", func() bool {
		_, rest, found := strings.Cut(p.Said.String(), "API key    ")
		key, _, _ = strings.Cut(rest, "\n")
		return found && len(key) == 43
	})
	return demo{p, &installation{door: p.URL}, &member{key: key}}
}

// told reads something, and waits where the demo's limits say so.
func (d demo) told(t *testing.T, path string) answer {
	t.Helper()
	for {
		out, err := d.ask(d.member, "GET", path, "", "")
		switch {
		case err == nil && out.Code == 2001:
			await.Pause(t.Context(), time.Second)
		case err != nil || out.Code != 0:
			t.Fatalf("%v, %v", out, err)
		default:
			return out
		}
	}
}

// brands lists the demo's brands with how many runs each has had.
func (d demo) brands(t *testing.T) map[string]float64 {
	t.Helper()
	counts := map[string]float64{}
	out := d.told(t, "/geo/brands")
	for _, b := range out.Data["items"].([]any) {
		id := b.(map[string]any)["id"].(string)
		runs := d.told(t, "/geo/brands/"+id+"/runs")
		counts[id] = runs.Data["total"].(float64)
	}
	return counts
}

// The demo serves at once while its past fills in, goes on with the same data when it is started again, and starts over when
// it is told to.
func TestDemo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := startDemo(t, dir)
	var first map[string]float64
	eventually(t, "some days are filled in", func() bool {
		first = d.brands(t)
		n := 0.0
		for _, runs := range first {
			n += runs
		}
		return len(first) == 2 && n >= 3
	})
	stop(t, d.Process)
	d = startDemo(t, dir)
	again := d.brands(t)
	if len(again) != 2 {
		t.Errorf("there are %d brands", len(again))
	}
	for id, runs := range first {
		if again[id] < runs {
			t.Errorf("%s had %v runs and has %v", id, runs, again[id])
		}
	}
	d.End()
	d = startDemo(t, dir, "--reset")
	for id := range d.brands(t) {
		if _, known := first[id]; known {
			t.Errorf("%s was not forgotten", id)
		}
	}
	stop(t, d.Process)
}
