package order_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// shelf is a space with two brands that answers cite the same page for, and an order that published it, of no brand.
type shelf struct {
	rooms
	w       *geotest.World
	tea, co *geotest.Watched
	page    string
	orderID string
}

func eachShelf(t *testing.T, body func(t *testing.T, s *shelf)) {
	t.Helper()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		s := &shelf{rooms: roomsOver(w.DB, order.Rooms{Plans: w.Plans, Findings: w.Findings, Events: w.Events}), w: w}
		s.tea = w.Brand(t, "云栖笔记")
		other := must.Get(w.Brands.Create(ctx, s.tea.Who, brand.Profile{Name: "山月文档", Introduction: "介绍", ProductType: "other"}))(t)
		second := *s.tea
		second.ID, s.co = other.ID, &second
		for i, b := range []*geotest.Watched{s.tea, s.co} {
			topic := b.Topic(t, "选购")
			for j := range 2 + i {
				b.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", j), "awareness")
			}
			b.Run(t)
		}
		tea, co := cited(t, w, []*geotest.Watched{s.tea}, 30).pages, cited(t, w, []*geotest.Watched{s.co}, 30).pages
		for _, page := range slices.Sorted(maps.Keys(tea)) {
			if tea[page] > 0 && co[page] > tea[page] {
				s.page = page
			}
		}
		must.Do(t, s.Watch(ctx)) // so that the days of the answers are counted before there is an article
		s.orderID = s.publish(t, s.page)
		body(t, s)
	})
}

func (s *shelf) publish(t *testing.T, page string) string {
	t.Helper()
	c := must.Get(s.contents.Create(ctx, s.tea.Who, content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}))(t)
	outlet := site(t, s.rooms, "刊社", "https://nirgends.example")
	out := must.Get(s.Submit(ctx, s.tea.Who, order.Submission{ContentID: c.ID, OutletIDs: []string{outlet}}))(t)
	must.Get(s.Approve(ctx, "op", out.Items[0].ID, ""))(t)
	must.Get(s.Publish(ctx, "op", out.Items[0].ID, page))(t)
	return out.Items[0].ID
}

// answers recounts, answer by answer, those about some brands that cite the page.
func (s *shelf) answers(t *testing.T, of ...*geotest.Watched) (n int64) {
	t.Helper()
	for _, b := range of {
		n += recount(t, s.w, b.ID, s.page).Answers
	}
	return n
}

// counted must be the citations of the order, now and after another pass.
func (s *shelf) counted(t *testing.T, want int64, when string) {
	t.Helper()
	for range 2 {
		must.Do(t, s.Watch(ctx))
		var citations, waiting int64
		var first *int64
		must.Do(t, s.w.DB.Read().QueryRow(ctx, `SELECT citations, cited_on, CASE WHEN reach IS NULL THEN 1 ELSE 0 END FROM orders WHERE id = $1`,
			s.orderID).Scan(&citations, &first, &waiting))
		if citations != want || waiting != 0 || (first != nil) != (want > 0) {
			t.Errorf("%s: %d answers, first %v, waiting %d, want %d", when, citations, first, waiting, want)
		}
	}
}

// An order counts the answers about its brand, else about its space's brands: as these are assigned, move and are deleted.
func TestCitedBrands(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		tea, co := s.answers(t, s.tea), s.answers(t, s.co)
		if tea == 0 || co <= tea {
			t.Fatalf("%d and %d answers cite the page", tea, co)
		}
		assign := func(b *geotest.Watched) { must.Do(t, s.Assign(ctx, s.tea.Who, s.orderID, &b.ID)) }
		s.counted(t, tea+co, "of no brand")
		assign(s.co)
		s.counted(t, co, "of the second brand")
		assign(s.tea)
		s.counted(t, tea, "of the first brand")
		must.Do(t, s.Assign(ctx, s.tea.Who, s.orderID, nil))
		s.counted(t, tea+co, "of no brand again")
		to := s.w.Caller(t)
		move := func(from, to string) {
			must.Do(t, s.w.DB.InTx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, `UPDATE brands SET space_id = $2 WHERE id = $1`, s.co.ID, to); err != nil {
					return err
				}
				return s.MoveTx(ctx, tx, s.co.ID, from, to)
			}))
		}
		move(s.tea.Who.SpaceID, to.SpaceID)
		s.counted(t, tea, "of no brand, when the second has left")
		move(to.SpaceID, s.tea.Who.SpaceID)
		s.counted(t, tea+co, "of no brand, when it is back")
		assign(s.co)
		move(s.tea.Who.SpaceID, to.SpaceID) // its content stays, and so it does
		s.counted(t, tea, "of the second brand that left")
		move(to.SpaceID, s.tea.Who.SpaceID)
		assign(s.co)
		s.counted(t, co, "of the second brand that came back")
		must.Do(t, s.w.DB.InTx(ctx, func(tx *store.Tx) error {
			if _, err := tx.Exec(ctx, `DELETE FROM brands WHERE id = $1`, s.co.ID); err != nil {
				return err
			}
			return s.BrandGoneTx(ctx, tx, s.tea.Who.SpaceID)
		}))
		expect.Equal(t, s.w.Number(t, `SELECT citations FROM orders WHERE id = '`+s.orderID+`' AND brand_id IS NULL`), tea, "at once")
		s.counted(t, tea, "of a deleted brand")
		s.w.Clock.Advance(time.Minute)
		s.tea.Run(t)
		s.counted(t, s.answers(t, s.tea), "of a deleted brand, after more answers")
		if n := s.w.Number(t, `SELECT count(*) FROM changed_days`); n != 0 {
			t.Errorf("%d changed days are left", n)
		}
		if n := s.w.Number(t, `SELECT count(*) FROM events WHERE type = 'citation.first'`); n != 1 {
			t.Errorf("the first citation is told %d times", n)
		}
	})
}

// A pass that ends anywhere leaves what the next one completes, and no order that was counted in part.
func TestWatchBrokenOff(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		want := s.answers(t, s.tea, s.co)
		for _, forgets := range []string{
			`DELETE FROM cited`,
			`INSERT INTO changed_days (brand_id, day, changes) SELECT id, 19700101, 1 FROM brands`,
		} {
			ended := false
			for n := 1; !ended; n += 1 + n/4 {
				storetest.Exec(t, s.w.DB, forgets)
				storetest.Exec(t, s.w.DB, `UPDATE orders SET citations = 0, reach = NULL, cited_on = NULL`)
				ended = s.Watch(breakAt(n)) == nil
				var counted int64
				must.Do(t, s.w.DB.Read().QueryRow(context.Background(), `SELECT citations FROM orders WHERE id = $1`, s.orderID).Scan(&counted))
				if counted != 0 && counted != want {
					t.Fatalf("broken off at %d: %d answers, want %d or none yet", n, counted, want)
				}
				s.counted(t, want, fmt.Sprintf("after it was broken off at %d", n))
			}
		}
		expect.Equal(t, s.w.Number(t, `SELECT count(*) FROM changed_days`), 0, "changed days are left")
	})
}
