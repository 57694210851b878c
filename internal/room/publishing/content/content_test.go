package content_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var article = content.Fields{Title: "团队笔记怎么选", Body: "## 先看协作\n\n多人编辑。", ContentType: catalogue.Article}

func TestContentRefusals(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me, other := s.reader(t), s.reader(t)
		mine := must.Get(s.Create(t.Context(), me, article))(t)
		teamID := must.Get(s.accounts.CreateTeam(t.Context(), me.UserID, "市场部"))(t)
		gone := must.Get(s.Create(t.Context(), me, article))(t)
		must.Do(t, s.Delete(t.Context(), me, gone.ID))
		for name, tc := range map[string]struct {
			who account.Caller
			id  string
		}{
			"unknown": {me, "cnt_00000000000000000000000000"}, "deleted": {me, gone.ID}, "other account": {other, mine.ID},
			"my team": {account.Caller{UserID: me.UserID, SpaceID: teamID}, mine.ID},
		} {
			_, found := s.Find(t.Context(), tc.who, tc.id)
			_, changed := s.Update(t.Context(), tc.who, tc.id, func(f *content.Fields) { f.Title = "taken over" })
			deleted := s.Delete(t.Context(), tc.who, tc.id)
			for _, err := range []error{found, changed, deleted} {
				if f := must.Refuse(t, err, fault.NoSuchThing); f.Detail["resource"] != "content" || f.Detail["id"] != tc.id {
					t.Errorf("%s: %v", name, f.Detail)
				}
			}
		}
		again := must.Get(s.Find(t.Context(), me, mine.ID))(t)
		expect.Same(t, again, mine, "what was refused had an effect")
	})
}

func TestContentCap(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		results := make(chan error, 8)
		for range 8 {
			go func() {
				_, err := s.Create(t.Context(), me, article)
				results <- err
			}()
		}
		made := 0
		for range 8 {
			if err := <-results; err == nil {
				made++
			} else if f := must.Refuse(t, err, fault.CapReached); f.Detail["limit"] != 3 {
				t.Errorf("%v", f.Detail)
			}
		}
		list, total, _, err := s.List(t.Context(), me, content.AnyBrand, content.Paging{Number: 1, Size: 20})
		must.Do(t, err)
		if made != 3 || total != 3 || len(list) != 3 {
			t.Errorf("%d made, %d there", made, total)
		}
		must.Do(t, s.Delete(t.Context(), me, list[0].ID))
		must.Do(t, s.Purge(t.Context()))
		_, err = s.Create(t.Context(), me, article) // a deleted one gives its place back once it is purged, a week later
		must.Refuse(t, err, fault.CapReached)
		s.clock.Advance(7 * 24 * time.Hour)
		must.Do(t, s.Purge(t.Context()))
		must.Refuse(t, expect.Error(s.Create(t.Context(), me, article)), fault.CapReached)
		s.clock.Advance(time.Microsecond)
		must.Do(t, s.Purge(t.Context()))
		must.Get(s.Create(t.Context(), me, article))(t)
	})
}

func TestContentRevisions(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		first, err := s.Create(t.Context(), me, article)
		must.Do(t, err)
		want := content.Content{
			ID: first.ID, Fields: article, Measured: content.Measured{Length: 9}, Revision: 1,
			CreatedAt: s.db.Now(), UpdatedAt: s.db.Now(),
		}
		if diff := cmp.Diff(want, first); diff != "" || !strings.HasPrefix(first.ID, "cnt_") {
			t.Errorf("created: %s", diff)
		}
		versions := []content.Content{first}
		for _, step := range []struct {
			change func(*content.Fields)
			raises bool
		}{
			{func(f *content.Fields) { f.Title = "新题" }, true},
			{func(f *content.Fields) { f.Title = "新题" }, false},
			{func(*content.Fields) {}, false},
			{func(f *content.Fields) { f.Body = "短" }, true},
			{func(f *content.Fields) { f.ContentType = catalogue.Video }, true},
			{func(f *content.Fields) { *f = article }, true},
		} {
			s.clock.Advance(time.Second)
			last := versions[len(versions)-1]
			got := must.Get(s.Update(t.Context(), me, first.ID, step.change))(t)
			want := last
			if step.raises {
				step.change(&want.Fields)
				want.Revision, want.UpdatedAt = last.Revision+1, s.db.Now()
				want.Length = map[bool]int64{true: 1, false: 9}[want.Body == "短"]
				versions = append(versions, want)
			}
			expect.Same(t, got, want, "revision", want.Revision)
		}
		must.Do(t, s.Delete(t.Context(), me, first.ID))
		for _, v := range versions { // as orders need them, deleted or not
			got := must.Get(s.FindRevision(t.Context(), me, v.ID, v.Revision))(t)
			expect.Same(t, got, v, "revision", v.Revision, "read again")
		}
		var exported []content.ExportedRevision
		must.Do(t, s.Export(t.Context(), me, func(r content.ExportedRevision) error {
			exported = append(exported, r)
			return nil
		}))
		if len(exported) != len(versions) || exported[1].Title != "新题" || exported[1].Revision != 2 || exported[0].DeletedAt == nil {
			t.Errorf("exported: %+v", exported)
		}
		_, err = s.FindRevision(t.Context(), s.reader(t), first.ID, 1)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = s.FindRevision(t.Context(), me, first.ID, 6)
		must.Refuse(t, err, fault.NoSuchThing)
	})
}

