package content_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/must"
)

func TestRevisionsListed(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		who, stranger := s.reader(t), s.reader(t)
		made, err := s.Create(t.Context(), who, content.Fields{Title: "题", Body: "正文", ContentType: catalogue.Article})
		must.Do(t, err)
		id := made.ID
		for _, try := range []string{"cnt_nothing", id} {
			_, err := s.Revisions(t.Context(), stranger, try)
			if f := must.Refuse(t, err, fault.NoSuchThing); f.Detail["resource"] != "content" || f.Detail["id"] != try {
				t.Errorf("%v", f.Detail)
			}
		}
		s.clock.Advance(time.Minute)
		must.Get(s.Update(t.Context(), who, id, func(f *content.Fields) { f.Body = "正文😀正文" }))(t)
		list := must.Get(s.Revisions(t.Context(), who, id))(t)
		if len(list) != 2 || list[0].Number != 2 || list[0].Length != 5 || list[1].Length != 2 ||
			!list[0].CreatedAt.After(list[1].CreatedAt.Time) {
			t.Errorf("revisions %+v", list)
		}
		must.Do(t, s.Delete(t.Context(), who, id))
		_, err = s.Revisions(t.Context(), who, id)
		if f := must.Refuse(t, err, fault.NoSuchThing); f.Detail["resource"] != "content" || f.Detail["id"] != id {
			t.Errorf("%v", f.Detail)
		}
	})
}
