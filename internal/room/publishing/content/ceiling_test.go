package content_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A page ends at 1 MiB of bodies, and the pages together hold every content once, whatever their sizes.
func TestPagesEndEarly(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		room := content.New(s.db, s.plans, content.Options{})
		var want []string
		for i, bytes := range []int{10, 400_000, 700_000, 1_200_000, 5, 5, 600_000, 600_000, 5, 5, 5} {
			s.clock.Advance(time.Second)
			c, err := room.Create(t.Context(), me, content.Fields{
				Title: fmt.Sprint(i),
				Body:  strings.Repeat("x", bytes), ContentType: catalogue.Article,
			})
			must.Do(t, err)
			want = append([]string{c.ID}, want...)
		}
		for _, size := range []int64{100, 3} {
			var got []string
			var lengths []int
			for number := int64(1); ; number++ {
				list, total, more, err := room.List(t.Context(), me, content.AnyBrand, content.Paging{Number: number, Size: size})
				must.Do(t, err)
				bytes := 0
				for _, c := range list {
					got, bytes = append(got, c.ID), bytes+len(c.Body)
				}
				lengths = append(lengths, len(list))
				if total != 11 || len(list) == 0 || bytes > 1<<20 && len(list) > 1 {
					t.Fatalf("page %d: %d of %d, %d bytes", number, len(list), total, bytes)
				}
				if !more {
					break
				}
			}
			expect.Equal(t, strings.Join(got, " "), strings.Join(want, " "), "pages of", size, got)
			expect.Equal(t, fmt.Sprint(lengths), map[int64]string{100: "[4 3 1 1 2]", 3: "[3 1 3 1 1 2]"}[size], "pages of", size, "hold")
		}
		if list, total, more, err := room.List(t.Context(), me, content.AnyBrand,
			content.Paging{Number: 1 << 40, Size: 100}); len(list) > 0 || total != 11 || more || err != nil {
			t.Errorf("far behind the end: %d of %d, %v, %v", len(list), total, more, err)
		}
		titles, total, err := room.Titles(t.Context(), me, content.AnyBrand, content.Paging{Number: 1, Size: 100})
		must.Do(t, err)
		if total != 11 || len(titles) != 11 || titles[0].ID != want[0] || titles[0].Body != "" || titles[0].Title != "10" {
			t.Errorf("titles: %d of %d", len(titles), total)
		}
	})
}

// Of a content that is saved again and again the newest revisions are kept, and those that orders were submitted with.
func TestRevisionsKept(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		room := content.New(s.db, s.plans, content.Options{Revisions: 3})
		room.Trimming.Add(func(_ context.Context, _ *store.Tx, trim *content.Trim) error {
			trim.Used = []int64{2}
			return nil
		})
		c := must.Get(room.Create(t.Context(), me, article))(t)
		for i := range 6 {
			must.Get(room.Update(t.Context(), me, c.ID, func(f *content.Fields) { f.Title = fmt.Sprint(i) }))(t)
		}
		list := must.Get(room.Revisions(t.Context(), me, c.ID))(t)
		var numbers []int64
		for _, r := range list {
			numbers = append(numbers, r.Number)
		}
		expect.Equal(t, fmt.Sprint(numbers), "[7 6 5 2]", "kept are", numbers)
		s.counted(t, me)
		must.Do(t, room.Delete(t.Context(), me, c.ID))
		s.clock.Advance(8 * 24 * time.Hour)
		must.Do(t, room.Purge(t.Context()))
		expect.Do(t, expect.Error(room.FindRevision(t.Context(), me, c.ID, 2)), "what an order needs is gone")
		expect.Refuse(t, expect.Error(room.FindRevision(t.Context(), me, c.ID, 7)), fault.NoSuchThing, "what nobody needs is there")
		s.counted(t, me)
	})
}

// counted checks that what is booked is what is stored.
func (s *shelf) counted(t *testing.T, who account.Caller) {
	t.Helper()
	stored, err := store.One[int64](s.db.Read().QueryRow(t.Context(), `SELECT CAST(COALESCE(sum(256 + octet_length(r.title) + octet_length(r.body)), 0) AS BIGINT)
		FROM content_revisions r JOIN contents c ON c.id = r.content_id WHERE c.space_id = $1`, who.SpaceID))
	must.Do(t, err)
	booked := must.Get(s.plans.Storage(t.Context(), who.UserID))(t)
	if booked.Used != stored {
		t.Errorf("booked are %d bytes, stored %d", booked.Used, stored)
	}
}

// An account stores so many bytes over all its spaces and no more; what is removed makes room again.
func TestStorageQuota(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		plans := plan.New(s.db, s.accounts, plan.Options{MaxStored: 3000})
		room := content.New(s.db, plans, content.Options{Revisions: 1})
		team := me
		var err error
		team.SpaceID = must.Get(s.accounts.CreateTeam(t.Context(), me.UserID, "市场部"))(t)
		text := func(bytes int) content.Fields {
			return content.Fields{Title: "t", Body: strings.Repeat("x", bytes-257), ContentType: catalogue.Article}
		}
		mine := must.Get(room.Create(t.Context(), me, text(1000)))(t)
		must.Get(room.Create(t.Context(), team, text(1400)))(t)
		if used, err := plans.Storage(t.Context(), me.UserID); err != nil ||
			used != (plan.Storage{Used: 2400, Limit: 3000, From: 80}) || !used.Nearly() {
			t.Errorf("%+v, %v", used, err)
		}
		_, err = room.Create(t.Context(), team, text(601))
		if f := must.Refuse(t, err, fault.CapReached); f.Detail["limit"] != int64(3000) {
			t.Errorf("%v", f.Detail)
		}
		_, err = room.Update(t.Context(), me, mine.ID, func(f *content.Fields) { *f = text(1601) })
		must.Refuse(t, err, fault.CapReached)
		_, err = room.Update(t.Context(), me, mine.ID, func(f *content.Fields) { *f = text(1600) }) // the revision before makes room
		must.Do(t, err)
		must.Get(room.Update(t.Context(), me, mine.ID, func(f *content.Fields) { *f = text(300) }))(t)
		if used, err := plans.Storage(t.Context(), me.UserID); err != nil || used.Used != 1700 || used.Nearly() {
			t.Errorf("%+v, %v", used, err)
		}
	})
}
