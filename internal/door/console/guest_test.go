package console_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

var answerID = regexp.MustCompile(`ans_[0-9a-z]{26}`)

// told are the pages of a brand that its guests may read, as the wings list them, and those that they may not.
func told(t *testing.T) (told, untold []string) {
	t.Helper()
	route := regexp.MustCompile(`kit\.Get\("(/brands/\{brand_id\}/[^"]+)", kit\.Watching, (.*),\n`)
	for _, name := range must.Get(filepath.Glob("*/*.go"))(t) {
		for _, m := range route.FindAllStringSubmatch(string(must.Get(os.ReadFile(name))(t)), -1) {
			if strings.HasSuffix(m[2], ".Told()") {
				told = append(told, m[1])
			} else {
				untold = append(untold, m[1])
			}
		}
	}
	return told, untold
}

// A guest reads what is told of one brand, whatever space it is in: nothing of its neighbours, nothing of the space, and no form.
func TestGuest(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: hurried, Frozen: true}, func(t *testing.T, s *apitest.Server) {
		stocked(t, s)
		owner, me := loggedIn(t, s, plan.Upper)
		own := owner.brand("云栖笔记")
		team, _ := founded(t, owner, "听松")
		seen, hidden := owner.brand("青禾咖啡"), owner.brand("山岚茶业")
		owner.post(seen+"/prompts/new", "topic_name", "选购", "text", "咖啡怎么选？", "active", "on")
		owner.post(hidden+"/prompts/new", "topic_name", "选购", "text", "茶怎么选？", "active", "on")
		run := owner.post(hidden+"/runs/new", "mode", "search", "platform", "doubao").location // a second one must wait an hour
		owner.until(run, func(p *received) bool { return strings.Contains(p.one("#live h2"), "完成") })
		ids := map[string]string{
			"{prompt_id}": attr(owner.get(hidden + "/prompts").find("input[name=prompt]")[0], "value"),
			"{answer_id}": answerID.FindString(owner.get(hidden + "/answers").body),
			"{run_id}":    lastOf(run),
		}

		guest, them := loggedIn(t, s, plan.Standard)
		invite := func(brand string) {
			t.Helper()
			link := owner.post(brand+"/guests", "email", them.Email).expect(200, "等待接受").one("#invite-link")
			_, token, _ := strings.Cut(link, "token=")
			guest.get("/invite?token="+token).expect(200, me.Email, "访客")
			guest.post("/invite", "token", token).leads("/")
		}
		invite(seen)
		owner.get(team).expect(200, "访客")
		guest.follow(guest.get("/").leads(seen+"/overview")).expect(200, "青禾咖啡")

		toldPaths, untold := told(t)
		fill := func(path, brand string, ids map[string]string) string {
			path = strings.ReplaceAll(path, "/brands/{brand_id}", brand)
			for name, id := range ids {
				path = strings.ReplaceAll(path, name, id)
			}
			return path
		}
		for _, path := range toldPaths {
			if path != "/brands/{brand_id}/source" && !strings.Contains(strings.ReplaceAll(path, "{brand_id}", ""), "{") {
				guest.get(fill(path, seen, nil)).expect(http.StatusOK)
			}
			guest.get(fill(path, hidden, ids)).expect(http.StatusNotFound)
			if strings.Contains(path, "{prompt_id}") || strings.Contains(path, "{answer_id}") { // a neighbour's under the own brand
				guest.get(fill(path, seen, ids)).expect(http.StatusNotFound)
			}
		}
		for _, path := range append(untold, "/contents", "/orders", "/orders.csv", "/points", "/media", "/events", "/runtimes", "/recent",
			"/search?q=%E5%B1%B1", "/settings", "/start", "/contents/new") {
			guest.get(fill(path, seen, ids)).expect(http.StatusNotFound)
		}
		for _, path := range postRoutes(t) {
			if path = fill(path, seen, ids); !lookersPost.MatchString(path) {
				if got := guest.post(path, "name", "x"); !slices.Contains([]int{http.StatusForbidden, http.StatusNotFound}, got.status) {
					t.Errorf("a guest may send %s: %d", path, got.status)
				}
			}
		}
		neighbour := strings.TrimPrefix(hidden, "/brands/")
		pages := guest.crawl("/", func(p *received) {
			if strings.Contains(p.body, "山岚茶业") || strings.Contains(p.body, neighbour) || strings.Contains(p.body, "可用积分") {
				t.Errorf("%s tells a guest of what is not theirs", p.path)
			}
			for _, form := range p.find("form") {
				if attr(form, "method") == "post" && !lookersPost.MatchString(attr(form, "action")) && len(find(form, "button")) > 0 {
					t.Errorf("%s offers a guest %s", p.path, attr(form, "action"))
				}
			}
		})
		if pages < 10 {
			t.Errorf("a guest reaches only %d pages", pages)
		}

		owner.get("/").expect(http.StatusSeeOther)
		guest.post(team+"/invite", "email", "x@example.com").expect(http.StatusNotFound)
		guest.post(seen+"/guests", "email", "x@example.com").expect(http.StatusNotFound)
		invite(hidden) // a second brand of the same space
		guest.get(seen + "/overview").expect(200)
		guest.get(hidden + "/overview").expect(200)
		owner.post(seen + "/guests/" + them.UserID + "/end").leads(seen + "/manage")
		guest.get(seen + "/overview").expect(http.StatusNotFound)
		guest.get(hidden + "/overview").expect(200)
		owner.post(hidden + "/guests/" + them.UserID + "/end").leads(hidden + "/manage")
		guest.get(hidden + "/overview").expect(http.StatusNotFound)
		guest.get(team).expect(http.StatusNotFound)

		owner.enter(personalSpace(t, s, me.UserID)) // a brand of a personal space
		invite(own)
		guest.get(own+"/overview").expect(200, "云栖笔记")
		guest.get("/contents").expect(http.StatusNotFound)
	})
}

// hurried is simulated for who asks for hundreds of pages at once.
func hurried(s *config.Settings) {
	simulated(s)
	s.AccountLimit, s.SessionLimit = config.Rate{PerMinute: 1e6, Burst: 1e6}, config.Rate{PerMinute: 1e6, Burst: 1e6}
}

// lastOf is the last part of a path.
func lastOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path[strings.LastIndexByte(path, '/')+1:]
}

func personalSpace(t *testing.T, s *apitest.Server, userID string) string {
	t.Helper()
	return must.Get(s.App.Accounts.Spaces(t.Context(), userID))(t)[0].ID
}
