package simulator_test

import (
	"context"
	"testing"

	"renown/internal/assistant"
	"renown/internal/assistant/simulator"
)

func TestPrint(t *testing.T) {
	sim := simulator.New(simulator.Options{Brands: []simulator.Brand{{Name: "声闻跑鞋", Terms: []string{"跑鞋"}, Site: "shengwen.example"}}})
	client := assistant.New(assistant.Known(), assistant.Settings{Simulator: sim})
	defer client.Close()
	for _, p := range client.Catalogue().All() {
		for _, m := range assistant.Modes() {
			if !p.Capabilities().Supports(m) {
				continue
			}
			for _, q := range []string{"2026年值得买的跑鞋品牌有哪些？", "声闻跑鞋和云岭哪个好？", "Is Stridewell a good running shoe?"} {
				a, err := client.Ask(context.Background(), assistant.Question{Platform: p.ID, Text: q, Mode: m})
				if err != nil {
					t.Errorf("%s %s: %v", p.ID, m, err)
					continue
				}
				if m != "chat" {
					t.Logf("== %s %s %s rounds %d retr %s reasoning %q warnings %v model %s\n%s", p.ID, m, q, a.Rounds, a.Retrieval, a.Reasoning, a.Warnings, a.ModelServed, a.Text)
					for _, c := range a.Citations {
						t.Logf("   %v %s %s %q %v", c.Cited, c.Canonical, c.Domain, c.Title, c.Spans)
					}
				}
			}
		}
	}
}
