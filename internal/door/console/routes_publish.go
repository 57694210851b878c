package console

// publishRoutes are the pages of publishing.
func (c *Console) publishRoutes() []route {
	return []route{
		get("/media", member, c.showMedia),
		get("/media.csv", member, c.exportMedia),
		post("/media/basket", member, c.changeBasket),
		get("/contents", member, c.showContents),
		get("/contents.csv", member, c.exportContents),
		get("/contents/new", member, c.showNewContent),
		post("/contents/new", member, c.createContent),
		post("/contents/preview", member, c.previewContent),
		get("/contents/{content_id}", member, c.showContent),
		post("/contents/{content_id}", member, c.saveContent),
		post("/contents/{content_id}/delete", member, c.deleteContent),
		get("/contents/{content_id}/revisions/{revision}", member, c.showRevision),
		post("/contents/{content_id}/revisions/{revision}/restore", member, c.restoreRevision),
		get("/orders", member, c.showOrders),
		get("/orders.csv", member, c.exportOrders),
		get("/orders/new", member, c.showNewOrder),
		post("/orders/new", member, c.submitOrders),
		get("/orders/{order_id}", member, c.showOrder),
		post("/orders/{order_id}/withdraw", member, c.withdrawOrder),
		post("/orders/{order_id}/resubmit", member, c.resubmitOrder),
		get("/points", member, c.showPoints),
		get("/points.csv", member, c.exportPoints),
	}
}
