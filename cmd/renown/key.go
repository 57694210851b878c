package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"renown/internal/app"
	"renown/internal/room/account"
)

type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Create an API key; its plaintext is shown this once."`
	List   keyListCmd   `cmd:"" help:"List an account's keys, newest first."`
	Revoke keyRevokeCmd `cmd:"" help:"Revoke a key; it stops working at once on every node."`
}

type keyCreateCmd struct {
	Email  string `required:"" help:"Whose key." placeholder:"E"`
	Scopes string `help:"What it allows: *, geo:*, media:*, geo:read, geo:write, geo:run, media:read, media:order, events:manage, separated by commas." default:"*" placeholder:"S,…"`
	Name   string `help:"A name to tell keys apart." placeholder:"N"`
}

func (c *keyCreateCmd) Run(ctx context.Context, e *environment) error {
	scopes, err := account.ParseScopes(c.Scopes)
	if err != nil {
		return err
	}
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		key, plaintext, err := a.Accounts.CreateKey(ctx, user.ID, c.Name, scopes)
		if err != nil {
			return err
		}
		return e.print(map[string]string{"key_id": key.ID, "key": plaintext}, func(w io.Writer) {
			fmt.Fprintf(w, "key id\t%s\nscopes\t%s\nkey\t%s\n\nKeep the key now: it is not shown again.\n", key.ID,
				strings.Join(scopes, " "), plaintext)
		})
	})
}

type keyListCmd struct {
	Email string `required:"" help:"Whose keys." placeholder:"E"`
}

func (c *keyListCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		user, err := a.Accounts.ByEmail(ctx, c.Email)
		if err != nil {
			return err
		}
		keys, err := a.Accounts.Keys(ctx, user.ID)
		if err != nil {
			return err
		}
		return e.print(listOf(keys), func(w io.Writer) {
			fmt.Fprintln(w, "KEY ID\tNAME\tSCOPES\tCREATED\tLAST USED\tREVOKED")
			for _, k := range keys {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Name, strings.Join(k.Scopes, " "), k.CreatedAt,
					dash(k.UsedAt), dash(k.RevokedAt))
			}
		})
	})
}

type keyRevokeCmd struct {
	KeyID string `arg:"" help:"The key's id, as key list shows it." placeholder:"KEY_ID"`
}

func (c *keyRevokeCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if err := a.Accounts.RevokeKey(ctx, "", c.KeyID); err != nil {
			return err
		}
		return e.print(map[string]any{"key_id": c.KeyID, "revoked": true}, func(w io.Writer) { fmt.Fprintf(w, "revoked %s\n", c.KeyID) })
	})
}

// dash shows what may be absent.
func dash[T fmt.Stringer](v *T) string {
	if v == nil {
		return "-"
	}
	return (*v).String()
}
