package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"unicode"

	"golang.org/x/term"

	"renown/internal/app"
	"renown/internal/config"
)

// std is where a command reads and writes.
type std struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// environment is what every command is given.
type environment struct {
	std
	cli  *cli
	file *config.File

	settings []string // that flags and variables give
}

// open opens the data for a command that is not the server.
func (e *environment) open(ctx context.Context) (*app.App, error) {
	settings, err := config.CheckData(e.cli.Database, e.cli.Logging, e.file)
	if err != nil {
		return nil, err
	}
	return app.Open(ctx, settings, e.logger(settings.Log))
}

// mustExist refuses a folder without a database, for commands that only look: opening would create it.
func (e *environment) mustExist() error {
	if e.cli.Database.Database != "" {
		return nil
	}
	folder := cmp.Or(e.cli.Data, config.DefaultData)
	_, err := os.Stat(filepath.Join(folder, "renown.db"))
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no database in %s yet", folder)
	}
	return err
}

// with opens the data, runs fn and closes.
func (e *environment) with(ctx context.Context, fn func(a *app.App) error) error {
	a, err := e.open(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	return fn(a)
}

// logger writes to standard error: text on a terminal, JSON elsewhere.
func (e *environment) logger(l config.Log) *slog.Logger {
	options := &slog.HandlerOptions{Level: l.Level}
	file, ok := e.err.(*os.File)
	terminal := ok && term.IsTerminal(int(file.Fd()))
	if l.Format == "text" || (l.Format == "auto" && terminal) {
		return slog.New(slog.NewTextHandler(e.err, options))
	}
	return slog.New(slog.NewJSONHandler(e.err, options))
}

// print writes v as one line of JSON, or calls text for people. What users wrote is in it: nothing of it commands the terminal.
func (e *environment) print(v any, text func(w io.Writer)) error {
	if e.cli.JSON {
		encoder := json.NewEncoder(e.out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(v)
	}
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
	text(w)
	_ = w.Flush() // into memory
	_, err := e.out.Write(bytes.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, table.Bytes()))
	return err
}

// oneLine is what a user wrote as a cell of a table.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// list is how commands print several things: the form of the API's lists.
type list[T any] struct {
	Items []T `json:"items"`
	Total int `json:"total"`
}

func listOf[T any](items []T) list[T] {
	if items == nil {
		items = []T{}
	}
	return list[T]{items, len(items)}
}

// several writes a number with the words for one or for any other.
func several[N int | int64](n N, one, more string) string {
	if n == 1 {
		more = one
	}
	return fmt.Sprint(n, " ", more)
}

// password returns the one given, or the first line of standard input.
func (e *environment) password(given string, fromStdin bool) (string, error) {
	switch {
	case fromStdin && given != "":
		return "", fmt.Errorf("give --password or --password-stdin, not both")
	case !fromStdin && given == "":
		return "", fmt.Errorf("give a password: --password, or --password-stdin to read it from standard input")
	case !fromStdin:
		return given, nil
	}
	line, err := bufio.NewReader(e.in).ReadString('\n')
	if err != nil && line == "" {
		return "", fmt.Errorf("no password on standard input")
	}
	return strings.TrimRight(line, "\r\n"), nil
}
