package console_test

import (
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// An author sees what is wrong beside the text, mends it in place and gives a source, without script; an order is stopped until then.
func TestGate(t *testing.T) {
	t.Parallel()
	required := apitest.Options{Settings: func(s *config.Settings) { s.ArticleGate = "require" }}
	each(t, required, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Standard)
		body := "我们的豆子是全国**最**好的。\n\n每袋 98 元。"
		path := b.post("/contents/new", "title", "云岭拼配", "body", body, "content_type", "article").location
		page := b.get(path).expect(200, "还差 2 处", "「最好」", "绝对化用语 · 广告法第九条第（三）项", "「98 元」",
			"需要依据", "是否用 AI 辅助写作", "本文为付费发布内容")
		expect.Equal(t, page.count(`#gate a.btn[href]`), 0, "the button that leads on is not off")
		if marks := page.find("#preview mark.gate-mark a"); len(marks) != 3 { // 最, 好 and 98 元
			t.Errorf("%d marks in the text", len(marks))
		}
		written := "我们的豆子是全国**最**好的。"
		expect.Equal(t, page.one(`textarea[name="mend_0"]`), written, "the sentence to mend is")
		contentID := strings.TrimPrefix(path, "/contents/")
		b.post("/media/basket", "media", ids["晨光日报"])
		b.order(contentID, []string{ids["晨光日报"]}).expect(422, "文章有 2 处错误")

		claimed := []string{
			"title", "题", "body", "青禾咖啡每天卖出 300 杯。\n\n每袋 98 元。", "suggest", "0", "said_0", "300 杯",
			"claim_0", "青禾咖啡每天卖出 300 杯。",
		}
		b.post("/contents/facts", claimed...).expect(200, "没有提到本空间的品牌", "每袋 98 元。")
		one, err := s.App.Brands.Create(t.Context(), callerOf(t, s, a), brand.Profile{Name: "青禾咖啡", Introduction: "咖啡", ProductType: "咖啡"})
		must.Do(t, err)
		b.post("/contents/facts", claimed...).expect(200, "已写入事实表", "每袋 98 元。")
		b.post("/contents/facts", claimed...) // twice is once
		if list, total, err := s.App.Facts.List(t.Context(), callerOf(t, s, a), one.ID, fact.Filter{},
			fact.Paging{Number: 1, Size: 9}); err != nil || total != 1 || list[0].Status != fact.Suggested ||
			list[0].Attribute != "每天卖出" || list[0].Value != "300 杯" {
			t.Errorf("suggested %+v: %v", list, err)
		}
		again := b.post("/contents/preview", "id", contentID, "revision", "1", "title", "云岭拼配", "body", body,
			"from_0", written, "mend_0", "我们的豆子是中度烘焙的。")
		if got := again.one("#body"); !strings.HasPrefix(got, "我们的豆子是中度烘焙的。") {
			t.Errorf("the text is not mended: %q", got)
		}
		b.post(path, "revision", "1", "title", "云岭拼配", "body", body, "claim_0", "每袋 98 元。", "source_0",
			"ftp://a").expect(422, "来源须是 http 或 https 网址")
		b.post(path, "revision", "1", "title", "云岭拼配", "body", body, "from_0", written, "mend_0", "我们的豆子是中度烘焙的。",
			"ai_assisted", "yes", "claim_0", "每袋 98 元。", "source_0", "https://shop.example/1").leads(path)
		page = b.get(path).expect(200, "已通过检查", "本文由 AI 辅助生成", "1 处有依据")
		expect.Equal(t, page.count(`#gate a.btn[href="/orders/new?content=`+contentID+`"]`), 1, "the button that leads on is off")
		if got := page.find(`input[name="source_0"]`); len(got) != 1 {
			t.Error("the source that was given is not shown")
		}
		b.order(contentID, []string{ids["晨光日报"]}).expect(303)
		stored, err := s.App.Contents.Find(t.Context(), callerOf(t, s, a), contentID)
		if err != nil || stored.AIAssisted != "yes" || len(stored.Supports.List()) != 1 {
			t.Errorf("kept %+v: %v", stored.Fields, err)
		}
	})
}
