package console

import "slices"

// routes is the whole console on one screen: its own two, and those of the wings.
func (c *Console) routes() []route {
	return slices.Concat(
		[]route{
			get("/", member, c.home),
			post("/preferences", open, c.setPreferences),
		},
		c.accessRoutes(), c.setupRoutes(), c.analysisRoutes(), c.publishRoutes(), c.operatorRoutes(),
	)
}
