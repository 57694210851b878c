package console

import "renown/internal/door/console/kit"

// publishRoutes are the pages of publishing.
func (c *Console) publishRoutes() []kit.Route {
	return []kit.Route{
		kit.Get("/media", kit.Member, c.showMedia),
		kit.Get("/media.csv", kit.Member, c.exportMedia),
		kit.Post("/media/basket", kit.Member, c.changeBasket),
		kit.Get("/contents", kit.Member, c.showContents),
		kit.Get("/contents.csv", kit.Member, c.exportContents),
		kit.Get("/contents/new", kit.Member, c.showNewContent),
		kit.Post("/contents/new", kit.Member, c.createContent),
		kit.Post("/contents/preview", kit.Member, c.previewContent),
		kit.Get("/contents/{content_id}", kit.Member, c.showContent),
		kit.Post("/contents/{content_id}", kit.Member, c.saveContent),
		kit.Post("/contents/{content_id}/delete", kit.Member, c.deleteContent),
		kit.Get("/contents/{content_id}/revisions/{revision}", kit.Member, c.showRevision),
		kit.Post("/contents/{content_id}/revisions/{revision}/restore", kit.Member, c.restoreRevision),
		kit.Get("/orders", kit.Member, c.showOrders),
		kit.Get("/orders.csv", kit.Member, c.exportOrders),
		kit.Get("/orders/new", kit.Member, c.showNewOrder),
		kit.Post("/orders/new", kit.Member, c.submitOrders),
		kit.Get("/orders/{order_id}", kit.Member, c.showOrder),
		kit.Post("/orders/{order_id}/withdraw", kit.Member, c.withdrawOrder),
		kit.Post("/orders/{order_id}/resubmit", kit.Member, c.resubmitOrder),
		kit.Get("/points", kit.Member, c.showPoints),
		kit.Get("/points.csv", kit.Member, c.exportPoints),
	}
}
