package console_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// An owner sees what was done at the account, operators see all, and no owner sees another's.
func TestLogOfDeeds(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		owner, a := loggedIn(t, s, plan.Standard)
		other, _ := loggedIn(t, s, plan.Standard)
		operator, o := loggedIn(t, s, plan.Standard)
		must.Do(t, s.App.Accounts.SetRole(context.Background(), o.UserID, account.RoleOperator))
		newBrowser(t, s).post("/login", "email", a.Email, "password", "wrong").expect(422)
		operator.post("/operator/users/"+a.UserID+"/points", "points", "-5", "reason", "多发了").leads("/operator/users/" + a.UserID)

		page := owner.get("/account/log").expect(200, "操作记录", "登录", "登录失败：密码不正确", "未登录者", "调整积分", "-5 · 多发了", "运营人员", "本人", "127.0.0.1")
		if strings.Contains(page.text(), o.UserID) {
			t.Error("the owner reads which operator it was")
		}
		owner.get("/account/log?deed=points_adjusted").expect(200, "1–1，共 1")
		owner.get("/account/log?q="+o.UserID).expect(200, "没有符合条件的记录")
		owner.get("/operator/log").expect(404)
		if text := other.get("/account/log").text(); strings.Contains(text, "多发了") || strings.Contains(text, a.UserID) {
			t.Error("somebody else reads it")
		}
		all := operator.get("/operator/log?q="+url.QueryEscape(a.UserID)).expect(200, "调整积分", "登录失败：密码不正确", a.Email)
		if strings.Contains(all.text(), a.UserID) {
			t.Error("the account is shown by its id")
		}
		if len(all.find(`a[href="/operator/users/`+a.UserID+`"]`)) == 0 {
			t.Error("no way to the account")
		}
		file := operator.get("/operator/log.csv?deed=points_adjusted")
		if lines := strings.Count(file.body, "\r\n"); lines != 2 || !strings.Contains(file.body, "127.0.0.1") ||
			!strings.Contains(file.body, "req_") || !strings.Contains(file.body, a.UserID+","+a.Email) {
			t.Errorf("the file: %s", file.body)
		}
		if got := owner.get("/account/log.csv").body; strings.Contains(got, o.UserID) {
			t.Errorf("the owner's file names the operator: %s", got)
		}
		operator.get("/operator/log?deed=%27%3B--&q=%25&page=99999999999").expect(200)
	})
}

// Members and teams are told by name, codes by words.
func TestLogNames(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		owner, a := loggedIn(t, s, plan.Upper)
		guest, g := loggedIn(t, s, plan.Standard)
		ctx := context.Background()
		team := must.Get(s.App.Accounts.CreateTeam(ctx, a.UserID, "市场部"))(t)
		_, token, err := s.App.Accounts.Invite(ctx, account.Inviting{By: a.UserID, SpaceID: team, Email: g.Email})
		must.Do(t, err)
		guest.post("/invite", "token", token)
		owner.post("/teams/"+team+"/members/"+g.UserID+"/role", "role", account.Viewer)
		page := owner.get("/account/log").expect(200, "成员加入团队", "市场部", g.Email, "成员的角色已更改", "市场部 · 查看")
		for _, id := range []string{g.UserID, team} {
			if strings.Contains(page.text(), id) {
				t.Errorf("%s is shown", id)
			}
		}
	})
}

// After a reset the keys that still work are shown, and can all be revoked.
func TestRevokeAllKeys(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		key := a.Key(t)
		a.Key(t)
		b.get("/keys?after=reset").expect(200, "密码已重置，但下面的密钥仍然有效", "全部吊销")
		b.follow(b.post("/keys/revoke").leads("/keys")).expect(200, "已吊销 2 把密钥")
		s.Expect(t, apitest.Call{Name: "revoked", Key: key, Method: "GET", Path: "/me", Status: 401, Code: 1001})
		if text := b.get("/keys?after=reset").text(); strings.Contains(text, "全部吊销") {
			t.Error("nothing is left to revoke")
		}
	})
}
