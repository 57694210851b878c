package console_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// lookersPost are the forms that who may only look may send: of their own account, and of teams, which the room guards.
var lookersPost = regexp.MustCompile(`^/(logout$|preferences$|account/|keys$|keys/|teams$|teams/|spaces/|plan/|invite$|contents/preview$|brands/[^/]+/competitors/try$)`)

// postRoutes are the paths of all forms for who is logged in, as the wings list them.
func postRoutes(t *testing.T) (paths []string) {
	t.Helper()
	files := must.Get(filepath.Glob("*/*.go"))(t)
	route := regexp.MustCompile(`kit\.Post\("([^"]+)", kit\.(Member|Watching),`)
	for _, name := range files {
		text := must.Get(os.ReadFile(name))(t)
		for _, m := range route.FindAllStringSubmatch(string(text), -1) {
			paths = append(paths, m[1])
		}
	}
	return paths
}

// A viewer sees everything of the space; every form sent by hand is refused and nothing changes, and no page offers one.
func TestViewer(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated, Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Upper)
		team, id := founded(t, b, "听松")
		brand := b.englishBrand()
		prompt := attr(b.get(brand + "/prompts").find("input[name=prompt]")[0], "value")
		content := strings.TrimPrefix(b.post("/contents/new", "title", "养猫", "body", "正文够长的一段话。", "content_type",
			"article").location, "/contents/")
		viewer, c := loggedIn(t, s, plan.Standard)
		b.post(team+"/invite", "email", c.Email, "role", "owner").expect(422, "编辑或查看")
		_, token, _ := strings.Cut(b.post(team+"/invite", "email", c.Email, "role", "viewer").expect(200,
			"查看").one("#invite-link"), "token=")
		viewer.get("/invite?token="+token).expect(200, a.Email, "听松", "查看")
		viewer.get("/invite?token=guessed").expect(200, "邀请链接无效")
		viewer.post("/invite", "token", token).leads(team)

		for path, offer := range map[string]string{brand + "/accuracy": "去写事实", "/orders": "选媒体下单"} {
			b.get(path).expect(200, offer)
			if strings.Contains(viewer.get(path).expect(200).text(), offer) {
				t.Errorf("%s offers a viewer what they may not do: %s", path, offer)
			}
		}
		before := exported(t, s, a.UserID)
		fill := strings.NewReplacer("{brand_id}", strings.TrimPrefix(brand, "/brands/"), "{prompt_id}", prompt,
			"{content_id}", content, "{media_id}", ids["晨光日报"])
		refused := 0
		for _, path := range postRoutes(t) {
			if path = fill.Replace(path); lookersPost.MatchString(path) {
				continue
			}
			refused++
			viewer.post(path, "name", "x", "text", "x", "title", "x", "body", "x", "mode", "search", "platform",
				"doubao", "prompt", prompt, "do", "delete", "status", "archived").
				expect(http.StatusForbidden, "只能查看")
		}
		if refused < 40 {
			t.Errorf("only %d forms were tried", refused)
		}
		if after := exported(t, s, a.UserID); !bytes.Equal(before, after) {
			t.Errorf("a viewer changed something:\n%.2000s\n%.2000s", before, after)
		}
		viewer.post("/contents/new", "title", "养猫", "body", "一小时写成的正文").expect(http.StatusForbidden, "没有保存", "一小时写成的正文")
		viewer.post(brand+"x/profile", "introduction", "一小时写成的介绍", "password",
			"long enough a password").expect(http.StatusForbidden, "一小时写成的介绍")
		viewer.post(team+"/members/"+a.UserID+"/role", "role", "viewer").expect(404)
		viewer.post(team+"/members/"+c.UserID+"/role", "role", "editor").expect(404)
		for _, path := range []string{"/start", "/contents/new", "/orders/new", brand + "/prompts/new", brand + "/runs/new"} {
			viewer.get(path).expect(http.StatusForbidden, "请找团队的所有者")
		}
		pages := viewer.crawl("/", func(p *received) {
			for _, form := range p.find("form") {
				if attr(form, "method") == "post" && !lookersPost.MatchString(attr(form, "action")) && len(find(form, "button")) > 0 {
					t.Errorf("%s offers %s", p.path, attr(form, "action"))
				}
			}
			if p.count("form[data-makes]") > 0 {
				t.Errorf("%s shows fields of something new", p.path)
			}
		})
		if pages < 20 {
			t.Errorf("a viewer reaches only %d pages", pages)
		}
		viewer.get(brand+"/prompts").expect(200, "Which note app works offline?")
		s.Expect(t, apitest.Call{Method: "GET", Path: "/geo" + brand, Key: c.Key(t), Status: 404, Code: 3001})

		b.follow(b.post(team+"/members/"+c.UserID+"/role", "role", "editor").leads(team)).expect(200, "已改为编辑")
		viewer.post(brand+"/competitors", "name", "星澜").leads(brand + "/competitors")
		b.enter(id)
	})
}

// exported is all of an account's data, the teams it owns included.
func exported(t *testing.T, s *apitest.Server, userID string) []byte {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, s.App.Export(t.Context(), &out, userID))
	return out.Bytes()
}
