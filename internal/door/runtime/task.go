package runtime

import (
	"context"
	"time"

	"renown/internal/door/porch"
	"renown/internal/floor/timestamp"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
)

// claimed is the answer to a claim. Without a task, Wait says how many seconds the pace forbids another claim; Now lets a runtime
// notice that its clock is wrong.
type claimed struct {
	Task *run.Handed    `json:"task"`
	Wait int64          `json:"wait_seconds"`
	Now  timestamp.Time `json:"now"`
}

// claim keeps what a runtime says of its platforms and hands it a question of those that are ready; without one it waits a while.
func (d *Door) claim(ctx context.Context, c *call) (any, error) {
	var in struct {
		Version   string `json:"version"`
		Wait      int64  `json:"wait_seconds"`
		Platforms []struct {
			Platform string        `json:"platform"`
			State    runtime.State `json:"state"`
			Recipe   string        `json:"recipe"`
		} `json:"platforms"`
	}
	if err := c.read(&in); err != nil {
		return nil, err
	}
	var ready []string
	var reports []runtime.Report
	for _, p := range in.Platforms[:min(len(in.Platforms), 50)] {
		reports = append(reports, runtime.Report{Platform: p.Platform, State: p.State, Version: in.Version, Recipe: p.Recipe})
		if p.State == runtime.Ready {
			ready = append(ready, p.Platform)
		}
	}
	if err := d.rooms.Runtimes.Report(ctx, c.of, reports); err != nil {
		return nil, err
	}
	longest := min(time.Duration(max(in.Wait, 0))*time.Second, waitMax)
	out := claimed{}
	for first := true; ; first = false {
		task, wait, err := d.rooms.Runs.Hand(ctx, c.of, ready)
		out.Task, out.Wait, out.Now = task, int64(wait.Round(time.Second).Seconds()), d.rooms.Runs.Now()
		if err != nil || task != nil || wait > 0 || !first || longest == 0 || len(ready) == 0 {
			return out, err
		}
		if err := porch.Idle(ctx, c.w, longest, func() { d.await(ctx, c.of, ready, longest) }); err != nil {
			return nil, err
		}
	}
}

// await returns when there may be a question, the time is up, or the program stops.
func (d *Door) await(ctx context.Context, of runtime.Runtime, platforms []string, longest time.Duration) {
	end, look := time.NewTimer(longest), time.NewTicker(lookGap)
	defer end.Stop()
	defer look.Stop()
	for {
		select {
		case <-look.C:
			if found, err := d.rooms.Runs.WaitsInApp(ctx, of, platforms); err != nil || found {
				return
			}
		case <-end.C:
			return
		case <-d.rooms.Stopping.Done():
			return
		case <-ctx.Done():
			return
		}
	}
}

func (d *Door) renew(ctx context.Context, c *call) (any, error) {
	var in struct {
		Claim int64 `json:"claim"`
	}
	if err := c.read(&in); err != nil {
		return nil, err
	}
	until, err := d.rooms.Runs.Renew(ctx, c.of, c.task, in.Claim)
	return map[string]any{"lease_until": until}, err
}

// answer takes what a page showed. raw and screenshot are base64.
func (d *Door) answer(ctx context.Context, c *call) (any, error) {
	var in struct {
		Claim   int64    `json:"claim"`
		Text    string   `json:"text"`
		Model   string   `json:"model"`
		Queries []string `json:"queries"`
		Raw     []byte   `json:"raw"`
		Screen  []byte   `json:"screenshot"`
		TookMS  int64    `json:"took_ms"`
		Cut     bool     `json:"cut"`
		Sources []struct {
			URL   string `json:"url"`
			Title string `json:"title"`
			Cited bool   `json:"cited"`
		} `json:"sources"`
	}
	if err := c.read(&in); err != nil {
		return nil, err
	}
	shown := run.Shown{
		Text: in.Text, Model: in.Model, Queries: in.Queries, Raw: in.Raw, Screen: in.Screen,
		Took: time.Duration(max(in.TookMS, 0)) * time.Millisecond, Cut: in.Cut,
	}
	for _, s := range in.Sources {
		shown.Sources = append(shown.Sources, run.ShownSource{URL: s.URL, Title: s.Title, Cited: s.Cited})
	}
	return map[string]any{"stored": true}, d.rooms.Runs.HandIn(ctx, c.of, c.task, in.Claim, shown)
}

func (d *Door) failure(ctx context.Context, c *call) (any, error) {
	var in struct {
		Claim  int64  `json:"claim"`
		Reason string `json:"reason"`
	}
	if err := c.read(&in); err != nil {
		return nil, err
	}
	return map[string]any{"returned": true}, d.rooms.Runs.HandBack(ctx, c.of, c.task, in.Claim, run.Class(in.Reason))
}
