// Package setup has the pages of what is watched: the guided start, the brand's profile, prompts, topics, competitors, and the
// runs that ask about them.
package setup

import "renown/internal/door/console/kit"

// Pages answers the requests of this wing.
type Pages struct{ kit.Rooms }

// Routes are the pages of what is watched and of runs.
func (pages *Pages) Routes() []kit.Route {
	return []kit.Route{
		kit.Get("/brands", kit.Member, pages.showBrands).Told(),
		kit.Get("/brands/{brand_id}/manage", kit.Watching, pages.showLife).Editing(),
		kit.Post("/brands/{brand_id}/archive", kit.Watching, pages.archiveBrand),
		kit.Post("/brands/{brand_id}/move", kit.Watching, pages.moveBrand),
		kit.Post("/brands/{brand_id}/delete", kit.Watching, pages.deleteBrand),
		kit.Post("/brands/{brand_id}/guests", kit.Watching, pages.inviteGuest),
		kit.Post("/brands/{brand_id}/guests/{user_id}/end", kit.Watching, pages.endGuest),
		kit.Post("/brands/{brand_id}/guests/invitations/{invitation_id}/withdraw", kit.Watching, pages.withdrawGuest),

		kit.Get("/start", kit.Member, pages.showStart).Editing(),
		kit.Post("/start", kit.Member, pages.createBrand),
		kit.Get("/brands/{brand_id}/start", kit.Watching, pages.showGuide).Editing(),
		kit.Post("/brands/{brand_id}/start/brand", kit.Watching, pages.saveStart),
		kit.Post("/brands/{brand_id}/start/generate", kit.Watching, pages.generateStart),
		kit.Post("/brands/{brand_id}/start/prompts", kit.Watching, pages.choosePrompts),
		kit.Post("/brands/{brand_id}/start/competitors", kit.Watching, pages.chooseCompetitors),
		kit.Post("/brands/{brand_id}/start/run", kit.Watching, pages.firstRun),

		kit.Get("/brands/{brand_id}/profile", kit.Watching, pages.showProfile),
		kit.Post("/brands/{brand_id}/profile", kit.Watching, pages.saveProfile),

		kit.Get("/brands/{brand_id}/prompts", kit.Watching, pages.showPrompts),
		kit.Get("/brands/{brand_id}/prompts.csv", kit.Watching, pages.exportPrompts),
		kit.Post("/brands/{brand_id}/prompts/generate", kit.Watching, pages.generatePrompts),
		kit.Post("/brands/{brand_id}/prompts/change", kit.Watching, pages.changePrompts),
		kit.Get("/brands/{brand_id}/prompts/new", kit.Watching, pages.showNewPrompts).Editing(),
		kit.Post("/brands/{brand_id}/prompts/new", kit.Watching, pages.addPrompts),
		kit.Get("/brands/{brand_id}/prompts/template.csv", kit.Watching, pages.importTemplate),
		kit.Post("/brands/{brand_id}/prompts/{prompt_id}", kit.Watching, pages.savePrompt),
		kit.Post("/brands/{brand_id}/prompts/{prompt_id}/switch", kit.Watching, pages.switchPrompt),

		kit.Get("/brands/{brand_id}/topics", kit.Watching, pages.showTopics),
		kit.Get("/brands/{brand_id}/topics.csv", kit.Watching, pages.exportTopics),
		kit.Post("/brands/{brand_id}/topics", kit.Watching, pages.addTopic),
		kit.Post("/brands/{brand_id}/topics/{topic_id}", kit.Watching, pages.saveTopic),
		kit.Post("/brands/{brand_id}/topics/{topic_id}/delete", kit.Watching, pages.deleteTopic),

		kit.Get("/brands/{brand_id}/competitors", kit.Watching, pages.showCompetitors),
		kit.Get("/brands/{brand_id}/competitors.csv", kit.Watching, pages.exportCompetitors),
		kit.Post("/brands/{brand_id}/competitors", kit.Watching, pages.addCompetitor),
		kit.Post("/brands/{brand_id}/competitors/several", kit.Watching, pages.addSeveral),
		kit.Post("/brands/{brand_id}/competitors/try", kit.Watching, pages.tryCompetitors).Own(),
		kit.Get("/brands/{brand_id}/competitors/{competitor_id}", kit.Watching, pages.showCompetitor),
		kit.Post("/brands/{brand_id}/competitors/{competitor_id}", kit.Watching, pages.saveCompetitor),
		kit.Post("/brands/{brand_id}/competitors/{competitor_id}/delete", kit.Watching, pages.deleteCompetitor),

		kit.Get("/brands/{brand_id}/facts", kit.Watching, pages.showFacts),
		kit.Get("/brands/{brand_id}/facts.csv", kit.Watching, pages.exportFacts),
		kit.Post("/brands/{brand_id}/facts", kit.Watching, pages.saveFacts),
		kit.Post("/brands/{brand_id}/facts/import", kit.Watching, pages.importFacts).Taking(factsUpload),

		kit.Get("/brands/{brand_id}/runs", kit.Watching, pages.showRuns),
		kit.Get("/brands/{brand_id}/runs.csv", kit.Watching, pages.exportRuns),
		kit.Get("/brands/{brand_id}/runs/new", kit.Watching, pages.showNewRun).Editing(),
		kit.Post("/brands/{brand_id}/runs/new", kit.Watching, pages.startRun),
		kit.Get("/brands/{brand_id}/runs/{run_id}", kit.Watching, pages.showRun),
		kit.Post("/brands/{brand_id}/runs/{run_id}/cancel", kit.Watching, pages.cancelRun),
		kit.Post("/brands/{brand_id}/runs/{run_id}/again", kit.Watching, pages.askAgain),
	}
}
