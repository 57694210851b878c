package console_test

import (
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestProfile(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, me := loggedIn(t, s, plan.Standard)
		brand := b.brand("云栖笔记")
		for name, pairs := range map[string][]string{
			"请填写":       {"name", " ", "introduction", "x"},
			"最多 128 个字": {"name", strings.Repeat("名", 129), "introduction", "x"},
			"最多 50 条":   {"name", "x", "introduction", "x", "aliases", many51()},
			"最多 64 个字":  {"name", "x", "introduction", "x", "exclusions", strings.Repeat("长", 65)},
		} {
			b.post(brand+"/profile", pairs...).expect(422, name)
		}
		daily := b.post(brand+"/profile", "name", "云栖笔记", "introduction", "笔记", "schedule", "daily", "hour", "8").expect(422)
		if daily.count(".note.is-bad") == 0 && daily.count(".fault") == 0 {
			t.Errorf("daily monitoring is refused without a word: %s", daily.text())
		}
		b.follow(b.post(brand+"/profile", "name", "云栖笔记", "introduction", "新的简介", "aliases", "云栖\nYunqi，云栖",
			"contexts", "笔记、软件", "homepage_url", "https://yunqi.example",
			"schedule", "weekly", "weekday", "3", "hour", "8", "product_type", strings.Repeat("x", 129))).expect(200, "已保存")
		page := b.get(brand + "/profile").expect(200)
		expect.Equal(t, page.one("#aliases"), "云栖 Yunqi", "aliases")
		expect.Equal(t, attr(page.find("#homepage_url")[0], "value"), "https://yunqi.example", "homepage")
		b.get(brand+"/runs").expect(200, "每周三 08:00")
		// The form has no field for the product type, so nothing that is sent for one is kept.
		s.Expect(t, apitest.Call{
			Key: me.Key(t), Method: "GET", Path: "/geo" + brand, Status: 200,
			Want: apitest.Values{"data.product_type": "other"},
		})
	})
}

// The second user to save keeps what the first changed elsewhere in the same form, and is told of what both changed.
func TestSavedMeanwhile(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: withSeal(t, false)}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		brand := b.brand("云栖笔记")
		b.post(brand+"/competitors", "name", "云途", "aliases", "Yuntu").leads(brand + "/competitors")
		b.post(brand+"/topics", "name", "选型", "region", "CN", "language", "zh").leads(brand + "/topics")
		b.post(brand+"/prompts/new", "topic_name", "选型", "text", "哪款云笔记好？", "stage", "usage").leads(brand + "/prompts")
		b.post("/events", "kind", "feishu", "name", "群", "address",
			"https://open.feishu.cn/open-apis/bot/v2/hook/12345678", "types", "alert.raised").expect(200)
		for _, form := range []struct{ page, mine, theirs string }{
			{brand + "/profile", "introduction", "aliases"},
			{attr(b.get(brand + "/competitors").find("td a.two")[0], "href"), "description", "aliases"},
			{brand + "/topics", "description", "name"},
			{attr(b.get(brand + "/prompts").find("td.wrap a")[0], "href"), "text", "tags"},
			{attr(b.get("/events?channel=feishu").find("#channel a.two")[0], "href"), "quiet_from", "name"},
		} {
			save := func(opened *received, name, typed string) *received {
				t.Helper()
				action, values := opened.typed()
				values.Set(name, typed)
				if name == "quiet_from" {
					values.Set("quiet_to", "08:00")
				}
				return b.send("POST", action, values)
			}
			stored := func(when, mine, theirs string) {
				t.Helper()
				_, now := b.get(form.page).typed()
				expect.Equal(t, now.Get(form.mine), mine, form.page+", "+when+": "+form.mine)
				expect.Equal(t, now.Get(form.theirs), theirs, form.page+", "+when+": "+form.theirs)
			}
			opened := b.get(form.page).expect(200)
			b.follow(save(opened, form.theirs, "甲改的")).expect(200)
			b.follow(save(opened, form.mine, "22:00")).expect(200)
			stored("in different places", "22:00", "甲改的")
			refused := save(opened, form.theirs, "乙改的").expect(422, "别人改了同一处", "别人刚存的是：甲改的")
			stored("refused", "22:00", "甲改的")
			_, shown := refused.typed()
			expect.Equal(t, shown.Get(form.theirs), "乙改的", form.page+": what was typed")
			b.follow(save(refused, form.theirs, "乙改的")).expect(200)
			stored("sent again", "22:00", "乙改的")
		}
		b.post(brand+"/facts", "row", "new0", "attribute.new0", "门店数", "value.new0", "412", "unit.new0", "家").leads(brand + "/facts")
		row := attr(b.get(brand + "/facts").find("[name=row]")[0], "value")
		was := []string{
			"row", row, "attribute." + row, "门店数", "was.attribute." + row, "门店数", "was.value." + row,
			"412", "unit." + row, "家", "was.unit." + row, "家", "was.source_url." + row, "",
		}
		b.post(brand+"/facts", append(was, "value."+row, "420", "source_url."+row, "")...).leads(brand + "/facts")
		b.post(brand+"/facts", append(was, "value."+row, "412", "source_url."+row,
			"https://yunqi.example/stores")...).leads(brand + "/facts")
		b.get(brand+"/facts").expect(200, "门店数 420 家", "用于判断")
		b.post(brand+"/facts", "row", row, "delete."+row, "on").leads(brand + "/facts")
		gone := b.post(brand+"/facts", append(was, "value."+row, "430", "row", "new0", "attribute.new0", "员工数",
			"value.new0", "90")...).expect(422, "已被别人删除")
		if kept := gone.find("[name=attribute.new0]"); len(kept) != 1 || !strings.Contains(gone.body, "员工数") {
			t.Error("what was typed in other rows is gone with a fact that is gone")
		}
	})
}

