package main

import (
	"context"
	"fmt"
	"io"

	"renown/internal/app"
)

type detectionCmd struct {
	Suspend detectionSuspendCmd `cmd:"" help:"Hold new runs in the queue; those in progress go on."`
	Resume  detectionResumeCmd  `cmd:"" help:"Start what was held, in the order of acceptance."`
	Status  detectionStatusCmd  `cmd:"" help:"Show whether detection is suspended, and how many runs there are."`
}

func (detectionCmd) Help() string { return "Example:\n  renown detection status" }

type detectionSuspendCmd struct{}

func (detectionSuspendCmd) Help() string { return "Example:\n  renown detection suspend" }

func (detectionSuspendCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := a.Runs.Suspend(ctx); err != nil {
			return err
		}
		return printDetection(ctx, e, a)
	})
}

type detectionResumeCmd struct{}

func (detectionResumeCmd) Help() string { return "Example:\n  renown detection resume" }

func (detectionResumeCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := a.Runs.Resume(ctx); err != nil {
			return err
		}
		return printDetection(ctx, e, a)
	})
}

type detectionStatusCmd struct{}

func (detectionStatusCmd) Help() string { return "Example:\n  renown detection status --json" }

func (detectionStatusCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error { return printDetection(ctx, e, a) })
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
