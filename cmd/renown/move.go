package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"renown/internal/config"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/store/move"
)

type moveCmd struct {
	From           string `help:"Embedded database to move, as sqlite:FOLDER." required:"" placeholder:"sqlite:DIR"`
	To             string `help:"Empty PostgreSQL database to move into." required:"" placeholder:"URL"`
	Verify         bool   `help:"Only compare the two; change nothing."`
	KeepSourceOpen bool   `help:"Leave the folder usable afterwards, for a rehearsal: what is changed there later is not in the target."`
}

func (moveCmd) Help() string {
	return `Stop the server first; nobody can use the folder meanwhile. Every table goes over, and so do jobs that wait. At the end both
databases are read again and compared, row by row; only then is anything in the target, and the folder is marked as moved:
serve refuses it from then on. A move that is interrupted has moved nothing: call it again to start over. The folder's data
stays as it is. Take the password from the environment (PGPASSWORD) or ~/.pgpass rather than from the URL, which others on
this machine can see while the command runs.

Example:
  renown move --from sqlite:/var/lib/renown --to postgres://renown@db/renown
  renown move --from sqlite:/var/lib/renown --to postgres://renown@db/renown --verify`
}

func (c *moveCmd) Run(ctx context.Context, e *environment) error {
	folder, err := c.check()
	if err != nil {
		return err
	}
	settings, err := config.CheckData(config.Database{}, e.cli.Logging, e.file)
	if err != nil {
		return err
	}
	log := store.WithLogger(e.logger(settings.Log))
	source, err := store.Open(ctx, "sqlite:"+folder, log)
	if err != nil {
		return fmt.Errorf("opening the source: %w", err)
	}
	defer source.Close()
	target, err := store.Open(ctx, c.To, log)
	if err != nil {
		return fmt.Errorf("opening the target: %v", err) // as a fault it would be told as any database's
	}
	defer target.Close()
	shown := e.progress()
	m := move.Move{
		Source: source, Target: target, To: shownURL(c.To), Jobs: queue.Moved(),
		KeepOpen: c.KeepSourceOpen, Progress: func(s move.Step) {
			doing := "copied "
			if s.Comparing {
				doing = "compared "
			}
			shown.tell(doing+s.Table, "rows", s.Rows, s.Total)
		},
	}
	did, begun := m.Run, time.Now()
	if c.Verify {
		did = m.Verify
	}
	report, err := did(ctx)
	shown.end()
	return c.print(e, &m, report, moveOutcome{time.Since(begun), err})
}

// check refuses what cannot be meant, before anything is opened: opening a folder creates it.
func (c *moveCmd) check() (folder string, err error) {
	folder, ok := strings.CutPrefix(c.From, "sqlite:")
	folder = strings.TrimPrefix(folder, "//")
	switch {
	case !ok || folder == "":
		return "", errors.New("--from names the embedded database to move: sqlite:FOLDER")
	case !strings.HasPrefix(c.To, "postgres://") && !strings.HasPrefix(c.To, "postgresql://"):
		return "", errors.New("--to names the PostgreSQL database to move into: postgres://USER@HOST:PORT/DATABASE")
	}
	if _, err = os.Stat(filepath.Join(folder, "renown.db")); errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("there is no database in %s", folder)
	}
	return folder, err
}

type moveOutcome struct {
	took time.Duration
	err  error
}

// print shows the comparison, also when it found a difference; without one there is only the error.
func (c *moveCmd) print(e *environment, m *move.Move, report move.Result, o moveOutcome) error {
	var difference *move.Difference
	if o.err != nil && !errors.As(o.err, &difference) {
		return o.err
	}
	err := e.print(report, func(w io.Writer) {
		fmt.Fprintln(w, "table\trows\tchecksum\t")
		for _, t := range report.Tables {
			verdict := "ok"
			if !t.OK {
				verdict = fmt.Sprintf("differs (%s in the target)", several(t.Target, "row", "rows"))
			}
			fmt.Fprintf(w, "%s\t%d\t%.12s\t%s\n", t.Table, t.Rows, t.Checksum, verdict)
		}
	})
	if err != nil || difference == nil {
		c.say(e, m, report, o.took)
		return err
	}
	if !c.Verify {
		fmt.Fprintln(e.err, "Nothing was moved: the target is empty, and the folder as it was.")
	}
	return difference
}

func (c *moveCmd) say(e *environment, m *move.Move, report move.Result, took time.Duration) {
	if c.Verify {
		fmt.Fprintf(e.err, "both hold the same %d rows\n", report.Rows)
		return
	}
	fmt.Fprintf(e.err, "moved %d rows in %s; serve them with --database %s\n", report.Rows, took.Round(100*time.Millisecond), m.To)
	if !c.KeepSourceOpen {
		fmt.Fprintf(e.err, "%s is marked as moved, and kept as it is\n", m.Source.Folder())
	}
}

// shownURL is a database URL without its password and parameters.
func shownURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "PostgreSQL"
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if name := u.User.Username(); name != "" {
		shown.User = url.User(name)
	}
	return shown.String()
}
