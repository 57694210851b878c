package api

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

		{"GET", "/geo/brands/{brand_id}/overview", d.overview()},
		{"GET", "/geo/brands/{brand_id}/visibility", d.visibility},
		{"GET", "/geo/brands/{brand_id}/sentiment", d.sentiment()},
		{"GET", "/geo/brands/{brand_id}/citations", d.citations()},

		{"GET", "/media/channels", d.getChannels},
		{"GET", "/media", d.listMedia},
		{"GET", "/media/{media_id}", d.getMedia},
		{"GET", "/media/contents", d.listContents},
		{"POST", "/media/contents", d.createContent},
		{"GET", "/media/contents/{content_id}", d.getContent},
		{"PATCH", "/media/contents/{content_id}", d.updateContent},
		{"DELETE", "/media/contents/{content_id}", d.deleteContent},
		{"GET", "/media/orders", d.listOrders},
		{"POST", "/media/orders", d.createOrders},
		{"GET", "/media/orders/{order_id}", d.getOrder},
		{"DELETE", "/media/orders/{order_id}", d.withdrawOrder},
		{"POST", "/media/orders/{order_id}/resubmit", d.resubmitOrder},
		{"GET", "/media/publish-quota", d.getPublishQuota},
		{"GET", "/media/points-records", d.listPointsRecords},
	}
}
