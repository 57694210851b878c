package analysis

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/reading"
)

// AnswerHTML is an answer as its page shows it.
func AnswerHTML(text string, marks []reading.Mark, sentence string) string {
	var out strings.Builder
	if err := answerText(passages(text, marks, sentence)).Render(context.Background(), &out); err != nil {
		panic(err)
	}
	return out.String()
}

// ExcerptHTML is the beginning of an answer as a list shows it.
func ExcerptHTML(text string, marks []reading.Mark, size int) string {
	var out strings.Builder
	if err := written(excerpt(text, marks, size)).Render(context.Background(), &out); err != nil {
		panic(err)
	}
	return out.String()
}

// PaperLine is the line of a printed chart.
func PaperLine(values ...*float64) (line string, ticks []string) {
	s := kit.Series{Unit: "%"}
	for _, v := range values {
		s.Points = append(s.Points, kit.Point{Day: "2026-11-15", Value: v, Low: v, High: v})
	}
	c := newPaperChart(s)
	for _, l := range c.lines {
		line = l.path
	}
	return line, c.ticks
}
