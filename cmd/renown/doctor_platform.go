package main

import (
	"context"
	"fmt"
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
		return []finding{{"platforms", "ok", message + "; not asked: --ask does, and costs one question each"}}
	}
	findings := make([]finding, len(ready)+1)
	findings[0] = finding{"platforms", "ok", message}
	var asking sync.WaitGroup
	for i, p := range ready {
		asking.Go(func() { findings[i+1] = examinePlatform(ctx, client, p) })
	}
	asking.Wait()
	return findings
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
