package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"renown/internal/app"
	"renown/internal/floor/timestamp"
	"renown/internal/room/publishing/order"
)

// commandLine is who acts in the events of orders that an operator moves from here.
const commandLine = "command line"

type orderCmd struct {
	List           orderListCmd    `cmd:"" help:"List everybody's orders, newest first."`
	Show           orderShowCmd    `cmd:"" help:"Show an order with its events and its article."`
	Approve        orderApproveCmd `cmd:"" help:"Hand an order to its outlet."`
	Reject         orderEndCmd     `cmd:"" help:"Refuse an order for good; its points are returned."`
	RequestChanges orderChangesCmd `cmd:"" help:"Send an order back to its user for revision."`
	Publish        orderPublishCmd `cmd:"" help:"Enter where an order's article was published; its points are spent."`
	Fail           orderEndCmd     `cmd:"" help:"End an order that the outlet will not publish; its points are returned."`
}

type orderListCmd struct {
	Status   []string `help:"Only these statuses." placeholder:"STATUS"`
	Page     int64    `help:"Which page." default:"1" placeholder:"N"`
	PageSize int64    `help:"Orders on a page." default:"50" placeholder:"N"`
}

func (orderListCmd) Help() string {
	return fmt.Sprintf("Statuses are %s.\n\nExample:\n  renown order list --status awaiting_review --status publishing --json", orderStatuses())
}

// Validate refuses a status that there is not: nothing would be found, as if nothing waited.
func (c *orderListCmd) Validate() error {
	for _, s := range c.Status {
		if !slices.Contains(order.States(), order.State(s)) {
			return fmt.Errorf("--status: %q is none of %s", s, orderStatuses())
		}
	}
	return nil
}

func orderStatuses() string {
	var names []string
	for _, s := range order.States() {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

// orderRow is an order as an operator sees it.
type orderRow struct {
	order.Order
	UserID string          `json:"user_id"` // whose points it holds
	DueAt  *timestamp.Time `json:"due_at"`
}

func rowOfOrder(o order.Order) orderRow { return orderRow{o, o.PayerID, o.DueAt} }

func (c *orderListCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		orders, total, err := a.Orders.ListAll(ctx, order.Filter{
			States: c.Status, Paging: order.Paging{Number: max(1, c.Page), Size: max(1, c.PageSize)},
		})
		if err != nil {
			return err
		}
		rows := make([]orderRow, len(orders))
		for i, o := range orders {
			rows[i] = rowOfOrder(o)
		}
		return e.print(list[orderRow]{rows, int(total)}, func(w io.Writer) {
			fmt.Fprintln(w, "ORDER\tSTATUS\tPOINTS\tMEDIA\tTITLE\tUSER\tSUBMITTED\tDUE")
			for _, r := range rows {
				due := "-"
				if r.DueAt != nil {
					due = r.DueAt.String()
				}
				fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Status, r.Points, r.Outlet.Name,
					oneLine(r.Content.Title), r.UserID, r.CreatedAt, due)
			}
			fmt.Fprintf(w, "%d of %d\n", len(rows), total)
		})
	})
}

type orderShowCmd struct {
	Order string `arg:"" help:"The order's id."`
}

// orderShown adds what is to be published.
type orderShown struct {
	orderRow
	Title string `json:"title"`
	Body  string `json:"body"`
}

func (c *orderShowCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		o, err := a.Orders.FindAny(ctx, c.Order)
		if err != nil {
			return err
		}
		manuscript, err := a.Orders.Manuscript(ctx, c.Order)
		if err != nil {
			return err
		}
		return e.print(orderShown{rowOfOrder(o), manuscript.Title, manuscript.Body}, func(w io.Writer) {
			printOrder(w, o)
			fmt.Fprintf(w, "\n# %s\n\n%s\n", oneLine(manuscript.Title), manuscript.Body)
		})
	})
}

func printOrder(w io.Writer, o order.Order) {
	fmt.Fprintf(w, "%s\t%s\n", o.ID, o.Status)
	fmt.Fprintf(w, "media\t%s (%s)\n", o.Outlet.Name, o.Outlet.ID)
	fmt.Fprintf(w, "points\t%d, of %s\n", o.Points, o.PayerID)
	for _, line := range []struct {
		name string
		text *string
	}{{"scheduled", o.ScheduledAt}, {"published", o.PublishedURL}, {"push error", o.Push.Error}} {
		if line.text != nil {
			fmt.Fprintf(w, "%s\t%s\n", line.name, *line.text)
		}
	}
	for _, event := range o.Events {
		note := ""
		if event.Note != nil {
			note = oneLine(*event.Note)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", event.At, event.To, event.Actor, note)
	}
}

// moved prints an order after a command has moved it.
func moved(ctx context.Context, e *environment, move func(a *app.App) (order.Order, error)) error {
	return e.with(ctx, func(a *app.App) error {
		o, err := move(a)
		if err != nil {
			return err
		}
		return e.print(rowOfOrder(o), func(w io.Writer) { fmt.Fprintf(w, "%s is now %s\n", o.ID, o.Status) })
	})
}

type orderApproveCmd struct {
	Order string `arg:"" help:"The order's id."`
	Note  string `help:"What the user reads beside it." placeholder:"TEXT"`
}

func (c *orderApproveCmd) Run(ctx context.Context, e *environment) error {
	return moved(ctx, e, func(a *app.App) (order.Order, error) {
		return a.Orders.Approve(ctx, commandLine, c.Order, c.Note)
	})
}

// orderEndCmd is reject or fail.
type orderEndCmd struct {
	Order  string `arg:"" help:"The order's id."`
	Reason string `required:"" help:"Why; the user reads it." placeholder:"TEXT"`
}

func (c *orderEndCmd) Run(ctx context.Context, e *environment, k *kong.Context) error {
	return moved(ctx, e, func(a *app.App) (order.Order, error) {
		if k.Selected().Name == "fail" {
			return a.Orders.Fail(ctx, commandLine, c.Order, c.Reason)
		}
		return a.Orders.Reject(ctx, commandLine, c.Order, c.Reason)
	})
}

type orderChangesCmd struct {
	Order  string `arg:"" help:"The order's id."`
	Reason string `required:"" help:"What to change; the user reads it." placeholder:"TEXT"`
}

func (c *orderChangesCmd) Run(ctx context.Context, e *environment) error {
	return moved(ctx, e, func(a *app.App) (order.Order, error) {
		return a.Orders.RequestChanges(ctx, commandLine, c.Order, c.Reason)
	})
}

type orderPublishCmd struct {
	Order string `arg:"" help:"The order's id."`
	URL   string `required:"" help:"Where the article is." placeholder:"URL" name:"url"`
}

func (c *orderPublishCmd) Run(ctx context.Context, e *environment) error {
	return moved(ctx, e, func(a *app.App) (order.Order, error) {
		return a.Orders.Publish(ctx, commandLine, c.Order, c.URL)
	})
}
