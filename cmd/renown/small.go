package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"renown/internal/config"
	"renown/internal/door/api"
	"renown/internal/floor/store"
)

type openapiCmd struct {
	Compact bool `help:"On one line."`
	Older   bool `help:"In the form 3.0.3, for programs that do not read 3.1."`
}

func (openapiCmd) Help() string { return "Example:\n  renown openapi > openapi.json" }

func (c *openapiCmd) Run(e *environment) error {
	out := api.Document()
	var err error
	if c.Older {
		if out, err = api.Document30(); err != nil {
			return err
		}
	}
	if !c.Compact {
		var indented bytes.Buffer
		if err := json.Indent(&indented, out, "", "  "); err != nil {
			return err
		}
		out = indented.Bytes()
	}
	_, err = fmt.Fprintf(e.out, "%s\n", out)
	return err
}

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
	result := migrateResult{v.Database, v.Program, v.Current()}
	return e.print(result, func(w io.Writer) {
		fmt.Fprintf(w, "database version %d, program version %d, current: %t\n", v.Database, v.Program, v.Current())
	})
}

type versionCmd struct{}

func (versionCmd) Help() string { return "Example:\n  renown version --json" }

func (versionCmd) Run(e *environment) error {
	v := map[string]string{"version": version, "go": runtime.Version(), "api": "v1"}
	return e.print(v, func(w io.Writer) { fmt.Fprintf(w, "renown %s (%s, API v1)\n", version, runtime.Version()) })
}
