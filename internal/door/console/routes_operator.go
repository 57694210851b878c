package console

// operatorRoutes are the operator's pages.
func (c *Console) operatorRoutes() []route {
	return []route{
		get("/operator/review", operator, c.showReview),
		get("/operator/review.csv", operator, c.exportReview),
		post("/operator/orders/{order_id}/approve", operator, c.approveOrder),
		post("/operator/orders/{order_id}/reject", operator, c.rejectOrder),
		post("/operator/orders/{order_id}/changes", operator, c.requestChanges),
		post("/operator/orders/{order_id}/publish", operator, c.publishOrder),
		post("/operator/orders/{order_id}/fail", operator, c.failOrder),
		post("/operator/orders/{order_id}/push", operator, c.pushOrder),
		get("/operator/media", operator, c.showOutlets),
		get("/operator/media/export", operator, c.exportOutlets),
		get("/operator/media/import", operator, c.showImport),
		post("/operator/media/import", operator, c.importOutlets).taking(2 * uploadMax),
		get("/operator/media/new", operator, c.showNewOutlet),
		post("/operator/media/new", operator, c.createOutlet),
		get("/operator/media/{media_id}", operator, c.showOutlet),
		post("/operator/media/{media_id}", operator, c.saveOutlet),
		post("/operator/media/{media_id}/status", operator, c.setOutletStatus),
		get("/operator/users", operator, c.showUsers),
		get("/operator/users.csv", operator, c.exportUsers),
		get("/operator/users/{user_id}", operator, c.showUser),
		post("/operator/users/{user_id}/plan", operator, c.setUserPlan),
		post("/operator/users/{user_id}/role", operator, c.setUserRole),
		post("/operator/users/{user_id}/status", operator, c.setUserStatus),
		post("/operator/users/{user_id}/points", operator, c.adjustUserPoints),
		get("/operator/platforms", operator, c.showPlatforms),
		get("/operator/platforms.csv", operator, c.exportPlatforms),
		post("/operator/detection", operator, c.setDetection),
		get("/operator/jobs", operator, c.showJobs),
		get("/operator/jobs.csv", operator, c.exportJobs),
		post("/operator/jobs/retry", operator, c.retryJobs),
		post("/operator/jobs/{job_ref}/retry", operator, c.retryJob),
		post("/operator/jobs/{job_ref}/discard", operator, c.discardJob),
	}
}
