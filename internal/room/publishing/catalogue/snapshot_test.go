package catalogue_test

import (
	"slices"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/must"
)

// A process that has followed the catalogue's changes shows what one shows that reads every outlet.
func TestRefresh(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		must.Get(s.Fill(t.Context(), sample.Outlets(2500)))(t)
		s.sameFresh(t, 1)
		s.reprice(t, 20)
		s.sameFresh(t, 7)
		s.reprice(t, 500)
		s.sameFresh(t, 7)
	})
}

// reprice changes some outlets, and adds one.
func (s *shelf) reprice(t *testing.T, n int) {
	t.Helper()
	s.stock(t,
		`{"name":"新来","media_type":"news","content_types":["article","video"],"price":{"points":7},"industries":["a","\"b"],"region":"月球"}`)
	must.Do(t, s.db.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(),
			`UPDATE settings SET value = CAST(CAST(value AS BIGINT) + 1 AS TEXT) WHERE name = 'catalogue_revision'`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `UPDATE outlets SET points = points + 3, effect = '{"placements":9,"cited":4}', citations = 5,
			revision = (SELECT CAST(value AS BIGINT) FROM settings WHERE name = 'catalogue_revision') WHERE id IN (SELECT id FROM outlets ORDER BY length(name), id LIMIT $1)`, n)
		return err
	}))
}

// sameFresh compares the shelf with a process that knows nothing yet, by every so many values to filter by.
func (s *shelf) sameFresh(t *testing.T, every int) {
	t.Helper()
	fresh := catalogue.New(s.db, catalogue.Options{})
	channels := must.Get(s.Channels(t.Context()))(t)
	want := must.Get(fresh.Channels(t.Context()))(t)
	must.Same(t, channels.Dimensions, want.Dimensions)
	n := 0
	for _, dimension := range channels.Dimensions {
		for _, o := range dimension.Options {
			if n++; n%every != 0 {
				continue
			}
			f, sort := filterBy(t, dimension.Key, o.Value), sortNames()[n%len(sortNames())]
			one := must.Get(s.List(t.Context(), f, sort, catalogue.Paging{Number: 1, Size: 10}))(t)
			other := must.Get(fresh.List(t.Context(), f, sort, catalogue.Paging{Number: 1, Size: 10}))(t)
			same := func(a, b catalogue.Outlet) bool { return a.ID == b.ID }
			if one.Total != other.Total || !slices.EqualFunc(one.Items, other.Items, same) {
				t.Fatalf("%s=%s by %s: %d, not %d: %s, not %s", dimension.Key, o.Value, sort, one.Total, other.Total,
					names(one.Items), names(other.Items))
			}
		}
	}
}
