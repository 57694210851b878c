package order_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/draft"
)

var ctx = context.Background()

// after is so long after the clock's start.
func after(d time.Duration) timestamp.Time { return timestamp.Of(start.Add(d)) }

func TestSubmitRefuses(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		article, foreign := s.article(t, who), s.article(t, other)
		cheap, dear, paused, retired := s.outlet(t, 100), s.outlet(t, 201), s.outlet(t, 1), s.outlet(t, 1)
		for id, status := range map[string]catalogue.Status{paused: catalogue.Paused, retired: catalogue.Retired} {
			must.Get(s.catalogue.SetStatus(ctx, id, status))(t)
		}
		film, err := s.contents.Create(ctx, who, content.Fields{Title: "短片", Body: "脚本", ContentType: catalogue.Video})
		must.Do(t, err)
		blank := must.Get(s.contents.Create(ctx, who, content.Fields{Title: "空", Body: " \n\t", ContentType: catalogue.Article}))(t)
		brief := must.Get(s.contents.Create(ctx, who, content.Fields{
			Title: "提纲",
			Body:  draft.Brief(draft.Material{Brand: "云岭"}).Body, ContentType: catalogue.Article,
		}))(t)
		deleted := s.article(t, who)
		must.Do(t, s.contents.Delete(ctx, who, deleted))
		earlier := s.submit(t, who, film.ID, s.videoOutlet(t, 10))[0]
		s.have(t, who, 300, 0, 10, 0, 290)

		long := strings.Repeat("晚", 201)
		for _, c := range []struct {
			name    string
			content string
			media   []string
			wishes  order.Preferences
			code    fault.Code
			detail  map[string]any
		}{
			{
				"no such content", "cnt_none",
				[]string{cheap},
				order.Preferences{},
				fault.NoSuchThing,
				map[string]any{"resource": "content", "id": "cnt_none"},
			},
			{
				"another account's content", foreign,
				[]string{cheap},
				order.Preferences{},
				fault.NoSuchThing,
				map[string]any{"resource": "content", "id": foreign},
			},
			{
				"a deleted content", deleted,
				[]string{cheap},
				order.Preferences{},
				fault.NoSuchThing,
				map[string]any{"resource": "content", "id": deleted},
			},
			{
				"no such media", article,
				[]string{cheap, "med_none", "med_other"},
				order.Preferences{},
				fault.NoSuchThing,
				map[string]any{"resource": "media", "id": "med_none"},
			},
			{"an empty id", article, []string{""}, order.Preferences{}, fault.NoSuchThing, map[string]any{"resource": "media", "id": ""}},
			{"an empty content", blank.ID, []string{cheap}, order.Preferences{}, fault.Malformed, nil},
			{"a brief", brief.ID, []string{cheap}, order.Preferences{}, fault.BriefNotArticle, map[string]any{"content_id": brief.ID}},
			{
				"a brief at several, one of them paused", brief.ID,
				[]string{cheap, paused, dear},
				order.Preferences{},
				fault.BriefNotArticle,
				map[string]any{"content_id": brief.ID},
			},
			{"a wish too long to be one", article, []string{cheap}, order.Preferences{ScheduledAt: &long}, fault.Malformed, nil},
			{
				"an open order there", film.ID,
				[]string{cheap, earlier.Outlet.ID},
				order.Preferences{},
				fault.Duplicate,
				map[string]any{"order_ids": []string{earlier.ID}},
			},
			{
				"paused, retired", article,
				[]string{paused, cheap, retired},
				order.Preferences{},
				fault.OutletUnavailable,
				map[string]any{"media_ids": []string{paused, retired}},
			},
			{
				"a film for a newspaper", film.ID,
				[]string{cheap},
				order.Preferences{},
				fault.OutletUnavailable,
				map[string]any{"media_ids": []string{cheap}},
			},
			{
				"an article for a video outlet", article,
				[]string{earlier.Outlet.ID},
				order.Preferences{},
				fault.OutletUnavailable,
				map[string]any{"media_ids": []string{earlier.Outlet.ID}},
			},
			{
				"too dear", article,
				[]string{cheap, dear},
				order.Preferences{},
				fault.PointsShort,
				map[string]any{"required": int64(301), "balance": int64(290), "shortfall": int64(11)},
			},
		} {
			_, err := s.Submit(ctx, who, order.Submission{ContentID: c.content, OutletIDs: c.media, Preferences: c.wishes})
			if !fault.Is(err, c.code) {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			refusal(t, err, c.code, c.detail)
		}
		_, err = s.Quote(ctx, who, order.Submission{ContentID: brief.ID, OutletIDs: []string{cheap}})
		refusal(t, err, fault.BriefNotArticle, map[string]any{"content_id": brief.ID})

		ended := s.db.Now()
		must.Get(s.plans.Set(ctx, who.UserID, plan.Change{ExpiresAt: &ended}))(t)
		_, err = s.Submit(ctx, who, order.Submission{ContentID: article, OutletIDs: []string{cheap}})
		refusal(t, err, fault.Expired, map[string]any{"expired_at": ended})
		_, err = s.Submit(ctx, who, order.Submission{ContentID: article, OutletIDs: []string{"med_none"}})
		refusal(t, err, fault.NoSuchThing, map[string]any{"resource": "media", "id": "med_none"})

		s.have(t, who, 300, 0, 10, 0, 290)
		if _, total, err := s.List(ctx, who, order.Filter{Paging: order.Paging{Number: 1, Size: 10}}); total != 1 || err != nil {
			t.Errorf("%d orders, %v", total, err)
		}
	})
}

