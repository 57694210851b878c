package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"renown/internal/app"
	"renown/internal/room/run/runtime"
)

type runtimeCmd struct {
	Login runtimeLoginCmd `cmd:"" help:"On the computer that asks: open a window in which a person logs in."`
	Check runtimeCheckCmd `cmd:"" help:"On the computer that asks: tell whether somebody is logged in, and try one question."`
	Run   runtimeRunCmd   `cmd:"" help:"On the computer that asks: take questions from the service and ask them, slowly."`
	Token runtimeTokenCmd `cmd:"" help:"On the server: make, list and revoke the tokens of runtimes."`
	Terms runtimeTermsCmd `cmd:"" help:"On the server: record who read a platform's terms of use."`
}

func (runtimeCmd) Help() string {
	return "A runtime asks assistants in their own apps, in a browser in which a person has logged in. docs/runtime.md comes first.\n\nExample:\n  renown runtime token list"
}

type runtimeTokenCmd struct {
	Create runtimeCreateCmd `cmd:"" help:"Make a token; it is shown this once."`
	List   runtimeListCmd   `cmd:"" help:"List runtimes with what each last said of its platforms."`
	Revoke runtimeRevokeCmd `cmd:"" help:"Revoke a token; it stops working at once on every node."`
}

type runtimeCreateCmd struct {
	Email     string   `help:"Whose questions it asks; without it those of the whole installation." placeholder:"E"`
	Name      string   `required:"" help:"A name to tell runtimes apart." placeholder:"N"`
	Platforms []string `required:"" help:"The platforms it may ask." placeholder:"P,…"`
}

func (c *runtimeCreateCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		in := runtime.NewRuntime{Name: c.Name, Platforms: c.Platforms}
		if c.Email != "" {
			user, err := a.Accounts.ByEmail(ctx, c.Email)
			if err != nil {
				return err
			}
			spaces, err := a.Accounts.Spaces(ctx, user.ID)
			if err != nil {
				return err
			}
			in.UserID, in.SpaceID = user.ID, spaces[0].ID
		}
		made, token, err := a.Runtimes.Create(ctx, in)
		if err != nil {
			return err
		}
		return e.print(map[string]any{"runtime_id": made.ID, "token": token, "platforms": made.Platforms}, func(w io.Writer) {
			fmt.Fprintf(w, "runtime id\t%s\nplatforms\t%s\ntoken\t%s\n\nKeep the token now: it is not shown again.\n",
				made.ID, strings.Join(made.Platforms, " "), token)
		})
	})
}

type runtimeListCmd struct{}

func (c *runtimeListCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		list, err := a.Runtimes.All(ctx)
		if err != nil {
			return err
		}
		return e.print(listOf(list), func(w io.Writer) {
			fmt.Fprintln(w, "RUNTIME ID\tNAME\tSPACE\tMADE BY\tPLATFORM\tSTATE\tLIVE\tLAST SEEN\tTODAY\tREVOKED")
			for _, r := range list {
				if len(r.Health) == 0 {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t-\t-\t-\t-\t%s\n", r.ID, r.Name, cmp.Or(r.SpaceID, "-"),
						cmp.Or(r.CreatedBy, "-"), strings.Join(r.Platforms, " "), dash(r.RevokedAt))
				}
				for _, h := range r.Health {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%t\t%s\t%d/%d\t%s\n", r.ID, r.Name,
						cmp.Or(r.SpaceID, "-"), cmp.Or(r.CreatedBy, "-"), h.Platform, h.State, h.Live, h.SeenAt,
						h.Asked, h.Limit, dash(r.RevokedAt))
				}
			}
		})
	})
}

type runtimeRevokeCmd struct {
	RuntimeID string `arg:"" help:"The runtime's id, as token list shows it." placeholder:"RUNTIME_ID"`
}

func (c *runtimeRevokeCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := a.Runtimes.Revoke(ctx, "", c.RuntimeID); err != nil {
			return err
		}
		return e.print(map[string]any{"runtime_id": c.RuntimeID, "revoked": true},
			func(w io.Writer) { fmt.Fprintf(w, "revoked %s\n", c.RuntimeID) })
	})
}

type runtimeTermsCmd struct {
	Record   termsRecordCmd   `cmd:"" help:"Record that somebody has read a platform's terms: from then on its app may be asked."`
	List     termsListCmd     `cmd:"" help:"List what was recorded."`
	Withdraw termsWithdrawCmd `cmd:"" help:"Take a record back: the platform's app is asked no more."`
}

type termsRecordCmd struct {
	Platform string `arg:"" help:"The platform." placeholder:"PLATFORM"`
	ReadBy   string `required:"" help:"Who read the terms, in full name." placeholder:"WHO"`
	Edition  string `required:"" help:"Which edition, by its date or number." placeholder:"EDITION"`
}

func (c *termsRecordCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		t, err := a.Runtimes.RecordTerms(ctx, runtime.Terms{Platform: c.Platform, ReadBy: c.ReadBy, Edition: c.Edition})
		if err != nil {
			return err
		}
		return e.print(t, func(w io.Writer) {
			fmt.Fprintf(w, "recorded: %s read the terms of %s (%s)\n", t.ReadBy, t.Platform, t.Edition)
		})
	})
}

type termsListCmd struct{}

func (c *termsListCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		list, err := a.Runtimes.ListTerms(ctx)
		if err != nil {
			return err
		}
		return e.print(listOf(list), func(w io.Writer) {
			fmt.Fprintln(w, "PLATFORM\tREAD BY\tEDITION\tRECORDED")
			for _, t := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Platform, t.ReadBy, t.Edition, t.ReadAt)
			}
		})
	})
}

type termsWithdrawCmd struct {
	Platform string `arg:"" help:"The platform." placeholder:"PLATFORM"`
}

func (c *termsWithdrawCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := a.Runtimes.WithdrawTerms(ctx, c.Platform); err != nil {
			return err
		}
		return e.print(map[string]any{"platform": c.Platform, "withdrawn": true},
			func(w io.Writer) { fmt.Fprintf(w, "withdrawn: %s\n", c.Platform) })
	})
}
