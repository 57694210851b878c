package console

import (
	"context"
	"net/http"
	"net/url"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// teamPage is one team space: its members and who is invited.
type teamPage struct {
	space       account.Space
	members     []account.Member
	invitations []account.Invitation
	self        string
	form        form   // of an invitation
	name        form   // of a new name
	erase       form   // of the deletion
	link        string // of an invitation that no mail carries
	invited     string
}

func (p teamPage) owner() bool { return p.space.Role == "owner" }

func (c *Console) showTeams(_ context.Context, v *visit) (reply, error) {
	return c.teamsForm(v, filled())
}

func (c *Console) teamsForm(v *visit, f form) (reply, error) {
	p := page{Title: key("团队空间"), Body: teamsBody(v.spaces, v.space.ID, f)}
	if !f.sound() {
		p.Status = http.StatusUnprocessableEntity
	}
	return show(p)
}

func (c *Console) createTeam(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	id, err := c.rooms.Accounts.CreateTeam(ctx, v.user.ID, f.text("name"))
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.teamsForm(v, f)
	}
	return leadTo("/teams/" + id)
}

func (c *Console) showTeam(ctx context.Context, v *visit) (reply, error) {
	return c.teamForm(ctx, v, teamPage{form: filled()})
}

func (c *Console) teamForm(ctx context.Context, v *visit, p teamPage) (reply, error) {
	var err error
	id := v.PathValue("space_id")
	if p.space, err = c.rooms.Accounts.Space(ctx, v.user.ID, id); err != nil {
		return reply{}, err
	}
	if p.space.Kind != account.Team {
		return leadTo("/teams")
	}
	if p.members, err = c.rooms.Accounts.Members(ctx, v.user.ID, id); err != nil {
		return reply{}, err
	}
	p.self = v.user.ID
	if p.name.values == nil {
		p.name = filled("name", p.space.Name)
	}
	if p.owner() {
		if p.invitations, err = c.rooms.Accounts.Invitations(ctx, v.user.ID, id); err != nil {
			return reply{}, err
		}
	}
	shown := page{Title: key("团队空间"), Body: teamBody(p)}
	if !p.form.sound() || !p.name.sound() || !p.erase.sound() {
		shown.Status = http.StatusUnprocessableEntity
	}
	return show(shown)
}

// inviteMember sends a mail, or shows a link that is seen only once.
func (c *Console) inviteMember(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	inv, token, err := c.rooms.Accounts.Invite(ctx, v.user.ID, v.PathValue("space_id"), f.text("email"))
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.teamForm(ctx, v, teamPage{form: f})
	}
	if token == "" {
		v.say("邀请已寄到 %s", inv.Email)
		return leadTo("/teams/" + v.PathValue("space_id"))
	}
	return c.teamForm(ctx, v, teamPage{form: filled(), link: c.base(v) + "/invite?token=" + url.QueryEscape(token), invited: inv.Email})
}

func (c *Console) renameTeam(ctx context.Context, v *visit) (reply, error) {
	f, id := v.form(), v.PathValue("space_id")
	if err := c.rooms.Accounts.RenameTeam(ctx, v.user.ID, id, f.text("name")); err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.teamForm(ctx, v, teamPage{form: filled(), name: f})
	}
	v.say("已改名")
	return leadTo("/teams/" + id)
}

// deleteTeam erases a team for its owner, who typed its name.
func (c *Console) deleteTeam(ctx context.Context, v *visit) (reply, error) {
	f, id := v.form(), v.PathValue("space_id")
	if err := c.rooms.Accounts.DeleteTeam(ctx, v.user.ID, id, f.text("typed")); err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		if fault.Is(err, fault.Malformed) {
			f.blame("typed", f.faults[""])
			delete(f.faults, "")
		}
		return c.teamForm(ctx, v, teamPage{form: filled(), erase: f})
	}
	v.remember(spaceCookie, "")
	v.remember(brandCookie, "")
	v.say("已删除团队与其中的全部数据")
	return leadTo("/teams")
}

func (c *Console) withdrawInvitation(ctx context.Context, v *visit) (reply, error) {
	id := v.PathValue("space_id")
	if err := c.rooms.Accounts.WithdrawInvitation(ctx, v.user.ID, id, v.PathValue("invitation_id")); err != nil {
		return reply{}, err
	}
	v.say("已撤回邀请，链接作废")
	return leadTo("/teams/" + id)
}

func (c *Console) removeMember(ctx context.Context, v *visit) (reply, error) {
	space, member := v.PathValue("space_id"), v.PathValue("user_id")
	if err := c.rooms.Accounts.RemoveMember(ctx, v.user.ID, space, member); err != nil {
		return reply{}, err
	}
	if member == v.user.ID {
		v.say("已离开团队")
		return leadTo("/teams")
	}
	v.say("已移出团队")
	return leadTo("/teams/" + space)
}

func (c *Console) exportMembers(ctx context.Context, v *visit) (reply, error) {
	members, err := c.rooms.Accounts.Members(ctx, v.user.ID, v.PathValue("space_id"))
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("编号"), v.t("邮箱"), v.t("角色"), v.t("加入")}
	var rows [][]string
	for _, m := range members {
		rows = append(rows, []string{m.UserID, m.Email, v.t(roleName(m.Role)), exactTime(ctx, m.JoinedAt)})
	}
	return table(v.t("成员")+".csv", header, rows)
}

// enterSpaceNow switches to another space of the user.
func (c *Console) enterSpaceNow(ctx context.Context, v *visit) (reply, error) {
	space, err := c.rooms.Accounts.Space(ctx, v.user.ID, v.PathValue("space_id"))
	if err != nil {
		return reply{}, err
	}
	v.remember(spaceCookie, space.ID)
	v.remember(brandCookie, "")
	return leadTo("/")
}

func (c *Console) showInvite(_ context.Context, v *visit) (reply, error) {
	return show(page{Title: key("加入团队"), Body: inviteBody(form{}, v.URL.Query().Get("token"))})
}

func (c *Console) acceptInvite(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	space, err := c.rooms.Accounts.Accept(ctx, v.user.ID, f.value("token"))
	if err != nil {
		if err := takeToken(v, f, err); err != nil {
			return reply{}, err
		}
		return show(page{Title: key("加入团队"), Status: http.StatusUnprocessableEntity, Body: inviteBody(f, f.value("token"))})
	}
	v.remember(spaceCookie, space)
	v.remember(brandCookie, "")
	v.say("已加入团队")
	return leadTo("/teams/" + space)
}
