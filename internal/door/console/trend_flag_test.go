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
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A day on which something was published is marked in the chart, and told in the table beside it.
func TestTrendFlags(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx := context.Background()
		w := newWatched(t, s, 5)
		before := w.get(w.path + "/change").expect(200)
		if before.count("#trend .flag") > 0 {
			t.Error("something is marked before anything was published")
		}
		publish := func(title string) {
			t.Helper()
			ids := stocked(t, s)
			content := must.Get(s.App.Contents.Create(ctx, w.who,
				content.Fields{Title: title, Body: "正文", ContentType: catalogue.Article}))(t)
			made := must.Get(s.App.Orders.Submit(ctx, w.who, order.Submission{ContentID: content.ID, OutletIDs: []string{ids["晨光日报"]}}))(t)
			must.Get(s.App.Orders.Approve(ctx, w.who.UserID, made.Items[0].ID, ""))(t)
			must.Get(s.App.Orders.Publish(ctx, w.who.UserID, made.Items[0].ID, "https://d60.example/"+made.Items[0].ID))(t)
		}
		today := timestamp.Of(s.App.DB.Now().Time).In(timestamp.Beijing).Format("2006-01-02")
		publish("怎样选<b>云笔记</b>")
		page := w.get(w.path + "/change").expect(200)
		const one = "发布「怎样选<b>云笔记</b>」于 晨光日报"
		days := page.find("#trend .plot .told")
		if last := textOf(days[len(days)-1]); page.count("#trend .plot line.flag") != 1 || !strings.Contains(last, today[5:]) || !strings.Contains(last, one) {
			t.Errorf("the last day of the chart says %q", last)
		}
		rows := page.find("#trend .chart-table tbody tr")
		if last := textOf(rows[len(rows)-1]); !strings.Contains(last, today) || !strings.Contains(last, one) {
			t.Errorf("the last row says %q", last)
		}
		if first := textOf(rows[0]); strings.Contains(first, "发布") || page.count("#trend .legend .flag") != 1 {
			t.Errorf("the first row says %q", first)
		}
		publish("第二篇")
		w.get(w.path+"/change").expect(200, "发布 2 篇，首篇「怎样选<b>云笔记</b>」")
		if report := w.get(w.path + "/report").expect(200); report.count(".plot .flag") != 1 {
			t.Error("the report marks nothing")
		}
		w.post(w.path+"/notes", "day", today, "text", "改版<i>上线</i>").leads(w.path + "/notes")
		noted := w.get(w.path+"/change").expect(200, "改版<i>上线</i>")
		if noted.count("#trend .plot .note") != 1 || noted.count("#trend .legend .flag") != 2 {
			t.Error("the note is not drawn")
		}
		if report := w.get(w.path + "/report").expect(200); report.count(".plot .note") != 0 || strings.Contains(report.body, "上线") {
			t.Error("a client reads a note of the house")
		}
		stranger := newWatched(t, s, 0)
		if strings.Contains(stranger.get(stranger.path+"/change").body, "第二篇") {
			t.Error("another account's article is marked")
		}
	})
}

// The rail tells what is left of the cycle's points.
func TestRailPoints(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 0)
		expect.Equal(t, w.get("/account").one("#rail-points"), "可用积分1,000", "at first")
		ids := stocked(t, s)
		content := must.Get(s.App.Contents.Create(t.Context(), w.who, article))(t)
		must.Get(s.App.Orders.Submit(t.Context(), w.who, order.Submission{ContentID: content.ID, OutletIDs: []string{ids["晨光日报"]}}))(t)
		expect.Equal(t, w.get("/account").one("#rail-points"), "可用积分940", "with 60 held")
	})
}
