package app

import (
	"context"
	"encoding/json"
	"time"

	"renown/internal/config"
	"renown/internal/room/drafting"
	"renown/internal/room/fact"
	"renown/internal/room/opportunity"
	"renown/internal/room/reading"
	"renown/internal/simulator"
	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// newAssistants prepares the client for the configured platforms, or for the simulator in their place.
func (a *App) newAssistants(settings config.Settings) *assistant.Client {
	options := assistant.Settings{Watch: a.watchQuestion}
	if settings.Simulate != nil {
		simulated := *settings.Simulate
		simulated.Market = func(ctx context.Context, spaceID string) world.Market { return a.market.Read(ctx, spaceID) }
		options.Simulator = simulator.New(simulated)
	}
	return assistant.New(settings.Catalogue, options)
}

// platformLimits are a platform's slots and pace over the whole installation. The simulator has none.
func (a *App) platformLimits(platform string) (slots, perMinute int) {
	p := a.Assistants.Catalogue().Find(platform)
	if p == nil {
		return 0, 0
	}
	return p.Concurrency, p.RequestsPerMinute
}

// newDrafter is the model that an operator chose for drafting, else the one that needs no network.
func newDrafter(settings config.Settings) drafting.Drafter {
	if settings.Drafter == "" || settings.Simulate != nil {
		return drafting.Offline
	}
	return drafting.Model(newModel(settings, settings.Drafter, "draft", drafting.ModelSchema, draftLimits).Ask)
}

// newWriter is the same model for articles, else the one that writes briefs.
func newWriter(settings config.Settings) opportunity.Drafter {
	if settings.Drafter == "" || settings.Simulate != nil {
		return opportunity.Offline
	}
	return opportunity.Model(assistant.NewModel(assistant.New(settings.Catalogue, assistant.Settings{}), settings.Drafter, draftLimits).Ask)
}

// newJudge is the model that an operator chose for judging tone; nil leaves it to the reader.
func newJudge(settings config.Settings) reading.Judge {
	if settings.Judge == "" || settings.Simulate != nil {
		return nil
	}
	return newModel(settings, settings.Judge, "judgements", reading.JudgeSchema, judgeLimits).Ask
}

// newFactJudge is the model that an operator chose for what rules leave open of facts; nil leaves it open.
func newFactJudge(settings config.Settings) fact.Judge {
	if settings.FactJudge == "" || settings.Simulate != nil {
		return nil
	}
	return newModel(settings, settings.FactJudge, "verdicts", fact.JudgeSchema, draftLimits).Ask
}

// A draft is a job of its own and may wait. A judgement delays an answer that is ready to be stored, in a slot that others
// wait for: when all calls are taken, which is what a silent server leads to, the offline judgement stands.
var (
	draftLimits = assistant.ModelLimits{AtOnce: 4, Wait: 30 * time.Second}
	judgeLimits = assistant.ModelLimits{AtOnce: 8, Wait: 2 * time.Second}
)

// newModel is a platform's model that is to answer in the form of a schema. Every answer is validated in any case.
func newModel(settings config.Settings, platform, name string, schema []byte, limits assistant.ModelLimits) *assistant.Model {
	client := assistant.New(settings.Catalogue.Answering(name, json.RawMessage(schema)), assistant.Settings{})
	return assistant.NewModel(client, platform, limits)
}
