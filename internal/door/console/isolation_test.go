package console_test

import (
	"net/http"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// Nothing of another account is seen or changed, whatever path is tried: it does not exist.
func TestOthersAreNotFound(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		owner, account := loggedIn(t, s, plan.Standard)
		brand := owner.brand("云栖笔记")
		owner.post(brand+"/prompts/new", "topic_name", "选型", "text", "有什么好用的笔记软件？", "stage", "awareness", "active", "on")
		owner.post(brand+"/competitors", "name", "星澜")
		prompt := attr(owner.get(brand + "/prompts").find("input[name=prompt]")[0], "value")
		competitor := strings.TrimPrefix(attr(owner.get(brand + "/competitors").find("td a.two")[0], "href"), brand+"/competitors/")
		run := strings.TrimPrefix(owner.post(brand+"/runs/new", "mode", "search", "platform", "doubao").location, brand+"/runs/")
		keyID, _ := account.NewKey(t)
		owner.post("/teams", "name", "市场部")
		team := strings.TrimPrefix(owner.get("/teams").one("td a"), "")
		_ = team

		stranger, _ := loggedIn(t, s, plan.Standard)
		own := stranger.brand("山岚")
		for _, path := range []string{
			brand + "/start", brand + "/profile", brand + "/prompts", brand + "/prompts.csv", brand + "/prompts/new",
			brand + "/prompts/" + prompt, brand + "/topics",
			brand + "/competitors", brand + "/competitors/" + competitor, brand + "/runs", brand + "/runs.csv",
			brand + "/runs/new", brand + "/runs/" + run,
			own + "/prompts/" + prompt, own + "/competitors/" + competitor, own + "/runs/" + run, "/brands/brd_nothing/prompts",
		} {
			got := stranger.get(path).expect(http.StatusNotFound)
			if strings.Contains(got.text(), "云栖") || strings.Contains(got.text(), "星澜") {
				t.Errorf("%s tells of another account: %s", path, got.text())
			}
		}
		for _, path := range []string{
			brand + "/profile", brand + "/prompts/generate", brand + "/prompts/" + prompt, brand + "/prompts/" +
				prompt + "/switch", brand + "/competitors/" + competitor + "/delete",
			brand + "/runs/new", brand + "/runs/" + run + "/cancel", own + "/prompts/" + prompt + "/switch", own +
				"/competitors/" + competitor + "/delete", own + "/runs/" + run + "/cancel",
			"/keys/" + keyID + "/revoke", "/spaces/spc_nothing/enter", "/teams/spc_nothing/invite",
		} {
			stranger.post(path, "name", "x", "introduction", "x", "text", "x", "mode", "search", "email",
				"x@example.com").expect(http.StatusNotFound)
		}
		owner.get(brand+"/prompts").expect(200, "有什么好用的笔记软件？")
		owner.get(brand+"/competitors").expect(200, "星澜")
		owner.get("/keys").expect(200, "有效")
	})
}

// payload would run if it were ever written as markup.
const payload = `"><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}`

// Whatever is stored is shown as text: the inspector that looks at every page finds no script but our own.
func TestPayloads(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		made := b.post("/start", "name", payload, "introduction", payload, "keywords", payload, "selling_points",
			payload, "aliases", "a"+payload[:20], "exclusions", payload[:30])
		brand := strings.TrimSuffix(made.location, "/start")
		b.post(brand+"/prompts/new", "topic_name", payload, "text", payload, "stage", `"><b>`, "active", "on").leads(brand + "/prompts")
		b.post(brand+"/competitors", "name", payload, "aliases", payload[:40], "description", payload).leads(brand + "/competitors")
		b.post("/teams", "name", payload)
		a.Key(t)
		b.header.Set("User-Agent", payload)
		for _, path := range []string{
			"/account", "/keys", "/plan", "/teams", "/docs", "/start", brand + "/start", brand + "/profile", brand +
				"/prompts", brand + "/prompts?q=" + "%22%3E%3Cscript%3E", brand + "/prompts?status=%22%3E",
			brand + "/topics", brand + "/competitors", brand + "/runs", brand + "/runs/new",
			"/login?next=/%22%3E%3Cscript%3E", "/verify?token=%22%3E%3Cscript%3E", "/nowhere%22%3E%3Cscript%3E",
		} {
			got := b.get(path)
			if strings.Contains(got.body, "<script>alert") || strings.Contains(got.body, "<img") {
				t.Errorf("%s runs what was stored", path)
			}
		}
		tried := b.post(brand+"/competitors/try", "trial", "先看 "+payload+" 再说").expect(200)
		if strings.Contains(tried.body, "<script>alert") {
			t.Error("the tester runs what was pasted")
		}
		run := b.post(brand+"/runs/new", "mode", "search", "platform", "doubao")
		b.until(run.location, func(s *received) bool { return strings.Contains(s.one("#live h2"), "完成") })
	})
}
