package console

import "renown/internal/door/console/kit"

// setupRoutes are the pages of what is watched and of runs.
func (c *Console) setupRoutes() []kit.Route {
	return []kit.Route{
		kit.Get("/start", kit.Member, c.showStart),
		kit.Post("/start", kit.Member, c.createBrand),
		kit.Get("/brands/{brand_id}/start", kit.Watching, c.showGuide),
		kit.Post("/brands/{brand_id}/start/brand", kit.Watching, c.saveStart),
		kit.Post("/brands/{brand_id}/start/generate", kit.Watching, c.generateStart),
		kit.Post("/brands/{brand_id}/start/prompts", kit.Watching, c.choosePrompts),
		kit.Post("/brands/{brand_id}/start/competitors", kit.Watching, c.chooseCompetitors),
		kit.Post("/brands/{brand_id}/start/run", kit.Watching, c.firstRun),
		kit.Get("/brands/{brand_id}/profile", kit.Watching, c.showProfile),
		kit.Post("/brands/{brand_id}/profile", kit.Watching, c.saveProfile),
		kit.Get("/brands/{brand_id}/prompts", kit.Watching, c.showPrompts),
		kit.Get("/brands/{brand_id}/prompts.csv", kit.Watching, c.exportPrompts),
		kit.Post("/brands/{brand_id}/prompts/generate", kit.Watching, c.generatePrompts),
		kit.Post("/brands/{brand_id}/prompts/change", kit.Watching, c.changePrompts),
		kit.Get("/brands/{brand_id}/prompts/new", kit.Watching, c.showNewPrompts),
		kit.Post("/brands/{brand_id}/prompts/new", kit.Watching, c.addPrompts),
		kit.Get("/brands/{brand_id}/prompts/{prompt_id}", kit.Watching, c.showPrompt),
		kit.Post("/brands/{brand_id}/prompts/{prompt_id}", kit.Watching, c.savePrompt),
		kit.Post("/brands/{brand_id}/prompts/{prompt_id}/switch", kit.Watching, c.switchPrompt),
		kit.Get("/brands/{brand_id}/topics", kit.Watching, c.showTopics),
		kit.Get("/brands/{brand_id}/topics.csv", kit.Watching, c.exportTopics),
		kit.Post("/brands/{brand_id}/topics", kit.Watching, c.addTopic),
		kit.Post("/brands/{brand_id}/topics/{topic_id}", kit.Watching, c.saveTopic),
		kit.Post("/brands/{brand_id}/topics/{topic_id}/delete", kit.Watching, c.deleteTopic),
		kit.Get("/brands/{brand_id}/competitors", kit.Watching, c.showCompetitors),
		kit.Get("/brands/{brand_id}/competitors.csv", kit.Watching, c.exportCompetitors),
		kit.Post("/brands/{brand_id}/competitors", kit.Watching, c.addCompetitor),
		kit.Post("/brands/{brand_id}/competitors/try", kit.Watching, c.tryCompetitors),
		kit.Get("/brands/{brand_id}/competitors/{competitor_id}", kit.Watching, c.showCompetitor),
		kit.Post("/brands/{brand_id}/competitors/{competitor_id}", kit.Watching, c.saveCompetitor),
		kit.Post("/brands/{brand_id}/competitors/{competitor_id}/delete", kit.Watching, c.deleteCompetitor),
		kit.Get("/brands/{brand_id}/runs", kit.Watching, c.showRuns),
		kit.Get("/brands/{brand_id}/runs.csv", kit.Watching, c.exportRuns),
		kit.Get("/brands/{brand_id}/runs/new", kit.Watching, c.showNewRun),
		kit.Post("/brands/{brand_id}/runs/new", kit.Watching, c.startRun),
		kit.Get("/brands/{brand_id}/runs/{run_id}", kit.Watching, c.showRun),
		kit.Post("/brands/{brand_id}/runs/{run_id}/cancel", kit.Watching, c.cancelRun),
	}
}