func many51() string {
	var list []string
	for i := range 51 {
		list = append(list, "a"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	return strings.Join(list, "\n")
}

func TestTopics(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: func(s *config.Settings) { s.MaxTopics = 3 }}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		brand := b.brand("云栖笔记")
		b.get(brand+"/topics").expect(200, "还没有主题")
		b.post(brand+"/topics", "name", "", "region", "CN", "language", "zh").expect(422, "请填写")
		b.post(brand+"/topics", "name", "选型", "region", "CN", "language", "zh").leads(brand + "/topics")
		page := b.get(brand+"/topics").expect(200, "选型")
		action := attr(page.find("#topics form")[0], "action")
		b.post(action, "name", "", "region", "CN", "language", "zh").expect(422, "请填写")
		b.post(action, "name", "选购", "region", "US", "language", "en").leads(brand + "/topics")
		b.get(brand+"/topics").expect(200, "选购", "US")
		b.post(brand+"/prompts/new", "topic_id", strings.TrimPrefix(action, brand+"/topics/"), "text", "问题？", "stage",
			"usage").leads(brand + "/prompts")
		b.post(action+"/delete").expect(409, "主题下仍有问题")
		for range 3 {
			b.post(brand+"/topics", "name", "又一个", "region", "CN", "language", "zh")
		}
		full := b.post(brand+"/topics", "name", "多出来的", "region", "CN", "language", "zh").expect(422, "每个品牌最多 3 个主题")
		expect.Equal(t, attr(full.find("#name")[0], "value"), "多出来的", "what was typed")
	})
}

