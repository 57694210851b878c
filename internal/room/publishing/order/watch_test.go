package order_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/store"
	"renown/internal/room/insight"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/reading"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Two accounts' runs of some days cite pages; outlets and a published order are then made to fit what was cited, and Watch
// must count for outlets what the analyses of both accounts count, and for the order what its own account's do.
func TestWatch(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		p := roomsOver(w.DB, order.Rooms{Plans: w.Plans, Findings: w.Findings, Events: w.Events})
		must.Do(t, p.Watch(ctx)) // nothing there
		brands := []*geotest.Watched{w.Brand(t, "云栖笔记"), w.Brand(t, "山月文档")}
		for i, b := range brands {
			topic := b.Topic(t, "选购")
			for j := range 4 {
				b.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", 10*i+j), "awareness")
			}
			b.Run(t)
		}
		w.Clock.Advance(40 * 24 * time.Hour) // what was cited until now is out of the window
		for _, b := range brands {
			b.Run(t)
		}
		window, ever, ours := cited(t, w, brands, 30), cited(t, w, brands[:1], 200), cited(t, w, brands[:1], 30)
		pages := slices.SortedFunc(maps.Keys(window.pages), func(a, b string) int { return int(window.pages[b] - window.pages[a]) })
		article := pages[0]
		domains := slices.DeleteFunc(slices.Sorted(maps.Keys(window.domains)), func(d string) bool { return strings.Contains(article, d) })
		own, shared := domains[0], domains[1]
		paper := site(t, p, "晨报", "https://www."+own+"/")
		site(t, p, "甲号", "https://"+shared)
		both := site(t, p, "乙号", "http://"+shared+"/")
		publisher := site(t, p, "刊社", "https://nirgends.example")

		c := must.Get(p.contents.Create(ctx, brands[0].Who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
		out := must.Get(p.Submit(ctx, brands[0].Who, order.Submission{ContentID: c.ID, OutletIDs: []string{publisher}}))(t)
		orderID := out.Items[0].ID
		must.Get(p.Approve(ctx, "op", orderID, ""))(t)
		must.Get(p.Publish(ctx, "op", orderID, article+"?utm_source=x"))(t)
		for range 2 {
			must.Do(t, p.Watch(ctx))
			o := must.Get(p.Find(ctx, brands[0].Who, orderID))(t)
			if want := ours.pages[article]; o.Citations != want || o.Reach.Answers != want || want == 0 || want >= ever.pages[article] {
				t.Errorf("%d answers cite the article since it came out, want %d (%d ever)", o.Citations, want, ever.pages[article])
			}
			reached(t, w, p, o, publisher, brands[0].ID, article)
			measured(t, p, publisher, window.pages[article], window.all)
			measured(t, p, paper, window.domains[own], window.all)
			measured(t, p, both, 0, window.all) // an address that two share says nothing about either
		}
		w.Clock.Advance(24 * time.Hour) // another day, and a history that is read again
		for _, b := range brands {
			b.Run(t)
		}
		for _, step := range []func(){func() {}, func() { brands[0].Rename(t, "云栖笔记", "云栖"); w.Reread(t) }} {
			step()
			must.Do(t, p.Watch(ctx))
			o, again := must.Get(p.Find(ctx, brands[0].Who, orderID))(t), cited(t, w, brands[:1], 2)
			if o.Citations != again.pages[article] || o.Citations <= ours.pages[article] || o.Reach.Days != 2 || o.Reach.DaysCiting != 2 {
				t.Errorf("cited %d times over two days, want %d; %+v", o.Citations, again.pages[article], o.Reach)
			}
			if n := w.Number(t, `SELECT count(*) FROM changed_days`); n != 0 {
				t.Errorf("%d changed days are left", n)
			}
		}
		if n := w.Number(t, `SELECT count(*) FROM events WHERE type = 'citation.first'`); n != 1 {
			t.Errorf("the first citation is told %d times", n)
		}
		list := must.Get(p.catalogue.List(ctx, catalogue.Filter{}, "citations_desc", catalogue.Paging{Number: 1, Size: 10}))(t)
		var order []int64
		for _, m := range list.Items {
			order = append(order, m.Geo.Citations)
		}
		if !slices.IsSortedFunc(order, func(a, b int64) int { return int(b - a) }) || order[0] == 0 {
			t.Errorf("by citations: %v", order)
		}
	})
}

