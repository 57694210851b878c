package order_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/undo"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// What is written and ordered is for the only brand, for the one that is named, or for none; what was published shows with its brand
// alone, also after it was assigned to another.
func TestBrandOfOrders(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Upper), s.buyer(t, plan.Upper)
		tea, theirs := s.brand(t, who), s.brand(t, other)
		fields := content.Fields{Title: "题", Body: "文", ContentType: catalogue.Article}
		only, err := s.contents.Create(ctx, who, fields)
		must.Do(t, err)
		if only.BrandID == nil || *only.BrandID != tea {
			t.Errorf("the only brand is not taken: %v", only.BrandID)
		}
		coffee := s.brand(t, who)
		none := must.Get(s.contents.Create(ctx, who, fields))(t)
		if none.BrandID != nil {
			t.Errorf("of two brands one was taken: %s", *none.BrandID)
		}
		_, err = s.contents.CreateFor(ctx, who, &theirs, fields)
		missing(t, err)
		_, err = s.contents.Assign(ctx, who, none.ID, &theirs)
		missing(t, err)
		for filter, want := range map[string]int64{content.AnyBrand: 2, content.NoBrand: 1, tea: 1, coffee: 0, theirs: 0} {
			if _, n, err := s.contents.Titles(ctx, who, filter, content.Paging{Number: 1, Size: 10}); err != nil || n != want {
				t.Errorf("%q has %d contents, want %d %v", filter, n, want, err)
			}
			if _, n, _, err := s.contents.List(ctx, who, filter, content.Paging{Number: 1, Size: 10}); err != nil || n != want {
				t.Errorf("%q lists %d contents, want %d %v", filter, n, want, err)
			}
		}
		submit := func(contentID string, brandID *string) (order.Order, error) {
			out, err := s.Submit(ctx, who, order.Submission{ContentID: contentID, OutletIDs: []string{s.outlet(t, 1)}, BrandID: brandID})
			if err != nil {
				return order.Order{}, err
			}
			return out.Items[0], nil
		}
		_, err = submit(only.ID, &theirs)
		missing(t, err)
		o := must.Get(submit(only.ID, nil))(t)
		if o.BrandID == nil || *o.BrandID != tea {
			t.Errorf("the order is not for its content's brand: %v", o.BrandID)
		}
		named := must.Get(submit(only.ID, &coffee))(t)
		missing(t, s.AssignAll(ctx, who, []string{o.ID, "ord_none"}, &coffee))
		missing(t, s.contents.AssignAll(ctx, who, []string{only.ID, "cnt_none"}, &coffee))
		for filter, want := range map[string]int64{tea: 1, coffee: 1} { // nothing of what was refused was done
			if _, n, applied, err := s.Search(ctx, who, order.Filter{
				Brand:  filter,
				Paging: order.Paging{Number: 1, Size: 10},
			}); err != nil || n != want || applied.Brand != filter {
				t.Errorf("%q has %d orders, want %d %v", filter, n, want, err)
			}
		}
		if counts, err := s.CountOf(ctx, who, []string{only.ID, none.ID}); err != nil || counts[only.ID] != 2 || counts[none.ID] != 0 {
			t.Errorf("orders by content: %v %v", counts, err)
		}
		must.Do(t, s.AssignAll(ctx, who, []string{o.ID, named.ID}, &tea))
		must.Do(t, s.AssignAll(ctx, who, []string{named.ID}, &coffee))

		var slip undo.Slip
		undos, me := undo.New(s.db, s.Restores(), s.contents.Restores()), undo.By{SpaceID: who.SpaceID, UserID: who.UserID}
		must.Do(t, s.AssignAll(undo.With(ctx, &slip), who, []string{named.ID, o.ID, o.ID}, nil))
		must.Get(undos.Undo(ctx, me, slip.ID))(t)
		for filter, want := range map[string]int64{tea: 1, coffee: 1} {
			if _, n, _, err := s.Search(ctx, who, order.Filter{
				Brand:  filter,
				Paging: order.Paging{Number: 1, Size: 10},
			}); err != nil || n != want {
				t.Errorf("%q has %d orders after undoing, want %d %v", filter, n, want, err)
			}
		}
		must.Do(t, s.contents.AssignAll(undo.With(ctx, &slip), who, []string{only.ID, none.ID}, &coffee))
		assigned := slip.ID
		must.Get(s.contents.Assign(ctx, who, none.ID, &tea))(t)
		if _, err = undos.Undo(ctx, me, assigned); fault.As(err) == nil || fault.As(err).Reason != "undo_changed" {
			t.Errorf("assigned again since: %v", err)
		}
		must.Get(s.contents.Assign(ctx, who, none.ID, &coffee))(t)
		must.Get(undos.Undo(ctx, me, assigned))(t)
		if back, err := s.contents.Find(ctx, who, only.ID); err != nil || back.BrandID == nil || *back.BrandID != tea {
			t.Errorf("the content is for %v, %v", back.BrandID, err)
		}
		if named.BrandID == nil || *named.BrandID != coffee {
			t.Errorf("the order is not for the brand that it names: %v", named.BrandID)
		}
		for _, action := range ways[order.Published] {
			must.Get(doings[action](s, who, o.ID))(t)
		}
		shown := func(brandID string) int {
			list := must.Get(s.Publications(ctx, who, brandID, timestamp.Of(start), timestamp.Of(start.Add(1000*time.Hour))))(t)
			return len(list)
		}
		for step, want := range [][2]int{{1, 0}, {0, 1}, {0, 0}} {
			expect.Equal(t, [2]int{shown(tea), shown(coffee)}, want, "step", step, "publications")
			must.Do(t, s.Assign(ctx, who, o.ID, []*string{&coffee, nil, nil}[step]))
		}
		missing(t, s.Assign(ctx, other, o.ID, &theirs))
		missing(t, s.Assign(ctx, who, o.ID, &theirs))
		counts, err := s.Count(ctx, who, coffee)
		if err != nil || counts[order.AwaitingReview] != 1 || counts[order.Published] != 0 {
			t.Errorf("%v %v", counts, err)
		}
	})
}

