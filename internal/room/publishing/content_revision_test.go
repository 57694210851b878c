package publishing_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/publishing"
)

func TestRevisionsListed(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		who, stranger := s.reader(t), s.reader(t)
		made, err := s.CreateContent(t.Context(), who, publishing.ContentFields{Title: "题", Body: "正文", ContentType: publishing.Article})
		check(t, err)
		id := made.ID
		for _, try := range []string{"cnt_nothing", id} {
			_, err := s.ContentRevisions(t.Context(), stranger, try)
			if f := denied(t, err, fault.NoSuchThing); f.Detail["resource"] != "content" || f.Detail["id"] != try {
				t.Errorf("%v", f.Detail)
			}
		}
		s.clock.Advance(time.Minute)
		_, err = s.UpdateContent(t.Context(), who, id, func(f *publishing.ContentFields) { f.Body = "正文😀正文" })
		check(t, err)
		list, err := s.ContentRevisions(t.Context(), who, id)
		check(t, err)
		if len(list) != 2 || list[0].Number != 2 || list[0].Length != 5 || list[1].Length != 2 || !list[0].CreatedAt.After(list[1].CreatedAt.Time) {
			t.Errorf("revisions %+v", list)
		}
		check(t, s.DeleteContent(t.Context(), who, id))
		_, err = s.ContentRevisions(t.Context(), who, id)
		if f := denied(t, err, fault.NoSuchThing); f.Detail["resource"] != "content" || f.Detail["id"] != id {
			t.Errorf("%v", f.Detail)
		}
	})
}
