package console_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// A brand is archived, moved to a team with all that belongs to it, and deleted by its owner who typed its name; not
// while a run is in flight, not by an editor, and not into another user's space.
func TestBrandLife(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated, Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ctx := t.Context()
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Upper)
		brand := b.englishBrand()
		id := strings.TrimPrefix(brand, "/brands/")
		other := b.brand("山岚")
		b.get(brand + "/overview")
		spaces := must.Get(s.App.Accounts.Spaces(ctx, a.UserID))(t)
		who := account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID}
		written := must.Get(s.App.Contents.CreateFor(ctx, who, &id, article))(t)
		b.get("/contents").expect(200, article.Title)
		b.post("/orders/new", "content_id", written.ID, "media_ids", ids["晨光日报"]).leads("/orders")
		b.get(other + "/overview")
		if strings.Contains(b.get("/orders").text(), article.Title) {
			t.Error("an order of one brand is listed with another")
		}
		b.get("/orders?brand=all").expect(200, article.Title)
		for sort, first := range map[string]string{"name": "Nimbus", "-name": "山岚"} {
			if got := b.get("/brands?sort=" + sort).expect(200).one("#brands tbody tr td a"); got != first {
				t.Errorf("sorted by %s, %s is first", sort, got)
			}
		}

		stranger, _ := loggedIn(t, s, plan.Standard)
		stranger.post(brand+"/move", "space_id", who.SpaceID).expect(404)
		theirs := must.Get(s.App.Accounts.Spaces(ctx, s.Account(t, plan.Trial).UserID))(t)
		b.post(brand+"/move", "space_id", theirs[0].ID).expect(404)
		team, teamID := founded(t, b, "听松")
		b.enter(who.SpaceID)
		if err := s.App.Runs.Suspend(ctx); err != nil { // a run waits as long as it is
			t.Fatal(err)
		}
		run := b.post(brand+"/runs/new", "mode", "chat", "platform", "doubao")
		b.post(brand+"/move", "space_id", teamID).expect(422, "有监测在进行")
		b.post(brand+"/delete", "typed", "Nimbus").expect(422, "有监测在进行")
		b.post(run.location + "/cancel")
		must.Do(t, s.App.Runs.Resume(ctx))

		must.Do(t, s.App.DB.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx,
				`INSERT INTO drafts (id, brand_id, opportunity_id, status, created_at) VALUES ('dft_1', $1, 'opp_1', 'queued', $2)`, id, tx.Now)
			return err
		}))
		b.post(brand+"/move", "space_id", teamID).expect(422, "正在起草文章")
		storetest.Exec(t, s.App.DB, `DELETE FROM drafts`)
		b.post(brand+"/archive", "archived", "yes").leads("/brands")
		b.get(brand+"/runs/new").expect(200, "品牌已归档")
		b.post(brand+"/runs/new", "mode", "chat", "platform", "doubao").expect(409, "品牌已归档")
		b.get("/plan/export").expect(200, "Nimbus")
		if menu := b.get("/brands").expect(200, "已归档"); strings.Contains(menu.one("#brands"), "Nimbus") {
			t.Error("an archived brand is listed as before")
		}
		b.post(brand + "/archive").leads(brand + "/manage")

		b.post(brand+"/move", "space_id", teamID).leads(brand + "/overview")
		b.get(brand+"/prompts").expect(200, "Which note app works offline?", "听松")
		b.get(run.location).expect(200)
		b.get("/contents").expect(200, article.Title)
		b.get("/orders").expect(200, "晨光日报")
		b.enter(who.SpaceID)
		b.get(brand + "/prompts").expect(404)
		if list, _, err := s.App.Contents.Titles(ctx, who, content.AnyBrand,
			content.Paging{Number: 1, Size: 9}); err != nil || len(list) != 0 {
			t.Errorf("contents stayed behind: %v %v", list, err)
		}

		moved := 0
		if err := s.App.DB.Read().QueryRow(ctx, `SELECT count(*) FROM order_inspections WHERE space_id = $1`,
			teamID).Scan(&moved); err != nil || moved != 1 {
			t.Errorf("%d declarations of orders moved along (%v)", moved, err)
		}
		b.enter(teamID)
		editor, c := loggedIn(t, s, plan.Standard)
		_, token, _ := strings.Cut(b.post(team+"/invite", "email", c.Email).expect(200).one("#invite-link"), "token=")
		editor.post("/invite", "token", token).leads(team)
		editor.post(brand+"/delete", "typed", "Nimbus").expect(404)
		if p := editor.get(brand+"/manage").expect(200, "归档"); p.count("#delete-brand")+p.count("#move-brand") != 0 {
			t.Error("an editor is offered what the owner alone may do")
		}
		if beside := b.post(brand+"/delete", "typed", "nimbus").expect(422).one("#delete-brand"); !strings.Contains(beside, "没有删除") {
			t.Errorf("the fault does not stand beside its form: %s", beside)
		}
		b.follow(b.post(brand+"/delete", "typed", "Nimbus").leads("/brands")).expect(200, "已删除「Nimbus」")
		b.get(brand + "/overview").expect(404)
		b.get("/orders?brand=none").expect(200, "晨光日报")

		fresh := strings.TrimPrefix(b.brand("松间"), "/brands/")
		orderID := attr(b.get("/orders?brand=none").expect(200, "勾选的归到").find(`#order-list input[name=id]`)[0], "value")
		b.post("/orders/assign", "id", orderID, "brand_id", strings.TrimPrefix(other, "/brands/")).expect(404) // of another space
		b.post("/orders/assign", "id", orderID, "id", "ord_none", "brand_id", fresh).expect(404)
		b.get("/orders?brand=none").expect(200, "晨光日报")
		b.follow(b.post("/orders/assign", "id", orderID, "brand_id", fresh).leads("/orders?brand=none")).expect(200, "已改归属 1 条", "还没有订单")
		b.follow(b.post("/contents/assign", "brand_id", fresh).leads("/contents?brand=none")).expect(200, "没有选中任何一条", article.Title)
		b.post("/contents/assign", "id", written.ID, "brand_id", fresh).leads("/contents?brand=none")
		b.get("/contents").expect(200, article.Title)
	})
}

