package console

import (
	"slices"

	"renown/internal/door/console/kit"
)

// routes is the whole console on one screen: its own two, and those of the wings.
func (c *Console) routes() []kit.Route {
	return slices.Concat(
		[]kit.Route{
			kit.Get("/", kit.Member, c.home),
			kit.Post("/preferences", kit.Open, c.setPreferences),
		},
		c.accessRoutes(), c.setupRoutes(), c.analysisRoutes(), c.publishRoutes(), c.operatorRoutes(),
	)
}
