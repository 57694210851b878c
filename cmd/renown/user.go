package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/alecthomas/kong"

	"renown/internal/app"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

type userCmd struct {
	Create  userCreateCmd `cmd:"" help:"Create an account."`
	Set     userSetCmd    `cmd:"" help:"Change an account's plan, role or password."`
	List    userListCmd   `cmd:"" help:"List all accounts, newest first."`
	Disable userStatusCmd `cmd:"" help:"Stop an account's keys and sessions at once; nothing is deleted."`
	Enable  userStatusCmd `cmd:"" help:"Undo disable."`
	Delete  userDeleteCmd `cmd:"" help:"Erase an account with all its data, for ever."`
	Export  userExportCmd `cmd:"" help:"Write out all of an account's data as JSON."`

	ResetSecondFactor userResetFactorCmd `cmd:"" help:"Turn an account's second factor off for who has lost it; ends all sessions."`
}

type userCreateCmd struct {
	Email         string `required:"" help:"Address to log in with." placeholder:"E"`
	Password      string `help:"Password; visible to other users of this machine." placeholder:"P"`
	PasswordStdin bool   `help:"Read the password from standard input."`
	Tier          string `help:"trial, standard or upper." default:"trial" placeholder:"TIER"`
	ExpiresAt     string `help:"End of the subscription, RFC 3339, or never. Default: a trial lasts 7 days, the others do not end." placeholder:"TIME"`
}

func (userCreateCmd) Help() string {
	return `Example:
  renown user create --email li@example.com --password-stdin --tier standard --expires-at 2027-12-31T16:00:00Z --json`
}

func (c *userCreateCmd) Run(ctx context.Context, e *environment) error {
	password, err := e.password(c.Password, c.PasswordStdin)
	if err != nil {
		return err
	}
	tier, err := plan.ParseTier(c.Tier)
	if err != nil {
		return err
	}
	terms := plan.Terms{Tier: tier}
	if terms.ExpiresAt, terms.Forever, err = parseEnd(c.ExpiresAt); err != nil {
		return err
	}
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.Prepare(ctx, c.Email, password)
		if err != nil {
			return err
		}
		userID, err := a.Plans.Open(ctx, user, terms)
		if err != nil {
			return err
		}
		return e.print(map[string]string{"user_id": userID}, func(w io.Writer) { fmt.Fprintf(w, "created %s\n", userID) })
	})
}

// parseEnd reads the end of a subscription: a time, or never.
func parseEnd(text string) (end *timestamp.Time, forever bool, err error) {
	switch text {
	case "":
		return nil, false, nil
	case "never":
		return nil, true, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil, false, fmt.Errorf("--expires-at: %q is not an RFC 3339 time such as 2027-12-31T16:00:00Z", text)
	}
	return timestamp.Ptr(&t), false, nil
}

type userSetCmd struct {
	Email     string `required:"" help:"Whose account." placeholder:"E"`
	Tier      string `help:"trial, standard or upper." placeholder:"TIER"`
	ExpiresAt string `help:"End of the subscription, RFC 3339, or never." placeholder:"TIME"`
	Role      string `help:"user or operator." placeholder:"ROLE"`

	Limit map[string]string `help:"active_prompts, runs_per_day or points_per_cycle apart from the tier; tier undoes it." placeholder:"NAME=N|tier"`

	PasswordStdin bool `help:"Read a new password from standard input; ends all sessions."`
}

func (userSetCmd) Help() string {
	return `Leaving a trial removes its end unless --expires-at gives another.

Example:
  renown user set --email li@example.com --tier upper --expires-at 2027-12-31T16:00:00Z
  renown user set --email agency@example.com --limit active_prompts=200 --limit points_per_cycle=tier`
}

func (c *userSetCmd) Run(ctx context.Context, e *environment) error {
	var change plan.Change
	if c.Tier != "" {
		tier, err := plan.ParseTier(c.Tier)
		if err != nil {
			return err
		}
		change.Tier = &tier
	}
	var err error
	if change.ExpiresAt, change.Forever, err = parseEnd(c.ExpiresAt); err != nil {
		return err
	}
	if c.Tier == "" && c.ExpiresAt == "" && c.Role == "" && len(c.Limit) == 0 && !c.PasswordStdin {
		return fmt.Errorf("nothing to change: give --tier, --expires-at, --limit, --role or --password-stdin")
	}
	change.Own = map[string]*int{}
	for name, text := range c.Limit {
		change.Own[name] = nil
		if text == "tier" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("--limit: %q is neither a number nor tier", text)
		}
		change.Own[name] = &n
	}
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		if err := c.setAccount(ctx, e, a, user.ID); err != nil {
			return err
		}
		after, err := a.Plans.Set(ctx, user.ID, change)
		if err != nil {
			return err
		}
		if after.Archived > 0 {
			fmt.Fprintf(e.err, "archived %s enabled beyond the plan, the newest\n", several(after.Archived, "prompt", "prompts"))
		}
		row, err := rowOf(ctx, a, user.ID)
		if err != nil {
			return err
		}
		return e.print(row, func(w io.Writer) { printUsers(w, row) })
	})
}

func (c *userSetCmd) setAccount(ctx context.Context, e *environment, a *app.App, userID string) error {
	if c.Role != "" {
		if err := a.Accounts.SetRole(ctx, userID, c.Role); err != nil {
			return err
		}
	}
	if !c.PasswordStdin {
		return nil
	}
	password, err := e.password("", true)
	if err != nil {
		return err
	}
	return a.Accounts.SetPassword(ctx, userID, password)
}

