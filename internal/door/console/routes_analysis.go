package console

// analysisRoutes are the pages of what was found.
func (c *Console) analysisRoutes() []route {
	return []route{
		get("/brands/{brand_id}/overview", watching, c.showOverview),
		post("/brands/{brand_id}/overview/alerts/{alert_id}", watching, c.acknowledge),
		post("/brands/{brand_id}/overview/competitors", watching, c.addSuggested),
		get("/brands/{brand_id}/overview/{table}", watching, c.exportOverview),
		get("/brands/{brand_id}/visibility", watching, c.showVisibility),
		get("/brands/{brand_id}/visibility/{table}", watching, c.exportVisibility),
		get("/brands/{brand_id}/sentiment", watching, c.showSentiment),
		get("/brands/{brand_id}/sentiment/{table}", watching, c.exportSentiment),
		get("/brands/{brand_id}/citations", watching, c.showCitations),
		get("/brands/{brand_id}/citations/{table}", watching, c.exportCitations),
		get("/brands/{brand_id}/report", watching, c.showReport),
		get("/brands/{brand_id}/answers", watching, c.showAnswers),
		get("/brands/{brand_id}/answers.csv", watching, c.exportAnswers),
		get("/brands/{brand_id}/answers/{answer_id}", watching, c.showAnswer),
	}
}
