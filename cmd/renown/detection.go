package main

import (
	"context"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"renown/internal/app"
)

type detectionCmd struct {
	Suspend detectionSetCmd `cmd:"" help:"Hold new runs in the queue; those in progress go on."`
	Resume  detectionSetCmd `cmd:"" help:"Start what was held, in the order of acceptance."`
	Status  detectionSetCmd `cmd:"" help:"Show whether detection is suspended, and how many runs there are."`
}

// detectionSetCmd is suspend, resume or status.
type detectionSetCmd struct{}

func (detectionSetCmd) Run(ctx context.Context, e *environment, k *kong.Context) error {
	return e.with(ctx, func(a *app.App) error {
		var err error
		switch k.Selected().Name {
		case "suspend":
			err = a.Runs.Suspend(ctx)
		case "resume":
			err = a.Runs.Resume(ctx)
		}
		if err != nil {
			return err
		}
		return printDetection(ctx, e, a)
	})
}

func printDetection(ctx context.Context, e *environment, a *app.App) error {
	d, err := a.Runs.Detection(ctx)
	if err != nil {
		return err
	}
	return e.print(d, func(w io.Writer) {
		state := "on"
		if d.Suspended {
			state = "suspended"
		}
		fmt.Fprintf(w, "detection\t%s\nrunning\t%d of %d\nqueued\t%d\n", state, d.Running, d.Capacity, d.Queued)
	})
}
