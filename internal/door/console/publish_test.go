package console_test

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// stocked puts outlets into the catalogue: three dailies, a video channel, a paused and a retired one.
func stocked(t testing.TB, s *apitest.Server) map[string]string {
	t.Helper()
	ids := map[string]string{}
	for _, o := range []struct {
		name   string
		kind   catalogue.Type
		takes  string
		points int64
		status catalogue.Status
	}{
		{"晨光日报", catalogue.News, "article", 60, catalogue.Available},
		{"前沿科技报", catalogue.News, "article", 120, catalogue.Available},
		{"远方周刊", catalogue.Overseas, "article", 900, catalogue.Available},
		{"短片铺", catalogue.ShortVideo, "video", 40, catalogue.Available},
		{"歇业晚报", catalogue.News, "article", 30, catalogue.Paused},
		{"旧闻网", catalogue.News, "article", 20, catalogue.Retired},
	} {
		domain := "d" + strconv.FormatInt(o.points, 10) + ".example"
		m, err := s.App.Catalogue.Set(t.Context(), catalogue.Entry{Status: &o.status, Fields: catalogue.Fields{
			Name: o.name, MediaType: o.kind, ContentTypes: []string{o.takes},
			Price: catalogue.Price{Points: o.points}, Domain: &domain, Industries: []string{"technology"},
		}})
		must.Do(t, err)
		ids[o.name] = m.ID
	}
	return ids
}

// written is a content of an account's personal space.
func written(t testing.TB, s *apitest.Server, a *apitest.Account, fields content.Fields) content.Content {
	t.Helper()
	return must.Get(s.App.Contents.Create(t.Context(), callerOf(t, s, a), fields))(t)
}

func callerOf(t testing.TB, s *apitest.Server, a *apitest.Account) account.Caller {
	t.Helper()
	spaces := must.Get(s.App.Accounts.Spaces(t.Context(), a.UserID))(t)
	return account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID}
}

// ordered submits one content to outlets, behind the console's back.
func ordered(t testing.TB, s *apitest.Server, a *apitest.Account, contentID string, outletIDs ...string) []order.Order {
	t.Helper()
	done := must.Get(s.App.Orders.Submit(t.Context(), callerOf(t, s, a), order.Submission{ContentID: contentID, OutletIDs: outletIDs}))(t)
	return done.Items
}

// operatorIn is an operator of the installation, logged in to the console.
func operatorIn(t testing.TB, s *apitest.Server) (*browser, *apitest.Account) {
	t.Helper()
	b, a := loggedIn(t, s, plan.Standard)
	must.Do(t, s.App.Accounts.SetRole(t.Context(), a.UserID, account.RoleOperator))
	return b, a
}

var article = content.Fields{Title: "养猫家庭的清洁观察", Body: "## 毛发\n\n滚刷比吸力**更关键**。", ContentType: catalogue.Article}

// Pages of publishing are shown only to users who are logged in.
func TestPublishingNeedsAnAccount(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b := newBrowser(t, s)
	for _, path := range []string{
		"/media", "/media.csv", "/contents", "/contents.csv", "/contents/new",
		"/contents/cnt_x", "/orders", "/orders.csv", "/orders/new", "/orders/ord_x", "/points", "/points.csv",
		"/operator/review", "/operator/media", "/operator/users", "/operator/platforms",
	} {
		b.get(path).leads("/login?next=" + url.QueryEscape(path))
	}
	for _, path := range []string{
		"/media/basket", "/contents/new", "/contents/preview", "/orders/new",
		"/orders/ord_x/withdraw", "/operator/orders/ord_x/approve",
	} {
		b.post(path).leads("/login")
	}
}

func TestCatalogue(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		b.get("/media").expect(200, "媒体库还是空的")
		ids := stocked(t, s)
		b.get("/media?media=med_nothing").expect(404)

		all := b.get("/media").expect(200, "晨光日报", "前沿科技报", "暂停接单")
		expect.Equal(t, all.count("#shelf-list tbody tr"), 5, "outlets are listed, want all but the retired one")
		expect.Equal(t, all.count("#shelf-list input.tick[disabled]"), 1, "outlets cannot be ticked, want the paused one")
		for query, want := range map[string]int{
			"media_type=news": 3, "price_tier=0_50&price_tier=50_200": 4, "q=d120": 1, "industry=technology": 5, "content_type=video": 1,
			"min_price=100": 2, "max_price=50": 2, "media_type=nonsense": 5, "price_tier=0_50,50_200": 5,
			"min_price=abc": 5, "weekend=true": 0,
		} {
			expect.Equal(t, b.get("/media?"+query).expect(200).count("#shelf-list tbody tr"), want, query, "outlets")
		}
		cheap := b.get("/media?sort=price_asc").expect(200)
		expect.Equal(t, cheap.one("#shelf-list tbody tr .two"), "歇业晚报", "the cheapest is")
		expect.Equal(t, cheap.count(`th[aria-sort="ascending"]`), 1, "columns say that they are sorted")
		for _, link := range b.get("/search?q="+url.QueryEscape("晨光日报")).expect(200, "晨光日报").find("#found a[href]") {
			b.get(attr(link, "href")).expect(200)
		}
		b.get("/media?media="+ids["旧闻网"]).expect(200, "已下架", "不再列出")
		b.get("/media?media="+ids["歇业晚报"]).expect(200, "恢复前不能下单")
		b.get("/media?media="+ids["晨光日报"]).expect(200, "加入清单 · 60 积分", "还没有监测数据")
		file := b.get("/media.csv?media_type=news")
		if file.status != 200 || !strings.Contains(file.body, "晨光日报") || strings.Contains(file.body, "短片铺") {
			t.Errorf("the table: %d %.300s", file.status, file.body)
		}
	})
}

