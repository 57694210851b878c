package content_test

import (
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/must"
	"renown/internal/tool/draft"
)

// A content is a brief as long as its text says so, whichever way that text was saved, and no article while it is.
func TestBrief(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		me, body := s.reader(t), draft.Brief(draft.Material{Brand: "云岭", Questions: []string{"怎么选"}}).Body
		_, written, _ := strings.Cut(body, "\n")
		must.Get(s.Create(t.Context(), me, article))(t)
		c := must.Get(s.Create(t.Context(), me, content.Fields{Title: "怎么选（写作提纲）", Body: body, ContentType: catalogue.Article}))(t)
		for _, step := range []struct {
			name   string
			change func(*content.Fields)
			brief  bool
		}{
			{"as it was drafted", func(*content.Fields) {}, true},
			{"with another title", func(f *content.Fields) { f.Title = "怎么选" }, true},
			{"with a text below its note", func(f *content.Fields) { f.Body += "\n先看产地。" }, true},
			{"with a text above its note", func(f *content.Fields) { f.Body = "# 怎么选\n\n" + f.Body }, true},
			{"without its note", func(f *content.Fields) { f.Body = written }, false},
			{"restored", func(f *content.Fields) { f.Body = body }, true},
			{"written", func(f *content.Fields) { f.Body = "先看产地。" }, false},
		} {
			must.Get(s.Update(t.Context(), me, c.ID, step.change))(t)
			got := must.Get(s.Find(t.Context(), me, c.ID))(t)
			then := must.Get(s.FindRevision(t.Context(), me, c.ID, 1))(t)
			if err := got.RequireArticle(); got.Brief != step.brief || fault.Is(err, fault.BriefNotArticle) != step.brief || !then.Brief {
				t.Errorf("%s: brief is %v, its first revision's %v, %v", step.name, got.Brief, then.Brief, err)
			}
			s.listed(t, me, c.ID, step.brief)
		}
	})
}

// listed checks that a content is among two in the library, and among the articles unless it is a brief.
func (s *shelf) listed(t *testing.T, who account.Caller, contentID string, brief bool) {
	t.Helper()
	page := content.Paging{Number: 1, Size: 9}
	all, total, err := s.Titles(t.Context(), who, content.AnyBrand, page)
	must.Do(t, err)
	articles, ready, err := s.Articles(t.Context(), who, content.AnyBrand, page)
	must.Do(t, err)
	want := 2
	if brief {
		want = 1
	}
	if total != 2 || len(all) != 2 || all[0].ID != contentID || all[0].Brief != brief || ready != int64(want) ||
		len(articles) != want || (articles[0].ID == contentID) == brief {
		t.Errorf("listed %+v, articles %+v", all, articles)
	}
}
