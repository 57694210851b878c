package worker

import (
	"context"
	"strings"
	"time"

	"renown/internal/room/geo/run"
)

const askPrefix = "ask_"

// askTime is enough for a minute's wait for a place, the longest patience with a platform, and storing.
const askTime = 10 * time.Minute

// AskKind names the job that puts a sub-task's question to a platform. Each platform has a kind of its own, and so a
// queue of its own: one that is slow does not hold up the others.
func AskKind(platform string) string { return askPrefix + platform }

// AskedPlatform is the platform of an ask kind.
func AskedPlatform(kind string) (string, bool) { return strings.CutPrefix(kind, askPrefix) }

// AskArgs says which sub-task to do.
type AskArgs struct {
	TaskID string `json:"task_id"`
}

// patience is how long a worker itself waits before it asks again: putting a job off and fetching it anew takes seconds too.
const patience = 10 * time.Second

// Ask does one sub-task of a run.
func Ask(runs *run.Runs, platform string, workers int) Job {
	return Job{
		Kind: AskKind(platform), Workers: workers, Timeout: askTime, MaxAttempts: 100,
		Handle: handle(func(ctx context.Context, args AskArgs) error {
			for {
				again, err := runs.Execute(ctx, args.TaskID)
				if err != nil || again == 0 {
					return err
				}
				if again > patience {
					return Later{again}
				}
				select {
				case <-time.After(again):
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}),
	}
}
