package openapi

// routes is the whole interface on one screen. A nil handler is documented and answers 5010 until it is built.
func (d *Door) routes() []route {
	return []route{
		{"GET", "/me", d.me},

		{"GET", "/geo/brands", d.listBrands},
		{"POST", "/geo/brands", d.createBrand},
		{"GET", "/geo/brands/{brand_id}", d.getBrand},
		{"PATCH", "/geo/brands/{brand_id}", d.updateBrand},
		{"GET", "/geo/brands/{brand_id}/topics", d.listTopics},
		{"POST", "/geo/brands/{brand_id}/topics", d.createTopic},
		{"GET", "/geo/topics/{topic_id}", d.getTopic},
		{"PATCH", "/geo/topics/{topic_id}", d.updateTopic},
		{"DELETE", "/geo/topics/{topic_id}", d.deleteTopic},
		{"GET", "/geo/brands/{brand_id}/prompts", d.listPrompts},
		{"POST", "/geo/brands/{brand_id}/prompts", d.createPrompt},
		{"GET", "/geo/prompts/{prompt_id}", d.getPrompt},
		{"PATCH", "/geo/prompts/{prompt_id}", d.updatePrompt},
		{"DELETE", "/geo/prompts/{prompt_id}", d.deletePrompt},
		{"GET", "/geo/brands/{brand_id}/competitors", d.listCompetitors},
		{"POST", "/geo/brands/{brand_id}/competitors", d.createCompetitor},
		{"GET", "/geo/competitors/{competitor_id}", d.getCompetitor},
		{"PATCH", "/geo/competitors/{competitor_id}", d.updateCompetitor},
		{"DELETE", "/geo/competitors/{competitor_id}", d.deleteCompetitor},
		{"POST", "/geo/brands/{brand_id}/generate", d.startGeneration},
		{"GET", "/geo/brands/{brand_id}/generate", d.getGeneration},

		{"POST", "/geo/runs", d.startRun},
		{"GET", "/geo/runs/{run_id}", d.getRun},
		{"GET", "/geo/runs/{run_id}/answers", d.listAnswers},
		{"POST", "/geo/runs/{run_id}/cancel", d.cancelRun},
		{"GET", "/geo/brands/{brand_id}/runs", d.listRuns},

		{"GET", "/geo/brands/{brand_id}/overview", nil},
		{"GET", "/geo/brands/{brand_id}/visibility", nil},
		{"GET", "/geo/brands/{brand_id}/sentiment", nil},
		{"GET", "/geo/brands/{brand_id}/citations", nil},

		{"GET", "/media/channels", nil},
		{"GET", "/media", nil},
		{"GET", "/media/{media_id}", nil},
		{"GET", "/media/contents", nil},
		{"POST", "/media/contents", nil},
		{"GET", "/media/contents/{content_id}", nil},
		{"PATCH", "/media/contents/{content_id}", nil},
		{"DELETE", "/media/contents/{content_id}", nil},
		{"GET", "/media/orders", nil},
		{"POST", "/media/orders", nil},
		{"GET", "/media/orders/{order_id}", nil},
		{"DELETE", "/media/orders/{order_id}", nil},
		{"POST", "/media/orders/{order_id}/resubmit", nil},
		{"GET", "/media/publish-quota", nil},
		{"GET", "/media/points-records", nil},
	}
}
