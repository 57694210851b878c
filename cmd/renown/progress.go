package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// progress shows how far a command is: one line that changes on a terminal, elsewhere a line for each part and every five seconds
// of a long one.
type progress struct {
	w            io.Writer
	terminal     bool
	part         string
	first        int64 // done when the part was first told of: the rate counts from there on
	begun, shown time.Time
	open         bool // the line on the terminal has no end yet
}

const progressLineEvery = 5 * time.Second

func (e *environment) progress() *progress {
	file, ok := e.err.(*os.File)
	return &progress{w: e.err, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

// of tells of one part on a terminal; elsewhere it is nil.
func (p *progress) of(part, unit string) func(done, total int64) {
	if !p.terminal {
		return nil
	}
	return func(done, total int64) { p.tell(part, unit, done, total) }
}

func (p *progress) tell(part, unit string, done, total int64) {
	now := time.Now()
	if part != p.part {
		p.part, p.first, p.begun, p.shown = part, 0, now, now
		if done < total {
			p.first = done
		}
	}
	text := fmt.Sprintf("%s: %d of %d %s", part, done, total, unit)
	if took := now.Sub(p.begun).Seconds(); took > 0.5 && done > p.first {
		text += fmt.Sprintf(", %.0f a second", float64(done-p.first)/took)
	}
	switch ended := done >= total; {
	case p.terminal && (ended || now.Sub(p.shown) > 100*time.Millisecond):
		fmt.Fprintf(p.w, "\r\x1b[K%s", text)
		p.open, p.shown = true, now
	case !p.terminal && total > 0 && (ended || now.Sub(p.shown) > progressLineEvery):
		fmt.Fprintln(p.w, text)
		p.shown = now
	}
}

// end clears the line on a terminal.
func (p *progress) end() {
	if p.open {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
