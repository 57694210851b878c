package main

import (
	"context"
	"errors"
	"fmt"
	"net"

	"renown/internal/account"
	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/fault"
	"renown/internal/plan"
)

const (
	demoEmail    = "demo@renown.example"
	demoPassword = "renown-demo"
	demoData     = "renown-demo"
)

type demoCmd struct {
	Listen string `help:"Address to serve on; a free port is picked when it is taken." default:"127.0.0.1:8080" placeholder:"ADDR"`
}

func (demoCmd) Help() string {
	return `The data stays in the folder renown-demo (or the one of --data), so a second start goes on where the first ended.

Example:
  renown demo`
}

func (c *demoCmd) Run(ctx context.Context, e *environment) error {
	where := e.cli.Database
	if where.Data == "" && where.Database == "" {
		where.Data = demoData
	}
	server := config.Server{}
	config.FillDefaults(&server)
	server.Listen = freeAddress(c.Listen)
	settings, err := config.Check(where, e.cli.Logging, server, e.file)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, settings, e.logger(settings.Log))
	if err != nil {
		return err
	}
	defer a.Close()
	key, err := demoAccount(ctx, a)
	if err != nil {
		return err
	}
	return a.Serve(ctx, func(addr net.Addr) {
		fmt.Fprintf(e.err, "listening on http://%s\n", addr)
		fmt.Fprintf(e.out, demoText, demoEmail, demoPassword, key, addr)
	})
}

const demoText = `
Renown demo
  log in as  %[1]s  with password  %[2]s
  API key    %[3]s

Try:
  curl -s http://%[4]s/openapi/v1/me -H 'X-API-KEY: %[3]s'
  curl -s http://%[4]s/openapi/v1/openapi.json | head -c 300
  curl -s http://%[4]s/openapi/v1/geo/brands -H 'Authorization: Bearer %[3]s' -H 'Content-Type: application/json' -d '{"name": ""}'

Stop with Ctrl-C.
`

// demoAccount finds or opens the demo's account and gives it a fresh key: an earlier key cannot be shown again.
func demoAccount(ctx context.Context, a *app.App) (key string, err error) {
	user, err := a.Accounts.ByEmail(ctx, demoEmail)
	if fault.Is(err, fault.NoSuchThing) {
		prepared, err := a.Accounts.Prepare(ctx, demoEmail, demoPassword)
		if err != nil {
			return "", err
		}
		if user.ID, err = a.Plans.Open(ctx, prepared, plan.Terms{Tier: plan.Upper}); err != nil {
			return "", err
		}
	} else if err != nil {
		return "", err
	}
	keys, err := a.Accounts.Keys(ctx, user.ID)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		if k.RevokedAt == nil && k.Name == "demo" {
			if err := a.Accounts.RevokeKey(ctx, user.ID, k.ID); err != nil {
				return "", err
			}
		}
	}
	_, key, err = a.Accounts.CreateKey(ctx, user.ID, "demo", account.Scopes{"*"})
	return key, err
}

// freeAddress keeps the wanted address when it is free and asks for any port otherwise.
func freeAddress(wanted string) string {
	ln, err := net.Listen("tcp", wanted)
	if err == nil {
		ln.Close()
		return wanted
	}
	var op *net.OpError
	if host, _, splitErr := net.SplitHostPort(wanted); splitErr == nil && errors.As(err, &op) {
		return net.JoinHostPort(host, "0")
	}
	return wanted
}
