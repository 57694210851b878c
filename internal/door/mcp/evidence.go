package mcp

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/timestamp"
	"renown/internal/room/run"
)

const (
	excerptMax = 200    // characters of an answer in a list
	textMax    = 20_000 // characters of one answer
)

// clip cuts a text after so many characters.
func clip(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// midnight is when a day begins, or one some days after it; the zero moment when none was sent.
func midnight(text string, after day.Day) timestamp.Time {
	d, err := day.Parse(text)
	if err != nil { // its shape was checked
		return timestamp.Time{}
	}
	return (d + after).Begin()
}

func (d *Door) listAnswers(ctx context.Context, c *call) (any, error) {
	in, page := c.In, pageOf(c)
	filter := run.AnswerFilter{
		PromptIDs: in.Strs("prompt_ids"), Platforms: in.Strs("platforms"), TopicIDs: in.Strs("topic_ids"), Surface: in.Str("surface"),
		From: midnight(in.Str("from"), 0), To: midnight(in.Str("to"), 1), Paging: page,
	}
	if asked := in.OptStr("named"); asked != nil {
		yes := *asked == "yes"
		filter.Named = &yes
	}
	list, total, err := d.rooms.Runs.Answers(ctx, c.Caller, in.Str("brand_id"), filter)
	if err != nil {
		return nil, err
	}
	t := newTable("answer_id", "answered_at", "platform", "model", "mode", "surface", "prompt_id", "prompt",
		"counted", "mentioned", "position", "sentiment", "citations", "excerpt")
	for _, a := range list {
		var tone, excerpt any
		if a.Sentiment != nil {
			tone = a.Sentiment.Label
		}
		if a.Text != nil {
			excerpt = clip(*a.Text, excerptMax)
		}
		t.add(a.ID, a.AnsweredAt, a.Platform, a.Model, a.Mode, a.Surface, a.PromptID, a.PromptText, a.Counted,
			a.Mentioned, a.Position, tone, len(a.Citations), excerpt)
	}
	return t.of(page, total), nil
}

type oneAnswer struct {
	run.Evidence
	BrandID   string `json:"brand_id"`
	TopicID   string `json:"topic_id"`
	Counted   bool   `json:"counted"`
	Truncated bool   `json:"truncated"`
	Error     any    `json:"error"`
	Sources   table  `json:"citations"`
}

func (d *Door) getAnswer(ctx context.Context, c *call) (any, error) {
	a, err := d.rooms.Runs.Answer(ctx, c.Caller, c.In.Str("answer_id"))
	if err != nil {
		return nil, err
	}
	out := oneAnswer{
		Evidence: a.Evidence, BrandID: a.BrandID, TopicID: a.TopicID, Counted: a.Counted,
		Error: said(c.lang, "platform", a.Evidence.Error),
	}
	if a.Text != nil {
		text := clip(*a.Text, textMax)
		out.Truncated = len(text) != len(*a.Text)
		out.Text = &text
	}
	out.Sources = newTable("url", "title", "domain", "class", "cited")
	for _, s := range a.Citations {
		out.Sources.add(s.URL, s.Title, s.Domain, s.Class, s.Cited)
	}
	return out, nil
}
