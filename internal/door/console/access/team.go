package access

import (
	"context"
	"net/http"
	"net/url"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// teamPage is one team space: its members and who is invited.
type teamPage struct {
	space       account.Space
	members     []account.Member
	invitations []account.Invitation
	self        string
	form        kit.Form // of an invitation
	name        kit.Form // of a new name
	hand        kit.Form // of handing over
	erase       kit.Form // of the deletion
	link        string   // of an invitation that no mail carries
	invited     string
}

func (p teamPage) owner() bool { return p.space.Role == account.Owner }

// givenRoles are what an owner can make of a member.
func givenRoles(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Value: account.Editor, Label: kit.T(ctx, roleName(account.Editor))},
		{Value: account.Viewer, Label: kit.T(ctx, roleName(account.Viewer))},
	}
}

// heirs are the members who can become the owner.
func (p teamPage) heirs() (list []kit.Option) {
	for _, m := range p.members {
		if m.UserID != p.self {
			list = append(list, kit.Option{Value: m.UserID, Label: m.Email})
		}
	}
	return list
}

func (pages *Pages) showTeams(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.teamsForm(v, kit.Filled())
}

func (pages *Pages) teamsForm(v *kit.Visit, f kit.Form) (kit.Reply, error) {
	return kit.Show(kit.Page{Title: kit.Key("团队空间"), Entry: "teams", Body: teamsBody(v.Spaces, v.Space.ID, f)}, f)
}

func (pages *Pages) createTeam(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	id, err := pages.Accounts.CreateTeam(ctx, v.User.ID, f.Text("name"))
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.teamsForm(v, f) })
	}
	return kit.LeadTo("/teams/" + id)
}

func (pages *Pages) showTeam(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.teamForm(ctx, v, teamPage{form: kit.Filled()})
}

func (pages *Pages) teamForm(ctx context.Context, v *kit.Visit, p teamPage) (kit.Reply, error) {
	var err error
	id := v.PathValue("space_id")
	if p.space, err = pages.Accounts.Space(ctx, v.User.ID, id); err != nil {
		return kit.Reply{}, err
	}
	if p.space.Kind != account.Team {
		return kit.LeadTo("/teams")
	}
	if p.members, err = pages.Accounts.Members(ctx, v.User.ID, id); err != nil {
		return kit.Reply{}, err
	}
	p.self = v.User.ID
	if p.name.Values == nil {
		p.name = kit.Filled("name", p.space.Name)
	}
	if p.owner() {
		if p.invitations, err = pages.Accounts.Invitations(ctx, v.User.ID, id); err != nil {
			return kit.Reply{}, err
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("团队空间"), Entry: "teams", Body: teamBody(p)}, p.form, p.name, p.hand, p.erase)
}

// inviteMember sends a mail, or shows a link that is seen only once.
func (pages *Pages) inviteMember(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	inv, token, err := pages.Accounts.Invite(ctx,
		account.Inviting{By: v.User.ID, SpaceID: v.PathValue("space_id"), Email: f.Text("email"), Role: f.Value("role")})
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.teamForm(ctx, v, teamPage{form: f}) })
	}
	if token == "" {
		v.Say("邀请已寄到 %s", inv.Email)
		return kit.LeadTo("/teams/" + v.PathValue("space_id"))
	}
	return pages.teamForm(ctx, v,
		teamPage{form: kit.Filled(), link: v.Base(pages.PublicURL) + "/invite?token=" + url.QueryEscape(token), invited: inv.Email})
}

func (pages *Pages) renameTeam(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, id := v.Submitted(), v.PathValue("space_id")
	if err := pages.Accounts.RenameTeam(ctx, v.User.ID, id, f.Text("name")); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.teamForm(ctx, v, teamPage{form: kit.Filled(), name: f}) })
	}
	v.Say("已改名")
	return kit.LeadTo("/teams/" + id)
}

// handOverTeam makes a member the owner, for the owner who knows their password.
func (pages *Pages) handOverTeam(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, id := v.Submitted(), v.PathValue("space_id")
	err := pages.Accounts.HandOver(ctx,
		account.Handover{OwnerID: v.User.ID, SpaceID: id, MemberID: f.Value("member_id"), Password: f.Value("password")})
	if err != nil {
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		if fault.Is(err, fault.Unauthenticated) {
			f.Blame("password", f.Faults[""])
			delete(f.Faults, "")
		}
		return pages.teamForm(ctx, v, teamPage{form: kit.Filled(), hand: f})
	}
	v.Say("已移交团队，你现在是编辑")
	return kit.LeadTo("/teams/" + id)
}

