package publishing_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/room/publishing"
)

func TestRevisionsListed(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, stranger := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		id := s.article(t, who)
		for _, try := range []string{"cnt_nothing", id} {
			_, err := s.ContentRevisions(ctx, stranger, try)
			refusal(t, err, fault.NoSuchThing, map[string]any{"resource": "content", "id": try})
		}
		s.clock.Advance(time.Minute)
		_, err := s.UpdateContent(ctx, who, id, func(f *publishing.ContentFields) { f.Body = "正文😀正文" })
		fine(t, err)
		list, err := s.ContentRevisions(ctx, who, id)
		fine(t, err)
		if len(list) != 2 || list[0].Number != 2 || list[0].Length != 5 || list[1].Length != 2 || !list[0].CreatedAt.After(list[1].CreatedAt.Time) {
			t.Errorf("revisions %+v", list)
		}
		fine(t, s.DeleteContent(ctx, who, id))
		_, err = s.ContentRevisions(ctx, who, id)
		refusal(t, err, fault.NoSuchThing, map[string]any{"resource": "content", "id": id})
	})
}

// Counts are of the caller's space, or of everybody; a queue begins with what waits longest.
func TestOrdersCountedAndQueued(t *testing.T) {
	t.Parallel()
	eachShop(t, func(t *testing.T, s *shop) {
		who, other := s.buyer(t, plan.Standard), s.buyer(t, plan.Standard)
		first := s.one(t, who, 1)
		s.clock.Advance(time.Minute)
		second, foreign := s.one(t, who, 1), s.one(t, other, 1)
		_, err := s.WithdrawOrder(ctx, who, second.ID)
		fine(t, err)
		mine, err := s.CountOrders(ctx, who)
		fine(t, err)
		if diff := cmp.Diff(map[publishing.State]int64{publishing.AwaitingReview: 1, publishing.Withdrawn: 1}, mine); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		all, err := s.CountAllOrders(ctx)
		fine(t, err)
		if diff := cmp.Diff(map[publishing.State]int64{publishing.AwaitingReview: 2, publishing.Withdrawn: 1}, all); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		queue, total, err := s.AllOrders(ctx, publishing.OrderFilter{States: []string{"awaiting_review"}, Oldest: true, Page: publishing.Page{Number: 1, Size: 10}})
		fine(t, err)
		if total != 2 || len(queue) != 2 || queue[0].ID != first.ID || queue[1].ID != foreign.ID {
			t.Errorf("%d orders, first %s", total, queue[0].ID)
		}
	})
}

// A rehearsal tells what an import would do, and does nothing.
func TestImportRehearsed(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"))
		file := strings.Join([]string{line("a"), strings.Replace(line("c"), "10", "20", 1)}, "\n")
		for range 2 {
			report, bad, err := imported(t, s, strings.NewReader(file), publishing.ImportOptions{Rehearse: true, RetireMissing: true})
			check(t, err)
			if len(bad) > 0 || report.Created != 1 || report.Unchanged != 1 || report.Retired != 1 {
				t.Errorf("rehearsed: %+v %v", report, bad)
			}
		}
		if got := names(s.all(t, publishing.Filter{}, "price_asc")); got != "媒体a 媒体b" {
			t.Errorf("the catalogue is %s", got)
		}
		_, _, err := imported(t, s, strings.NewReader("not json"), publishing.ImportOptions{Rehearse: true})
		denied(t, err, fault.Malformed)
	})
}

func TestRetiredListed(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"))
		gone := s.all(t, publishing.Filter{Q: "媒体b"}, "")[0]
		_, err := s.SetStatus(t.Context(), gone.ID, publishing.Retired)
		check(t, err)
		if got := names(s.all(t, publishing.Filter{}, "")); got != "媒体a" {
			t.Errorf("listed: %s", got)
		}
		if got := names(s.all(t, publishing.Filter{Retired: true}, "")); got != "媒体b" {
			t.Errorf("retired: %s", got)
		}
		list, err := s.FindAll(t.Context(), []string{"med_nothing", gone.ID})
		check(t, err)
		if names(list) != "媒体b" {
			t.Errorf("found %s", names(list))
		}
		if list, err = s.FindAll(t.Context(), nil); err != nil || len(list) != 0 {
			t.Errorf("found %v, %v among none", list, err)
		}
	})
}

func TestLabel(t *testing.T) {
	t.Parallel()
	for _, tc := range [][3]string{
		{"industry", "technology", "科技"},
		{"level", "central", "中央级"},
		{"media_type", "news", "新闻媒体"},
		{"content_type", "video", "视频"},
		{"industry", "unheard_of", "unheard_of"},
		{"nothing", "x", "x"},
		{"media_type", "radio", "radio"},
	} {
		if got := publishing.Label(tc[0], tc[1]); got != tc[2] {
			t.Errorf("%s %s is %s, want %s", tc[0], tc[1], got, tc[2])
		}
	}
}
