package openapi

// routes is the whole interface on one screen. A nil handler is documented and answers 5010 until it is built.
func (d *Door) routes() []route {
	return []route{
		{"GET", "/me", d.me},

		{"GET", "/geo/brands", nil},
		{"POST", "/geo/brands", nil},
		{"GET", "/geo/brands/{brand_id}", nil},
		{"PATCH", "/geo/brands/{brand_id}", nil},
		{"GET", "/geo/brands/{brand_id}/topics", nil},
		{"POST", "/geo/brands/{brand_id}/topics", nil},
		{"GET", "/geo/topics/{topic_id}", nil},
		{"PATCH", "/geo/topics/{topic_id}", nil},
		{"DELETE", "/geo/topics/{topic_id}", nil},
		{"GET", "/geo/brands/{brand_id}/prompts", nil},
		{"POST", "/geo/brands/{brand_id}/prompts", nil},
		{"GET", "/geo/prompts/{prompt_id}", nil},
		{"PATCH", "/geo/prompts/{prompt_id}", nil},
		{"DELETE", "/geo/prompts/{prompt_id}", nil},
		{"GET", "/geo/brands/{brand_id}/competitors", nil},
		{"POST", "/geo/brands/{brand_id}/competitors", nil},
		{"GET", "/geo/competitors/{competitor_id}", nil},
		{"PATCH", "/geo/competitors/{competitor_id}", nil},
		{"DELETE", "/geo/competitors/{competitor_id}", nil},
		{"POST", "/geo/brands/{brand_id}/generate", nil},
		{"GET", "/geo/brands/{brand_id}/generate", nil},

		{"POST", "/geo/runs", nil},
		{"GET", "/geo/runs/{run_id}", nil},
		{"GET", "/geo/runs/{run_id}/answers", nil},
		{"POST", "/geo/runs/{run_id}/cancel", nil},
		{"GET", "/geo/brands/{brand_id}/runs", nil},

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
