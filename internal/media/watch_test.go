package media_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/account"
	"renown/internal/geo/finding"
	"renown/internal/media"
	"renown/internal/plan"
	"renown/internal/store"
)

// watched is a shop that sees what a brand's answers cite.
func watched(t *testing.T, body func(t *testing.T, s *shop)) {
	eachShop(t, func(t *testing.T, s *shop) {
		s.Publishing = media.New(s.db, media.Rooms{Plans: s.plans, Findings: finding.New(s.db, finding.Rooms{})}, media.Options{MaxContents: 100})
		body(t, s)
	})
}

// cite adds, to a reading of some brand, what answers of a day cited.
func (s *shop) cite(t tester, who account.Caller, generation int64, day int64, platform string, pages map[string]int64) {
	t.Helper()
	s.exec(t, `INSERT INTO brands (id, space_id, name, introduction, product_type, keywords, selling_points, aliases, exclusions, contexts, created_at, updated_at)
		VALUES ($1, $2, '云栖', '', 'other', '[]', '[]', '[]', '[]', '[]', $3, $3) ON CONFLICT DO NOTHING`, "brd_"+who.SpaceID, who.SpaceID, s.db.Now())
	status := map[int64]string{1: "old", 2: "current", 3: "building"}[generation]
	s.exec(t, `INSERT INTO readings (brand_id, generation, version, names, status, created_at) VALUES ($1, $2, 1, '[]', $3, $4) ON CONFLICT DO NOTHING`,
		"brd_"+who.SpaceID, generation, status, s.db.Now())
	sheet := finding.Sheet{Figures: map[finding.FigureKey]*finding.Figures{}, Sources: map[finding.SourceKey]*finding.SourceFigures{}}
	total := &finding.Figures{}
	sheet.Figures[finding.FigureKey{Topic: "t", Kinds: "v"}] = total
	for page, n := range pages {
		total.Citations += n
		sheet.Sources[finding.SourceKey{Page: true, Topic: "t", Source: "https://" + page}] = &finding.SourceFigures{Class: "news", Citations: n}
	}
	parts := sheet.Parts()
	for _, span := range []int64{day, day / 100} { // a month must not be counted beside its days
		s.exec(t, `INSERT INTO sheets (brand_id, generation, span, platform, figures, prompts, others, sources) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			"brd_"+who.SpaceID, generation, span, platform, parts[0], parts[1], parts[2], parts[3])
	}
}

func (s *shop) site(t tester, name, url string) string {
	t.Helper()
	m, err := s.Set(ctx, media.Entry{Fields: media.Fields{
		Name: name, URL: &url, MediaType: media.News, ContentTypes: store.Texts{"article"}, Price: media.Price{Points: 10},
	}})
	fine(t, err)
	return m.ID
}

func TestWatch(t *testing.T) {
	t.Parallel()
	watched(t, func(t *testing.T, s *shop) {
		fine(t, s.Watch(ctx)) // nothing there
		who, other := s.buyer(t, plan.Upper), s.buyer(t, plan.Upper)
		daily, tech := s.site(t, "晨报", "https://www.chenbao.example/"), s.site(t, "晨报科技", "http://chenbao.example/tech/")
		shared := []string{s.site(t, "甲号", "https://hao.example"), s.site(t, "乙号", "https://hao.example/")}
		o := s.submit(t, who, s.article(t, who), shared[0])[0]
		_, err := s.ApproveOrder(ctx, "op", o.ID, "")
		fine(t, err)
		o, err = s.PublishOrder(ctx, "op", o.ID, "https://hao.example/p/1?utm_source=x")
		fine(t, err)
		today := finding.Day(s.clock.Now())
		before := finding.Day(s.clock.Now().Add(-40 * 24 * time.Hour))
		s.cite(t, who, 2, today, "doubao", map[string]int64{"hao.example/p/1": 3, "hao.example/p/2": 5, "chenbao.example/a": 2, "chenbao.example/tech/b": 4, "fremd.example/": 6})
		s.cite(t, other, 2, today, "kimi", map[string]int64{"hao.example/p/1": 1, "news.chenbao.example/tech/c": 7})
		s.cite(t, who, 3, today, "doubao", map[string]int64{"hao.example/p/1": 100}) // being built
		s.cite(t, who, 2, before, "kimi", map[string]int64{"chenbao.example/a": 50}) // too long ago
		for range 2 {
			fine(t, s.Watch(ctx))
			got, err := s.Order(ctx, who, o.ID)
			fine(t, err)
			if got.Citations != 4 {
				t.Errorf("the article was cited %d times, want 4", got.Citations)
			}
			s.measured(t, daily, 9, 9.0/28, map[string]int64{"doubao": 2, "kimi": 7})
			s.measured(t, tech, 4, 4.0/28, map[string]int64{"doubao": 4})
			s.measured(t, shared[0], 4, 4.0/28, map[string]int64{"doubao": 3, "kimi": 1})
			s.measured(t, shared[1], 0, 0, nil) // an address that two share says nothing about either
		}
		list, err := s.List(ctx, media.Filter{}, "citations_desc", media.Page{Number: 1, Size: 1})
		fine(t, err)
		if list.Items[0].ID != daily {
			t.Errorf("the most cited outlet is %s, want %s", list.Items[0].Name, "晨报")
		}
	})
}

func (s *shop) measured(t tester, mediaID string, citations int64, rate float64, platforms map[string]int64) {
	t.Helper()
	m, err := s.Find(ctx, mediaID)
	fine(t, err)
	got := map[string]int64{}
	for _, p := range m.Geo.ByPlatform {
		got[p.Platform] = p.Citations
	}
	if m.Geo.Citations != citations || (m.Geo.CitationRate != nil && *m.Geo.CitationRate != rate) || (m.Geo.CitationRate == nil) != (citations == 0) {
		t.Errorf("%s: %+v, want %d citations, %g of all", m.Name, m.Geo, citations, rate)
	}
	if len(platforms) > 0 && !cmp.Equal(got, platforms) {
		t.Errorf("%s: %v, want %v", m.Name, got, platforms)
	}
}
