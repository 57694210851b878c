// Package publish has the pages of publishing: the catalogue of outlets, contents, orders and the points they cost.
package publish

import "renown/internal/door/console/kit"

// Pages answers the requests of this wing.
type Pages struct{ kit.Rooms }

// Routes are the pages of publishing.
func (pages *Pages) Routes() []kit.Route {
	return []kit.Route{
		kit.Get("/media", kit.Member, pages.showMedia),
		kit.Get("/media.csv", kit.Member, pages.exportMedia),
		kit.Post("/media/basket", kit.Member, pages.changeBasket),

		kit.Get("/contents", kit.Member, pages.showContents),
		kit.Get("/contents.csv", kit.Member, pages.exportContents),
		kit.Get("/contents/new", kit.Member, pages.showNewContent).Editing(),
		kit.Post("/contents/new", kit.Member, pages.createContent),
		kit.Post("/contents/preview", kit.Member, pages.previewContent).Own(),
		kit.Post("/contents/facts", kit.Member, pages.suggestFact),
		kit.Get("/contents/{content_id}", kit.Member, pages.showContent),
		kit.Post("/contents/{content_id}", kit.Member, pages.saveContent),
		kit.Post("/contents/assign", kit.Member, pages.assignAll("/contents", pages.Contents.AssignAll)),
		kit.Post("/contents/{content_id}/brand", kit.Member, pages.assignContent),
		kit.Post("/contents/{content_id}/delete", kit.Member, pages.deleteContent),
		kit.Get("/contents/{content_id}/revisions/{revision}", kit.Member, pages.showRevision),
		kit.Post("/contents/{content_id}/revisions/{revision}/restore", kit.Member, pages.restoreRevision),

		kit.Get("/orders", kit.Member, pages.showOrders),
		kit.Get("/orders.csv", kit.Member, pages.exportOrders),
		kit.Get("/orders/new", kit.Member, pages.showNewOrder).Editing(),
		kit.Post("/orders/new", kit.Member, pages.submitOrders),
		kit.Get("/orders/{order_id}", kit.Member, pages.showOrder),
		kit.Post("/orders/assign", kit.Member, pages.assignAll("/orders", pages.Orders.AssignAll)),
		kit.Post("/orders/{order_id}/brand", kit.Member, pages.assignOrder),
		kit.Post("/orders/{order_id}/withdraw", kit.Member, pages.withdrawOrder),
		kit.Post("/orders/{order_id}/resubmit", kit.Member, pages.resubmitOrder),

		kit.Get("/points", kit.Member, pages.showPoints),
		kit.Get("/points.csv", kit.Member, pages.exportPoints),
	}
}