// A link shows one page to who has no account, until it is stopped or its brand is gone; then, and when it is guessed, it looks the same.
func TestShares(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Upper)
		brand := b.englishBrand()
		run := b.post(brand+"/runs/new", "mode", "chat", "platform", "doubao", "platform", "qwen")
		b.until(run.location, func(s *received) bool { return strings.Contains(s.one("#live h2"), "完成") })
		b.get(run.location).expect(200, "这次看到的", "「Nimbus」", "看总览")
		b.get(brand+"/shares?page=overview").expect(200, "还没有分享过")
		today := s.App.DB.Now().Format("2006-01-02")
		for _, bad := range [][]string{
			{"page", "profile"},
			{"until", "2020-01-01"},
			{"until", "2099-01-01"},
			{"from", "x"},
			{"until", ""},
		} {
			form := map[string]string{
				"page": "report", "from": today, "to": today,
				"until": s.App.DB.Now().AddDate(0, 0, 9).Format("2006-01-02"), bad[0]: bad[1],
			}
			var pairs []string
			for name, value := range form {
				pairs = append(pairs, name, value)
			}
			b.post(brand+"/shares", pairs...).expect(422)
		}
		share := func(page string) string {
			t.Helper()
			made := b.post(brand+"/shares", "page", page, "from", today, "to", today, "until",
				s.App.DB.Now().AddDate(0, 0, 9).Format("2006-01-02")).expect(200)
			return strings.TrimPrefix(made.one("#share-link"), s.URL)
		}
		client := newBrowser(t, s)
		guessed := client.get("/shared/"+strings.Repeat("x", 40)).expect(404, "链接已失效")
		links := map[string]string{}
		for _, page := range []string{"report", "overview", "visibility", "sentiment", "citations"} {
			links[page] = share(page)
			got := client.get(links[page]).expect(200, "Nimbus", "只读分享")
			if got.header.Get("X-Robots-Tag") == "" || len(got.header.Values("Set-Cookie")) > 0 {
				t.Errorf("%s: headers %v", page, got.header)
			}
			if n := got.count("form") + got.count("button") + got.count("[data-menu]") + got.count(".btn") + got.count(".seg"); n > 0 {
				t.Errorf("%s: %d forms, buttons, menus and switches", page, n)
			}
			for _, chore := range []string{"发起监测", "全部机会", "给某一天加标注", "添加竞品"} {
				if strings.Contains(got.text(), chore) {
					t.Errorf("%s invites a client to %q", page, chore)
				}
			}
			for _, link := range got.find("a[href]") {
				if strings.HasPrefix(attr(link, "href"), "/") {
					t.Errorf("%s leads to %s", page, attr(link, "href"))
				}
			}
		}
		client.get(links["report"]).expect(200)
		b.get(brand+"/shares").expect(200, "2 次", "1 次")
		client.get(brand + "/overview").leads("/login?next=" + strings.ReplaceAll(brand+"/overview", "/", "%2F"))
		stop := b.get(brand + "/shares").find("#share-list form")
		newBrowser(t, s).post(attr(stop[0], "action")).leads("/login")
		for _, form := range stop[:len(stop)-1] {
			b.post(attr(form, "action")).leads(brand + "/shares")
		}
		b.post(attr(stop[0], "action")).expect(404)
		if gone := client.get(links["overview"]).expect(http.StatusNotFound); gone.text() != guessed.text() {
			t.Errorf("a stopped link looks unlike a guessed one: %s", gone.text())
		}
		client.get(links["report"]).expect(200)
		b.get("/account/log?deed=share_stopped").expect(200, "停止分享链接", "引用来源", "1–4，共 4")

		file := b.get(brand + "/tables.zip?days=7")
		bundle, err := zip.NewReader(bytes.NewReader([]byte(file.body)), int64(len(file.body)))
		if err != nil || len(bundle.File) != 16 {
			t.Errorf("the bundle: %v", err)
		}
	})
}

