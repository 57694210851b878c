package console_test

import (
	"strings"
	"sync"
	"testing"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// The demo's tour is offered where its story is told: neither above another brand nor to who cannot see it.
func TestTourIsOfferedWhereItLeads(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(s *config.Settings) { s.Role, s.Demo = config.API, true }})
	const email, password = "demo@apitest.example", "long enough a password"
	demo := must.Get(s.App.OpenDemo(t.Context(), email, password))(t)
	visitor, _ := loggedIn(t, s, plan.Standard)
	b := newBrowser(t, s)
	b.logIn(email, password)
	for _, look := range []struct {
		by          *browser
		path        string
		offer, link int
	}{
		{b, "/brands/" + demo.BrandIDs[0] + "/overview", 1, 1},
		{b, "/brands/" + demo.BrandIDs[1] + "/overview", 0, 1},
		{b, "/brands/brd_unknown/overview", 0, 1},
		{visitor, visitor.brand("我的品牌") + "/overview", 0, 0},
	} {
		page := look.by.get(look.path)
		expect.Equal(t, page.count("#tour"), look.offer, look.path+": offers")
		expect.Equal(t, strings.Count(page.one("#rail"), "看导览"), look.link, look.path+": links")
		expect.Equal(t, strings.Contains(page.one("#rail"), "全部虚构"), true, look.path+": says that it is a demo")
	}
}

// statements are those that the program has run outside of transactions.
type statements struct {
	mu   sync.Mutex
	list []string
}

func (s *statements) add(sql string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, strings.Join(strings.Fields(sql), " "))
}

func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

// The frame of a page costs three statements, for every user. A page that does not exist has no statement of its own:
// beside the frame it needs the session with its user, and the spaces.
func TestFrameStatements(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		seen := new(statements)
		s := apitest.Start(t, d, apitest.Options{
			Settings: func(s *config.Settings) { s.Role = config.API }, // no background work
			App:      func(a *app.App) { a.DB.Watch(seen.add) },
		})
		b, a := loggedIn(t, s, plan.Standard)
		b.brand("云栖笔记")
		look := func() {
			t.Helper()
			b.get("/nothing").expect(404) // the first look in a cycle makes its grant
			seen.take()
			b.get("/nothing").expect(404, "云栖笔记", "今日监测")
			var frame []string
			for _, sql := range seen.take() {
				if !strings.Contains(sql, "FROM sessions") && !strings.Contains(sql, "FROM members") {
					frame = append(frame, sql)
				}
			}
			if len(frame) != 3 {
				t.Errorf("%d statements:\n%s", len(frame), strings.Join(frame, "\n"))
			}
		}
		look()
		must.Do(t, s.App.Accounts.SetRole(t.Context(), a.UserID, account.RoleOperator))
		look()
	})
}

// At most eight entries stand in the rail, nine for operators; every page that left it is a tab, a setting or found by its old name.
func TestRail(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(s *config.Settings) { s.Role = config.API }})
	b, a := loggedIn(t, s, plan.Standard)
	at := b.brand("云栖笔记")
	expect.Equal(t, len(b.get(at+"/overview").find("#rail .nav a")), 8, "entries")
	expect.Equal(t, b.get(at+"/sentiment").one(`.page-tabs [aria-current]`), "口碑", "the tab is")
	expect.Equal(t, b.get(at+"/surfaces").one(`.subnav [aria-current]`), "采集方式", "the setting is")
	expect.Equal(t, b.get(at+"/surfaces").one(`.page-tabs [aria-current]`), "API 与 App 对照", "its tab is")
	expect.Equal(t, b.get(at+"/surfaces").count("#filters"), 0, "filters in the settings")
	expect.Equal(t, len(b.get("/settings").expect(200, "标准版", "1 人").find(".setmap a")), 14, "settings")
	for old, path := range map[string]string{
		"情感": "/sentiment", "引用来源": "/citations", "意图词": "/prompts", "事实表": "/facts", "采样计划": "/sampling",
		"核对阅读": "/check", "接口与应用": "/surfaces", "品牌资料": "/profile",
	} {
		if b.get("/search?q="+old).count(`#found a[href="`+at+path+`"]`) == 0 {
			t.Errorf("%s is not found", old)
		}
	}
	kept := b.get(at + "/overview?days=7&tour=1")
	expect.Equal(t, kept.count(`#rail .nav a[href="`+at+`/accuracy?days=7"]`), 1, "the period goes along")
	must.Do(t, s.App.Accounts.SetRole(t.Context(), a.UserID, account.RoleOperator))
	expect.Equal(t, len(b.get("/operator/jobs").find("#rail .nav a")), 9, "an operator's entries")
}
