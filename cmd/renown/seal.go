package main

import (
	"context"
	"fmt"
	"io"

	"renown/internal/app"
)

type sealCmd struct {
	Rotate sealRotateCmd `cmd:"" help:"Seal all secrets anew under the newest key: of outlets, webhooks, bots and second factors."`
}

func (sealCmd) Help() string { return "Example:\n  renown seal rotate" }

type sealRotateCmd struct{}

func (sealRotateCmd) Help() string {
	return `To replace the key: put the new one in front of the old one in RENOWN_SEAL_KEYS everywhere, rotate, take the old one out.

Example:
  renown seal rotate`
}

func (sealRotateCmd) Run(ctx context.Context, e *environment) error {
	return e.withOutlets(ctx, func(a *app.App) error {
		all := 0
		for _, reseal := range []func(context.Context) (int, error){a.Orders.Reseal, a.Accounts.ResealFactors, a.Events.Reseal} {
			n, err := reseal(ctx)
			if err != nil {
				return err
			}
			all += n
		}
		return e.print(map[string]int{"resealed": all}, func(w io.Writer) { fmt.Fprintln(w, several(all, "secret", "secrets"), "sealed anew") })
	})
}
