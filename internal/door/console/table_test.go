package console_test

import (
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
)

// Tables of settings can be taken away too, by whom they belong to.
func TestSmallTables(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		brand := b.englishBrand()
		id, secret := a.NewKey(t, "geo:read")
		b.post(brand+"/competitors", "name", "=cmd()", "aliases", "x\ny").leads(brand + "/competitors")
		team := b.post("/teams", "name", "Marketing").location
		stranger, _ := loggedIn(t, s, plan.Upper)
		for path, want := range map[string]string{
			brand + "/competitors.csv": "Obsidian", brand + "/topics.csv": "Choice", "/keys.csv": id, team + "/members.csv": a.Email,
		} {
			newBrowser(t, s).get(path).expect(303)
			if path == "/keys.csv" {
				if file := stranger.get(path); file.status != 200 || strings.Contains(file.body, id) {
					t.Errorf("another's keys: %d %s", file.status, file.body)
				}
			} else {
				stranger.get(path).expect(404)
			}
			file := b.get(path)
			if file.status != 200 || !strings.HasPrefix(file.header.Get("Content-Type"), "text/csv") ||
				!strings.Contains(file.body, want) || strings.Contains(file.body, secret) {
				t.Errorf("%s: %d %s", path, file.status, file.body)
			}
			if strings.Contains(file.body, ",=cmd()") || strings.Contains(file.body, "\n=cmd()") {
				t.Errorf("%s holds a formula: %s", path, file.body)
			}
			if page := strings.TrimSuffix(strings.TrimSuffix(path, ".csv"), "/members"); b.get(page).count(`a[href="`+path+`"]`) != 1 {
				t.Errorf("nothing on %s leads to %s", page, path)
			}
		}
	})
}

// Files of different things are called differently, and by names that a file system takes.
func TestFileNames(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Upper)
		mine := b.brand("A/B: 笔记")
		called := func(path, want string) {
			t.Helper()
			expect.Equal(t, b.get(path).expect(200).file(), want, path)
		}
		called(mine+"/topics.csv", "A-B- 笔记-主题.csv")
		called(mine+"/prompts.csv", "A-B- 笔记-问题.csv")
		called(b.brand("..\u2028a\u202egpj.exe\x7f")+"/topics.csv", "-agpj.exe--主题.csv")
		called(b.brand(strings.Repeat("长", 128))+"/topics.csv", strings.Repeat("长", 20)+"…"+strings.Repeat("长", 11)+"-主题.csv")
		called(b.brand(strings.Repeat("😀", 60))+"/topics.csv", strings.Repeat("😀", 15)+"…"+strings.Repeat("😀", 8)+"-主题.csv")
		called("/orders.csv", "订单.csv")
		called("/account/log.csv", a.Email+"-操作记录.csv")
		team, _ := founded(t, b, "市场部")
		called("/orders.csv", "市场部-订单.csv")
		called("/contents.csv", "市场部-内容.csv")
		called("/points.csv", "市场部-积分.csv")
		called(team+"/members.csv", "市场部-成员.csv")
	})
}

// Names that answers recommend are offered where competitors are looked after, and added by one click.
func TestSuggestedCompetitors(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 5)
		at := w.path + "/competitors"
		offered := w.get(at).expect(200).find("#suggested form")
		first := w.get(w.path + "/overview")
		if ticked := first.count("#suggested input[checked]"); len(offered) <= 5 || ticked != len(offered) {
			t.Fatalf("%d are offered, %d ticked on the first day: %s", len(offered), ticked, first.one("#suggested"))
		}
		page := w.get(at)
		if rest := page.count("#suggested details li"); rest != len(offered)-5 ||
			!strings.Contains(textOf(page.find("#suggested li")[0]), "证据") {
			t.Errorf("%d of %d stand behind: %s", rest, len(offered), page.one("#suggested"))
		}
		name := attr(find(offered[0], "input[name=name]")[0], "value")
		w.follow(w.post(attr(offered[0], "action"), "name", name).leads(at)).expect(200, "已添加竞品", name)
		list, err := s.App.Brands.Competitors(t.Context(), w.who, w.id)
		if err != nil || len(list) != 2 {
			t.Errorf("competitors %v %v", list, err)
		}
	})
}
