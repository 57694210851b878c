package main

import (
	"fmt"
	"io"
	"strings"
)

// text prints a result for people: the answer, its sources, what was read in it, what it cost.
func (r tryResult) text(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n", r.Text)
	if r.Simulated {
		fmt.Fprintln(w, "This answer is simulated.")
	}
	fmt.Fprintf(w, "model\t%s\nretrieval\t%s\nlatency\t%d ms\n", r.Model, strings.ReplaceAll(r.Retrieval, "_", " "), r.LatencyMS)
	cost := "the platform does not tell; its bill counts tokens and searches"
	if c := r.Cost; c != nil {
		cost = fmt.Sprintf("%s %.4f", c.Currency, c.Amount)
		if !c.Told {
			cost += ", by the price that docs/platforms.md gives"
		}
		if !c.Complete {
			cost += ", for the part whose price is known"
		}
	}
	fmt.Fprintf(w, "tokens\t%d in, %d out\nsearches\t%d\ncost\t%s\n", r.Usage.Input, r.Usage.Output, r.Usage.Searches, cost)
	if r.RequestID != "" {
		fmt.Fprintf(w, "request\t%s\n", r.RequestID)
	}
	fmt.Fprintln(w)
	for _, c := range r.Citations {
		mark := "retrieved"
		if c.Cited {
			mark = "cited"
		}
		fmt.Fprintf(w, "%s\t%s  %s\n", mark, c.URL, c.Title)
	}
	if len(r.Citations) == 0 {
		fmt.Fprintln(w, "no sources")
	}
	fmt.Fprintln(w)
	r.readingText(w)
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "warning\t%s\n", warning)
	}
}

func (r tryResult) readingText(w io.Writer) {
	if r.Reading == nil {
		fmt.Fprintln(w, "reading\tgive --brand to see what is read of it")
		return
	}
	fmt.Fprintf(w, "reading\t%s\n", strings.ReplaceAll(string(r.Reading.State), "_", " "))
	for _, f := range r.Reading.Entities {
		fmt.Fprintf(w, "%s\t%s\n", f.ID, f.sentence())
	}
}

// sentence says in a line what an answer says of one name.
func (f readFinding) sentence() string {
	switch {
	case f.Unknown:
		return "the assistant says that it does not know it"
	case !f.Visible:
		return "not named"
	}
	text := fmt.Sprintf("named %d times", f.Mentions)
	if f.Mentions == 1 {
		text = "named once"
	}
	if f.Position != nil && *f.Position > 0 {
		text += fmt.Sprintf(", place %d of all names", *f.Position)
	}
	if s := f.Sentiment; s != nil {
		text += fmt.Sprintf(", %s: %s", s.Label, s.Sentence)
	}
	return text
}