func TestCompetitors(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		brand := b.brand("星澜")
		b.get(brand+"/facts").expect(200, "保存改动")
		b.post(brand+"/facts", "row", "new0", "attribute.new0", "门店数", "value.new0", "412", "unit.new0", "家",
			"source_url.new0", "https://xinglan.example/q3").leads(brand + "/facts")
		b.get(brand+"/facts").expect(200, "星澜 门店数 412 家", "用于判断")
		b.post(brand+"/facts", "row", "new0", "attribute.new0", "门店数", "value.new0", "500").expect(422, "在时间上重叠")
		both := b.post(brand+"/facts", "row", "new0", "attribute.new0", "员工数", "value.new0", "", "row", "new1",
			"attribute.new1", "", "value.new1", "3").expect(422)
		if told := both.find("#facts td .fault"); len(told) != 2 {
			t.Errorf("%d cells of two bad rows are blamed", len(told))
		}
		b.get(brand+"/facts.csv").expect(200, "门店数")
		b.upload(brand+"/facts/import", "facts.csv", "attribute,value\n成立,2016\n").leads(brand + "/facts#facts")
		bad := b.upload(brand+"/facts/import", "facts.csv", "attribute,value\n城市,上海\n"+
			strings.Repeat("面积,\n", 25)).expect(422, "25 行有误，整个文件没有导入", "还有 5 行有误")
		if rows := bad.find("#import tbody td.num"); len(rows) != 20 || textOf(rows[0]) != "3" {
			t.Errorf("%d bad rows are told of a file, the first is %s", len(rows), textOf(rows[0]))
		}
		b.get(brand+"/competitors").expect(200, "还没有竞品")
		b.post(brand+"/competitors", "name", "", "website_url", "javascript:alert(1)").expect(422, "请填写", "请以 http")
		b.post(brand+"/competitors", "name", "云途", "aliases", "Yuntu", "exclusions", "云途路").leads(brand + "/competitors")
		page := b.get(brand+"/competitors").expect(200, "云途", "Yuntu", "1 条排除")
		path := attr(page.find("td a.two")[0], "href")
		b.get(path).expect(200, "云途路")
		b.post(path, "name", "").expect(422, "请填写")
		b.follow(b.post(path, "name", "云途科技", "aliases", "云途", "exclusions", "云途路", "contexts", "")).expect(200, "云途科技")

		b.post(brand+"/competitors/try", "trial", "").expect(422, "请贴一段")
		tried := b.post(brand+"/competitors/try", "trial", "扫地机器人里，星澜最省心，其次是云途。云途路上的那家店也卖。").expect(200, "这条回答提到了你的品牌", "在排除的说法「云途路」里")
		expect.Equal(t, tried.one("#tester mark.us"), "星澜", "our name is marked as")
		expect.Equal(t, tried.count("#tester mark"), 2, "marks")
		b.follow(b.post(path+"/delete")).expect(200, "已移除", "还没有竞品")
	})
}

func TestKeys(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		b.get("/keys").expect(200, "先建一个品牌")
		b.post("/keys", "name", "x", "grant", "all").leads("/keys")
		b.brand("云栖笔记")
		b.get("/keys").expect(200, "还没有密钥")
		kept := b.post("/keys", "name", "报表", "grant", "some").expect(422, "请至少选一项权限")
		expect.Equal(t, attr(kept.find("#name")[0], "value"), "报表", "the name is gone")
		if got := b.post("/keys", "name", "报表", "grant", "some", "scope", "geo:everything"); got.status != 422 {
			t.Errorf("an unknown scope: %d", got.status)
		}
		made := b.post("/keys", "name", "报表", "grant", "some", "scope", "geo:read").expect(200, "报表", "curl")
		key := made.one("#fresh-key")
		expect.Equal(t, made.header.Get("Cache-Control"), "private, no-store", "a key may be cached")
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me", Want: apitest.Values{"data.scopes": []string{"geo:read"}}})
		action := attr(made.find("details.ask form")[0], "action")
		b.follow(b.post(action)).expect(200, "密钥已吊销", "已吊销")
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me", Status: 401, Code: 1001})
	})
}

func TestPlanAndDeletion(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		b.brand("云栖笔记")
		b.get("/plan").expect(200, "专业版", "0 / 3", "0 / 20")
		export := b.get("/plan/export")
		if !strings.HasPrefix(export.header.Get("Content-Disposition"), "attachment") || !strings.Contains(export.body, "云栖笔记") {
			t.Errorf("export: %v %.300s", export.header, export.body)
		}
		b.post("/account/delete", "password", a.Password).expect(422, "请勾选确认")
		b.post("/account/delete", "password", "wrong", "sure", "on").expect(422, "密码不正确")
		b.post("/account/delete", "password", a.Password, "sure", "on").leads("/login")
		b.get("/plan").leads("/login?next=%2Fplan")
		b.post("/login", "email", a.Email, "password", a.Password).expect(422)
	})
}

// sharedTeam is a team of an owner with one more member, until leave is called.
func sharedTeam(t *testing.T, s *apitest.Server, ownerID string) (teamID string, leave func()) {
	t.Helper()
	ctx, accounts := t.Context(), s.App.Accounts
	member := s.Account(t, plan.Trial)
	teamID = must.Get(accounts.CreateTeam(ctx, ownerID, "市场部"))(t)
	_, token, err := accounts.Invite(ctx, account.Inviting{By: ownerID, SpaceID: teamID, Email: member.Email})
	must.Do(t, err)
	must.Get(accounts.Accept(ctx, member.UserID, token))(t)
	return teamID, func() {
		t.Helper()
		must.Do(t, accounts.RemoveMember(ctx, member.UserID, teamID, member.UserID))
	}
}

