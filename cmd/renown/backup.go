package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
)

type backupCmd struct {
	File string `arg:"" help:"New file to write." placeholder:"FILE" type:"path"`
}

func (backupCmd) Help() string {
	return "The copy is consistent, and the server may go on serving meanwhile. Embedded database only;\nfor PostgreSQL use pg_dump or the server's own backups.\n\nExample:\n  renown backup /backup/renown-2026-11-15.db"
}

func (c *backupCmd) Validate() error { return named(c.File) }

// named refuses -, which is standard input or output where a file can be read or written in one go. A database cannot.
func named(file string) error {
	if file == "-" {
		return errors.New("a backup is a file, which - is not: name one")
	}
	return nil
}

func (c *backupCmd) Run(ctx context.Context, e *environment) error {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return err
	}
	if err := e.mustExist(); err != nil {
		return err
	}
	db, err := store.Open(ctx, settings.DatabaseURL, store.WithLogger(e.logger(settings.Log)))
	if err != nil {
		return err
	}
	defer db.Close()
	if v, err := db.SchemaVersion(ctx); err != nil || errors.Is(v.Err(), store.ErrEarly) { // no release restores it
		return cmp.Or(err, v.Err())
	}
	if err := db.Backup(ctx, c.File); err != nil {
		return err
	}
	if err := db.Usable(); err != nil { // else a timer goes on copying what does not change any more, unnoticed
		fmt.Fprintln(e.err, "The copy is as old as the move:", err)
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	result := struct {
		File  string `json:"file"`
		Bytes int64  `json:"bytes"`
	}{c.File, info.Size()}
	return e.print(result, func(w io.Writer) { fmt.Fprintf(w, "wrote %s, %d bytes\n", result.File, result.Bytes) })
}

type restoreCmd struct {
	File       string `arg:"" help:"Backup to put in place." placeholder:"FILE" type:"existingfile"`
	Replace    bool   `help:"Put it in place of the database that is there, which is kept beside it."`
	RevokeKeys bool   `help:"Revoke all API keys and tokens of runtimes afterwards, and end all sessions, share links, open invitations and links that set a password." xor:"keys"`
	KeepKeys   bool   `help:"Leave all of these as they are in the backup." xor:"keys"`
}

func (restoreCmd) Help() string {
	return "Keys, tokens and links that were revoked or stopped after the backup was made work again: revoke all, or look through them.\nPasswords, roles and members are those of the backup in any case. The server must not be running.\n\nExample:\n  renown restore /backup/renown-2026-11-15.db --revoke-keys"
}

func (c *restoreCmd) Validate() error { return named(c.File) }

func (c *restoreCmd) Run(ctx context.Context, e *environment) error {
	if e.cli.Database.Database != "" {
		return store.ErrNoFolder
	}
	folder := cmp.Or(e.cli.Data, config.DefaultData)
	if _, err := os.Stat(filepath.Join(folder, "renown.db")); err == nil && !c.Replace {
		return fmt.Errorf("there is a database in %s already; --replace puts the backup in its place and keeps it", folder)
	}
	kept, err := store.Restore(ctx, c.File, folder, time.Now())
	if err != nil {
		return err
	}
	var keys, runtimes int64
	revoke := c.RevokeKeys || !c.KeepKeys &&
		e.agrees("Keys, tokens and links that were revoked since the backup work again. Revoke all of them and end all sessions? [y/N] ")
	err = e.with(ctx, func(a *app.App) error {
		if !revoke {
			return nil
		}
		if keys, err = a.Accounts.RevokeEverything(ctx); err == nil {
			runtimes, err = a.Runtimes.RevokeAll(ctx)
		}
		return err
	})
	if err != nil {
		return err
	}
	if !revoke {
		fmt.Fprintln(e.err,
			"Keys, tokens and links that were revoked after the backup was made work again: see `renown key list` and `renown runtime token list`, or restore with --revoke-keys.")
	}
	result := struct {
		Kept     string `json:"kept"`
		Keys     int64  `json:"keys_revoked"`
		Runtimes int64  `json:"runtimes_revoked"`
	}{kept, keys, runtimes}
	return e.print(result, func(w io.Writer) {
		fmt.Fprintf(w, "restored into %s\n", folder)
		if kept != "" {
			fmt.Fprintf(w, "what was there is kept as %s\n", kept)
		}
		if revoke {
			fmt.Fprintf(w, "revoked %s and %s, ended all sessions and links\n", several(keys, "key", "keys"),
				several(runtimes, "runtime", "runtimes"))
		}
	})
}

// agrees asks a person at a terminal; without one the answer is no.
func (e *environment) agrees(question string) bool {
	file, ok := e.in.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return false
	}
	fmt.Fprint(e.err, question)
	line, err := bufio.NewReader(file).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "y" || answer == "yes"
}
