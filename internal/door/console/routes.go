package console

import "net/http"

// access says who may ask for a path.
type access int

const (
	open     access = iota // anybody
	member                 // who is logged in
	watching               // who is logged in, for a brand of the space: {brand_id} in the path
	operator               // operators
)

type route struct {
	method, path string
	access       access
	handle       handler
}

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// routes is the whole console on one screen.
func (c *Console) routes() []route {
	return []route{
		{get, "/", member, c.home},
		{post, "/preferences", open, c.setPreferences},

		{get, "/login", open, c.showLogin},
		{post, "/login", open, c.logIn},
		{post, "/logout", member, c.logOut},
		{get, "/register", open, c.showRegister},
		{post, "/register", open, c.register},
		{get, "/verify", open, c.showVerify},
		{post, "/verify", open, c.verify},
		{get, "/forgot", open, c.showForgot},
		{post, "/forgot", open, c.forgot},
		{get, "/reset", open, c.showReset},
		{post, "/reset", open, c.reset},

		{get, "/account", member, c.showAccount},
		{post, "/account/password", member, c.changePassword},
		{post, "/account/sessions/{session_id}/end", member, c.endSession},

		{post, "/account/delete", member, c.deleteAccount},

		{get, "/keys", member, c.showKeys},
		{get, "/keys.csv", member, c.exportKeys},
		{post, "/keys", member, c.createKey},
		{post, "/keys/{key_id}/revoke", member, c.revokeKey},
		{get, "/docs", member, c.showManual},
		{get, "/plan", member, c.showPlan},
		{get, "/plan/export", member, c.exportAccount},
		{get, "/teams", member, c.showTeams},
		{post, "/teams", member, c.createTeam},
		{get, "/teams/{space_id}", member, c.showTeam},
		{get, "/teams/{space_id}/members.csv", member, c.exportMembers},
		{post, "/teams/{space_id}/invite", member, c.inviteMember},
		{post, "/teams/{space_id}/rename", member, c.renameTeam},
		{post, "/teams/{space_id}/delete", member, c.deleteTeam},
		{post, "/teams/{space_id}/invitations/{invitation_id}/withdraw", member, c.withdrawInvitation},
		{post, "/teams/{space_id}/members/{user_id}/remove", member, c.removeMember},
		{post, "/spaces/{space_id}/enter", member, c.enterSpaceNow},
		{get, "/invite", member, c.showInvite},
		{post, "/invite", member, c.acceptInvite},

		{get, "/start", member, c.showStart},
		{post, "/start", member, c.createBrand},
		{get, "/brands/{brand_id}/start", watching, c.showGuide},
		{post, "/brands/{brand_id}/start/brand", watching, c.saveStart},
		{post, "/brands/{brand_id}/start/generate", watching, c.generateStart},
		{post, "/brands/{brand_id}/start/prompts", watching, c.choosePrompts},
		{post, "/brands/{brand_id}/start/competitors", watching, c.chooseCompetitors},
		{post, "/brands/{brand_id}/start/run", watching, c.firstRun},

		{get, "/brands/{brand_id}/overview", watching, c.showOverview},
		{post, "/brands/{brand_id}/overview/alerts/{alert_id}", watching, c.acknowledge},
		{post, "/brands/{brand_id}/overview/competitors", watching, c.addSuggested},
		{get, "/brands/{brand_id}/overview/{table}", watching, c.exportOverview},
		{get, "/brands/{brand_id}/visibility", watching, c.showVisibility},
		{get, "/brands/{brand_id}/visibility/{table}", watching, c.exportVisibility},
		{get, "/brands/{brand_id}/sentiment", watching, c.showSentiment},
		{get, "/brands/{brand_id}/sentiment/{table}", watching, c.exportSentiment},
		{get, "/brands/{brand_id}/citations", watching, c.showCitations},
		{get, "/brands/{brand_id}/citations/{table}", watching, c.exportCitations},
		{get, "/brands/{brand_id}/report", watching, c.showReport},
		{get, "/brands/{brand_id}/answers", watching, c.showAnswers},
		{get, "/brands/{brand_id}/answers.csv", watching, c.exportAnswers},
		{get, "/brands/{brand_id}/answers/{answer_id}", watching, c.showAnswer},

		{get, "/brands/{brand_id}/profile", watching, c.showProfile},
		{post, "/brands/{brand_id}/profile", watching, c.saveProfile},

		{get, "/brands/{brand_id}/prompts", watching, c.showPrompts},
		{get, "/brands/{brand_id}/prompts.csv", watching, c.exportPrompts},
		{post, "/brands/{brand_id}/prompts/generate", watching, c.generatePrompts},
		{post, "/brands/{brand_id}/prompts/change", watching, c.changePrompts},
		{get, "/brands/{brand_id}/prompts/new", watching, c.showNewPrompts},
		{post, "/brands/{brand_id}/prompts/new", watching, c.addPrompts},
		{get, "/brands/{brand_id}/prompts/{prompt_id}", watching, c.showPrompt},
		{post, "/brands/{brand_id}/prompts/{prompt_id}", watching, c.savePrompt},
		{post, "/brands/{brand_id}/prompts/{prompt_id}/switch", watching, c.switchPrompt},
		{get, "/brands/{brand_id}/topics", watching, c.showTopics},
		{get, "/brands/{brand_id}/topics.csv", watching, c.exportTopics},
		{post, "/brands/{brand_id}/topics", watching, c.addTopic},
		{post, "/brands/{brand_id}/topics/{topic_id}", watching, c.saveTopic},
		{post, "/brands/{brand_id}/topics/{topic_id}/delete", watching, c.deleteTopic},
		{get, "/brands/{brand_id}/competitors", watching, c.showCompetitors},
		{get, "/brands/{brand_id}/competitors.csv", watching, c.exportCompetitors},
		{post, "/brands/{brand_id}/competitors", watching, c.addCompetitor},
		{post, "/brands/{brand_id}/competitors/try", watching, c.tryCompetitors},
		{get, "/brands/{brand_id}/competitors/{competitor_id}", watching, c.showCompetitor},
		{post, "/brands/{brand_id}/competitors/{competitor_id}", watching, c.saveCompetitor},
		{post, "/brands/{brand_id}/competitors/{competitor_id}/delete", watching, c.deleteCompetitor},
		{get, "/brands/{brand_id}/runs", watching, c.showRuns},
		{get, "/brands/{brand_id}/runs.csv", watching, c.exportRuns},
		{get, "/brands/{brand_id}/runs/new", watching, c.showNewRun},
		{post, "/brands/{brand_id}/runs/new", watching, c.startRun},
		{get, "/brands/{brand_id}/runs/{run_id}", watching, c.showRun},
		{post, "/brands/{brand_id}/runs/{run_id}/cancel", watching, c.cancelRun},
	}
}
