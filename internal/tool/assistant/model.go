package assistant

import (
	"context"
	"strings"
	"time"
)

// ModelLimits bound what a model costs whose server is down or silent.
type ModelLimits struct {
	AtOnce int           // calls at once; the entry's concurrency where that is less
	Wait   time.Duration // for one of them to end, before giving up unasked
}

// Model is a platform's language model that this process asks for itself, outside of runs: to draft, to judge. However
// many want it, at most AtOnce of them wait as long as their context and the entry's timeout allow; the others have given
// up after Wait.
type Model struct {
	client   *Client
	platform string
	wait     time.Duration
	slots    chan struct{}
}

// NewModel asks a platform of c. One that is not in the catalogue fails when it is asked.
func NewModel(c *Client, platform string, limits ModelLimits) *Model {
	atOnce := limits.AtOnce
	if p := c.catalogue.Find(platform); p != nil && p.Concurrency > 0 {
		atOnce = min(atOnce, p.Concurrency)
	}
	return &Model{client: c, platform: platform, wait: limits.Wait, slots: make(chan struct{}, atOnce)}
}

// Ask puts one text to the model, without search, and returns what it answered. The error is a *Fault; Unavailable with
// no state says that all calls were taken.
func (m *Model) Ask(ctx context.Context, text string) (string, error) {
	patience := time.NewTimer(m.wait)
	defer patience.Stop()
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	case <-patience.C:
		return "", &Fault{Platform: m.platform, Class: Unavailable, Message: "as many calls are under way as are allowed"}
	case <-ctx.Done():
		return "", &Fault{Platform: m.platform, Class: Canceled, Cause: context.Cause(ctx)}
	}
	a, err := m.client.Ask(ctx, Question{Platform: m.platform, Mode: ModeChat, Text: text})
	return a.Text, err
}

// Unfenced takes an answer out of the code fence that models like to put around JSON. One of more than most bytes is nothing.
func Unfenced(answer string, most int) string {
	if len(answer) > most {
		return ""
	}
	answer = strings.TrimSpace(answer)
	if rest, ok := strings.CutPrefix(answer, "```"); ok {
		answer = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(rest, "json")), "```"))
	}
	return answer
}
