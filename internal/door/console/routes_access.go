package console

import "renown/internal/door/console/kit"

// accessRoutes are the pages of logging in, the account, its keys, teams and plan, and the API reference.
func (c *Console) accessRoutes() []kit.Route {
	return []kit.Route{
		kit.Get("/login", kit.Open, c.showLogin),
		kit.Post("/login", kit.Open, c.logIn),
		kit.Post("/logout", kit.Member, c.logOut),
		kit.Get("/register", kit.Open, c.showRegister),
		kit.Post("/register", kit.Open, c.register),
		kit.Get("/verify", kit.Open, c.showVerify),
		kit.Post("/verify", kit.Open, c.verify),
		kit.Get("/forgot", kit.Open, c.showForgot),
		kit.Post("/forgot", kit.Open, c.forgot),
		kit.Get("/reset", kit.Open, c.showReset),
		kit.Post("/reset", kit.Open, c.reset),
		kit.Get("/account", kit.Member, c.showAccount),
		kit.Post("/account/password", kit.Member, c.changePassword),
		kit.Post("/account/sessions/{session_id}/end", kit.Member, c.endSession),
		kit.Post("/account/delete", kit.Member, c.deleteAccount),
		kit.Get("/keys", kit.Member, c.showKeys),
		kit.Get("/keys.csv", kit.Member, c.exportKeys),
		kit.Post("/keys", kit.Member, c.createKey),
		kit.Post("/keys/{key_id}/revoke", kit.Member, c.revokeKey),
		kit.Get("/docs", kit.Member, c.showManual),
		kit.Get("/plan", kit.Member, c.showPlan),
		kit.Get("/plan/export", kit.Member, c.exportAccount),
		kit.Get("/teams", kit.Member, c.showTeams),
		kit.Post("/teams", kit.Member, c.createTeam),
		kit.Get("/teams/{space_id}", kit.Member, c.showTeam),
		kit.Get("/teams/{space_id}/members.csv", kit.Member, c.exportMembers),
		kit.Post("/teams/{space_id}/invite", kit.Member, c.inviteMember),
		kit.Post("/teams/{space_id}/rename", kit.Member, c.renameTeam),
		kit.Post("/teams/{space_id}/delete", kit.Member, c.deleteTeam),
		kit.Post("/teams/{space_id}/invitations/{invitation_id}/withdraw", kit.Member, c.withdrawInvitation),
		kit.Post("/teams/{space_id}/members/{user_id}/remove", kit.Member, c.removeMember),
		kit.Post("/spaces/{space_id}/enter", kit.Member, c.enterSpaceNow),
		kit.Get("/invite", kit.Member, c.showInvite),
		kit.Post("/invite", kit.Member, c.acceptInvite),
	}
}
