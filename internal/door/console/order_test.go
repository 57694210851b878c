package console_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/draft"
)

// order posts a submission.
func (b *browser) order(contentID string, outletIDs []string, pairs ...string) *received {
	b.t.Helper()
	form := url.Values{"content_id": {contentID}, "media_ids": outletIDs}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return b.send(http.MethodPost, "/orders/new", form)
}

func TestOrderRefusals(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		stranger, _ := loggedIn(t, s, plan.Standard)
		b, a := loggedIn(t, s, plan.Standard)
		b.get("/orders/new").expect(200, "还没有可以发布的文章")
		content := written(t, s, a, article)
		b.get("/orders/new").expect(200, "清单里还没有媒体")
		stranger.get("/orders/new?content=" + content.ID).expect(404)
		stranger.order(content.ID, []string{ids["晨光日报"]}).expect(404)
		b.order("cnt_nothing", []string{ids["晨光日报"]}).expect(404)
		b.order(content.ID, nil).expect(422, "清单里还没有媒体")

		for name, want := range map[string]string{"歇业晚报": "暂停接单", "旧闻网": "已下架", "短片铺": "只接受视频，不接受文章"} {
			page := b.order(content.ID, []string{ids["晨光日报"], ids[name]}).expect(422, want)
			if at := page.find(".line-fault"); len(at) != 1 || !strings.Contains(textOf(at[0].Parent), name) {
				t.Errorf("%s: the reason is not beside it", name)
			}
			expect.Equal(t, page.count("form.checkout button[disabled]"), 1, name, "the button is not off")
		}
		b.order(content.ID, []string{ids["晨光日报"], ids["远方周刊"]}).expect(422, "还差 660")
		if _, total, _ := s.App.Orders.List(t.Context(), callerOf(t, s, a),
			order.Filter{Paging: order.Paging{Number: 1, Size: 10}}); total != 0 {
			t.Errorf("%d orders came of refusals", total)
		}
	})
}

// A brief is named in the list and on its page, and can be chosen for no order.
func TestBriefNotOrdered(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Standard)
		brief := written(t, s, a, content.Fields{
			Title: "怎么选咖啡", Body: draft.Brief(draft.Material{Brand: "云岭"}).Body,
			ContentType: catalogue.Article,
		})
		b.post("/media/basket", "add", ids["晨光日报"])
		b.get("/orders/new").expect(200, "还没有可以发布的文章")
		expect.Equal(t, b.get("/media").expect(200).count("#basket-content"), 0, "something to choose")
		const note = "这是写作提纲，还不能下单"
		expect.Equal(t, b.get("/contents").expect(200, "怎么选咖啡", "写作提纲").count(`a[href^="/orders/new"], table`), 0, "orders offered in the list")
		along := b.get("/contents/"+brief.ID).expect(200, "新文章", "只供参考", "还差 2 处")
		expect.Equal(t, along.count(`a[href^="/orders/new"]`), 0, "orders offered on its page")
		expect.Equal(t, along.one("#body"), "", "the empty article beside it says")
		expect.Equal(t, b.get("/orders/new?content="+brief.ID).expect(200,
			note).count("form.checkout button[disabled]"), 1, "the button is not off")
		b.order(brief.ID, []string{ids["晨光日报"]}).expect(422, "这是写作提纲，不是文章，不能下单")

		ready := written(t, s, a, article)
		later := written(t, s, a, brief.Fields)
		if page := b.get("/orders/new").expect(200, ready.Title, "提交 1 个订单"); strings.Contains(page.body, later.ID) {
			t.Error("a newer brief is offered for an order")
		}
		expect.Equal(t, b.get("/media").expect(200).count("#basket-content option"), 1, "contents to choose")
		made := b.post("/contents/new", "brief_id", brief.ID, "title", "先看产地", "body", "先看产地。", "content_type", "article").location
		b.get(made).expect(200, "选媒体", "只供参考")
		if page := b.get("/contents/"+brief.ID).expect(200, "新文章"); strings.Contains(page.one("#body"), "先看产地") {
			t.Error("the article was written into its brief")
		}
		b.post("/contents/" + brief.ID + "/delete").leads("/contents")
		if page := b.get(made).expect(200, "选媒体"); page.count(".brief") != 0 {
			t.Error("a deleted brief stands beside its article")
		}
		b.order(strings.TrimPrefix(made, "/contents/"), []string{ids["晨光日报"]}).leads("/orders")
	})
}

