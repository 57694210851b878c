package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"renown/internal/tool/assistant"
)

// doctorQuestion is short, harmless, and one that an assistant with web search looks up.
const doctorQuestion = "今年有哪些值得推荐的云笔记软件？"

// examinePlatforms says which platforms have a key, and with ask whether they answer, all at once.
func examinePlatforms(ctx context.Context, c *assistant.Catalogue, ask bool) []finding {
	client := assistant.New(c, assistant.Settings{})
	defer client.Close()
	var ready, without []*assistant.Platform
	for _, p := range c.All() {
		switch client.State(p.ID) {
		case assistant.Ready:
			ready = append(ready, p)
		case assistant.NotConfigured:
			without = append(without, p)
		}
	}
	if len(ready) == 0 {
		return []finding{{"platforms", "warning", "no platform has a key, so only serve --simulate has answers: set one of " +
			joined(without, func(p *assistant.Platform) string { return p.KeyEnv })}}
	}
	message := "with a key: " + joined(ready, platformID)
	if len(without) > 0 {
		message += "; without: " + joined(without, platformID)
	}
	if !ask {
		message += "; not asked: --ask does, and costs one question each"
	}
	models, answers := make([]*finding, len(ready)), make([]*finding, len(ready))
	var asking sync.WaitGroup
	for i, p := range ready {
		asking.Go(func() { models[i] = examineModels(ctx, client, p) })
		if ask {
			asking.Go(func() { answers[i] = new(examinePlatform(ctx, client, p)) })
		}
	}
	asking.Wait()
	findings := []finding{{"platforms", "ok", message}}
	for _, f := range slices.Concat(models, answers) {
		if f != nil {
			findings = append(findings, *f)
		}
	}
	return findings
}

// examineModels holds the models of an entry against the platform's own list, which costs nothing; nil where there is none.
func examineModels(ctx context.Context, client *assistant.Client, p *assistant.Platform) *finding {
	check := "models of " + p.ID
	listed, err := client.Models(ctx, p.ID)
	if errors.Is(err, assistant.ErrNotListed) {
		return nil
	}
	if err != nil {
		return &finding{check, "warning", "the platform's list of models was not read: " + strings.TrimPrefix(err.Error(), p.ID+": ")}
	}
	for _, model := range p.Asked() {
		at := slices.IndexFunc(listed, func(l assistant.Listed) bool { return l.ID == model })
		switch {
		case at < 0:
			return &finding{check, "warning", model + " is not among the " + several(len(listed), "model", "models") + " that the platform lists" + instead(p)}
		case listed[at].Ends != "":
			return &finding{check, "warning", model + " ends on " + listed[at].Ends + instead(p)}
		}
	}
	return &finding{check, "ok", "listed by the platform: " + strings.Join(p.Asked(), ", ")}
}

func platformID(p *assistant.Platform) string { return p.ID }

func joined(platforms []*assistant.Platform, name func(*assistant.Platform) string) string {
	names := make([]string, len(platforms))
	for i, p := range platforms {
		names[i] = name(p)
	}
	return strings.Join(names, ", ")
}

// examinePlatform asks one question. What passes by itself is a warning, what a person must mend a fault.
func examinePlatform(ctx context.Context, client *assistant.Client, p *assistant.Platform) finding {
	check := "platform " + p.ID
	mode := assistant.ModeSearch
	a, err := client.Ask(ctx, assistant.Question{Platform: p.ID, Text: doctorQuestion, Mode: mode})
	if err != nil {
		result := "fault"
		if class := assistant.ClassOf(err); class.Recorded() || advices[class].status == exitPassing {
			result = "warning"
		}
		return finding{check, result, strings.TrimPrefix(adviseOn(p, err).Error(), p.ID+": ")}
	}
	if note := unsearched(p, mode, a); note != "" {
		return finding{check, "warning", strings.TrimPrefix(note, p.ID+": ")}
	}
	message := fmt.Sprintf("answered in %d ms by %s with %s", a.Latency.Total.Milliseconds(), a.ModelServed,
		several(len(a.Citations), "source", "sources"))
	if a.Usage.CostUSD > 0 {
		message += fmt.Sprintf(", for $%.4f", a.Usage.CostUSD)
	}
	return finding{check, "ok", message}
}
