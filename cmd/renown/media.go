package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"renown/internal/app"
	"renown/internal/room/publishing/catalogue"
)

type mediaCmd struct {
	Import mediaImportCmd `cmd:"" help:"Add and change outlets from a file."`
	Export mediaExportCmd `cmd:"" help:"Write out all outlets, so that importing them changes nothing."`
	Pause  mediaPauseCmd  `cmd:"" help:"Take no more orders for an outlet; it stays in the list."`
	Resume mediaResumeCmd `cmd:"" help:"Undo pause and retire."`
	Retire mediaRetireCmd `cmd:"" help:"Take an outlet out of the list; orders keep referring to it."`
}

func (mediaCmd) Help() string { return "Example:\n  renown media import outlets.csv" }

type mediaImportCmd struct {
	File          string `arg:"" help:"JSON Lines or CSV; - is standard input."`
	KeepGoing     bool   `help:"Import the good lines even when others are bad. The exit status is then 1 all the same."`
	RetireMissing bool   `help:"Retire outlets that the file does not name. Not together with --keep-going."`
}

func (mediaImportCmd) Help() string {
	return `A line of JSON Lines is an object with the fields of the record that GET /media/{media_id} answers. Required are name,
media_type, content_types and price.points; what is left out is unknown. key is what the outlet is known by from import to
import, media_type and name when there is none. A CSV file begins with a header of the same names, nested ones joined by
dots (price.points); entries of a list stand between bars (article|video). UTF-8, GBK and UTF-16 are recognised.

Every bad line is named on standard error. Unless told to keep going, nothing is imported when any line is bad.

Example:
  renown media import outlets.csv
  renown media import - --keep-going < outlets.jsonl`
}

func (c *mediaImportCmd) Run(ctx context.Context, e *environment) error {
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
		report, err := a.Catalogue.Import(ctx, in, catalogue.ImportOptions{
			KeepGoing: c.KeepGoing, RetireMissing: c.RetireMissing, Progress: e.progress("importing", progressbar.OptionShowBytes(true)),
			Bad: func(line int64, why error) { fmt.Fprintf(e.err, "renown: line %d: %v\n", line, why) },
		})
		if err != nil {
			return err
		}
		if len(report.Ignored) > 0 {
			fmt.Fprintf(e.err, "renown: ignored: %s\n", strings.Join(report.Ignored, ", "))
		}
		err = e.print(report, func(w io.Writer) {
			fmt.Fprintf(w, "created\t%d\nupdated\t%d\nunchanged\t%d\nretired\t%d\n", report.Created, report.Updated, report.Unchanged, report.Retired)
		})
		if err == nil && report.Bad > 0 {
			err = fmt.Errorf("bad lines: %d of %d, which were left out", report.Bad, report.Lines)
		}
		return err
	})
}

// progress is a bar on a terminal, and nil elsewhere.
func (e *environment) progress(what string, more ...progressbar.Option) func(done, total int64) {
	file, ok := e.err.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	var bar *progressbar.ProgressBar
	return func(done, total int64) {
		if bar == nil {
			bar = progressbar.NewOptions64(total, append(more, progressbar.OptionSetWriter(file), progressbar.OptionSetDescription(what),
				progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())...)
		}
		_ = bar.Set64(done)
	}
}

type mediaExportCmd struct {
	File   string `arg:"" optional:"" help:"File to write; standard output when there is none, or -." type:"path"`
	Format string `help:"jsonl or csv." default:"jsonl" placeholder:"FORMAT"`
}

func (mediaExportCmd) Help() string {
	return `In CSV, a cell that a spreadsheet could take for a formula is written with an apostrophe before it, which import removes.

Example:
  renown media export outlets.csv --format csv`
}

func (c *mediaExportCmd) Run(ctx context.Context, e *environment) error {
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

type mediaPauseCmd struct {
	ID string `arg:"" help:"Media id or key."`
}

func (mediaPauseCmd) Help() string {
	return "Example:\n  renown media pause med_01kbe77ngb7h4z44q2r10qwe3c"
}

func (c *mediaPauseCmd) Run(ctx context.Context, e *environment) error {
	return setMediaStatus(ctx, e, c.ID, catalogue.Paused)
}

type mediaResumeCmd struct {
	ID string `arg:"" help:"Media id or key."`
}

func (mediaResumeCmd) Help() string {
	return "Example:\n  renown media resume med_01kbe77ngb7h4z44q2r10qwe3c"
}

func (c *mediaResumeCmd) Run(ctx context.Context, e *environment) error {
	return setMediaStatus(ctx, e, c.ID, catalogue.Available)
}

type mediaRetireCmd struct {
	ID string `arg:"" help:"Media id or key."`
}

func (mediaRetireCmd) Help() string {
	return "Example:\n  renown media retire med_01kbe77ngb7h4z44q2r10qwe3c"
}

func (c *mediaRetireCmd) Run(ctx context.Context, e *environment) error {
	return setMediaStatus(ctx, e, c.ID, catalogue.Retired)
}

func setMediaStatus(ctx context.Context, e *environment, id string, status catalogue.Status) error {
	return e.with(ctx, func(a *app.App) error {
		m, err := a.Catalogue.SetStatus(ctx, id, status)
		if err != nil {
			return err
		}
		return e.print(m, func(w io.Writer) { fmt.Fprintf(w, "%s\t%s\t%s\n", m.ID, m.Name, m.Status) })
	})
}
