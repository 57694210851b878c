package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"renown/internal/app"
	"renown/internal/room/account"
	"renown/internal/room/export"
	"renown/internal/room/insight"
)

type exportCmd struct {
	Brand  string `required:"" help:"Whose data, by the brand's id." placeholder:"ID"`
	From   string `help:"First Beijing day, as 2026-11-01; thirty days before the last when absent." placeholder:"DAY"`
	To     string `help:"Last Beijing day; today when absent." placeholder:"DAY"`
	Mode   string `help:"Mode whose answers the report counts: search, chat or reasoning." enum:"search,chat,reasoning" default:"search" placeholder:"MODE"`
	Format string `help:"Form of the tables: parquet, ndjson or csv." enum:"ndjson,csv,parquet" default:"parquet" placeholder:"FORMAT"`
	Output string `required:"" short:"o" help:"Folder to write into; it is made when it is not there." placeholder:"FOLDER" type:"path"`
}

func (exportCmd) Help() string {
	return `Writes report.json, the figures of the period with all that they rest on, and answers.jsonl, the answers of the period and of the one before
with prompts and names: renown verify computes the figures again from them. Beside them the tables answers, mentions, citations, searches, claims
and daily of the period, campaigns with their orders and outcomes, and opportunities, flat, for DuckDB, spreadsheets and the like. Files that are
there already are not overwritten.

Example:
  renown export --brand brd_01kbe73wbfcdzge4df8rtmxjs6 -o data`
}

// Validate refuses what is no folder, and what is no day: further on it would be taken for one that was left out.
func (c *exportCmd) Validate() error {
	if c.Output == "-" {
		return errors.New("--output: - is no folder")
	}
	for _, flag := range []struct{ name, day string }{{"--from", c.From}, {"--to", c.To}} {
		if _, err := time.Parse(time.DateOnly, flag.day); flag.day != "" && err != nil {
			return fmt.Errorf("%s: %q is not a day such as 2026-11-01", flag.name, flag.day)
		}
	}
	return nil
}

func (c *exportCmd) Run(ctx context.Context, e *environment) error {
	if err := e.mustExist(); err != nil {
		return err
	}
	return e.with(ctx, func(a *app.App) error {
		who, err := a.Brands.Owner(ctx, c.Brand)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(c.Output, 0o700); err != nil {
			return err
		}
		var files []string
		for _, part := range c.parts(ctx, a, who) {
			path := filepath.Join(c.Output, part.name)
			if err := writeWhole(path, part.write); err != nil {
				return err
			}
			files = append(files, path)
		}
		return e.print(listOf(files), func(w io.Writer) {
			for _, f := range files {
				fmt.Fprintln(w, f)
			}
		})
	})
}

// exported is a file of an export.
type exported struct {
	name  string
	write func(io.Writer) error
}

func (c *exportCmd) parts(ctx context.Context, a *app.App, who account.Caller) []exported {
	query := insight.Query{From: c.From, To: c.To, Mode: c.Mode}
	list := []exported{
		{"report.json", func(w io.Writer) error {
			d, err := a.Proofs.Document(ctx, who, c.Brand, query)
			if err != nil {
				return err
			}
			encoder := json.NewEncoder(w)
			encoder.SetEscapeHTML(false)
			encoder.SetIndent("", " ")
			return encoder.Encode(d)
		}},
		{"answers.jsonl", func(w io.Writer) error { return a.Proofs.WriteAnswers(ctx, who, c.Brand, query, w) }},
	}
	for _, name := range a.Bulk.Names() {
		list = append(list, exported{name + "." + c.Format, func(w io.Writer) error {
			file, err := a.Bulk.Open(ctx, who, c.Brand, export.Query{Table: name, Format: c.Format, From: c.From, To: c.To})
			if err != nil {
				return err
			}
			return file.Write(ctx, w)
		}})
	}
	return list
}

// writeWhole writes a file that was not there, or none. It has its name once it is complete: what a killed program leaves ends in .part.
func writeWhole(path string, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists already", path)
	}
	partial := path + ".part"
	if err := os.Remove(partial); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(partial)
	defer file.Close()
	if err := write(file); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(partial, path)
}
