// Package operator has the pages of who runs the service: review of orders, outlets and their import, users, platforms, failed
// jobs. It shows orders and outlets as the wing publish does.
package operator

import "renown/internal/door/console/kit"

// Pages answers the requests of this wing.
type Pages struct{ kit.Rooms }

// Routes are the operator's pages.
func (pages *Pages) Routes() []kit.Route {
	return []kit.Route{
		kit.Get("/operator/review", kit.Operator, pages.showReview),
		kit.Get("/operator/review.csv", kit.Operator, pages.exportReview),
		kit.Post("/operator/orders/{order_id}/approve", kit.Operator, pages.approveOrder),
		kit.Post("/operator/orders/{order_id}/reject", kit.Operator, pages.rejectOrder),
		kit.Post("/operator/orders/{order_id}/changes", kit.Operator, pages.requestChanges),
		kit.Post("/operator/orders/{order_id}/publish", kit.Operator, pages.publishOrder),
		kit.Post("/operator/orders/{order_id}/fail", kit.Operator, pages.failOrder),
		kit.Post("/operator/orders/{order_id}/push", kit.Operator, pages.pushOrder),

		kit.Get("/operator/media", kit.Operator, pages.showOutlets),
		kit.Get("/operator/media/export", kit.Operator, pages.exportOutlets),
		kit.Get("/operator/media/import", kit.Operator, pages.showImport),
		kit.Post("/operator/media/import", kit.Operator, pages.importOutlets).Taking(2 * uploadMax),
		kit.Get("/operator/media/new", kit.Operator, pages.showNewOutlet),
		kit.Post("/operator/media/new", kit.Operator, pages.createOutlet),
		kit.Get("/operator/media/{media_id}", kit.Operator, pages.showOutlet),
		kit.Post("/operator/media/{media_id}", kit.Operator, pages.saveOutlet),
		kit.Post("/operator/media/{media_id}/status", kit.Operator, pages.setOutletStatus),

		kit.Get("/operator/users", kit.Operator, pages.showUsers),
		kit.Get("/operator/users.csv", kit.Operator, pages.exportUsers),
		kit.Get("/operator/users/{user_id}", kit.Operator, pages.showUser),
		kit.Post("/operator/users/{user_id}/plan", kit.Operator, pages.setUserPlan),
		kit.Post("/operator/users/{user_id}/role", kit.Operator, pages.setUserRole),
		kit.Post("/operator/users/{user_id}/status", kit.Operator, pages.setUserStatus),
		kit.Post("/operator/users/{user_id}/second-factor", kit.Operator, pages.resetUserFactor),
		kit.Post("/operator/users/{user_id}/points", kit.Operator, pages.adjustUserPoints),

		kit.Get("/operator/plans", kit.Operator, pages.showDesk),
		kit.Post("/operator/plans", kit.Operator, pages.saveDesk),
		kit.Post("/operator/plans/{request_id}/confirm", kit.Operator, pages.confirmRequest),
		kit.Post("/operator/plans/{request_id}/decline", kit.Operator, pages.declineRequest),

		kit.Get("/operator/platforms", kit.Operator, pages.showPlatforms),
		kit.Post("/operator/platforms/{platform}/terms", kit.Operator, pages.recordTerms),
		kit.Post("/operator/platforms/{platform}/terms/withdraw", kit.Operator, pages.withdrawTerms),
		kit.Get("/operator/platforms.csv", kit.Operator, pages.exportPlatforms),
		kit.Post("/operator/detection", kit.Operator, pages.setDetection),
		kit.Post("/operator/runs/{run_id}/cancel", kit.Operator, pages.cancelRun),

		kit.Get("/operator/log", kit.Operator, pages.showLog),
		kit.Get("/operator/log.csv", kit.Operator, pages.exportLog),

		kit.Get("/operator/jobs", kit.Operator, pages.showJobs),
		kit.Get("/operator/jobs.csv", kit.Operator, pages.exportJobs),
		kit.Post("/operator/jobs/retry", kit.Operator, pages.retryJobs),
		kit.Post("/operator/jobs/{job_ref}/retry", kit.Operator, pages.retryJob),
		kit.Post("/operator/jobs/{job_ref}/discard", kit.Operator, pages.discardJob),
	}
}
