// Package room names the domains together, as the program builds them and its doors call them. It has no rules of its own.
package room

import (
	"renown/internal/floor/audit"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/drafting"
	"renown/internal/room/event"
	"renown/internal/room/export"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/insight/proof"
	"renown/internal/room/job"
	"renown/internal/room/opportunity"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/report"
	"renown/internal/room/run"
	"renown/internal/room/run/runtime"
)

// Rooms are the domains over one database, and the logs of what was done in them.
type Rooms struct {
	Accounts      *account.Accounts
	Plans         *plan.Plans
	Events        *event.Events
	Brands        *brand.Brands
	Facts         *fact.Facts
	Generations   *drafting.Generations
	Runtimes      *runtime.Runtimes
	Runs          *run.Runs
	Insights      *insight.Insights
	Details       *detail.Details
	Proofs        *proof.Proofs
	Bulk          *export.Tables
	Reports       *report.Reports
	Catalogue     *catalogue.Catalogue
	Contents      *content.Contents
	Orders        *order.Orders
	Opportunities *opportunity.Opportunities
	Campaigns     *campaign.Campaigns

	Jobs  *job.Jobs
	Audit *audit.Log
	Undos *undo.Undos
}
