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
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// What placements become is told once six accounts have placed there, five beside the reader's, by month and in
// steps; before, what others place
// or have cited changes nothing that is shown. Many placements of one account count as three.
func TestPlacementsTellNobody(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		p := roomsOver(w.DB, order.Rooms{Plans: w.Plans, Findings: w.Findings, Events: w.Events})
		b, cites := w.Brand(t, "云栖笔记"), w.Brand(t, "山月文档")
		topic := cites.Topic(t, "选购")
		for j := range 3 {
			cites.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", j), "awareness")
		}
		cites.Run(t)
		pages := slices.Sorted(maps.Keys(cited(t, w, []*geotest.Watched{cites}, 30).pages))
		outlet, alone := site(t, p, "刊社", "https://nirgends.example"), site(t, p, "独家", "https://allein.example")
		n := 0
		place := func(who account.Caller, outletID, url string) {
			t.Helper()
			n++
			c := must.Get(p.contents.Create(ctx, who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
			out := must.Get(p.Submit(ctx, who, order.Submission{ContentID: c.ID, OutletIDs: []string{outletID}}))(t)
			must.Get(p.Approve(ctx, "op", out.Items[0].ID, ""))(t)
			if url == "" {
				url = fmt.Sprintf("https://nirgends.example/%d", n)
			}
			must.Get(p.Publish(ctx, "op", out.Items[0].ID, url))(t)
		}
		shown := func(outletID string) (catalogue.Outlet, string) {
			t.Helper()
			must.Do(t, p.Watch(ctx))
			m := must.Get(p.catalogue.Find(ctx, outletID))(t)
			text := must.Get(json.Marshal(m.Geo.Effect))(t)
			return m, string(text)
		}
		nothing := func(when string) {
			t.Helper()
			_, text := shown(outlet)
			expect.Equal(t, text, "null", when)
			if all, err := p.catalogue.Placed(ctx); err != nil || all != nil {
				t.Errorf("%s: the whole catalogue: %+v, %v", when, all, err)
			}
		}
		until := func(month time.Month, day int) {
			w.Clock.Advance(time.Date(2026, month, day, 2, 0, 0, 0, time.UTC).Sub(w.Clock.Now()))
		}
		second, victim := w.Caller(t), cites.Who // b and second are one person, who knows their own four
		for range 2 {
			place(b.Who, outlet, "")
			place(second, outlet, "")
		}
		for i := range 5 {
			place(b.Who, alone, fmt.Sprintf("https://allein.example/%d", i))
		}
		place(victim, outlet, pages[0]) // cited
		until(time.March, 2)
		nothing("five placements of three accounts")
		place(w.Caller(t), outlet, "")
		place(w.Caller(t), outlet, "")
		trial := w.Caller(t)
		place(trial, outlet, "")
		storetest.Exec(t, w.DB, `UPDATE subscriptions SET tier = 'trial' WHERE user_id = $1`, trial.UserID)
		until(time.April, 2)
		nothing("five accounts, and one on trial")
		place(w.Caller(t), outlet, "")
		until(time.May, 20)
		nothing("a sixth account 48 days ago, whose 30 days ended in this month")
		until(time.June, 2)
		m, text := shown(outlet)
		e := m.Geo.Effect
		if e == nil || e.Placements != 5 || e.PlacementsTo == nil || *e.PlacementsTo != 9 || e.Rate != 0.15 ||
			e.Cited != 1 || e.MedianDays != nil || e.PointsPerCitation == nil || e.Low >= e.Rate || e.High <= e.Rate {
			t.Fatalf("six accounts: %s", text)
		}
		for _, secret := range []string{second.SpaceID, victim.UserID, victim.SpaceID, b.ID, "ord_", "nirgends.example/"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s is told: %s", secret, text)
			}
		}
		_, text = shown(alone)
		expect.Equal(t, text, "null", "placements of one account")
		all := must.Get(p.catalogue.Placed(ctx))(t)
		if all == nil || all.From != 5 {
			t.Errorf("%+v", all)
		}
		list := must.Get(p.catalogue.List(ctx, catalogue.Filter{}, "effect_desc", catalogue.Paging{Number: 1, Size: 9}))(t)
		if list.Items[0].ID != outlet || list.Sort != "effect_desc" {
			t.Errorf("%+v", list.Items[0])
		}
		other := list.Items[1]
		own, rest := all.Expect(&m), all.Expect(&other)
		if own == nil || own.Basis != "outlet" || own.Low >= own.Per100 || rest == nil || rest.Basis != "catalogue" ||
			rest.High-rest.Low <= own.High-own.Low && rest.Per100 == own.Per100 {
			t.Errorf("%+v %+v", own, rest)
		}
		if (*catalogue.Placed)(nil).Expect(&m) != nil {
			t.Error("what is unknown is told")
		}
		for range 12 { // more than all others together: three of an account count
			place(b.Who, outlet, "")
		}
		_, before := shown(outlet)
		until(time.August, 2)
		m, text = shown(outlet)
		if e := m.Geo.Effect; e == nil || *e.PlacementsTo != 9 || before == "null" {
			t.Errorf("twelve more of one account: %s, then %s", before, text)
		}
	})
}
