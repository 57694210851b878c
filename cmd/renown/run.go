package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"renown/internal/app"
)

type runCmd struct {
	List   runListCmd   `cmd:"" help:"List the runs of all accounts that have not ended, oldest first."`
	Cancel runCancelCmd `cmd:"" help:"Cancel runs: nothing more is asked, answers already there stay."`
}

type runListCmd struct {
	Limit int `help:"At most so many." default:"100" placeholder:"N"`
}

func (c *runListCmd) Run(ctx context.Context, e *environment) error {
	if c.Limit < 1 {
		return errors.New("--limit is at least 1")
	}
	return e.with(ctx, func(a *app.App) error {
		list, err := a.Runs.Open(ctx, c.Limit)
		if err != nil {
			return err
		}
		return e.print(listOf(list), func(w io.Writer) {
			fmt.Fprintln(w, "RUN\tACCOUNT\tSTATUS\tDONE\tCREATED")
			for _, r := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%d of %d\t%s\n", r.ID, r.Owner, r.Status, r.Progress.Done, r.Progress.Total, r.CreatedAt)
			}
		})
	})
}

type runCancelCmd struct {
	Runs []string `arg:"" name:"run" help:"As list names them."`
}

type runCancelled struct {
	Cancelled int `json:"cancelled"`
}

func (c *runCancelCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := eachJob(c.Runs, func(id string) error { return a.Runs.CancelAny(ctx, id) }); err != nil {
			return err
		}
		return e.print(runCancelled{len(c.Runs)}, func(w io.Writer) { fmt.Fprintf(w, "cancelled %d\n", len(c.Runs)) })
	})
}
