package order_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// An account that is deleted leaves its orders to the operators, ended or not, with the text they were submitted with
// and no other. No account's points move when one is published or fails.
func TestLeave(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		article := s.article(t, who)
		withdrawn, publishing := s.submit(t, who, article, s.outlet(t, 10))[0], s.submit(t, who, article, s.outlet(t, 20))[0]
		_, err := s.contents.Update(ctx, who, article, func(f *content.Fields) { f.Body = "改过的正文" })
		must.Do(t, err)
		failing := s.submit(t, who, article, s.outlet(t, 30))[0]
		must.Get(s.contents.Update(ctx, who, article, func(f *content.Fields) { f.Body = "没有交给任何人的正文" }))(t)
		unused := s.article(t, who)
		theirs := s.one(t, other, 5)
		must.Get(s.Withdraw(ctx, who, withdrawn.ID))(t)
		for _, id := range []string{publishing.ID, failing.ID} {
			must.Get(s.Approve(ctx, "usr_op", id, ""))(t)
		}

		busy := must.Refuse(t, s.accounts.Delete(ctx, who.UserID), fault.AccountBusy)
		expect.Same(t, busy.Detail["orders"], any([]string{publishing.ID, failing.ID}), "open are")
		must.Do(t, s.accounts.DeleteAnyway(ctx, who.UserID))

		list, total, err := s.ListAll(ctx, order.Filter{Paging: order.Paging{Number: 1, Size: 10}})
		must.Do(t, err)
		must.Equal(t, total, 4, "orders are left")
		for _, o := range list {
			if o.ID != theirs.ID && o.PayerID != account.GoneUser {
				t.Errorf("%s is paid by %s", o.ID, o.PayerID)
			}
		}
		must.Get(s.Publish(ctx, "usr_op", publishing.ID, "https://news.example/1"))(t)
		must.Get(s.Fail(ctx, "usr_op", failing.ID, "媒体停刊"))(t)
		s.have(t, other, 300, 0, 5, 0, 295)
		for table, want := range map[string]int{
			"SELECT count(*) FROM content_revisions WHERE content_id = '" + article + "'": 2,
			"SELECT count(*) FROM contents WHERE id = '" + unused + "'":                   0,
			"SELECT count(*) FROM points_entries WHERE user_id = '" + who.UserID + "'":    0,
			"SELECT count(*) FROM users WHERE id = '" + who.UserID + "'":                  0,
		} {
			if n, err := store.One[int](s.db.Read().QueryRow(ctx, table)); n != want || err != nil {
				t.Errorf("%s: %d, %v", table, n, err)
			}
		}
		users := must.Get(s.accounts.List(ctx))(t)
		for _, u := range users {
			if u.ID == account.GoneUser {
				t.Error("who stands for the deleted is listed")
			}
		}
		expect.Refuse(t, s.accounts.DeleteAnyway(ctx, account.GoneUser), fault.NoSuchThing, "who stands for the deleted can be deleted")
		second := s.buyer(t, plan.Standard) // a second account finds the place there
		s.one(t, second, 7)
		must.Do(t, s.accounts.DeleteAnyway(ctx, second.UserID))
	})
}
