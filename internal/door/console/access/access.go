// Package access has the pages of logging in and of the account: sessions, API keys, teams, plan, and the API reference.
package access

import "renown/internal/door/console/kit"

// Pages answers the requests of this wing.
type Pages struct {
	kit.Rooms
	Manual func() (*Manual, error)
}

// Routes are the pages of logging in, the account, its keys, teams and plan, and the API reference.
func (pages *Pages) Routes() []kit.Route {
	return []kit.Route{
		kit.Get("/login", kit.Open, pages.showLogin),
		kit.Post("/login", kit.Open, pages.logIn),
		kit.Post("/login/code", kit.Open, pages.logInCode),
		kit.Post("/logout", kit.Member, pages.logOut).Own(),
		kit.Get("/register", kit.Open, pages.showRegister),
		kit.Post("/register", kit.Open, pages.register),
		kit.Get("/verify", kit.Open, pages.showVerify),
		kit.Post("/verify", kit.Open, pages.verify),
		kit.Get("/forgot", kit.Open, pages.showForgot),
		kit.Post("/forgot", kit.Open, pages.forgot),
		kit.Get("/reset", kit.Open, pages.showReset),
		kit.Post("/reset", kit.Open, pages.reset),

		kit.Get("/account", kit.Member, pages.showAccount).Told(),
		kit.Post("/account/password", kit.Member, pages.changePassword).Own(),
		kit.Post("/account/sessions/{session_id}/end", kit.Member, pages.endSession).Own(),
		kit.Post("/account/delete", kit.Member, pages.deleteAccount).Own(),
		kit.Get("/account/second-factor", kit.Member, pages.showFactor).Told(),
		kit.Post("/account/second-factor/begin", kit.Member, pages.beginFactor).Own(),
		kit.Post("/account/second-factor/confirm", kit.Member, pages.confirmFactor).Own(),
		kit.Post("/account/second-factor/codes", kit.Member, pages.renewCodes).Own(),
		kit.Post("/account/second-factor/disable", kit.Member, pages.disableFactor).Own(),
		kit.Get("/account/log", kit.Member, pages.showLog).Told(),
		kit.Get("/account/log.csv", kit.Member, pages.exportLog).Told(),

		kit.Get("/keys", kit.Member, pages.showKeys).Told(),
		kit.Get("/keys.csv", kit.Member, pages.exportKeys).Told(),
		kit.Post("/keys", kit.Member, pages.createKey).Own(),
		kit.Post("/keys/{key_id}/revoke", kit.Member, pages.revokeKey).Own(),
		kit.Post("/keys/revoke", kit.Member, pages.revokeKeys).Own(),
		kit.Get("/docs", kit.Open, pages.showManual),

		kit.Get("/runtimes", kit.Member, pages.showRuntimes),
		kit.Post("/runtimes", kit.Member, pages.createRuntime),
		kit.Post("/runtimes/{runtime_id}/revoke", kit.Member, pages.revokeRuntime),

		kit.Get("/events", kit.Member, pages.showEvents),
		kit.Post("/events", kit.Member, pages.createEndpoint),
		kit.Post("/events/types", kit.Member, pages.saveTypes),
		kit.Get("/events/{endpoint_id}", kit.Member, pages.showEndpoint),
		kit.Post("/events/{endpoint_id}", kit.Member, pages.saveEndpoint),
		kit.Post("/events/{endpoint_id}/switch", kit.Member, pages.switchEndpoint),
		kit.Post("/events/{endpoint_id}/test", kit.Member, pages.testEndpoint),
		kit.Post("/events/{endpoint_id}/secret", kit.Member, pages.rotateEndpoint),
		kit.Post("/events/{endpoint_id}/delete", kit.Member, pages.deleteEndpoint),
		kit.Get("/deliveries", kit.Member, pages.showDeliveries),
		kit.Get("/deliveries/{delivery_id}", kit.Member, pages.showDelivery),
		kit.Post("/deliveries/{delivery_id}/replay", kit.Member, pages.replayDelivery),
		kit.Get("/unsubscribe/{token}", kit.Open, pages.showUnsubscribe),
		kit.Post("/unsubscribe/{token}", kit.Open, pages.unsubscribe),

		kit.Get("/plan", kit.Member, pages.showPlan).Told(),
		kit.Post("/plan/request", kit.Member, pages.askPlan).Own(),
		kit.Post("/plan/request/withdraw", kit.Member, pages.withdrawPlan).Own(),
		kit.Get("/plan/export", kit.Member, pages.exportAccount).Told(),

		kit.Get("/teams", kit.Member, pages.showTeams).Told(),
		kit.Post("/teams", kit.Member, pages.createTeam).Own(),
		kit.Get("/teams/{space_id}", kit.Member, pages.showTeam).Told(),
		kit.Get("/teams/{space_id}/members.csv", kit.Member, pages.exportMembers),
		kit.Post("/teams/{space_id}/invite", kit.Member, pages.inviteMember).Own(),
		kit.Post("/teams/{space_id}/rename", kit.Member, pages.renameTeam).Own(),
		kit.Post("/teams/{space_id}/hand-over", kit.Member, pages.handOverTeam).Own(),
		kit.Post("/teams/{space_id}/delete", kit.Member, pages.deleteTeam).Own(),
		kit.Post("/teams/{space_id}/invitations/{invitation_id}/withdraw", kit.Member, pages.withdrawInvitation).Own(),
		kit.Post("/teams/{space_id}/members/{user_id}/role", kit.Member, pages.setMemberRole).Own(),
		kit.Post("/teams/{space_id}/members/{user_id}/remove", kit.Member, pages.removeMember).Own(),
		kit.Post("/spaces/{space_id}/enter", kit.Member, pages.enterSpaceNow).Own(),
		kit.Get("/invite", kit.Member, pages.showInvite).Told(),
		kit.Post("/invite", kit.Member, pages.acceptInvite).Own(),
	}
}
