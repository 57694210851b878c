package main

import (
	"context"
	"fmt"
	"io"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
)

type migrateCmd struct {
	Check bool `help:"Only show the versions; change nothing."`
	Force bool `help:"Also while processes are alive that the new tables do not serve."`
}

func (migrateCmd) Help() string {
	return "serve does the same at its start. On SQLite the database is copied first.\n\nExample:\n  renown migrate --database postgres://renown@db/renown"
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
	v, err := db.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if !c.Check {
		if err := app.Migrate(ctx, db, v, c.Force); err != nil {
			return err
		}
		if v, err = db.SchemaVersion(ctx); err != nil {
			return err
		}
	}
	if err := v.Err(); err != nil {
		return err
	}
	result := migrateResult{v.Database, v.Program, v.Current()}
	return e.print(result, func(w io.Writer) {
		fmt.Fprintf(w, "database version %d, program version %d, current: %t\n", v.Database, v.Program, v.Current())
	})
}
