package console

import (
	"slices"

	"renown/internal/door/console/access"
	"renown/internal/door/console/analysis"
	"renown/internal/door/console/kit"
	"renown/internal/door/console/operator"
	"renown/internal/door/console/publish"
	"renown/internal/door/console/setup"
)

// routes is the whole console on one screen: its own two, and those of the wings.
func (c *Console) routes() []kit.Route {
	r := c.rooms
	return slices.Concat(
		[]kit.Route{
			kit.Get("/", kit.Member, c.home).Told(),
			kit.Get("/search", kit.Member, c.search),
			kit.Get("/settings", kit.Member, c.showSettings),
			kit.Post("/preferences", kit.Open, c.setPreferences),
			kit.Get("/recent", kit.Member, c.showRecent).Editing(),
			kit.Post("/recent/{change_id}/undo", kit.Member, c.undo),
			kit.Post("/views", kit.Member, c.saveView),
			kit.Post("/views/{view_id}/rename", kit.Member, c.renameView),
			kit.Post("/views/{view_id}/delete", kit.Member, c.deleteView),
		},
		(&access.Pages{Rooms: r, Manual: c.manual}).Routes(),
		(&setup.Pages{Rooms: r}).Routes(),
		(&analysis.Pages{Rooms: r}).Routes(),
		(&publish.Pages{Rooms: r}).Routes(),
		(&operator.Pages{Rooms: r}).Routes(),
	)
}