// userRow is an account with its plan.
type userRow struct {
	account.User
	Tier      plan.Tier       `json:"tier"`
	ExpiresAt *timestamp.Time `json:"expires_at"`
	Expired   bool            `json:"expired"`
	Own       plan.Own        `json:"own_limits,omitempty"`
}

func rowOf(ctx context.Context, a *app.App, userID string) (userRow, error) {
	user, err := a.Accounts.ByID(ctx, userID)
	if err != nil {
		return userRow{}, err
	}
	s, err := a.Plans.Of(ctx, userID)
	return userRow{user, s.Tier, s.ExpiresAt, s.Expired(a.DB.Now()), s.Own}, err
}

func printUsers(w io.Writer, rows ...userRow) {
	fmt.Fprintln(w, "USER ID\tEMAIL\tROLE\tSTATUS\tTIER\tEXPIRES\tCREATED")
	for _, r := range rows {
		expires := "never"
		if r.ExpiresAt != nil {
			expires = r.ExpiresAt.String()
			if r.Expired {
				expires += " (expired)"
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Email, r.Role, r.Status, r.Tier, expires, r.CreatedAt)
	}
}

type userListCmd struct{}

func (c *userListCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		users, err := a.Accounts.List(ctx)
		if err != nil {
			return err
		}
		plans, err := a.Plans.All(ctx)
		if err != nil {
			return err
		}
		rows := make([]userRow, len(users))
		for i, u := range users {
			s := plans[u.ID]
			rows[i] = userRow{u, s.Tier, s.ExpiresAt, s.Expired(a.DB.Now()), s.Own}
		}
		return e.print(listOf(rows), func(w io.Writer) { printUsers(w, rows...) })
	})
}

// userStatusCmd is disable or enable.
type userStatusCmd struct {
	Email string `required:"" help:"Whose account." placeholder:"E"`
}

func (c *userStatusCmd) Run(ctx context.Context, e *environment, k *kong.Context) error {
	status := account.StatusActive
	if k.Selected().Name == "disable" {
		status = account.StatusDisabled
	}
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		if err := a.Accounts.SetStatus(ctx, user.ID, status); err != nil {
			return err
		}
		return e.print(map[string]string{"user_id": user.ID, "status": status}, func(w io.Writer) {
			fmt.Fprintf(w, "%s is now %s\n", user.Email, status)
		})
	})
}

type userResetFactorCmd struct {
	Email string `required:"" help:"Whose account." placeholder:"E"`
}

func (userResetFactorCmd) Help() string {
	return "Make sure who asks for it. The password alone opens the account afterwards.\n\nExample:\n  renown user reset-second-factor --email li@example.com"
}

func (c *userResetFactorCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		if err := a.Accounts.ResetFactor(ctx, user.ID); err != nil {
			return err
		}
		return e.print(map[string]any{"user_id": user.ID, "second_factor": false},
			func(w io.Writer) { fmt.Fprintf(w, "%s has no second factor any more\n", user.Email) })
	})
}

type userDeleteCmd struct {
	Email string `required:"" help:"Whose account." placeholder:"E"`
	Yes   bool   `help:"Really do it: there is no way back."`
	Force bool   `help:"Even while orders are open or a run counts today; open orders stay with the operators, their points are gone."`
}

func (userDeleteCmd) Help() string {
	return `Export first if the data may be wanted again: renown user export.

Example:
  renown user delete --email li@example.com --yes`
}

func (c *userDeleteCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		if !c.Yes {
			return fmt.Errorf("this erases %s (%s) with all brands, runs and contents, for ever; orders stay, without a name; add --yes to do it", user.Email, user.ID)
		}
		erase := a.Accounts.Delete
		if c.Force {
			erase = a.Accounts.DeleteAnyway
		}
		err = erase(ctx, user.ID)
		if f := fault.As(err); f != nil && f.Code == fault.AccountBusy {
			return fmt.Errorf("%s is busy: open orders %v, runs that count today %v, teams with other members %v; add --force to do it all the same",
				user.Email, f.Detail["orders"], f.Detail["runs"], f.Detail["teams"])
		}
		if err != nil {
			return err
		}
		return e.print(map[string]any{"user_id": user.ID, "deleted": true},
			func(w io.Writer) { fmt.Fprintf(w, "deleted %s\n", user.Email) })
	})
}

type userExportCmd struct {
	Email  string `required:"" help:"Whose account." placeholder:"E"`
	Output string `short:"o" help:"File to write, created with mode 0600; standard output when absent or -." placeholder:"FILE" type:"path"`
}

func (userExportCmd) Help() string {
	return "Passwords and keys are not in it: only their hashes are kept, and those stay here.\n\nExample:\n  renown user export --email li@example.com -o li.json"
}

func (c *userExportCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		if c.Output == "" || c.Output == "-" {
			return writeExport(ctx, a, e.out, user.ID)
		}
		return writeWhole(c.Output, func(w io.Writer) error { return writeExport(ctx, a, w, user.ID) })
	})
}

func writeExport(ctx context.Context, a *app.App, w io.Writer, userID string) error {
	buffered := bufio.NewWriter(w)
	if err := a.Export(ctx, buffered, userID); err != nil {
		return err
	}
	return buffered.Flush()
}
