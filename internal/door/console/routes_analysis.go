package console

import "renown/internal/door/console/kit"

// analysisRoutes are the pages of what was found.
func (c *Console) analysisRoutes() []kit.Route {
	return []kit.Route{
		kit.Get("/brands/{brand_id}/overview", kit.Watching, c.showOverview),
		kit.Post("/brands/{brand_id}/overview/alerts/{alert_id}", kit.Watching, c.acknowledge),
		kit.Post("/brands/{brand_id}/overview/competitors", kit.Watching, c.addSuggested),
		kit.Get("/brands/{brand_id}/overview/{table}", kit.Watching, c.exportOverview),
		kit.Get("/brands/{brand_id}/visibility", kit.Watching, c.showVisibility),
		kit.Get("/brands/{brand_id}/visibility/{table}", kit.Watching, c.exportVisibility),
		kit.Get("/brands/{brand_id}/sentiment", kit.Watching, c.showSentiment),
		kit.Get("/brands/{brand_id}/sentiment/{table}", kit.Watching, c.exportSentiment),
		kit.Get("/brands/{brand_id}/citations", kit.Watching, c.showCitations),
		kit.Get("/brands/{brand_id}/citations/{table}", kit.Watching, c.exportCitations),
		kit.Get("/brands/{brand_id}/report", kit.Watching, c.showReport),
		kit.Get("/brands/{brand_id}/answers", kit.Watching, c.showAnswers),
		kit.Get("/brands/{brand_id}/answers.csv", kit.Watching, c.exportAnswers),
		kit.Get("/brands/{brand_id}/answers/{answer_id}", kit.Watching, c.showAnswer),
	}
}
