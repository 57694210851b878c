package console_test

import (
	"strings"
	"testing"
	"time"

	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// founded is a team of the account, with the browser in it.
func founded(t *testing.T, b *browser, name string) (path, id string) {
	t.Helper()
	made := b.post("/teams", "name", name)
	if made.status != 303 {
		t.Fatalf("no team: %d %.400s", made.status, made.text())
	}
	id = strings.TrimPrefix(made.location, "/teams/")
	b.post("/spaces/" + id + "/enter").leads("/")
	return made.location, id
}

// A member sees neither the forms of the owner nor gets through with them; to a stranger there is no team.
func TestTeamRefused(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Upper)
		team, id := founded(t, b, "市场部")
		colleague, c := loggedIn(t, s, plan.Standard)
		stranger, _ := loggedIn(t, s, plan.Standard)
		link := b.post(team+"/invite", "email", c.Email).expect(200).one("#invite-link")
		_, token, _ := strings.Cut(link, "token=")
		stranger.post("/invite", "token", token).expect(422, "这份邀请是给另一个邮箱的")
		colleague.post("/invite", "token", token).leads(team)
		open := b.post(team+"/invite", "email", "other@example.com").expect(200, "other@example.com")
		withdraw := attr(open.find("#invitations form")[0], "action")
		for _, who := range []*browser{colleague, stranger} {
			who.post(team+"/rename", "name", "我的部").expect(404)
			who.post(team+"/delete", "typed", "市场部").expect(404)
			who.post(team+"/hand-over", "member_id", c.UserID, "password", c.Password).expect(404)
			who.post(withdraw).expect(404)
		}
		stranger.get(team).expect(404)
		seen := colleague.get(team).expect(200, "市场部", "离开")
		for _, form := range []string{"/rename", "/delete", "/invite", "/hand-over"} {
			if seen.count(`form[action="`+team+form+`"]`) > 0 {
				t.Errorf("a member is offered %s", form)
			}
		}
		b.post(team+"/rename", "name", " ").expect(422, "团队名称应为一行，1 到 64 个字符")
		refused := b.post(team+"/delete", "typed", "市场").expect(422, "与团队名称不一致")
		if beside := refused.one("#delete-team"); !strings.Contains(beside, "与团队名称不一致") {
			t.Errorf("the fault does not stand beside its form: %s", beside)
		}
		if space, err := s.App.Accounts.Space(t.Context(), userOf(t, s, id), id); err != nil || space.Name != "市场部" {
			t.Errorf("%+v %v", space, err)
		}
	})
}

func userOf(t *testing.T, s *apitest.Server, spaceID string) string {
	t.Helper()
	p := must.Get(s.App.Plans.For(t.Context(), spaceID))(t)
	return p.UserID
}

func TestTeam(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Upper)
		team, _ := founded(t, b, "市场部")
		b.follow(b.post(team+"/rename", "name", "<b>品牌部</b>").leads(team)).expect(200, "<b>品牌部</b>", "已改名")
		open := b.post(team+"/invite", "email", "other@example.com").expect(200)
		link := open.one("#invite-link")
		withdraw := attr(open.find("#invitations form")[0], "action")
		b.follow(b.post(withdraw).leads(team)).expect(200, "已撤回邀请")
		b.post(withdraw).expect(404)
		if b.get(team).count("#invitations") > 0 {
			t.Error("the invitation is still there")
		}
		other, _ := loggedIn(t, s, plan.Standard)
		_, token, _ := strings.Cut(link, "token=")
		other.post("/invite", "token", token).expect(422, "邀请链接无效")

		brand := b.brand("云栖笔记")
		b.follow(b.post(team+"/delete", "typed", "<b>品牌部</b>").leads("/teams")).expect(200, "已删除团队")
		b.get(team).expect(404)
		b.get(brand + "/prompts").expect(404)
		b.post(team+"/delete", "typed", "<b>品牌部</b>").expect(404)
		expect.Equal(t, b.get("/teams").count("tbody tr"), 1, "the team is still listed")
		b.post("/preferences", "lang", "en", "back", "/")
		english, _ := founded(t, b, "Marketing")
		b.post(english+"/invite", "email", "x@example.com")
		if left := chinese(b.get(english).expect(200, "Delete the team", "Withdraw").root); len(left) > 0 {
			t.Errorf("not translated: %v", left)
		}
	})
}

// Runs in flight, runs that count today and open orders keep a team; each says so.
func TestTeamBusy(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated, Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ctx := t.Context()
		outlets := stocked(t, s)
		b, a := loggedIn(t, s, plan.Upper)
		team, id := founded(t, b, "市场部")
		who := account.Caller{UserID: a.UserID, SpaceID: id}
		erase := func() *received { return b.post(team+"/delete", "typed", "市场部") }
		content := must.Get(s.App.Contents.Create(ctx, who, article))(t)
		orders := must.Get(s.App.Orders.Submit(ctx, who, order.Submission{ContentID: content.ID, OutletIDs: []string{outlets["晨光日报"]}}))(t)
		erase().expect(422, "1 个订单还没有结果")
		if err := s.App.Runs.Suspend(ctx); err != nil { // a run waits as long as it is
			t.Fatal(err)
		}
		brand := b.englishBrand()
		started := b.post(brand+"/runs/new", "mode", "chat", "platform", "doubao")
		erase().expect(422, "1 个监测正在进行")
		must.Do(t, s.App.Runs.Resume(ctx))
		b.until(started.location, func(p *received) bool { return strings.Contains(p.one("#live h2"), "完成") })
		erase().expect(422, "计入今日次数")
		s.Clock.Advance(25 * time.Hour)
		b.logIn(a.Email, a.Password)
		b.post("/spaces/" + id + "/enter").leads("/")
		erase().expect(422, "1 个订单还没有结果")
		must.Get(s.App.Orders.Withdraw(ctx, who, orders.Items[0].ID))(t)
		erase().leads("/teams")
		list, err := s.App.Brands.List(ctx, who)
		if err != nil || len(list) > 0 {
			t.Errorf("brands are left: %v %v", list, err)
		}
		quota, err := s.App.Plans.Quota(ctx, a.UserID)
		if err != nil || quota.Held != 0 || quota.Balance != quota.Granted {
			t.Errorf("points %+v %v", quota, err)
		}
		if _, total, err := s.App.Runs.List(ctx, who, strings.TrimPrefix(brand, "/brands/"), run.Paging{Number: 1, Size: 1}); err == nil {
			t.Errorf("%d runs are left", total)
		}
	})
}

