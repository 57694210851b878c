package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"renown/internal/app"
	"renown/internal/room/publishing/catalogue"
)

type outletImportCmd struct {
	File          string `arg:"" help:"JSON Lines or CSV; - is standard input."`
	KeepGoing     bool   `help:"Import the good lines even when others are bad. The exit status is then 1 all the same."`
	RetireMissing bool   `help:"Retire outlets that the file does not name. Not together with --keep-going."`
}

func (outletImportCmd) Help() string {
	return `A line of JSON Lines is an object with the fields of the record that GET /media/{media_id} answers. Required are name,
media_type, content_types and price.points; what is left out is unknown. key is what the outlet is known by from import to
import, media_type and name when there is none. A CSV file begins with a header of the same names, nested ones joined by
dots (price.points); entries of a list stand between bars (article|video). UTF-8, GBK and UTF-16 are recognised.

Every bad line is named on standard error. Unless told to keep going, nothing is imported when any line is bad.

Example:
  renown outlet import outlets.csv
  renown outlet import - --keep-going < outlets.jsonl`
}

func (c *outletImportCmd) Run(ctx context.Context, e *environment) error {
	in := e.in
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	return e.with(ctx, func(a *app.App) error {
		shown := e.progress()
		report, err := a.Catalogue.Import(ctx, in, catalogue.ImportOptions{
			KeepGoing: c.KeepGoing, RetireMissing: c.RetireMissing, Progress: shown.of("importing", "bytes"),
			Bad: func(line int64, why error) { fmt.Fprintf(e.err, "renown: line %d: %v\n", line, why) },
		})
		shown.end()
		if err != nil {
			return err
		}
		if len(report.Ignored) > 0 {
			fmt.Fprintf(e.err, "renown: ignored: %s\n", strings.Join(report.Ignored, ", "))
		}
		err = e.print(report, func(w io.Writer) {
			fmt.Fprintf(w, "created\t%d\nupdated\t%d\nunchanged\t%d\nretired\t%d\n", report.Created, report.Updated,
				report.Unchanged, report.Retired)
		})
		if err == nil && report.Bad > 0 {
			err = fmt.Errorf("bad lines: %d of %d, which were left out", report.Bad, report.Lines)
		}
		return err
	})
}

type outletExportCmd struct {
	File   string `arg:"" optional:"" help:"File to write; standard output when there is none, or -." type:"path"`
	Format string `help:"jsonl or csv." default:"jsonl" placeholder:"FORMAT"`
}

func (outletExportCmd) Help() string {
	return `In CSV, a cell that a spreadsheet could take for a formula is written with an apostrophe before it, which import removes.

Example:
  renown outlet export outlets.csv --format csv`
}

func (c *outletExportCmd) Run(ctx context.Context, e *environment) error {
	return e.with(ctx, func(a *app.App) error {
		if c.File == "" || c.File == "-" {
			_, err := a.Catalogue.Export(ctx, e.out, catalogue.Format(c.Format))
			return err
		}
		file, err := os.Create(c.File)
		if err != nil {
			return err
		}
		_, err = a.Catalogue.Export(ctx, file, catalogue.Format(c.Format))
		return errors.Join(err, file.Close())
	})
}

// outletStatusCmd is pause, resume or retire.
type outletStatusCmd struct {
	ID string `arg:"" help:"Media id or key."`
}

var outletStatuses = map[string]catalogue.Status{
	"pause": catalogue.Paused, "resume": catalogue.Available, "retire": catalogue.Retired,
}

func (c *outletStatusCmd) Run(ctx context.Context, e *environment, k *kong.Context) error {
	return e.with(ctx, func(a *app.App) error {
		m, err := a.Catalogue.SetStatus(ctx, c.ID, outletStatuses[k.Selected().Name])
		if err != nil {
			return err
		}
		return e.print(m, func(w io.Writer) { fmt.Fprintf(w, "%s\t%s\t%s\n", m.ID, m.Name, m.Status) })
	})
}
