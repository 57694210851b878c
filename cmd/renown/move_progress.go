package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"renown/internal/floor/store/move"
)

// moveProgress shows how far a move is: one line that changes on a terminal, elsewhere a line for each table and every five
// seconds of a long one.
type moveProgress struct {
	w        io.Writer
	terminal bool
	at       move.Step
	first    int64 // rows of the table that were there before
	begun    time.Time
	shown    time.Time
	open     bool // the line on the terminal has no end yet
}

const moveLineEvery = 5 * time.Second

func newMoveProgress(w io.Writer) *moveProgress {
	file, ok := w.(*os.File)
	return &moveProgress{w: w, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

func (p *moveProgress) tell(s move.Step) {
	now := time.Now()
	if s.Table != p.at.Table || s.Comparing != p.at.Comparing {
		p.first, p.begun, p.shown = 0, now, now
		if s.Rows < s.Total {
			p.first = s.Rows // the rate counts from the first batch on
		}
	}
	p.at = s
	switch done := s.Rows >= s.Total; {
	case p.terminal && (done || now.Sub(p.shown) > 100*time.Millisecond):
		fmt.Fprintf(p.w, "\r\x1b[K%s", p.line(now))
		p.open, p.shown = true, now
	case !p.terminal && s.Total > 0 && (done || now.Sub(p.shown) > moveLineEvery):
		fmt.Fprintln(p.w, p.line(now))
		p.shown = now
	}
}

func (p *moveProgress) line(now time.Time) string {
	doing := "copied"
	if p.at.Comparing {
		doing = "compared"
	}
	text := fmt.Sprintf("%s %s: %d of %d rows", doing, p.at.Table, p.at.Rows, p.at.Total)
	if took := now.Sub(p.begun).Seconds(); took > 0.5 && p.at.Rows > p.first {
		text += fmt.Sprintf(", %.0f a second", float64(p.at.Rows-p.first)/took)
	}
	return text
}

// end closes the line on a terminal.
func (p *moveProgress) end() {
	if p.open {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
