package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"renown/internal/app"
	"renown/internal/door/locale"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/order"
)

type pointsCmd struct {
	Show   pointsShowCmd   `cmd:"" help:"Show an account's points and its newest entries."`
	Adjust pointsAdjustCmd `cmd:"" help:"Give an account points, or take some away, with a reason."`
	Check  pointsCheckCmd  `cmd:"" help:"Rebuild all balances from the entries and compare them with what is stored, and orders with both."`
}

type pointsShowCmd struct {
	User    string `arg:"" help:"E-mail address or user id."`
	Entries int64  `help:"How many entries to show." default:"20" placeholder:"N"`
}

// pointsShown is an account's points with the newest entries.
type pointsShown struct {
	UserID string `json:"user_id"`
	plan.Quota
	Entries []points.Entry `json:"entries"`
}

func (c *pointsShowCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		user, err := userBy(ctx, a, c.User)
		if err != nil {
			return err
		}
		shown := pointsShown{UserID: user.ID}
		if shown.Quota, err = a.Plans.Quota(ctx, user.ID); err != nil {
			return err
		}
		if shown.Entries, _, err = a.Plans.PointsRecords(ctx, user.ID, points.Paging{Number: 1, Size: max(0, c.Entries)}); err != nil {
			return err
		}
		english, _ := locale.Of("en")
		for i := range shown.Entries {
			shown.Entries[i].Note = english.Stored("points", shown.Entries[i].Note)
		}
		return e.print(shown, func(w io.Writer) {
			printQuota(w, shown.Quota)
			fmt.Fprintln(w, "\nAT\tKIND\tPOINTS\tBALANCE\tORDER\tNOTE")
			for _, entry := range shown.Entries {
				order := "-"
				if entry.OrderID != nil {
					order = *entry.OrderID
				}
				fmt.Fprintf(w, "%s\t%s\t%+d\t%d\t%s\t%s\n", entry.CreatedAt, entry.Kind, entry.Points,
					entry.BalanceAfter, order, entry.Note)
			}
		})
	})
}

func printQuota(w io.Writer, q plan.Quota) {
	fmt.Fprintln(w, "CYCLE\tTIER\tGRANTED\tUSED\tHELD\tREFUNDED\tBALANCE")
	fmt.Fprintf(w, "%s to %s\t%s\t%d\t%d\t%d\t%d\t%d\n", q.Start, q.End, q.Tier, q.Granted, q.Used, q.Held, q.Refunded, q.Balance)
}

// userBy finds an account by its address or its id.
func userBy(ctx context.Context, a *app.App, name string) (account.User, error) {
	if strings.Contains(name, "@") {
		return a.Accounts.ByEmail(ctx, name)
	}
	return a.Accounts.ByID(ctx, name)
}

type pointsAdjustCmd struct {
	User   string `arg:"" help:"E-mail address or user id."`
	Points int64  `required:"" help:"How many; a negative number takes away: --points=-50." placeholder:"N"`
	Reason string `required:"" help:"Why; the account's owner reads it." placeholder:"TEXT"`
}

func (pointsAdjustCmd) Help() string {
	return `The balance never falls below 0. Points given this way lapse with the cycle, like all others.

Example:
  renown points adjust li@example.com --points=-50 --reason 重复补偿冲正`
}

func (c *pointsAdjustCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		user, err := userBy(ctx, a, c.User)
		if err != nil {
			return err
		}
		quota, err := a.Plans.AdjustPoints(ctx, user.ID, c.Points, c.Reason)
		if err != nil {
			return err
		}
		return e.print(quota, func(w io.Writer) { printQuota(w, quota) })
	})
}

type pointsCheckCmd struct{}

// pointsChecked is what was found wrong.
type pointsChecked struct {
	Accounts    int                 `json:"accounts"`
	Differences []points.Difference `json:"differences"`
	Misplaced   []order.Misplaced   `json:"misplaced"`
}

func (pointsCheckCmd) Help() string {
	return "Changes nothing. The exit status is 1 when anything differs.\n\nExample:\n  renown points check"
}

func (c *pointsCheckCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		accounts, found, err := a.Points.Check(ctx)
		if err != nil {
			return err
		}
		misplaced, err := a.Orders.CheckPoints(ctx)
		if err != nil {
			return err
		}
		if found == nil {
			found = []points.Difference{}
		}
		err = e.print(pointsChecked{accounts, found, misplaced}, func(w io.Writer) {
			for _, d := range found {
				fmt.Fprintln(w, d)
			}
			for _, m := range misplaced {
				fmt.Fprintln(w, m)
			}
			if len(found)+len(misplaced) == 0 {
				fmt.Fprintln(w, several(accounts, "account agrees with its entries",
					"accounts agree with their entries")+", and all orders with them")
			}
		})
		if n := len(found) + len(misplaced); err == nil && n > 0 {
			err = errors.New(several(n, "figure differs", "figures differ") + " from the entries")
		}
		return err
	})
}
