package catalogue_test

import (
	"testing"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/must"
)

// Outlets on the channels come first, then those asked for second, then the same site, then what is cited, then anything.
func TestNearest(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		near := func(w catalogue.Wanted) (string, catalogue.Match) {
			t.Helper()
			lists := must.Get(s.Nearest(t.Context(), []catalogue.Wanted{w, {}}, 2))(t)
			text, match := "", catalogue.Match("")
			for _, n := range lists[0] {
				text, match = text+n.Name, n.Match
			}
			return text, match
		}
		if text, _ := near(catalogue.Wanted{First: []string{"jia.example"}}); text != "" {
			t.Errorf("an empty catalogue offers %s", text)
		}
		s.stock(t,
			`{"key":"a","name":"甲","media_type":"news","content_types":["article"],"price":{"points":5},"domain":"jia.example"}`,
			`{"key":"b","name":"乙","media_type":"news","content_types":["article"],"price":{"points":7},"url":"https://www.jia.example/tech"}`,
			`{"key":"c","name":"丙","media_type":"wemedia","content_types":["article"],"price":{"points":3},"url":"https://www.163.com/dy/media/1"}`,
			`{"key":"d","name":"丁","media_type":"news","content_types":["article"],"price":{"points":1}}`,
			`{"key":"e","name":"戊","media_type":"news","content_types":["article"],"price":{"points":1},"domain":"jia.example","status":"paused"}`)
		for _, c := range []struct {
			wanted catalogue.Wanted
			text   string
			match  catalogue.Match
		}{
			{catalogue.Wanted{First: []string{"none.example", "jia.example"}}, "甲乙", catalogue.MatchChannel},
			{catalogue.Wanted{First: []string{"jia.example", "163.com/dy"}}, "甲丙", catalogue.MatchChannel},
			{catalogue.Wanted{First: []string{"none.example"}, Then: []string{"jia.example"}}, "甲乙", catalogue.MatchTopic},
			{catalogue.Wanted{First: []string{"163.com/auto"}}, "丙", catalogue.MatchPortal},
			{catalogue.Wanted{First: []string{"", "none.example"}}, "丁丙", catalogue.MatchCatalogue},
		} {
			if text, match := near(c.wanted); text != c.text || match != c.match {
				t.Errorf("%+v: %s %s, want %s %s", c.wanted, text, match, c.text, c.match)
			}
		}
		list := s.all(t, catalogue.Filter{}, "")
		must.Do(t, s.Measure(t.Context(), s.db.Now(), []catalogue.Measurement{{OutletID: list[1].ID, Citations: 3}}))
		if text, match := near(catalogue.Wanted{}); match != catalogue.MatchCited || text[:len(list[1].Name)] != list[1].Name {
			t.Errorf("%s %s", text, match)
		}
	})
}