func TestOrder(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		stranger, _ := loggedIn(t, s, plan.Standard)
		b, a := loggedIn(t, s, plan.Standard)
		content := written(t, s, a, article)
		b.get("/orders").expect(200, "还没有订单")
		b.post("/media/basket", "add", ids["晨光日报"], "add", ids["前沿科技报"])
		page := b.get("/orders/new?content="+content.ID).expect(200, "晨光日报", "前沿科技报", "提交 2 个订单 · 180 积分")
		expect.Equal(t, page.one("#left"), "120", "would be left")
		two := []string{ids["晨光日报"], ids["前沿科技报"]}
		if !strings.Contains(page.body, `name="max_points" value="180"`) {
			t.Error("the form does not say what it agrees to")
		}
		b.order(content.ID, two, "max_points", "179").expect(422, "这些订单现在需要 180 积分，超过了同意的 179 积分", "120")
		done := b.order(content.ID, two)
		b.follow(done.leads("/orders")).expect(200, "已提交 2 个订单，冻结 180 积分", "120 可用", "待审核")
		b.get("/media").expect(200, "已选 0 家")
		b.follow(b.order(content.ID, two).leads("/orders")).expect(200, "没有重复扣积分", "120 可用")
		again := b.order(content.ID, two[:1]).expect(422, "已有进行中的订单", "看那个订单")
		expect.Equal(t, again.count(".line-fault"), 1, "the reason is not beside the outlet")

		orders, _, err := s.App.Orders.List(t.Context(), callerOf(t, s, a),
			order.Filter{OutletIDs: two[:1], Paging: order.Paging{Number: 1, Size: 10}})
		if err != nil || len(orders) != 1 {
			t.Fatal(len(orders), err)
		}
		path := "/orders/" + orders[0].ID
		stranger.get(path).expect(404)
		stranger.get("/orders?order=" + orders[0].ID).expect(404)
		stranger.post(path + "/withdraw").expect(404)
		stranger.post(path + "/resubmit").expect(404)
		b.get("/orders?order="+orders[0].ID).expect(200, "审核中", "撤回并退回 60 积分")
		b.get(path).expect(200, "提交时的内容", "更关键", "第 1 版（提交时留存）")
		b.post(path+"/resubmit").expect(409, "不允许此操作")
		b.follow(b.post(path+"/withdraw").leads(path)).expect(200, "已撤回，退回 60 积分", "60（已退回）")
		b.post(path + "/withdraw").leads(path)
		b.get("/orders?status=ended").expect(200, "积分已退回")
		expect.Equal(t, b.get("/orders?status=review").expect(200).count("#order-list tbody tr"), 1, "orders wait")
		if file := b.get("/orders.csv?status=ended"); file.status != 200 ||
			!strings.Contains(file.body, orders[0].ID) || strings.Contains(file.body, "前沿科技报") {
			t.Errorf("the table: %d %s", file.status, file.body)
		}
	})
}

// An order that needs changes: the reason is read, the content edited, the order resubmitted with its newest revision.
func TestOrderResubmitted(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ids := stocked(t, s)
		b, a := loggedIn(t, s, plan.Standard)
		content := written(t, s, a, article)
		o := ordered(t, s, a, content.ID, ids["晨光日报"])[0]
		must.Get(s.App.Orders.RequestChanges(t.Context(), a.UserID, o.ID, "<b>标题</b>过长"))(t)
		list := b.get("/orders?status=revision").expect(200, "待修改", "<b>标题</b>过长")
		expect.Equal(t, list.count(".badge.act"), 1, "what waits for the user is not filled")
		expect.Equal(t, list.one(`.nav a[href="/orders"] .count`), "1", "the rail counts")
		b.post("/contents/"+content.ID, "title", "短题", "body", "新的正文", "content_type", "article", "revision",
			"1").leads("/contents/" + content.ID)
		b.follow(b.post("/orders/"+o.ID+"/resubmit").leads("/orders/"+o.ID)).expect(200, "已用第 2 版再次提交", "短题", "新的正文", "再次提交")

		must.Get(s.App.Orders.RequestChanges(t.Context(), a.UserID, o.ID, "还是长"))(t)
		b.post("/contents/" + content.ID + "/delete").leads("/contents")
		b.post("/orders/"+o.ID+"/resubmit").expect(409, "内容已被删除")
	})
}
