package console_test

import (
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
)

func TestContents(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		stranger, _ := loggedIn(t, s, plan.Standard)
		b, a := loggedIn(t, s, plan.Standard)
		b.get("/contents").expect(200, "还没有文章")
		b.get("/contents/cnt_nothing").expect(404)
		gone := b.post("/contents/cnt_nothing", "title", "题", "body", "一小时写成的正文", "revision", "1").expect(404, "这篇内容已不存在", "一小时写成的正文")
		expect.Equal(t, attr(gone.find("#editor")[0], "action"), "/contents/new", "what was written for it is sent to")
		b.post("/contents/new", "title", " ", "body", "正文").expect(422, "请填写")
		b.post("/contents/new", "title", strings.Repeat("长", 129), "body", "正文").expect(422, "最多 128 个字")
		b.post("/contents/new", "title", "题", "body", "  \n ").expect(422, "请填写")
		b.post("/contents/new", "title", "题", "body", "文", "content_type", "poem").expect(422)
		kept := b.post("/contents/new", "title", "", "body", "  写了半天的正文")
		expect.Equal(t, kept.one("#body"), "写了半天的正文", "what was typed is gone")

		made := b.post("/contents/new", "title", "养猫家庭", "body", "\r\n第一行\r\n<b>第二</b>行", "content_type", "article")
		page := b.follow(made).expect(200, "养猫家庭", "已保存第 1 版", "第 1 版 · 还没有下过单")
		path := made.location
		expect.Equal(t, page.one("#preview .manuscript-text"), "第一行 <b>第二</b>行", "the preview says")
		stored, err := s.App.Contents.Find(t.Context(), callerOf(t, s, a), strings.TrimPrefix(path, "/contents/"))
		if err != nil || stored.Body != "\n第一行\n<b>第二</b>行" {
			t.Errorf("kept %q: %v", stored.Body, err)
		}
		for _, try := range []string{path, path + "/revisions/1"} {
			stranger.get(try).expect(404)
		}
		for _, try := range []string{path, path + "/delete", path + "/revisions/1/restore"} {
			stranger.post(try, "title", "偷", "body", "偷", "revision", "1").expect(404)
		}
		b.get("/contents").expect(200, "养猫家庭")
		if file := b.get("/contents.csv"); file.status != 200 || !strings.Contains(file.body, "养猫家庭") {
			t.Errorf("the table: %d %s", file.status, file.body)
		}
	})
}

// Two people who edit the same revision: the second is told, and loses nothing.
func TestContentConflict(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		path := "/contents/" + written(t, s, a, article).ID
		b.post(path, "title", "甲的题", "body", "甲的文", "content_type", "article", "revision", "1").leads(path)
		page := b.post(path, "title", "乙的题", "body", "乙的文", "content_type", "article", "revision", "1").expect(409, "别人刚保存了第 2 版", "甲的文")
		expect.Equal(t, page.one("#body"), "乙的文", "the second text is gone")
		expect.Equal(t, attr(page.find("input[name=revision]")[0], "value"), "2", "saving again is about revision")
		b.post(path, "title", "乙的题", "body", "乙的文", "content_type", "article", "revision", "2").leads(path)
		b.get(path).expect(200, "乙的题", "第 3 版")
		b.follow(b.post(path, "title", "乙的题", "body", "乙的文", "content_type", "article", "revision", "3")).expect(200, "没有改动，仍是第 3 版")

		b.get(path+"/revisions/1").expect(200, "养猫家庭的清洁观察", "更关键", "现在是第 3 版")
		b.get(path + "/revisions/9").expect(404)
		b.get(path + "/revisions/x").expect(404)
		b.follow(b.post(path+"/revisions/1/restore")).expect(200, "养猫家庭的清洁观察", "第 4 版")
	})
}

func TestContentPreviewAndDelete(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		b.post("/contents/preview", "id", "cnt_nothing", "body", "x").expect(404)
		b.post("/contents/preview", "title", "题", "body", strings.Repeat("长", 100_001)).expect(422, "最多 100000 个字")
		page := b.post("/contents/preview", "title", "未保存", "body",
			"# 标题\n\n<script>alert(1)</script>\n\n[官网](https://a.example)").expect(200, "未保存", "1 个链接")
		if page.count("#preview script") > 0 || page.count("#preview a") > 0 {
			t.Error("the preview acts or leads somewhere")
		}
		if list, _, _, _ := s.App.Contents.List(t.Context(), callerOf(t, s, a), content.AnyBrand,
			content.Paging{Number: 1, Size: 10}); len(list) > 0 {
			t.Error("a preview was saved")
		}
		path := "/contents/" + written(t, s, a, article).ID
		b.follow(b.post(path+"/delete")).expect(200, "已删除「养猫家庭的清洁观察」", "还没有文章")
		b.get(path).expect(404)
		b.post(path + "/delete").expect(404)
	})
}

// A text that would take gigabytes or minutes to format is shown as it is written wherever it is shown, and says so.
func TestContentTooMuchMarkdown(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Standard)
		operator, _ := operatorIn(t, s)
		const notice = "无法排版"
		for name, body := range map[string]string{
			"table":    strings.Repeat("|", 8_000) + "\n" + strings.Repeat("|-", 8_000) + "|\n" + strings.Repeat("|\n", 8_000),
			"emphasis": strings.Repeat("*a_ ", 24_000),
		} {
			b.post("/contents/preview", "title", name, "body", body).expect(200, notice)
			path := b.post("/contents/new", "title", name, "body", body, "content_type", "article").location
			id := strings.TrimPrefix(path, "/contents/")
			page := b.get(path).expect(200, notice)
			if page.count("#preview table, #preview em") > 0 || page.count("#preview pre") != 1 {
				t.Errorf("%s is formatted", name)
			}
			b.post(path, "title", name, "body", body+"x", "content_type", "article", "revision", "1").leads(path)
			b.get(path+"/revisions/1").expect(200, notice)
			made := ordered(t, s, a, id, ids["晨光日报"])[0]
			b.post("/media/basket", "add", ids["晨光日报"])
			b.get("/orders/new?content="+id+"&media="+ids["晨光日报"]).expect(200, notice)
			b.get("/orders/"+made.ID).expect(200, notice)
			operator.get("/operator/review?order="+made.ID).expect(200, notice)
		}
		b.post("/preferences", "lang", "en", "back", "/")
		b.post("/contents/preview", "title", "t", "body", strings.Repeat("*a_ ", 25_000)).expect(200, "too much Markdown to be formatted")
	})
}