func (s *shop) videoOutlet(t must.Tester, price int64) string {
	t.Helper()
	id := s.outlet(t, price)
	must.Get(s.catalogue.Edit(ctx, id, func(f *catalogue.Fields) {
		f.MediaType, f.ContentTypes = catalogue.ShortVideo,
			[]string{"video"}
	}))(t)
	return id
}

// The caller pays what was agreed or less, whatever became of the prices meanwhile.
func TestMaxPoints(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		article, outlet := s.article(t, who), s.outlet(t, 20)
		must.Get(s.catalogue.Edit(ctx, outlet, func(f *catalogue.Fields) { f.Price.Points = 280 }))(t)
		pay := func(agreed int64) error {
			_, err := s.Submit(ctx, who, order.Submission{ContentID: article, OutletIDs: []string{outlet}, MaxPoints: &agreed})
			return err
		}
		for _, agreed := range []int64{0, 20, 279} {
			refusal(t, pay(agreed), fault.PriceAbove, map[string]any{"required": int64(280), "max_points": agreed})
		}
		s.have(t, who, 300, 0, 0, 0, 300)
		must.Do(t, pay(280))
		s.have(t, who, 300, 0, 280, 0, 20)
	})
}

func TestSubmit(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		article, a, b, free := s.article(t, who), s.outlet(t, 120), s.outlet(t, 85), s.outlet(t, 0)
		two, wish := int64(2), "下周一上午"
		out, err := s.Submit(ctx, who, order.Submission{
			ContentID: article, OutletIDs: []string{b, a, b, free, a},
			Preferences: order.Preferences{Requirements: &two, ScheduledAt: &wish},
		})
		must.Do(t, err)
		if out.Points != (order.Charge{Charged: 205, Balance: 95}) || len(out.Items) != 3 {
			t.Fatalf("%d orders, %+v", len(out.Items), out.Points)
		}
		for i, want := range []struct {
			media  string
			points int64
		}{{b, 85}, {a, 120}, {free, 0}} {
			o := out.Items[i]
			if o.Outlet.ID != want.media || o.Points != want.points || o.BatchID != out.Items[0].BatchID {
				t.Errorf("order %d is %+v", i, o)
			}
			kept := must.Get(s.Find(ctx, who, o.ID))(t)
			if diff := cmp.Diff(o, kept, unkept); diff != "" {
				t.Errorf("answered and kept differ:\n%s", diff)
			}
		}
		o := out.Items[0]
		want := order.Order{
			ID: o.ID, BatchID: o.BatchID, Content: order.Content{
				ID: article, Title: "团队笔记怎么选",
				ContentType: catalogue.Article, Revision: 1,
			},
			Outlet: o.Outlet, Points: 85, Status: order.AwaitingReview,
			Preferences:    order.Preferences{Requirements: &two, ScheduledAt: &wish},
			AllowedActions: []order.Action{order.Withdraw}, Events: []order.Event{{
				At: after(0),
				To: order.AwaitingReview, Actor: order.ByUser,
			}},
			CreatedAt: after(0), UpdatedAt: after(0), Declaration: &order.Declaration{
				Paid: true, Revision: 1, TextSHA256: content.Fields{Title: "团队笔记怎么选", Body: "正文"}.Digest(),
				DeclaredBy: who.UserID, DeclaredAt: after(0), Gate: content.GateOff,
			},
		}
		if diff := cmp.Diff(want, o, unkept); diff != "" {
			t.Error(diff)
		}
		s.have(t, who, 300, 0, 205, 0, 95)

		// The price and the text are those of the day.
		must.Get(s.catalogue.Edit(ctx, b, func(f *catalogue.Fields) { f.Price.Points = 1 }))(t)
		must.Get(s.contents.Update(ctx, who, article, func(f *content.Fields) { f.Title, f.Body = "新标题", "新正文" }))(t)
		must.Do(t, s.contents.Delete(ctx, who, article))
		kept, err := s.Find(ctx, who, o.ID)
		if err != nil || kept.Points != 85 || kept.Content != o.Content {
			t.Errorf("%+v, %v", kept, err)
		}
		if text, err := s.Manuscript(ctx, o.ID); err != nil || text.Body != "正文" || text.Title != "团队笔记怎么选" {
			t.Errorf("%+v, %v", text, err)
		}
	})
}

