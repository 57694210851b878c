package app_test

import (
	"context"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// An order that was not reviewed while no process was up ends soon after one that works has started.
func TestOverdueOrderExpires(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		frozen := apitest.Start(t, d, apitest.Options{
			Database: url, Frozen: true,
			Settings: func(s *config.Settings) { s.Role = config.API },
		})
		who, orderID := submitted(t, frozen) // in January 2026: overdue by the clock on the wall
		must.Do(t, frozen.Stop())
		s := apitest.Start(t, d, apitest.Options{Database: url})
		eventually(t, "the order expires", func() bool {
			o, err := s.App.Orders.Find(context.Background(), who, orderID)
			return err == nil && o.Status == order.Expired
		})
		quota, err := s.App.Plans.Quota(context.Background(), who.UserID)
		if err != nil || quota.Held != 0 || quota.Refunded != 40 {
			t.Errorf("%+v, %v", quota, err)
		}
	})
}

// submitted is an order of a new account.
func submitted(t *testing.T, s *apitest.Server) (account.Caller, string) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	a := s.Account(t, plan.Upper)
	spaces, err := s.App.Accounts.Spaces(ctx, a.UserID)
	must(err)
	who := account.Caller{UserID: a.UserID, SpaceID: spaces[0].ID}
	content, err := s.App.Contents.Create(ctx, who, content.Fields{Title: "标题", Body: "正文", ContentType: catalogue.Article})
	must(err)
	outlet, err := s.App.Catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
		Name: "晨光日报", MediaType: catalogue.News, ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 40},
	}})
	must(err)
	out, err := s.App.Orders.Submit(ctx, who, order.Submission{ContentID: content.ID, OutletIDs: []string{outlet.ID}})
	must(err)
	return who, out.Items[0].ID
}