// The shopping list stays while pages are turned, without script; it is another's on another account.
func TestBasket(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, _ := loggedIn(t, s, plan.Standard)
		b.post("/media/basket", "pick", ids["晨光日报"], "shown", ids["晨光日报"], "shown", ids["前沿科技报"], "back",
			"/media?sort=price_asc").leads("/media?sort=price_asc")
		b.post("/media/basket", "pick", ids["前沿科技报"], "shown", ids["前沿科技报"], "back", "https://evil.example/").leads("/media")
		page := b.get("/media?page=2").expect(200, "已选 2 家", "核对 2 个订单 · 180 积分", "晨光日报")
		expect.Equal(t, page.one("#basket dd.total"), "120", "points are left, want 120 of 300")
		b.post("/media/basket", "pick", "med_nothing", "pick", "x!y", "pick", ids["晨光日报"]).leads("/media")
		b.get("/media").expect(200, "已选 2 家")
		b.post("/media/basket", "shown", ids["晨光日报"], "shown", ids["前沿科技报"], "pick", ids["晨光日报"]).leads("/media")
		b.get("/media").expect(200, "已选 1 家")
		b.post("/media/basket", "remove", ids["晨光日报"]).leads("/media")
		b.get("/media").expect(200, "已选 0 家")

		b.post("/media/basket", "add", ids["晨光日报"]).leads("/media")
		other := s.Account(t, plan.Standard)
		b.post("/logout").leads("/login")
		b.logIn(other.Email, other.Password)
		b.get("/media").expect(200, "已选 0 家")
	})
}

func TestBasketHoldsAHundred(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	must.Get(s.App.Catalogue.Fill(context.Background(), sample.Outlets(130)))(t)
	list := must.Get(s.App.Catalogue.List(t.Context(), catalogue.Filter{}, "", catalogue.Paging{Number: 1, Size: 120}))(t)
	b, _ := loggedIn(t, s, plan.Standard)
	form := url.Values{}
	for _, m := range list.Items {
		form.Add("add", m.ID)
	}
	b.follow(b.send(http.MethodPost, "/media/basket", form)).expect(200, "已选 100 家", "清单最多放 100 家")
}

func TestPoints(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Standard)
		page := b.get("/points").expect(200, "300 可用", "发放", "本期积分发放", "+300")
		if n := page.count(".balance-chart rect"); n == 0 {
			t.Error("no day is drawn")
		}
		o := ordered(t, s, a, written(t, s, a, article).ID, ids["晨光日报"])[0]
		page = b.get("/points").expect(200, "240 可用", "冻结 60", "−60", "养猫家庭的清洁观察", "晨光日报")
		expect.Equal(t, page.count(`a[href="/orders/`+o.ID+`"]`), 1, "links to the order behind the entry")
		file := b.get("/points.csv")
		if file.status != 200 || !strings.Contains(file.body, o.ID) || !strings.Contains(file.body, "-60") {
			t.Errorf("the table: %d %.300s", file.status, file.body)
		}

		must.Get(s.App.Orders.Approve(t.Context(), "usr_op", o.ID, ""))(t)
		must.Get(s.App.Orders.Publish(t.Context(), "usr_op", o.ID, "https://news.example/1"))(t)
		const kept = "稿件已发布，积分扣除 · 扣除 60（此前已冻结）"
		b.get("/points").expect(200, kept)
		operator, _ := operatorIn(t, s)
		shown := operator.get("/operator/users/"+a.UserID).expect(200, kept)
		for _, cell := range shown.find("td.lo") {
			if strings.Contains(textOf(cell), kept) {
				t.Error("a phone does not show an operator what an entry is for")
			}
		}
	})
}

// A team spends its owner's points: a member sees what is left and not what it went for.
func TestPointsOfATeam(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		owner := s.Account(t, plan.Upper)
		b, member := loggedIn(t, s, plan.Standard)
		team := must.Get(s.App.Accounts.CreateTeam(t.Context(), owner.UserID, "市场部"))(t)
		_, token, err := s.App.Accounts.Invite(t.Context(), account.Inviting{By: owner.UserID, SpaceID: team, Email: member.Email})
		must.Do(t, err)
		must.Get(s.App.Accounts.Accept(t.Context(), member.UserID, token))(t)
		b.get("/points").expect(200, "300 可用")
		b.enter(team)
		page := b.get("/points").expect(200, "1,000 可用", "明细只有所有者能看")
		if page.count("#entries") > 0 {
			t.Error("a member reads the owner's ledger")
		}
		if file := b.get("/points.csv"); strings.Contains(file.body, "+1") || strings.Contains(file.body, "1000") {
			t.Errorf("a member exports the owner's ledger: %s", file.body)
		}
	})
}

// enter puts a browser into another space, as its menu does.
func (b *browser) enter(spaceID string) {
	b.t.Helper()
	u, _ := url.Parse(b.s.URL)
	b.client.Jar.SetCookies(u, []*http.Cookie{{Name: "space", Value: spaceID, Path: "/"}})
}
