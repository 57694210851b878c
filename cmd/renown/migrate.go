package main

import (
	"context"
	"fmt"
	"io"

	"renown/internal/config"
	"renown/internal/floor/store"
)

type migrateCmd struct {
	Check bool `help:"Only show the versions; change nothing."`
}

func (migrateCmd) Help() string {
	return "serve does the same at its start.\n\nExample:\n  renown migrate --database postgres://renown@db/renown"
}

type migrateResult struct {
	Database int64 `json:"database"`
	Program  int64 `json:"program"`
	Current  bool  `json:"current"`
}

func (c *migrateCmd) Run(ctx context.Context, e *environment) error {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return err
	}
	if c.Check {
		if err := e.mustExist(); err != nil {
			return err
		}
	}
	db, err := store.Open(ctx, settings.DatabaseURL, store.WithLogger(e.logger(settings.Log)))
	if err != nil {
		return err
	}
	defer db.Close()
	if !c.Check {
		if err := db.Migrate(ctx); err != nil {
			return err
		}
	}
	v, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if err := v.Err(); err != nil {
		return err
	}
	result := migrateResult{v.Database, v.Program, v.Current()}
	return e.print(result, func(w io.Writer) {
		fmt.Fprintf(w, "database version %d, program version %d, current: %t\n", v.Database, v.Program, v.Current())
	})
}
