package console_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
)

// A list is saved under a name with its filters alone, and nothing but a list of this console; notes of days stand in the trend's page.
func TestViewsAndNotes(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: simulated, Frozen: true})
	b, _ := loggedIn(t, s, plan.Upper)
	other, _ := loggedIn(t, s, plan.Upper)
	at, theirs := b.englishBrand(), other.englishBrand()
	for _, address := range []string{
		"", "//evil.example/orders", "https://evil.example/orders", "/account", "/operator/users", "/orders/ord_1",
		at + "/answers/ans_1", "/media.csv", "javascript:alert(1)", "/orders?q=%00",
	} {
		b.post("/views", "name", "x", "back", address).expect(http.StatusUnprocessableEntity)
	}
	b.post("/views", "name", "x", "back", theirs+"/answers").expect(http.StatusNotFound)
	expect.Equal(t, b.get(at+"/answers").count("#views form"), 0, "a list without filters offers to be saved")
	filtered := at + "/answers?named=no&page=3&q=" + url.QueryEscape("50% 'off' 😀")
	kept := at + "/answers?named=no&q=" + url.QueryEscape("50% 'off' 😀")
	back := b.get(filtered).expect(200, "保存此视图").find("#views input[name=back]")
	b.post("/views", "name", "没提到我们", "back", attr(back[0], "value")).leads(kept)
	b.post("/views", "name", "没提到我们", "back", kept).expect(http.StatusConflict, "已有名为")
	page := b.get(kept).expect(200, "没提到我们")
	if links := page.find("#views a"); len(links) != 1 || attr(links[0], "href") != kept || !has(links[0], "aria-current") {
		t.Errorf("%d views", len(links))
	}
	if b.get("/orders").count("#views a") != 0 || b.get(at+"/prompts").count("#views a") != 0 {
		t.Error("a view shows on another list")
	}
	rename := page.sends("/rename")
	other.post(rename, "name", "x").expect(http.StatusNotFound)
	b.follow(b.post(rename, "name", "漏掉的").leads(kept)).expect(200, "漏掉的")
	deleted := b.follow(b.post(strings.TrimSuffix(rename, "/rename") + "/delete").leads(kept))
	expect.Equal(t, deleted.count("#views a"), 0, "a deleted view is still there")
	b.follow(b.post(deleted.undo(), "back", kept).leads(kept)).expect(200, "漏掉的")

	notes := at + "/notes"
	b.post(notes, "day", "yesterday", "text", "改版上线").expect(http.StatusUnprocessableEntity, "请填写日期")
	b.post(notes, "day", "2026-01-02", "text", strings.Repeat("长", 201)).expect(http.StatusUnprocessableEntity, "200 个字")
	b.follow(b.post(notes, "day", "2026-01-02", "text", "<b>改版</b>上线").leads(notes)).expect(200, "<b>改版</b>上线")
	gone := strings.TrimSuffix(b.get(notes).sends("/notes"), "/notes")
	expect.Equal(t, gone, at, "the form of a new note sends to")
	var note string
	for _, form := range b.get(notes).find("#notes form") {
		note = attr(form, "action")
	}
	other.post(strings.Replace(note, at, theirs, 1), "day", "2026-01-02", "text", "x").expect(http.StatusNotFound)
	b.follow(b.post(note, "day", "2026-01-03", "text", "上线").leads(notes)).expect(200, "上线")
	s.Clock.Advance(time.Second)
	removed := b.follow(b.post(note+"/delete").leads(notes)).expect(200, "还没有标注")
	b.follow(b.post(removed.undo(), "back", notes).leads(notes)).expect(200, "上线")
}