// A page that an order placed is from then on an own citation for its space's brands, and no others. Its site is not.
func TestPlaced(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		p := roomsOver(w.DB, order.Rooms{Plans: w.Plans, Findings: w.Findings, Brands: w.Brands})
		brands := []*geotest.Watched{w.Brand(t, "云栖笔记"), w.Brand(t, "山月文档")}
		for _, b := range brands { // the same questions: the simulator answers them alike
			topic := b.Topic(t, "选购")
			for j := range 4 {
				b.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", j), "awareness")
			}
			b.Run(t)
		}
		first := cited(t, w, brands[:1], 30)
		pages := slices.SortedFunc(maps.Keys(first.pages), func(a, b string) int { return int(first.pages[b] - first.pages[a]) })
		c := must.Get(p.contents.Create(ctx, brands[0].Who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
		out, err := p.Submit(ctx, brands[0].Who, order.Submission{
			ContentID: c.ID,
			OutletIDs: []string{site(t, p, "刊社", "https://nirgends.example")},
		})
		must.Do(t, err)
		must.Get(p.Approve(ctx, "op", out.Items[0].ID, ""))(t)
		for range 2 {
			must.Get(p.Publish(ctx, "op", out.Items[0].ID, pages[0]))(t)
		}
		w.Clock.Advance(24 * time.Hour)
		for i, b := range brands {
			b.Run(t)
			day := w.Clock.Now().Format(time.DateOnly)
			o := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{From: day, To: day}))(t)
			found := must.Get(w.Insights.Citations(ctx, b.Who, b.ID, insight.Query{From: day, To: day}))(t)
			own := o.Indicators.OwnCitationRate
			if i == 0 && (own.Numerator == 0 || own.Numerator == float64(own.Denominator)) || i == 1 &&
				own.Numerator != 0 || found.Totals.Own != 0 {
				t.Errorf("brand %d: %v of %d answers cite a placed page, %d own citations", i, own.Numerator,
					own.Denominator, found.Totals.Own)
			}
		}
	})
}

// Answers that cite a page before its address is entered count once it is, and only for whom it was ordered.
func TestPlacedLate(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		p := roomsOver(w.DB, order.Rooms{Plans: w.Plans, Findings: w.Findings, Brands: w.Brands})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for j := range 4 {
			b.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", j), "awareness")
		}
		b.Run(t)
		first := cited(t, w, []*geotest.Watched{b}, 30)
		pages := slices.SortedFunc(maps.Keys(first.pages), func(a, b string) int { return int(first.pages[b] - first.pages[a]) })
		c := must.Get(p.contents.Create(ctx, b.Who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
		outlets := []string{site(t, p, "刊社", "https://nirgends.example"), site(t, p, "报社", "https://irgendwo.example")}
		out := must.Get(p.Submit(ctx, b.Who, order.Submission{ContentID: c.ID, OutletIDs: outlets, BrandID: &b.ID}))(t)
		w.Clock.Advance(24 * time.Hour)
		b.Run(t)
		own := func() float64 {
			day := w.Clock.Now().Format(time.DateOnly)
			o := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{From: day, To: day}))(t)
			return o.Indicators.OwnCitationRate.Numerator
		}
		readings := func() int64 {
			return must.Get(store.One[int64](w.DB.Read().QueryRow(ctx,
				`SELECT max(generation) FROM readings WHERE brand_id = $1`, b.ID)))(t)
		}
		before := readings()
		for i, page := range []string{"https://nirgends.example/uncited?a=1&b=2", pages[0]} {
			must.Get(p.Approve(ctx, "op", out.Items[i].ID, ""))(t)
			must.Get(p.Publish(ctx, "op", out.Items[i].ID, page))(t)
			w.Reread(t)
			if n := own(); i == 0 && (n != 0 || readings() != before) || i == 1 && n == 0 {
				t.Errorf("after %s %v answers cite an own page; reading %d after %d", page, n, readings(), before)
			}
		}
	})
}