// deleteTeam erases a team for its owner, who typed its name.
func (pages *Pages) deleteTeam(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, id := v.Submitted(), v.PathValue("space_id")
	if err := pages.Accounts.DeleteTeam(ctx, v.User.ID, id, f.Text("typed")); err != nil {
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		if fault.Is(err, fault.Malformed) {
			f.Blame("typed", f.Faults[""])
			delete(f.Faults, "")
		}
		return pages.teamForm(ctx, v, teamPage{form: kit.Filled(), erase: f})
	}
	v.Remember(kit.SpaceCookie, "")
	v.Remember(kit.BrandCookie, "")
	v.Say("已删除团队与其中的全部数据")
	return kit.LeadTo("/teams")
}

func (pages *Pages) withdrawInvitation(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	id := v.PathValue("space_id")
	if err := pages.Accounts.WithdrawInvitation(ctx, v.User.ID, id, v.PathValue("invitation_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已撤回邀请，链接作废")
	return kit.LeadTo("/teams/" + id)
}

// setMemberRole makes a member an editor or a viewer, for the owner.
func (pages *Pages) setMemberRole(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	team := account.Space{ID: v.PathValue("space_id"), Role: v.PostForm.Get("role")}
	if err := pages.Accounts.SetMemberRole(ctx, v.User.ID, v.PathValue("user_id"), team); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已改为%s", v.T(roleName(team.Role)))
	return kit.LeadTo("/teams/" + team.ID)
}

func (pages *Pages) removeMember(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	space, member := v.PathValue("space_id"), v.PathValue("user_id")
	if err := pages.Accounts.RemoveMember(ctx, v.User.ID, space, member); err != nil {
		return kit.Reply{}, err
	}
	if member == v.User.ID {
		v.Say("已离开团队")
		return kit.LeadTo("/teams")
	}
	v.Say("已移出团队")
	return kit.LeadTo("/teams/" + space)
}

func (pages *Pages) exportMembers(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	team, err := pages.Accounts.Space(ctx, v.User.ID, v.PathValue("space_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	members, err := pages.Accounts.Members(ctx, v.User.ID, team.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, members, func(m account.Member) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", m.UserID), kit.Column("邮箱", m.Email), kit.Column("角色", v.T(roleName(m.Role))),
			kit.Column("加入", m.JoinedAt),
		}
	}).CSV(kit.FileName("csv", team.Name, v.T("list|成员")))
}

// enterSpaceNow switches to another space of the user.
func (pages *Pages) enterSpaceNow(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	space, err := pages.Accounts.Space(ctx, v.User.ID, v.PathValue("space_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	v.Remember(kit.SpaceCookie, space.ID)
	v.Remember(kit.BrandCookie, "")
	return kit.LeadTo("/")
}

func (pages *Pages) showInvite(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.invitePage(ctx, v, kit.Filled("token", v.URL.Query().Get("token")))
}

// invitePage says which team it is, who invites and to be what. A token that is good for nothing says so.
func (pages *Pages) invitePage(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	p := kit.Page{Title: kit.Key("加入团队")}
	offer, err := pages.Accounts.Offered(ctx, f.Value("token"))
	if err != nil && f.Sound() {
		if err := takeToken(v, f, err); err != nil {
			return kit.Reply{}, err
		}
	}
	if !f.Sound() && v.Method == http.MethodPost {
		p.Status = http.StatusUnprocessableEntity
	}
	p.Body = inviteBody(f, offer)
	return kit.Show(p)
}

func (pages *Pages) acceptInvite(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	space, err := pages.Accounts.Accept(ctx, v.User.ID, f.Value("token"))
	if err != nil {
		if err := takeToken(v, f, err); err != nil {
			return kit.Reply{}, err
		}
		return pages.invitePage(ctx, v, f)
	}
	v.Remember(kit.SpaceCookie, space)
	v.Remember(kit.BrandCookie, "")
	v.Say("已加入团队")
	if joined, err := pages.Accounts.Space(ctx, v.User.ID, space); err != nil || joined.Role == account.Guest {
		return kit.Reply{Location: "/"}, err
	}
	return kit.LeadTo("/teams/" + space)
}
