// Package analysis has the pages of what was found in answers: overview, visibility, sentiment, citations, the answers
// themselves, the printed report, and all of it as tables.
package analysis

import "renown/internal/door/console/kit"

// Pages answers the requests of this wing.
type Pages struct{ kit.Rooms }

// Routes are the pages of what was found.
func (pages *Pages) Routes() []kit.Route {
	return []kit.Route{
		kit.Get("/brands/{brand_id}/overview", kit.Watching, pages.showOverview).Told(),
		kit.Post("/brands/{brand_id}/overview/alerts/{alert_id}", kit.Watching, pages.acknowledge),
		kit.Post("/brands/{brand_id}/overview/competitors", kit.Watching, pages.addSuggested),
		kit.Get("/brands/{brand_id}/overview/{table}", kit.Watching, exporting(pages.overviewTables)).Told(),

		kit.Get("/brands/{brand_id}/leaders", kit.Watching, pages.showLeaders).Told(),
		kit.Get("/brands/{brand_id}/change", kit.Watching, pages.showChange).Told(),
		kit.Get("/brands/{brand_id}/visibility", kit.Watching, pages.showVisibility).Told(),
		kit.Get("/brands/{brand_id}/visibility/{table}", kit.Watching, exporting(pages.visibilityTables)).Told(),

		kit.Get("/brands/{brand_id}/sentiment", kit.Watching, pages.showSentiment).Told(),
		kit.Get("/brands/{brand_id}/sentiment/{table}", kit.Watching, exporting(pages.sentimentTables)).Told(),

		kit.Get("/brands/{brand_id}/prompts/{prompt_id}", kit.Watching, pages.showPrompt).Told(),
		kit.Get("/brands/{brand_id}/source", kit.Watching, pages.showSource).Told(),

		kit.Get("/brands/{brand_id}/citations", kit.Watching, pages.showCitations).Told(),
		kit.Get("/brands/{brand_id}/citations/{table}", kit.Watching, exporting(pages.citationTables)).Told(),

		kit.Get("/brands/{brand_id}/searches", kit.Watching, pages.showSearches).Told(),
		kit.Get("/brands/{brand_id}/searches/{table}", kit.Watching, exporting(pages.searchTables)).Told(),
		kit.Post("/brands/{brand_id}/searches/prompts", kit.Watching, pages.askSearch),

		kit.Get("/brands/{brand_id}/opportunities", kit.Watching, pages.showOpportunities),
		kit.Get("/brands/{brand_id}/opportunities/{table}", kit.Watching, exporting(pages.opportunityTables)),
		kit.Post("/brands/{brand_id}/opportunities/{opportunity_id}/draft", kit.Watching, pages.draftOpportunity),

		kit.Get("/brands/{brand_id}/campaigns", kit.Watching, pages.showCampaigns).Told(),
		kit.Post("/brands/{brand_id}/campaigns", kit.Watching, pages.declareCampaign),
		kit.Get("/brands/{brand_id}/campaigns/{campaign_id}", kit.Watching, pages.showCampaign).Told(),
		kit.Get("/brands/{brand_id}/campaigns/{campaign_id}/tables/{table}", kit.Watching, exporting(pages.campaignTables)).Told(),
		kit.Post("/brands/{brand_id}/campaigns/{campaign_id}/end", kit.Watching, pages.endCampaign),
		kit.Get("/brands/{brand_id}/accuracy", kit.Watching, pages.showAccuracy).Told(),
		kit.Post("/brands/{brand_id}/accuracy/corrections", kit.Watching, pages.noteCorrection),

		kit.Get("/brands/{brand_id}/check", kit.Watching, pages.showCheck),
		kit.Post("/brands/{brand_id}/check", kit.Watching, pages.beginCheck),
		kit.Post("/brands/{brand_id}/check/{answer_id}", kit.Watching, pages.judgeReading),
		kit.Get("/brands/{brand_id}/sampling", kit.Watching, pages.showSampling),

		kit.Get("/brands/{brand_id}/notes", kit.Watching, pages.showNotes),
		kit.Post("/brands/{brand_id}/notes", kit.Watching, pages.addNote),
		kit.Post("/brands/{brand_id}/notes/{note_id}", kit.Watching, pages.saveNote),
		kit.Post("/brands/{brand_id}/notes/{note_id}/delete", kit.Watching, pages.deleteNote),

		kit.Get("/brands/{brand_id}/shares", kit.Watching, pages.showShares),
		kit.Post("/brands/{brand_id}/shares", kit.Watching, pages.createShare),
		kit.Post("/brands/{brand_id}/shares/{share_id}/stop", kit.Watching, pages.stopShare),
		kit.Get("/shared/{token}", kit.Open, pages.showShared),

		kit.Get("/brands/{brand_id}/report", kit.Watching, pages.showReport).Told(),
		kit.Get("/brands/{brand_id}/report/settings", kit.Watching, pages.showReportSettings).Editing(),
		kit.Post("/brands/{brand_id}/report/look", kit.Watching, pages.saveAppearance).Taking(logoUpload),
		kit.Post("/brands/{brand_id}/report/notes", kit.Watching, pages.saveReportNotes),
		kit.Post("/brands/{brand_id}/report/mail", kit.Watching, pages.saveReportMail),
		kit.Post("/brands/{brand_id}/report/mail/try", kit.Watching, pages.tryReportMail),
		kit.Get("/report-logo/{logo}", kit.Open, pages.showReportLogo),
		kit.Get("/report-colour/{colour}", kit.Open, pages.showReportColour),
		kit.Get("/brands/{brand_id}/tables.zip", kit.Watching, pages.exportBundle).Told(),
		kit.Get("/brands/{brand_id}/tables.xlsx", kit.Watching, pages.exportWorkbook).Told(),
		kit.Get("/brands/{brand_id}/report.json", kit.Watching, pages.exportReport).Told(),
		kit.Get("/brands/{brand_id}/answers.jsonl", kit.Watching, pages.exportEvidence).Told(),

		kit.Get("/brands/{brand_id}/answers", kit.Watching, pages.showAnswers).Told(),
		kit.Get("/brands/{brand_id}/answers.csv", kit.Watching, pages.exportAnswers).Told(),
		kit.Get("/brands/{brand_id}/answers/{answer_id}", kit.Watching, pages.showAnswer).Told(),
		kit.Get("/brands/{brand_id}/answers/{answer_id}/screen.jpg", kit.Watching, pages.showScreen).Told(),
		kit.Get("/brands/{brand_id}/surfaces", kit.Watching, pages.showSurfaces).Told(),
	}
}
