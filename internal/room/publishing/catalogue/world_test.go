package catalogue_test

import (
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// shelf is the catalogue over a fresh database, with a clock that stands still.
type shelf struct {
	*catalogue.Catalogue
	db    *store.DB
	url   string
	clock *storetest.Clock
}

func eachShelf(t *testing.T, body func(t *testing.T, s *shelf)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newShelf(t, d))
	})
}

func newShelf(t testing.TB, d store.Dialect) *shelf {
	t.Helper()
	return openShelf(t, storetest.URL(t, d), storetest.NewClock())
}

// openShelf is one process on a database.
func openShelf(t testing.TB, url string, clock *storetest.Clock) *shelf {
	t.Helper()
	s := &shelf{url: url, clock: clock}
	s.db = storetest.OpenURL(t, url, store.WithClock(clock.Now))
	s.Catalogue = catalogue.New(s.db, catalogue.Options{})
	return s
}

// stock imports JSON Lines.
func (s *shelf) stock(t testing.TB, lines ...string) catalogue.ImportReport {
	t.Helper()
	report, err := s.Import(t.Context(), strings.NewReader(strings.Join(lines, "\n")), catalogue.ImportOptions{
		Bad: func(line int64, why error) { t.Errorf("line %d: %v", line, why) },
	})
	must.Do(t, err)
	return report
}

// all is the whole list, page after page.
func (s *shelf) all(t testing.TB, f catalogue.Filter, sort string) (list []catalogue.Outlet) {
	t.Helper()
	for page := int64(1); ; page++ {
		part := must.Get(s.List(t.Context(), f, sort, catalogue.Paging{Number: page, Size: 100}))(t)
		list = append(list, part.Items...)
		if !part.HasMore {
			return list
		}
	}
}

func names(list []catalogue.Outlet) string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = m.Name
	}
	return strings.Join(texts, " ")
}

func of[T any](v T) *T { return &v }