// Orders count towards what an account stores, all of a submission or none; what becomes of them changes nothing.
func TestStorageQuota(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, wish := s.buyer(t, plan.Standard), "明天"
		used := func(want int64) {
			t.Helper()
			got, err := s.plans.Storage(ctx, who.UserID)
			if must.Do(t, err); got.Used != want {
				t.Errorf("%d bytes are booked, want %d", got.Used, want)
			}
		}
		const stored = 3*(512+6) + 256 + int64(len(`{"issues":[],"claims":[]}`)) // three orders, and what the gate found in their text
		article, outlets := s.article(t, who), s.outlets(t, 4, 1)
		before, err := s.plans.Storage(ctx, who.UserID)
		must.Do(t, err)
		tight := plan.New(s.db, s.accounts, plan.Options{MaxStored: before.Used + stored})
		room := roomsOver(s.db, order.Rooms{Plans: tight})
		submission := order.Submission{ContentID: article, OutletIDs: outlets, Preferences: order.Preferences{ScheduledAt: &wish}}
		_, err = room.Submit(ctx, who, submission)
		refusal(t, err, fault.CapReached, map[string]any{"limit": before.Used + stored})
		used(before.Used)
		s.have(t, who, 300, 0, 0, 0, 300)

		submission.OutletIDs = outlets[:3]
		out := must.Get(room.Submit(ctx, who, submission))(t)
		used(before.Used + stored)
		for _, o := range out.Items { // withdrawing is never refused for want of room
			must.Get(room.Withdraw(ctx, who, o.ID))(t)
		}
		used(before.Used + stored)
	})
}

// A team spends its owner's points, whichever member submits, and its orders are the team's.
func TestTeamSpendsOwnersPoints(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		owner, member := s.buyer(t, plan.Upper), s.buyer(t, plan.Standard)
		team := s.team(t, owner, member)
		o := s.one(t, team, 400)
		s.have(t, owner, 1000, 0, 400, 0, 600)
		s.have(t, member, 300, 0, 0, 0, 300)
		for _, who := range []account.Caller{owner, member} {
			expect.Refuse(t, expect.Error(s.Find(ctx, who, o.ID)), fault.NoSuchThing, who.UserID, "sees the team's order in the own space")
		}
		must.Get(s.Withdraw(ctx, team, o.ID))(t)
		s.have(t, owner, 1000, 0, 0, 400, 1000)
	})
}

func TestOrdersOfOthers(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		o := s.one(t, who, 50)
		for name, call := range map[string]func(account.Caller, string) error{
			"Order":         func(w account.Caller, id string) error { _, err := s.Find(ctx, w, id); return err },
			"WithdrawOrder": func(w account.Caller, id string) error { _, err := s.Withdraw(ctx, w, id); return err },
			"ResubmitOrder": func(w account.Caller, id string) error { _, err := s.Resubmit(ctx, w, id); return err },
		} {
			t.Run(name, func(t *testing.T) {
				refusal(t, call(other, o.ID), fault.NoSuchThing, map[string]any{"resource": "order", "id": o.ID})
				refusal(t, call(who, "ord_none"), fault.NoSuchThing, map[string]any{"resource": "order", "id": "ord_none"})
			})
		}
		if list, total, err := s.List(ctx, other, order.Filter{
			IDs:    []string{o.ID},
			Paging: order.Paging{Number: 1, Size: 10},
		}); len(list) != 0 || total != 0 || err != nil {
			t.Errorf("the other lists %v, %d, %v", list, total, err)
		}
		s.have(t, who, 300, 0, 50, 0, 250)
	})
}