// Changes at the same time are kept one after the other: each makes a revision, none is lost.
func TestContentRace(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		c := must.Get(s.Create(t.Context(), me, article))(t)
		nodes := []*shelf{s, openShelf(t, s.url, s.clock)}
		const writers = 8
		results := make(chan content.Content, writers)
		for i := range writers {
			go func() {
				got, err := nodes[i%2].Update(t.Context(), me, c.ID, func(f *content.Fields) { f.Body += fmt.Sprint(" ", i) })
				expect.Do(t, err)
				results <- got
			}()
		}
		seen := map[int64]bool{}
		for range writers {
			seen[(<-results).Revision] = true
		}
		last := must.Get(s.Find(t.Context(), me, c.ID))(t)
		if len(seen) != writers || last.Revision != writers+1 ||
			len(strings.Fields(last.Body)) != len(strings.Fields(article.Body))+writers {
			t.Errorf("%d revisions, the last %d: %q", len(seen), last.Revision, last.Body)
		}
	})
}

// What an update computes, it computes while others write: on the embedded database a change that writes would wait for ever
// inside the transaction. Whom another overtakes begins with what is there then.
func TestContentUpdateHoldsNothing(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		c := must.Get(s.Create(t.Context(), me, article))(t)
		calls := 0
		got, err := s.Update(t.Context(), me, c.ID, func(f *content.Fields) {
			if calls++; calls == 1 {
				must.Get(s.Update(t.Context(), me, c.ID, func(f *content.Fields) { f.Title = "别人的题" }))(t)
			}
			f.Body = "短"
		})
		must.Do(t, err)
		if calls != 2 || got.Title != "别人的题" || got.Body != "短" || got.Revision != 3 || got.Length != 1 {
			t.Errorf("after %d calls: %+v", calls, got)
		}
		_, err = s.Update(t.Context(), me, c.ID, func(f *content.Fields) {
			must.Do(t, s.Delete(t.Context(), me, c.ID))
			f.Body = "长"
		})
		must.Refuse(t, err, fault.NoSuchThing)
		always := must.Get(s.Create(t.Context(), me, article))(t)
		_, err = s.Update(t.Context(), me, always.ID, func(f *content.Fields) {
			calls++
			must.Get(s.Update(t.Context(), me, always.ID, func(f *content.Fields) { f.Title = fmt.Sprint("第", calls) }))(t)
			f.Body = "短"
		})
		must.Refuse(t, err, fault.Unavailable) // it is overtaken every time
	})
}

func TestContentPages(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		for page, want := range map[content.Paging]string{{Number: 1, Size: 20}: "", {Number: 1 << 60, Size: 100}: ""} {
			list, total, _, err := s.List(t.Context(), me, content.AnyBrand, page)
			must.Do(t, err)
			if list == nil || len(list) != len(want) || total != 0 {
				t.Errorf("an empty library: %v, %d", list, total)
			}
		}
		for _, title := range []string{"一", "二", "三"} {
			s.clock.Advance(time.Second)
			must.Get(s.Create(t.Context(), me, content.Fields{Title: title, Body: "b", ContentType: catalogue.Article}))(t)
		}
		for page, want := range map[content.Paging]string{
			{Number: 1, Size: 2}: "三二", {Number: 2, Size: 2}: "一", {Number: 3, Size: 2}: "",
			{Number: 1, Size: 3}: "三二一", {Number: 1 << 62, Size: 100}: "",
		} {
			list, total, _, err := s.List(t.Context(), me, content.AnyBrand, page)
			must.Do(t, err)
			got := ""
			for _, c := range list {
				got += c.Title
			}
			if got != want || total != 3 {
				t.Errorf("%v: %s of %d, want %s", page, got, total, want)
			}
		}
	})
}

// What a space holds goes with its owner.
func TestContentOfDeletedAccount(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me := s.reader(t)
		c, err := s.Create(t.Context(), me, article)
		must.Do(t, err)
		must.Do(t, s.accounts.Delete(t.Context(), me.UserID))
		_, err = s.FindRevision(t.Context(), me, c.ID, 1)
		must.Refuse(t, err, fault.NoSuchThing)
	})
}