// An account with an open order, a run of today or a team that others belong to is not deleted; later its orders stay
// with the operators, and a new registration with the address has no second trial.
func TestDeletionGuarded(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Standard)
		content := written(t, s, a, article)
		o := ordered(t, s, a, content.ID, ids["晨光日报"])[0]
		b.post("/account/delete", "password", a.Password, "sure", "on").expect(422, "账号暂时不能删除", "进行中的订单", o.ID)
		must.Get(s.App.Orders.Approve(t.Context(), "usr_op", o.ID, ""))(t)
		must.Get(s.App.Orders.Publish(t.Context(), "usr_op", o.ID, "https://news.example/1"))(t)
		team, leave := sharedTeam(t, s, a.UserID)
		b.post("/account/delete", "password", a.Password, "sure", "on").expect(422, "有其他成员的团队", "请先移交给一位成员、移除成员，或删除团队", team)
		leave()
		b.post("/account/delete", "password", a.Password, "sure", "on").leads("/login")
		left, err := s.App.Orders.FindAny(t.Context(), o.ID)
		if err != nil || left.Status != order.Published || left.PayerID != account.GoneUser {
			t.Errorf("%+v, %v", left, err)
		}
		operator, boss := loggedIn(t, s, plan.Standard)
		must.Do(t, s.App.Accounts.SetRole(t.Context(), boss.UserID, account.RoleOperator))
		operator.get("/operator/review?queue=done&order="+o.ID).expect(200, "已删除的账号")
		again := newBrowser(t, s)
		again.post("/register", "email", a.Email, "password", "another long password")
		user := must.Get(s.App.Accounts.ByEmail(t.Context(), a.Email))(t)
		if q, err := s.App.Plans.Quota(t.Context(), user.ID); err != nil || q.Balance != 0 {
			t.Errorf("%+v, %v", q, err)
		}
	})
}

func TestTeams(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		owner, a := loggedIn(t, s, plan.Upper)
		owner.post("/teams", "name", "").expect(422, "团队名称")
		team := owner.post("/teams", "name", "市场部").location
		space := strings.TrimPrefix(team, "/teams/")
		owner.post(team+"/invite", "email", "nonsense").expect(422, "邮箱地址格式不正确")
		colleague, c := loggedIn(t, s, plan.Standard)
		invited := owner.post(team+"/invite", "email", c.Email).expect(200, "只显示这一次")
		link := invited.one("#invite-link")
		path := link[strings.Index(link, "/invite?"):]

		stranger := newBrowser(t, s)
		if got := stranger.get(path); !strings.HasPrefix(got.location, "/login?next=%2Finvite") {
			t.Errorf("an invitation leads %q", got.location)
		}
		colleague.get(team).expect(404)
		colleague.post("/spaces/" + space + "/enter").expect(404)
		colleague.get(path).expect(200, "接受邀请", c.Email)
		token := path[strings.Index(path, "token=")+6:]
		colleague.post("/invite", "token", "wrong").expect(422, "邀请链接无效")
		colleague.post("/invite", "token", token).leads(team)
		colleague.get("/account").expect(200, "当前在团队空间「市场部」")
		colleague.post("/invite", "token", token).expect(422, "邀请链接无效")

		owner.post("/spaces/" + space + "/enter").leads("/")
		brand := owner.brand("云栖笔记")
		colleague.get(brand+"/prompts").expect(200, "云栖笔记", "0 / 20") // the owner's plan, not the member's own
		colleague.get("/plan").expect(200, "标准版", "0 / 10", "团队空间用的是所有者的套餐")
		s.Expect(t, apitest.Call{Key: a.Key(t), Method: "GET", Path: "/geo" + brand, Status: 404, Code: 3001})
		owner.get("/keys").expect(200, "apitest") // a key can be revoked, whatever it sees

		colleague.post(team + "/members/" + c.UserID + "/remove").leads("/teams")
		colleague.get(brand + "/prompts").expect(404)
		colleague.get(team).expect(404)
	})
}
