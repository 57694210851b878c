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
			kit.Get("/", kit.Member, c.home),
			kit.Get("/search", kit.Member, c.search),
			kit.Post("/preferences", kit.Open, c.setPreferences),
			kit.Get("/recent", kit.Member, c.showRecent).Editing(),
			kit.Post("/recent/{change_id}/undo", kit.Member, c.undo),
			kit.Post("/views", kit.Member, c.saveView),
			kit.Post("/views/{view_id}/rename", kit.Member, c.renameView),
			kit.Post("/views/{view_id}/delete", kit.Member, c.deleteView),
		},
		(&access.Pages{
			Accounts: r.Accounts, Plans: r.Plans, Brands: r.Brands, Generations: r.Generations, Runs: r.Runs, Manual: c.manual, Audit: r.Audit, Events: r.Events, Reports: r.Reports,
			Catalogue: r.Catalogue, Contents: r.Contents, Orders: r.Orders, Facts: r.Facts, Campaigns: r.Campaigns, Runtimes: r.Runtimes,
			Export: r.Export, Exporting: r.Exporting, Address: r.Address, PublicURL: r.PublicURL, Mail: r.Mail, RegistrationClosed: r.RegistrationClosed, OperatorFactor: r.OperatorFactor,
		}).Routes(),
		(&setup.Pages{
			Plans: r.Plans, Brands: r.Brands, Generations: r.Generations, Runs: r.Runs, Insights: r.Insights, Details: r.Details, Facts: r.Facts, MoveBrand: r.MoveBrand, DeleteBrand: r.DeleteBrand,
		}).Routes(),
		(&analysis.Pages{
			Brands: r.Brands, Runs: r.Runs, Insights: r.Insights, Details: r.Details, Proofs: r.Proofs, Attention: r.Attention, Catalogue: r.Catalogue, Orders: r.Orders, Campaigns: r.Campaigns, Effects: r.Effects, Opportunities: r.Opportunities, Reports: r.Reports, Exporting: r.Exporting,
			Accounts: r.Accounts, Address: r.Address, PublicURL: r.PublicURL,
		}).Routes(),
		(&publish.Pages{
			Plans: r.Plans, Brands: r.Brands, Runs: r.Runs, Catalogue: r.Catalogue, Contents: r.Contents, Campaigns: r.Campaigns, Orders: r.Orders, Facts: r.Facts,
		}).Routes(),
		(&operator.Pages{
			Accounts: r.Accounts, Plans: r.Plans, Runs: r.Runs, Runtimes: r.Runtimes, Catalogue: r.Catalogue, Contents: r.Contents, Orders: r.Orders, Jobs: r.Jobs, Audit: r.Audit,
		}).Routes(),
	)
}