// Members see where a webhook leads, and not what may be its secret; the owner sees all of it.
func TestTeamWebhookHidden(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: withSeal(t, false)}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		_, id := founded(t, b, "市场部")
		b.post("/spaces/" + id + "/enter").leads("/")
		b.post("/events", "kind", "webhook", "name", "中台", "address", "https://hooks.example.com/in/T0?token=secret9",
			"types", "run.finished").expect(200, "只显示这一次")
		b.get("/events?channel=webhook").expect(200, "https://hooks.example.com/in/T0?token=secret9")
		who := account.Caller{UserID: a.UserID, SpaceID: id}
		endpoint := must.Get(s.App.Events.List(t.Context(), who))(t)[0]
		for _, role := range []string{account.Editor, account.Viewer} {
			member, m := loggedIn(t, s, plan.Standard)
			storetest.Exec(t, s.App.DB,
				`INSERT INTO members (space_id, user_id, role, access, created_at) VALUES ($1, $2, 'member', $3, 0)`,
				id, m.UserID, role)
			member.post("/spaces/" + id + "/enter").leads("/")
			if page := member.get("/events?channel=webhook").expect(200, "https://hooks.example.com/in/T0?…"); strings.Contains(page.body, "secret9") {
				t.Errorf("%s reads the whole address", role)
			}
			found := must.Get(s.App.Events.Find(t.Context(), account.Caller{UserID: m.UserID, SpaceID: id}, endpoint.ID))(t)
			expect.Equal(t, found.Address, "https://hooks.example.com/in/T0?…", role)
		}
	})
}

// An owner hands a team over to a member whose plan can hold it, and can then leave; endpoints with secrets are the owner's.
func TestTeamHandOver(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := t.Context()
		b, a := loggedIn(t, s, plan.Upper)
		team, id := founded(t, b, "市场部")
		if b.get(team).expect(200).count("#hand-over") > 0 {
			t.Error("there is nobody to hand it over to")
		}
		colleague, c := loggedIn(t, s, plan.Standard)
		_, token, _ := strings.Cut(b.post(team+"/invite", "email", c.Email).expect(200).one("#invite-link"), "token=")
		colleague.post("/invite", "token", token).leads(team)
		b.post("/account/delete", "password", a.Password, "sure", "on").expect(422, "请先移交给一位成员")

		who := account.Caller{UserID: a.UserID, SpaceID: id}
		made, err := s.App.Brands.Create(ctx, who, brand.Profile{Name: "青禾"})
		must.Do(t, err)
		topic := must.Get(s.App.Brands.CreateTopic(ctx, who, made.ID, brand.TopicFields{Name: "选购", Region: "cn", Language: "zh"}))(t)
		var prompt brand.Prompt
		for range plan.Standard.Limits().ActivePrompts + 1 {
			if prompt, err = s.App.Brands.CreatePrompt(ctx, who, made.ID,
				brand.NewPrompt{PromptFields: brand.PromptFields{
					TopicID: topic.ID, Text: "推荐几款", Stage: "awareness",
					Status: "active",
				}, Source: "user"}); err != nil {
				t.Fatal(err)
			}
		}
		hand := func(password string) *received {
			return b.post(team+"/hand-over", "member_id", c.UserID, "password", password)
		}
		if beside := hand("wrong").expect(422).one("#hand-over"); !strings.Contains(beside, "密码不正确") {
			t.Errorf("the fault does not stand beside its form: %s", beside)
		}
		hand(a.Password).expect(422, "请先归档 1 个")
		must.Do(t, s.App.Brands.DeletePrompt(ctx, who, prompt.ID))
		b.follow(hand(a.Password).leads(team)).expect(200, "已移交团队", "离开")
		hand(a.Password).expect(404)
		expect.Equal(t, userOf(t, s, id), c.UserID, "the team lives on the plan of")
		colleague.get(team).expect(200, "移交团队", "删除团队")
		colleague.get("/account/log").expect(200, "移交团队")

		b.post("/spaces/" + id + "/enter").leads("/")
		for kind, forms := range map[string]int{"webhook": 0, "feishu": 0, "mail": 1} {
			if n := b.get("/events?channel=" + kind).expect(200).count(`#channel input[name="address"]`); n != forms {
				t.Errorf("%s: a member is offered %d forms", kind, n)
			}
		}
		b.post("/events", "kind", "webhook", "name", "我的", "address", "https://hooks.example.com/", "types",
			"run.finished").expect(422, "只能由团队所有者管理")
		b.post("/account/delete", "password", a.Password, "sure", "on").leads("/login")
		colleague.get(team).expect(200, "市场部")
	})
}
