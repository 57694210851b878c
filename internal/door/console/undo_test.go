package console_test

import (
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// undo is the address of the button that the page offers beside what was just done.
func (s *received) undo() string {
	s.t.Helper()
	forms := s.find("#toasts form")
	if len(forms) == 0 {
		s.t.Fatalf("%s: nothing can be undone: %.400s", s.path, s.text())
	}
	return attr(forms[0], "action")
}

// sends is the address of the first form that ends so.
func (s *received) sends(ending string) string {
	s.t.Helper()
	for _, form := range s.find("form") {
		if action := attr(form, "action"); strings.HasSuffix(action, ending) {
			return action
		}
	}
	s.t.Fatalf("%s: no form sends to %s", s.path, ending)
	return ""
}

// Every deletion and bulk change offers to be undone, without script; another editor may, a viewer and a stranger may not.
func TestUndo(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: simulated, Frozen: true})
	outlets := stocked(t, s)
	b, _ := loggedIn(t, s, plan.Upper)
	team, _ := founded(t, b, "听松")
	at := b.englishBrand()
	join := func(role string) *browser {
		member, c := loggedIn(t, s, plan.Standard)
		_, token, _ := strings.Cut(b.post(team+"/invite", "email", c.Email, "role", role).one("#invite-link"), "token=")
		member.post("/invite", "token", token).leads(team)
		return member
	}
	editor, viewer := join("editor"), join("viewer")
	stranger, _ := loggedIn(t, s, plan.Standard)

	b.post(at+"/topics", "name", "Prices", "region", "CN", "language", "en").leads(at + "/topics")
	topic := b.get(at + "/topics").sends("/delete")
	rival := b.get(at + "/competitors").sends("/delete")
	content := b.post("/contents/new", "title", "养猫", "body", "正文够长的一段话。", "content_type", "article").location
	b.post("/media/basket", "add", outlets["晨光日报"])
	b.post(at+"/facts", "row", "new0", "statement.new0", "Nimbus was founded in 2016", "attribute.new0", "founded",
		"value.new0", "2016", "unit.new0", "year").leads(at + "/facts")
	prompts := ticked(b.get(at+"/prompts"), "prompt")
	s.Clock.Advance(time.Second)
	for _, c := range []struct {
		page, gone string // what the page no longer says
		form       []string
	}{
		{at + "/topics", "Prices", []string{topic}},
		{at + "/competitors", "obsidian.md", []string{rival}},
		{"/contents", "养猫", []string{content + "/delete"}},
		{"/orders/new", "晨光日报", []string{"/media/basket", "empty", "1", "back", "/orders/new"}},
		{at + "/prompts", "works offline", append([]string{at + "/prompts/change", "action", "delete"}, prompts...)},
		{at + "/prompts", "Choice 2 / 2", append([]string{
			at + "/prompts/change", "action", "edit", "topic_id",
			path.Base(path.Dir(topic)), "stage", "decision", "tag", "新品",
		}, prompts...)},
		{at + "/prompts", "2 / 20 已启用", append([]string{at + "/prompts/change", "action", "archived"}, prompts...)},
	} {
		b.get(c.page).expect(200, c.gone)
		done := b.follow(b.post(c.form[0], c.form[1:]...))
		if there := strings.Contains(textOf(done.find("main")[0]), c.gone); there {
			t.Errorf("%s: %q is still there", c.page, c.gone)
		}
		back := b.post(done.undo(), "back", c.page)
		b.follow(back.leads(c.page)).expect(200, c.gone, "已撤销")
		b.post(done.undo()).expect(http.StatusConflict, "已经撤销过了")
		s.Clock.Advance(time.Second)
	}

	deleted := b.follow(b.post(at+"/prompts/change", append(prompts, "action", "delete")...)).undo()
	viewer.get(at + "/prompts").expect(200)
	viewer.get("/recent").expect(http.StatusForbidden)
	viewer.post(deleted).expect(http.StatusForbidden, "只能查看")
	stranger.post(deleted).expect(http.StatusNotFound)
	stranger.get("/recent").expect(200, "没有可以撤销的更改")
	editor.get("/recent").expect(200, "删除 2 个问题", "其他成员", "已撤销")
	editor.follow(editor.post(deleted).leads("/recent")).expect(200, "已撤销：删除 2 个问题")
	b.get(at+"/prompts").expect(200, "works offline")

	late := b.follow(b.post(content + "/delete")).undo()
	s.Clock.Advance(10 * time.Minute)
	b.post(late).expect(http.StatusConflict, "已经过了十分钟")
	b.get("/recent").expect(200, "没有可以撤销的更改")
}