// A link ends with the membership of who made it, however that ends, and when its maker becomes a viewer; the owner's
// log tells how many, and others' links stay.
func TestSharesEndWithTheirMaker(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		owner, o := loggedIn(t, s, plan.Upper)
		team := must.Get(s.App.Accounts.CreateTeam(t.Context(), o.UserID, "市场部"))(t)
		owner.enter(team)
		brand := owner.brand("星澜")
		client := newBrowser(t, s)
		share := func(b *browser) (path string) {
			t.Helper()
			day := func(days int) string { return s.App.DB.Now().AddDate(0, 0, days).Format("2006-01-02") }
			made := b.post(brand+"/shares", "page", "overview", "from", day(-7), "to", day(-1), "until", day(9)).expect(200)
			path = strings.TrimPrefix(made.one("#share-link"), s.URL)
			client.get(path).expect(200)
			return path
		}
		kept := share(owner)
		for name, leave := range map[string]func(b *browser, a *apitest.Account){
			"leaves": func(b *browser, a *apitest.Account) {
				b.post("/teams/" + team + "/members/" + a.UserID + "/remove").leads("/teams")
			},
			"removed": func(_ *browser, a *apitest.Account) {
				owner.post("/teams/" + team + "/members/" + a.UserID + "/remove").leads("/teams/" + team)
			},
			"deletes the account": func(b *browser, a *apitest.Account) {
				b.post("/account/delete", "password", a.Password, "sure", "on").leads("/login")
			},
		} {
			member, a := loggedIn(t, s, plan.Trial)
			_, token, err := s.App.Accounts.Invite(t.Context(), account.Inviting{By: o.UserID, SpaceID: team, Email: a.Email})
			must.Do(t, err)
			must.Get(s.App.Accounts.Accept(t.Context(), a.UserID, token))(t)
			member.enter(team)
			early, role := share(member), "/teams/"+team+"/members/"+a.UserID+"/role"
			owner.get("/teams/"+team).expect(200, "把 "+a.Email+" 改为查看？", "分享的链接和创建的 App 采集令牌立刻失效")
			owner.post(role, "role", account.Viewer).leads("/teams/" + team)
			client.get(early).expect(404)
			owner.post(role, "role", account.Editor).leads("/teams/" + team)
			client.get(early).expect(404) // what ended does not come back
			links := []string{share(member), share(member)}
			member.post("/runtimes", "name", "工作站", "platform", "doubao").expect(200)
			owner.get("/runtimes").expect(200, a.Email+" 创建")
			leave(member, a)
			for _, link := range links {
				if got := client.get(link); got.status != 404 {
					t.Errorf("%s: a link answers %d", name, got.status)
				}
			}
		}
		client.get(kept).expect(200)
		if n := owner.get(brand + "/shares").count("#share-list tbody tr"); n != 1 {
			t.Errorf("%d links are listed, want the owner's", n)
		}
		for deed, want := range map[string]string{"member_removed": "停止分享 2 个链接 · 吊销 1 个 App 采集令牌", "member_role_set": "停止分享 1 个链接"} {
			if told := owner.get("/account/log?deed=" + deed).expect(200).text(); strings.Count(told, want) < 2 {
				t.Errorf("the log: %s", told)
			}
		}
	})
}
