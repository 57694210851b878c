package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"renown/internal/app"
	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

type outletCmd struct {
	Import outletImportCmd `cmd:"" help:"Add and change outlets of the catalogue from a file."`
	Export outletExportCmd `cmd:"" help:"Write out all outlets, so that importing them changes nothing."`
	Pause  outletStatusCmd `cmd:"" help:"Take no more orders for an outlet; it stays in the list."`
	Resume outletStatusCmd `cmd:"" help:"Undo pause and retire."`
	Retire outletStatusCmd `cmd:"" help:"Take an outlet out of the list; orders keep referring to it."`
	List   outletListCmd   `cmd:"" help:"List the outlets that are not served by hand."`
	Set    outletSetCmd    `cmd:"" help:"Say how outlets take approved orders: by hand, or by a signed request to an endpoint."`
	Stuck  outletStuckCmd  `cmd:"" help:"List the orders on their way to an outlet that need an operator."`
	Push   outletPushCmd   `cmd:"" help:"Ask an outlet once more, at once, about an order."`
}

func (outletCmd) Help() string {
	return `Example:
  renown outlet import outlets.csv
  renown outlet set med_01kbe77ngb7h4z44q2r10qwe3c --adapter webhook --endpoint https://outlet.example/orders --new-secret`
}

// withOutlets is with for what needs the sealing keys: without them it says where they come from.
func (e *environment) withOutlets(ctx context.Context, fn func(a *app.App) error) error {
	err := fault.Plain(e.with(ctx, fn))
	switch {
	case errors.Is(err, secretbox.ErrNoKey):
		return fmt.Errorf("%w: set RENOWN_SEAL_KEYS, or seal_keys in the file of --config, to what openssl rand -base64 32 prints", err)
	case errors.Is(err, secretbox.ErrUnknownKey):
		return fmt.Errorf("%w: RENOWN_SEAL_KEYS must still hold the older key", err)
	}
	return err
}

type outletListCmd struct{}

func (outletListCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		outlets, err := a.Catalogue.Connections(ctx)
		if err != nil {
			return err
		}
		return e.print(listOf(outlets), func(w io.Writer) { printOutlets(w, outlets) })
	})
}

func printOutlets(w io.Writer, outlets []catalogue.Connection) {
	fmt.Fprintln(w, "MEDIA\tNAME\tADAPTER\tENDPOINT\tSECRET")
	for _, o := range outlets {
		endpoint, secret := "-", "-"
		if o.Endpoint != nil {
			endpoint = *o.Endpoint
		}
		if o.Secret {
			secret = "sealed"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", o.OutletID, o.Name, o.Adapter, endpoint, secret)
	}
}

type outletSetCmd struct {
	Media       []string `arg:"" help:"Ids or keys of the outlets; all are changed, or none." placeholder:"MEDIA"`
	Adapter     string   `required:"" help:"manual or webhook." placeholder:"ADAPTER"`
	Endpoint    string   `help:"Where the outlets take orders; what there is when left out." placeholder:"URL"`
	NewSecret   bool     `help:"Draw a secret and show it this once." xor:"secret"`
	SecretStdin bool     `help:"Read the secret (whsec_…) from standard input." xor:"secret"`
	Overlap     bool     `help:"Sign with the former secret as well, until the next change."`
}

func (outletSetCmd) Help() string {
	return `The secret is stored sealed, under a key of RENOWN_SEAL_KEYS. Orders that were approved before keep their way.

Example:
  renown outlet set med_01kbe77ngb7h4z44q2r10qwe3c --adapter webhook --endpoint https://outlet.example/orders --new-secret
  renown outlet set med_01kbe77ngb7h4z44q2r10qwe3c --adapter webhook --new-secret --overlap
  renown outlet set med_01kbe77ngb7h4z44q2r10qwe3c --adapter manual`
}

// outletSet is what set prints: the secret only when it was drawn here.
type outletSet struct {
	list[catalogue.Connection]
	Secret *string `json:"secret"`
}

func (c *outletSetCmd) Run(ctx context.Context, e *environment) error {
	change := catalogue.ConnectionChange{Adapter: catalogue.Adapter(c.Adapter), Endpoint: c.Endpoint, Overlap: c.Overlap}
	var shown *string
	switch {
	case c.NewSecret:
		change.Secret = webhook.NewSecret()
		text := change.Secret.Reveal()
		shown = &text
	case c.SecretStdin:
		line, err := bufio.NewReader(e.in).ReadString('\n')
		if err != nil && strings.TrimSpace(line) == "" {
			return errors.New("no secret on standard input")
		}
		if change.Secret, err = webhook.ParseSecret(line); err != nil {
			return err
		}
	}
	return e.withOutlets(ctx, func(a *app.App) error {
		outlets, err := a.Catalogue.Connect(ctx, c.Media, change)
		if err != nil {
			return err
		}
		return e.print(outletSet{listOf(outlets), shown}, func(w io.Writer) {
			printOutlets(w, outlets)
			if shown != nil {
				fmt.Fprintf(w, "\nsecret\t%s\n\nGive it to the outlet now: it is not shown again.\n", *shown)
			}
		})
	})
}

type outletStuckCmd struct{}

func (outletStuckCmd) Help() string {
	return `Ask the outlet what became of an order, then enter it: renown order publish, or renown order fail.

Example:
  renown outlet stuck --json`
}

// stuckReasons are the flags in an operator's words.
var stuckReasons = map[string]string{
	order.FlagUnanswered: "asked often enough, no clear answer",
	order.FlagSetup:      "endpoint, secret or sealing key missing",
	order.FlagNoCallback: "accepted; no public_url to report to",
	order.FlagSilent:     "accepted, no report for a week",
}

func (outletStuckCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		orders, err := a.Orders.Stuck(ctx)
		if err != nil {
			return err
		}
		return e.print(listOf(orders), func(w io.Writer) {
			fmt.Fprintln(w, "ORDER\tMEDIA\tWHY\tLAST ERROR\tATTEMPTS\tACCEPTED\tREFERENCE")
			for _, o := range orders {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", o.OrderID, o.Outlet, stuckReasons[o.Flag],
					orDash(o.Error), o.Attempts, dash(o.PushedAt), orDash(o.ExternalRef))
			}
		})
	})
}

func orDash(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

type outletPushCmd struct {
	Order string `arg:"" help:"The order's id."`
}

func (outletPushCmd) Help() string {
	return "The outlet sees the same webhook-id as before.\n\nExample:\n  renown outlet push ord_01kbe765mt8t6sjrxrdew4r26f"
}

func (c *outletPushCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := a.Orders.PushAgain(ctx, c.Order); err != nil {
			return err
		}
		return e.print(map[string]any{"order_id": c.Order, "queued": true},
			func(w io.Writer) { fmt.Fprintf(w, "%s will be handed over by a server that works\n", c.Order) })
	})
}