// citings is what analyses say was cited.
type citings struct {
	pages, domains map[string]int64
	all            int64
}

func cited(t *testing.T, w *geotest.World, brands []*geotest.Watched, days int) citings {
	t.Helper()
	out := citings{map[string]int64{}, map[string]int64{}, 0}
	from := w.Clock.Now().AddDate(0, 0, 1-days).Format(time.DateOnly)
	for _, b := range brands {
		found := must.Get(w.Insights.Citations(ctx, b.Who, b.ID, insight.Query{From: from}))(t)
		out.all += found.Totals.Citations
		for _, u := range found.URLs {
			out.pages[u.URL] += u.Citations
		}
		for _, d := range found.Domains {
			out.domains[d.Domain] += d.Citations
		}
	}
	return out
}

func site(t *testing.T, p rooms, name, url string) string {
	t.Helper()
	m, err := p.catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
		Name: name, URL: &url, MediaType: catalogue.News, ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 10},
	}})
	must.Do(t, err)
	return m.ID
}

// reached recounts, answer by answer, how widely an article and its outlet are cited today.
func reached(t *testing.T, w *geotest.World, p rooms, o order.Order, outletID, brandID, article string) {
	t.Helper()
	m := must.Get(p.catalogue.Find(ctx, outletID))(t)
	ours, everybody := recount(t, w, brandID, article), recount(t, w, "", article)
	if diff := cmp.Diff(&ours, o.Reach); diff != "" || ours.Cells == 0 || ours.Cells == ours.CellsCiting {
		t.Errorf("reach of the article (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(&everybody.Reach, m.Geo.Reach); diff != "" || everybody.CellsCiting <= ours.CellsCiting {
		t.Errorf("reach of its outlet (-want +got)\n%s", diff)
	}
}

func recount(t *testing.T, w *geotest.World, brandID, article string) (r order.Reach) {
	t.Helper()
	cells := map[string]bool{}
	must.Do(t, store.Each(ctx, w.DB.Read(), func(row store.Row) error {
		var cell, list string
		if err := row.Scan(&cell, &list); err != nil {
			return err
		}
		var sources []reading.Source
		if err := json.Unmarshal([]byte(list), &sources); err != nil {
			return err
		}
		sources = slices.DeleteFunc(sources, func(s reading.Source) bool { return !s.Cited })
		if len(sources) == 0 {
			return nil
		}
		r.AnswersCiting++
		if _, seen := cells[cell]; !seen {
			cells[cell] = false
		}
		if slices.ContainsFunc(sources, func(s reading.Source) bool { return s.URL == article }) {
			r.Answers++
			cells[cell] = true
		}
		return nil
	}, `SELECT prompt_id || platform, sources FROM findings WHERE ($1 = '' OR brand_id = $1) AND at >= $2`, brandID,
		w.Clock.Now().Add(-time.Hour).UnixMicro()))
	for _, here := range cells {
		r.CellsCiting++
		if here {
			r.Cells++
		}
	}
	r.Days, r.DaysCiting = 1, 1
	return r
}

func measured(t *testing.T, p rooms, outletID string, citations, all int64) {
	t.Helper()
	m := must.Get(p.catalogue.Find(ctx, outletID))(t)
	sum := int64(0)
	for _, part := range m.Geo.ByPlatform {
		sum += part.Citations
	}
	if diff := cmp.Diff([]int64{citations, citations}, []int64{m.Geo.Citations, sum}); diff != "" {
		t.Errorf("%s, whole and by platform (-want +got)\n%s", m.Name, diff)
	}
	if rate := m.Geo.CitationRate; citations > 0 && (rate == nil || math.Abs(*rate-float64(citations)/float64(all)) > 1e-9) {
		t.Errorf("%s: a share of %v, want %d of %d", m.Name, rate, citations, all)
	}
}