// Changes of a basket at once are all in it; it is of one user in one space, and bounded.
func TestBasket(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Upper), s.buyer(t, plan.Upper)
		team := s.team(t, other, who)
		var all sync.WaitGroup
		for _, id := range []string{"a", "b", "c", "d"} {
			all.Go(func() {
				expect.Do(t, s.ChangeBasket(ctx, who, func(ids []string) []string { return append(ids, id) }))
			})
		}
		all.Wait()
		got, err := s.Basket(ctx, who)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, []string{"a", "b", "c", "d"}) {
			t.Errorf("%v %v", got, err)
		}
		if ids, err := s.Basket(ctx, team); err != nil || len(ids) != 0 {
			t.Errorf("the team's: %v %v", ids, err)
		}
		must.Do(t, s.ChangeBasket(ctx, team, func(ids []string) []string { return make([]string, order.BasketMost+5) }))
		if ids, err := s.Basket(ctx, team); err != nil || len(ids) != order.BasketMost {
			t.Errorf("%d outlets %v", len(ids), err)
		}
	})
}

// What was taken out of a basket comes back for its owner alone, unless the basket was changed since.
func TestBasketUndone(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		owner := s.buyer(t, plan.Upper)
		who := s.team(t, owner, s.buyer(t, plan.Upper))
		undos, me := undo.New(s.db, s.Restores()), undo.By{SpaceID: who.SpaceID, UserID: who.UserID}
		var slip undo.Slip
		set := func(ids ...string) {
			t.Helper()
			s.clock.Advance(time.Second)
			must.Do(t, s.ChangeBasket(undo.With(ctx, &slip), who, func([]string) []string { return ids }))
		}
		set("a", "b", "c")
		expect.Equal(t, slip.ID, "", "adding is kept")
		set("c", "d")
		_, err := undos.Undo(ctx, undo.By{SpaceID: who.SpaceID, UserID: owner.UserID}, slip.ID)
		missing(t, err)
		if list, err := undos.Recent(ctx, undo.By{SpaceID: who.SpaceID, UserID: owner.UserID}); err != nil || len(list) != 0 {
			t.Errorf("another member sees %v, %v", list, err)
		}
		must.Get(undos.Undo(ctx, me, slip.ID))(t)
		if got, err := s.Basket(ctx, who); err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("%v %v", got, err)
		}
		set()
		emptied := slip.ID
		set("e")
		if _, err := undos.Undo(ctx, me, emptied); fault.As(err) == nil || fault.As(err).Reason != "undo_changed" {
			t.Errorf("changed since: %v", err)
		}
	})
}

func missing(t *testing.T, err error) {
	t.Helper()
	if !fault.Is(err, fault.NoSuchThing) {
		t.Errorf("got %v, want that there is no such thing", err)
	}
}
