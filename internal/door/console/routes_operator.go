package console

import "renown/internal/door/console/kit"

// operatorRoutes are the operator's pages.
func (c *Console) operatorRoutes() []kit.Route {
	return []kit.Route{
		kit.Get("/operator/review", kit.Operator, c.showReview),
		kit.Get("/operator/review.csv", kit.Operator, c.exportReview),
		kit.Post("/operator/orders/{order_id}/approve", kit.Operator, c.approveOrder),
		kit.Post("/operator/orders/{order_id}/reject", kit.Operator, c.rejectOrder),
		kit.Post("/operator/orders/{order_id}/changes", kit.Operator, c.requestChanges),
		kit.Post("/operator/orders/{order_id}/publish", kit.Operator, c.publishOrder),
		kit.Post("/operator/orders/{order_id}/fail", kit.Operator, c.failOrder),
		kit.Post("/operator/orders/{order_id}/push", kit.Operator, c.pushOrder),
		kit.Get("/operator/media", kit.Operator, c.showOutlets),
		kit.Get("/operator/media/export", kit.Operator, c.exportOutlets),
		kit.Get("/operator/media/import", kit.Operator, c.showImport),
		kit.Post("/operator/media/import", kit.Operator, c.importOutlets).Taking(2 * uploadMax),
		kit.Get("/operator/media/new", kit.Operator, c.showNewOutlet),
		kit.Post("/operator/media/new", kit.Operator, c.createOutlet),
		kit.Get("/operator/media/{media_id}", kit.Operator, c.showOutlet),
		kit.Post("/operator/media/{media_id}", kit.Operator, c.saveOutlet),
		kit.Post("/operator/media/{media_id}/status", kit.Operator, c.setOutletStatus),
		kit.Get("/operator/users", kit.Operator, c.showUsers),
		kit.Get("/operator/users.csv", kit.Operator, c.exportUsers),
		kit.Get("/operator/users/{user_id}", kit.Operator, c.showUser),
		kit.Post("/operator/users/{user_id}/plan", kit.Operator, c.setUserPlan),
		kit.Post("/operator/users/{user_id}/role", kit.Operator, c.setUserRole),
		kit.Post("/operator/users/{user_id}/status", kit.Operator, c.setUserStatus),
		kit.Post("/operator/users/{user_id}/points", kit.Operator, c.adjustUserPoints),
		kit.Get("/operator/platforms", kit.Operator, c.showPlatforms),
		kit.Get("/operator/platforms.csv", kit.Operator, c.exportPlatforms),
		kit.Post("/operator/detection", kit.Operator, c.setDetection),
		kit.Get("/operator/jobs", kit.Operator, c.showJobs),
		kit.Get("/operator/jobs.csv", kit.Operator, c.exportJobs),
		kit.Post("/operator/jobs/retry", kit.Operator, c.retryJobs),
		kit.Post("/operator/jobs/{job_ref}/retry", kit.Operator, c.retryJob),
		kit.Post("/operator/jobs/{job_ref}/discard", kit.Operator, c.discardJob),
	}
}