func TestOrderList(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Upper)
		article, outlets := s.article(t, who), s.outlets(t, 3, 10)
		first := s.submit(t, who, article, outlets...)
		s.clock.Advance(24 * time.Hour)
		second := s.one(t, who, 10)
		must.Get(s.Withdraw(ctx, who, first[1].ID))(t)
		all := []string{second.ID, first[2].ID, first[1].ID, first[0].ID}
		day := func(d time.Duration) *timestamp.Time { at := after(d); return &at }
		for _, c := range []struct {
			name   string
			filter order.Filter
			want   []string
		}{
			{"all", order.Filter{}, all},
			{"withdrawn", order.Filter{States: []string{"withdrawn"}}, all[2:3]},
			{"withdrawn and waiting", order.Filter{States: []string{"withdrawn", "awaiting_review", "nonsense"}}, all},
			{"a status that is none", order.Filter{States: []string{"nonsense"}}, nil},
			{"an outlet", order.Filter{OutletIDs: outlets[:1]}, all[3:]},
			{"a content", order.Filter{ContentIDs: []string{article}}, all[1:]},
			{"ids", order.Filter{IDs: []string{all[0], all[3], "ord_none", all[0], all[3]}}, []string{all[0], all[3]}},
			{"both must hold", order.Filter{IDs: all, ContentIDs: []string{second.Content.ID}}, all[:1]},
			{"from", order.Filter{From: day(24 * time.Hour)}, all[:1]},
			{"to", order.Filter{To: day(24 * time.Hour)}, all[1:]},
			{"neither", order.Filter{From: day(time.Hour), To: day(2 * time.Hour)}, nil},
		} {
			c.filter.Paging = order.Paging{Number: 1, Size: 10}
			list, total, err := s.List(ctx, who, c.filter)
			must.Do(t, err)
			var got []string
			for _, o := range list {
				got = append(got, o.ID)
			}
			if !slices.Equal(got, c.want) || int(total) != len(c.want) {
				t.Errorf("%s: %v (%d), want %v", c.name, got, total, c.want)
			}
		}
		list, total, err := s.ListAll(ctx, order.Filter{Paging: order.Paging{Number: 2, Size: 3}})
		if err != nil || total != 4 || len(list) != 1 || list[0].ID != all[3] || len(list[0].Events) != 1 {
			t.Errorf("page 2 is %+v of %d, %v", list, total, err)
		}
		_, _, err = s.List(ctx, who, order.Filter{IDs: slices.Repeat(all, 126), Paging: order.Paging{Number: 1, Size: 10}})
		refusal(t, err, fault.Malformed, nil)
	})
}

// Entries say why, in the user's language.
func TestEveryEntrySaysWhy(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who := s.buyer(t, plan.Standard)
		o := s.one(t, who, 50)
		must.Get(s.Withdraw(ctx, who, o.ID))(t)
		entries, _, err := s.plans.PointsRecords(ctx, who.UserID, points.Paging{Number: 1, Size: 10})
		must.Do(t, err)
		var notes []string
		for _, e := range entries {
			notes = append(notes, e.Note)
		}
		if want := []string{"withdrawn", "submitted", "granted"}; !slices.Equal(notes, want) {
			t.Errorf("the notes are %q", notes)
		}
	})
}

// An account goes with its points, and its orders to the operators, whatever state they are in.
func TestDeletedAccount(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		for state := range next {
			o := s.one(t, who, 1)
			s.lead(t, who, o.ID, state)
		}
		team := s.team(t, who, other)
		s.one(t, team, 5)
		kept := s.one(t, other, 10)
		must.Do(t, s.accounts.DeleteAnyway(ctx, who.UserID))
		for statement, want := range map[string]int{
			`SELECT count(*) FROM points_accounts`:                                    1,
			`SELECT count(*) FROM orders WHERE payer_id = '` + account.GoneUser + `'`: len(next) + 1,
			`SELECT count(*) FROM orders`:                                             len(next) + 2,
		} {
			expect.Equal(t, must.Get(store.One[int](s.db.Read().QueryRow(ctx, statement)))(t), want, statement)
		}
		expect.Do(t, expect.Error(s.Find(ctx, other, kept.ID)))
		if n, err := s.Expire(ctx); n != 0 || err != nil {
			t.Errorf("%d expired, %v", n, err)
		}
		s.have(t, other, 300, 0, 10, 0, 290)
	})
}
