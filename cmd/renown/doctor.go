package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"renown/internal/config"
	"renown/internal/floor/store"
)

type doctorCmd struct {
	Ask bool `help:"Put one question to every platform that has a key; each costs what the platform charges for it."`
}

func (doctorCmd) Help() string {
	return `It changes nothing, and asks no assistant unless --ask says so: that costs money. The exit status is 1 when something must be
mended.

Example:
  renown doctor --data /var/lib/renown --json
  renown doctor --ask`
}

// finding is one thing the doctor looked at.
type finding struct {
	Check   string `json:"check"`
	Result  string `json:"result"` // ok, warning or fault
	Message string `json:"message"`
}

func (c *doctorCmd) Run(ctx context.Context, e *environment) error {
	findings := examine(ctx, e, c.Ask)
	err := e.print(listOf(findings), func(w io.Writer) {
		for _, f := range findings {
			fmt.Fprintf(w, "%s\t%s\t%s\n", f.Result, f.Check, f.Message)
		}
	})
	for _, f := range findings {
		if f.Result == "fault" {
			return errors.Join(err, errors.New("something must be mended"))
		}
	}
	return err
}

func examine(ctx context.Context, e *environment, ask bool) []finding {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return []finding{{"configuration", "fault", err.Error()}}
	}
	findings := []finding{{"configuration", "ok", "readable and complete"}}
	for _, unknown := range config.Unknown(os.Environ(), e.settings) {
		findings = append(findings, finding{"environment", "warning", unknown})
	}
	for _, w := range settings.Warnings() {
		findings = append(findings, finding{"public address", "warning", w})
	}
	if path := e.cli.Config; path != "" {
		findings = append(findings, examineFile("configuration file", path, 0o077))
	}
	findings = append(findings, examineTraces(ctx, settings.Traces)...)
	findings = append(findings, examineData(ctx, e, settings)...)
	return append(findings, examinePlatforms(ctx, settings.Catalogue, ask)...)
}

func examineData(ctx context.Context, e *environment, settings config.Settings) (findings []finding) {
	if e.cli.Database.Database == "" {
		folder := cmp.Or(e.cli.Data, config.DefaultData)
		if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
			return append(findings, finding{"data folder", "warning", folder + " does not exist yet; serve creates it"})
		}
		found := examineFolder(folder)
		findings = append(findings, found)
		if found.Result == "fault" {
			return findings
		}
		if err := e.mustExist(); err != nil { // opening it would create it
			return append(findings, finding{"database", "warning", err.Error() + "; serve creates it"})
		}
	}
	return append(findings, examineDatabase(ctx, e, settings)...)
}

// examineFolder says what would keep the embedded database from being opened or made there.
func examineFolder(path string) finding {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return finding{"data folder", "fault", path + " is not a folder"}
	}
	const enter, write = 1, 2
	if err := syscall.Access(path, write|enter); err != nil {
		return finding{"data folder", "fault", fmt.Sprintf("%s cannot be written to: %v", path, err)}
	}
	file := filepath.Join(path, "renown.db")
	if err := syscall.Access(file, write); err != nil && !errors.Is(err, os.ErrNotExist) {
		return finding{"data folder", "fault", fmt.Sprintf("%s cannot be written to: %v", file, err)}
	}
	return examineFile("data folder", path, 0o077)
}

// examineFile warns when others can read what may hold secrets.
func examineFile(check, path string, forbidden os.FileMode) finding {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return finding{check, "fault", err.Error()}
	case info.Mode().Perm()&forbidden != 0:
		return finding{check, "warning", fmt.Sprintf("%s is open to other users of this machine (mode %04o)", path, info.Mode().Perm())}
	}
	return finding{check, "ok", path}
}

func examineDatabase(ctx context.Context, e *environment, settings config.Settings) []finding {
	db, err := store.Open(ctx, settings.DatabaseURL, store.WithLogger(e.logger(settings.Log)))
	if err != nil {
		return []finding{{"database", "fault", err.Error()}}
	}
	defer db.Close()
	if err := db.Ping(ctx); err != nil {
		return []finding{{"database", "fault", err.Error()}}
	}
	findings := []finding{{"database", "ok", "reachable, " + string(db.Dialect())}}
	if err := db.Usable(); err != nil {
		findings = append(findings, finding{"move", "fault", err.Error()})
	}
	v, err := db.SchemaVersion(ctx)
	switch {
	case err != nil:
		return append(findings, finding{"migrations", "fault", err.Error()})
	case v.Err() != nil:
		return append(findings, finding{"migrations", "fault", v.Err().Error()})
	case v.Newer():
		return append(findings, finding{
			"migrations", "warning",
			fmt.Sprintf("database version %d, program version %d: it serves this program during an upgrade; install the newer one", v.Database, v.Program),
		})
	case !v.Current():
		return append(findings, finding{
			"migrations", "warning",
			fmt.Sprintf("database version %d, program version %d; serve or migrate brings it up to date", v.Database, v.Program),
		})
	}
	findings = append(findings, finding{"migrations", "ok", fmt.Sprintf("version %d", v.Database)})
	findings = append(findings, examineSeal(settings.SealKeys))
	return append(append(findings, examineNodes(ctx, db)...), examineDisk(db)...)
}
