package console_test

import (
	"context"
	"strings"
	"testing"

	"renown/internal/floor/timestamp"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// A campaign is declared on its page, chosen when ordering, shown with what it can and cannot tell, and ended.
func TestCampaignPages(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := context.Background()
		w := newWatched(t, s, 1)
		other, _ := loggedIn(t, s, "standard")
		w.get(w.path+"/campaigns").expect(200, "新的活动", "勾选这次发布想改变的问题")
		w.post(w.path+"/campaigns", "name", "通勤外带").expect(422)
		w.post(w.path+"/campaigns", "name", "", "target_ids", w.prompts[0]).expect(422)
		w.post(w.path+"/campaigns", "name", "通勤外带", "target_ids", "pmt_none").expect(404)
		made := w.post(w.path+"/campaigns", "name", "通勤外带", "sentence", "有自提柜", "target_ids", w.prompts[0]).expect(303)
		w.post(w.path+"/campaigns", "name", "又一次", "target_ids", w.prompts[0]).expect(422, "属于进行中的活动")
		at := made.header.Get("Location")
		w.get(at).expect(200, "通勤外带", "还没有发布", "没有对照问题，推算不出", "有自提柜", "选媒体下单")
		other.get(at).expect(404)
		other.post(at + "/end").expect(404)

		open := must.Get(s.App.Campaigns.Open(ctx, w.who))(t)
		m, err := s.App.Catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
			Name:      "晨光日报",
			MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: 5},
		}})
		must.Do(t, err)
		c := must.Get(s.App.Contents.Create(ctx, w.who, content.Fields{Title: "怎么选", Body: "正文", ContentType: catalogue.Article}))(t)
		w.post("/media/basket", "add", m.ID, "back", "/media")
		w.get("/orders/new?content="+c.ID).expect(200, "跟踪成效的活动", "不衡量成效", "通勤外带")
		w.post("/orders/new", "content_id", c.ID, "media_ids", m.ID, "campaign_id", open[0].ID).expect(303)
		orders, _, err := s.App.Orders.List(ctx, w.who, order.Filter{Paging: order.Paging{Number: 1, Size: 5}})
		must.Do(t, err)
		if len(orders) != 1 || orders[0].CampaignID == nil || *orders[0].CampaignID != open[0].ID {
			t.Fatalf("%+v", orders)
		}
		must.Get(s.App.Orders.Approve(ctx, "op", orders[0].ID, ""))(t)
		published := must.Get(s.App.Orders.Publish(ctx, "op", orders[0].ID, "https://news.example/a/1"))(t).PublishedAt
		page := w.get(at).expect(200, "还太早", "发布不满 14 天", "晨光日报", "还没有", "检验与明细")
		if page.count("#lanes li") != 2 || page.count("#outcomes tbody tr") < 7 {
			t.Errorf("%d lanes, %d outcomes: %s", page.count("#lanes li"), page.count("#outcomes tbody tr"), page.text())
		}
		if file := w.get(at+"/tables/effect.csv").expect(200, "用了文章的原话").file(); !strings.Contains(file,
			"云栖笔记-campaign-通勤外带-"+at[len(at)-6:]+"-effect-") {
			t.Errorf("the file of a campaign is called %s", file)
		}
		w.get(at + "/tables/curve.csv").expect(200)
		w.get(at+"/tables/publications.csv").expect(200, "https://news.example/a/1",
			published.In(timestamp.Beijing).Format("2006-01-02 15:04:05 +08:00"))
		w.post("/preferences", "zone", "UTC").expect(303)
		w.get(at+"/tables/publications.csv").expect(200, published.UTC().Format("2006-01-02 15:04:05 +00:00"))
		w.get(at + "/tables/none.csv").expect(404)
		w.post(at + "/end").expect(303)
		w.get(w.path+"/campaigns").expect(200, "已结束")
		w.post("/preferences", "lang", "en", "back", "/")
		w.get(at).expect(200, "Too early", "Declared beforehand")
	})
}
