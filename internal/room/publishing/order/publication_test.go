package order_test

import (
	"testing"
	"time"

	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Only what was published counts, at the time it was, and only the space's own.
func TestPublications(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Upper), s.buyer(t, plan.Upper)
		of := map[string]string{who.SpaceID: s.brand(t, who), other.SpaceID: s.brand(t, other)}
		publish := func(who account.Caller) order.Order {
			t.Helper()
			o := s.one(t, who, 20)
			for _, action := range ways[order.Published] {
				moved := must.Get(doings[action](s, who, o.ID))(t)
				o = moved
			}
			return o
		}
		list := func(who account.Caller, from, to time.Time) []order.Publication {
			t.Helper()
			return must.Get(s.Publications(ctx, who, of[who.SpaceID], timestamp.Of(from), timestamp.Of(to)))(t)
		}
		far := start.AddDate(1, 0, 0)
		if got := list(who, start, far); len(got) != 0 {
			t.Errorf("before anything: %v", got)
		}
		s.one(t, who, 20) // waits for review
		publish(other)
		var want []order.Publication
		for range 3 {
			s.clock.Advance(24 * time.Hour)
			o := publish(who)
			want = append(want, order.Publication{
				OrderID: o.ID, At: *o.PublishedAt, Title: o.Content.Title,
				Outlet: o.Outlet.Name, URL: *o.PublishedURL, Page: "https://qianyan.example/tech/1",
			})
		}
		expect.Same(t, list(who, start, far), want)
		expect.Same(t, list(who, want[1].At.Time, want[2].At.Time), want[1:2], "from is included and to is not")
	})
}

// Articles are what was published for the space, newest first, with the text of the revision that was ordered.
func TestArticles(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Upper), s.buyer(t, plan.Upper)
		publish := func(who account.Caller, contentID string) order.Order {
			t.Helper()
			o := s.submit(t, who, contentID, s.outlet(t, 20))[0]
			for _, action := range ways[order.Published] {
				moved := must.Get(doings[action](s, who, o.ID))(t)
				o = moved
			}
			return o
		}
		s.one(t, who, 20) // waits for review
		publish(other, s.article(t, other))
		first := s.article(t, who)
		older := publish(who, first)
		must.Get(s.contents.Update(ctx, who, first, func(f *content.Fields) { f.Body = "改过的正文" }))(t)
		s.clock.Advance(24 * time.Hour)
		newer := publish(who, first)
		got := must.Get(s.Articles(ctx, who.SpaceID))(t)
		of := func(o order.Order, body string) order.Article {
			return order.Article{
				URL: *o.PublishedURL, Title: o.Content.Title, Body: body, Outlet: o.Outlet.Name,
				At: *o.PublishedAt, Authority: 0.35, Indexed: 0.7,
			}
		}
		expect.Same(t, got, []order.Article{of(newer, "改过的正文"), of(older, "正文")})
		if got, err := s.Articles(ctx, "spc_none"); err != nil || len(got) != 0 {
			t.Errorf("of nobody: %v, %v", got, err)
		}
	})
}
