package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"renown/internal/app"
	"renown/internal/room/job"
)

type jobCmd struct {
	List    jobListCmd    `cmd:"" help:"List background jobs that failed, the latest first."`
	Retry   jobRetryCmd   `cmd:"" help:"Run failed jobs again at once."`
	Discard jobDiscardCmd `cmd:"" help:"Delete failed jobs: what they were to do is not done."`
}

type jobListCmd struct {
	Kind  string `help:"Only jobs of this kind." placeholder:"KIND"`
	Limit int64  `help:"At most so many." default:"100" placeholder:"N"`
}

func (c *jobListCmd) Run(ctx context.Context, e *environment) error {
	if c.Limit < 1 {
		return errors.New("--limit is at least 1")
	}
	return e.with(ctx, func(a *app.App) error {
		found, err := a.Jobs.Failed(ctx, job.Filter{Kind: c.Kind, Paging: job.Paging{Number: 1, Size: c.Limit}})
		if err != nil {
			return err
		}
		return e.print(listOf(found.Jobs), func(w io.Writer) {
			fmt.Fprintln(w, "JOB\tKIND\tSTATE\tATTEMPTS\tFAILED\tABOUT\tERROR")
			for _, j := range found.Jobs {
				fmt.Fprintf(w, "%s\t%s\t%s\t%d of %d\t%s\t%s\t%s\n",
					j.Ref, j.Kind, j.State, j.Attempt, j.MaxAttempts, j.FailedAt, cmp.Or(strings.Join(j.About, ", "), "-"), j.Error)
			}
			if more := found.Total - int64(len(found.Jobs)); more > 0 {
				fmt.Fprintf(w, "and %d more\n", more)
			}
		})
	})
}

type jobRetryCmd struct {
	Jobs []string `arg:"" optional:"" name:"job" help:"As list names them."`
	Kind string   `help:"All failed jobs of this kind." placeholder:"KIND"`
}

func (jobRetryCmd) Help() string {
	return "Example:\n  renown job retry 4711-1763200000000000\n  renown job retry --kind mail"
}

type jobResult struct {
	Done int `json:"done"`
}

func (c *jobRetryCmd) Run(ctx context.Context, e *environment) error {
	if (c.Kind == "") == (len(c.Jobs) == 0) {
		return errors.New("give either jobs or --kind")
	}
	return e.with(ctx, func(a *app.App) (err error) {
		done := len(c.Jobs)
		if c.Kind != "" {
			done, err = a.Jobs.RetryAll(ctx, c.Kind)
		} else {
			err = eachJob(c.Jobs, func(ref string) error { return a.Jobs.Retry(ctx, ref) })
		}
		if err != nil {
			return err
		}
		return e.print(jobResult{done}, func(w io.Writer) { fmt.Fprintf(w, "retried %d\n", done) })
	})
}

type jobDiscardCmd struct {
	Jobs []string `arg:"" name:"job" help:"As list names them."`
}

func (c *jobDiscardCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := eachJob(c.Jobs, func(ref string) error { return a.Jobs.Discard(ctx, ref) }); err != nil {
			return err
		}
		return e.print(jobResult{len(c.Jobs)}, func(w io.Writer) { fmt.Fprintf(w, "discarded %d\n", len(c.Jobs)) })
	})
}

// eachJob stops at the first that cannot be done; those before it are.
func eachJob(refs []string, do func(ref string) error) error {
	for _, ref := range refs {
		if err := do(ref); err != nil {
			return err
		}
	}
	return nil
}
