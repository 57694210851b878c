package order_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// What placements become is told from five placements of three accounts on, as sums alone: before, whatever others place or have cited
// changes nothing that anybody sees.
func TestPlacementsTellNobody(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		p := roomsOver(w.DB, order.Rooms{Plans: w.Plans, Findings: w.Findings, Events: w.Events})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for j := range 3 {
			b.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", j), "awareness")
		}
		b.Run(t)
		pages := slices.Sorted(maps.Keys(cited(t, w, []*geotest.Watched{b}, 30).pages))
		outlet, alone := site(t, p, "刊社", "https://nirgends.example"), site(t, p, "独家", "https://allein.example")
		n := 0
		place := func(who account.Caller, mediaID, url string) {
			t.Helper()
			n++
			c := must.Get(p.contents.Create(ctx, who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
			out := must.Get(p.Submit(ctx, who, order.Submission{ContentID: c.ID, MediaIDs: []string{mediaID}}))(t)
			must.Get(p.Approve(ctx, "op", out.Items[0].ID, ""))(t)
			if url == "" {
				url = fmt.Sprintf("https://nirgends.example/%d", n)
			}
			must.Get(p.Publish(ctx, "op", out.Items[0].ID, url))(t)
		}
		shown := func(mediaID string) (catalogue.Outlet, string) {
			t.Helper()
			must.Do(t, p.Watch(ctx))
			m := must.Get(p.catalogue.Find(ctx, mediaID))(t)
			text := must.Get(json.Marshal(m.Geo.Effect))(t)
			return m, string(text)
		}
		second, third := w.Caller(t), w.Caller(t)
		for i := range 4 {
			place(b.Who, outlet, "")
			place(b.Who, alone, fmt.Sprintf("https://allein.example/%d", i))
		}
		place(b.Who, alone, pages[1])
		place(second, outlet, pages[0]) // cited
		w.Clock.Advance(31 * 24 * time.Hour)
		if _, text := shown(outlet); text != "null" {
			t.Errorf("five placements of two accounts: %s", text)
		}
		if all, err := p.catalogue.Placed(ctx); err != nil || all != nil {
			t.Errorf("the whole catalogue of two accounts: %+v, %v", all, err)
		}
		place(third, outlet, "")
		if _, text := shown(outlet); text != "null" {
			t.Errorf("a placement of today counts: %s", text)
		}
		w.Clock.Advance(29 * 24 * time.Hour)
		if _, text := shown(outlet); text != "null" {
			t.Errorf("a placement of 29 days ago counts: %s", text)
		}
		w.Clock.Advance(24 * time.Hour)
		m, text := shown(outlet)
		if e := m.Geo.Effect; e == nil || e.Placements != 6 || e.Cited != 1 || e.MedianDays != nil || e.PointsPerCitation == nil || *e.PointsPerCitation != 6*float64(m.Price.Points) || e.Low >= e.Rate || e.High <= e.Rate {
			t.Fatalf("three accounts: %s", text)
		}
		for _, secret := range []string{second.SpaceID, second.UserID, third.SpaceID, b.ID, "ord_", "nirgends.example/"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s is told: %s", secret, text)
			}
		}
		if _, text := shown(alone); text != "null" {
			t.Errorf("five placements of one account: %s", text)
		}
		all := must.Get(p.catalogue.Placed(ctx))(t)
		if all == nil || all.Placements != 11 || all.Cited != 2 {
			t.Errorf("%+v", all)
		}
		list := must.Get(p.catalogue.List(ctx, catalogue.Filter{}, "effect_desc", catalogue.Paging{Number: 1, Size: 9}))(t)
		if list.Items[0].ID != outlet || list.Sort != "effect_desc" {
			t.Errorf("%+v", list.Items[0])
		}
		other := list.Items[1]
		own, rest := all.Expect(&m), all.Expect(&other)
		if own == nil || own.Basis != "outlet" || own.Low >= own.Per100 || rest == nil || rest.Basis != "catalogue" || rest.High-rest.Low <= own.High-own.Low && rest.Per100 == own.Per100 {
			t.Errorf("%+v %+v", own, rest)
		}
		if (*catalogue.Placed)(nil).Expect(&m) != nil {
			t.Error("what is unknown is told")
		}
	})
}
