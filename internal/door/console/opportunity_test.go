package console_test

import (
	"testing"

	"renown/internal/testkit/apitest"
)

// What there is to win is a page with its table; a draft needs an opportunity that there is.
func TestOpportunitiesPage(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		w := newWatched(t, s, 1)
		page := w.get(w.path+"/opportunities").expect(200, "机会")
		if page.count(`.nav a[href="`+w.path+`/opportunities"][aria-current]`) == 0 {
			t.Errorf("the page is not in the menu: %s", page.text())
		}
		w.get(w.path + "/opportunities?action=nothing&sort=certain").expect(200)
		w.get(w.path + "/opportunities/opportunities.csv").expect(200)
		w.get(w.path + "/opportunities/other.csv").expect(404)
		w.get(w.path+"/opportunities?from=2020-01-01&to=2020-01-31").expect(200, "这段时间没有回答")
		w.post(w.path + "/opportunities/opp_none/draft").expect(404)
		w.post("/preferences", "lang", "en", "back", "/")
		w.get(w.path+"/opportunities").expect(200, "Opportunities")
	})
}
