package catalogue_test

import (
	"slices"
	"sync"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A process that reads the packed catalogue shows what one shows that reads every outlet, whatever has changed since.
func TestPack(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		must.Get(s.FillSample(t.Context(), 2500))(t)
		must.Do(t, s.Pack(t.Context()))
		if packs, _ := s.packs(t); packs != 0 {
			t.Fatalf("a small catalogue has %d packs", packs)
		}
		s.ReadBySeveral()
		must.Do(t, s.Pack(t.Context()))
		packs, packed := s.packs(t)
		must.Equal(t, packs, 3, "packs")
		s.sameUnpacked(t, 1)
		s.reprice(t, 20)
		must.Do(t, s.Pack(t.Context()))
		if _, revision := s.packs(t); revision != packed {
			t.Error("few changes were packed")
		}
		s.sameUnpacked(t, 7)
		s.reprice(t, 500)
		s.sameUnpacked(t, 7)
		must.Do(t, s.Pack(t.Context()))
		if packs, revision := s.packs(t); packs != 3 || revision <= packed {
			t.Error("many changes were not packed")
		}
		s.sameUnpacked(t, 7)
	})
}

// Nodes that pack at the same time do it in turn.
func TestPackAtOnce(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		must.Get(s.FillSample(t.Context(), 1500))(t)
		s.ReadBySeveral()
		var group sync.WaitGroup
		for range 6 {
			group.Go(func() {
				expect.Do(t, s.Pack(t.Context()))
			})
		}
		group.Wait()
		if packs, _ := s.packs(t); packs != 2 {
			t.Errorf("%d packs", packs)
		}
	})
}

// packs is how many packs there are, and the revision that they are of.
func (s *shelf) packs(t *testing.T) (n, revision int64) {
	t.Helper()
	must.Do(t, s.db.Read().QueryRow(t.Context(), `SELECT count(*), coalesce(max(revision), 0) FROM media_packs`).Scan(&n, &revision))
	return n, revision
}

// reprice changes some outlets, and adds one.
func (s *shelf) reprice(t *testing.T, n int) {
	t.Helper()
	s.stock(t, `{"name":"新来","media_type":"news","content_types":["article","video"],"price":{"points":7},"industries":["a","\"b"],"region":"月球"}`)
	must.Do(t, s.db.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE media_catalogue SET revision = revision + 1`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `UPDATE media SET points = points + 3, effect = '{"placements":9,"cited":4}', citations = 5,
			revision = (SELECT revision FROM media_catalogue) WHERE id IN (SELECT id FROM media ORDER BY length(name), id LIMIT $1)`, n)
		return err
	}))
}

// sameUnpacked compares what two processes show that know nothing yet, of which the second finds no packs, by every so many values to filter by.
func (s *shelf) sameUnpacked(t *testing.T, every int) {
	t.Helper()
	packed, plain := catalogue.New(s.db, catalogue.Options{}), catalogue.New(s.db, catalogue.Options{})
	channels := must.Get(packed.Channels(t.Context()))(t)
	plain.ReadUnpacked(t)
	want := must.Get(plain.Channels(t.Context()))(t)
	must.Same(t, channels.Dimensions, want.Dimensions)
	n := 0
	for _, dimension := range channels.Dimensions {
		for _, o := range dimension.Options {
			if n++; n%every != 0 {
				continue
			}
			f, sort := filterBy(t, dimension.Key, o.Value), sortNames()[n%len(sortNames())]
			one := must.Get(packed.List(t.Context(), f, sort, catalogue.Paging{Number: 1, Size: 10}))(t)
			other := must.Get(plain.List(t.Context(), f, sort, catalogue.Paging{Number: 1, Size: 10}))(t)
			same := func(a, b catalogue.Outlet) bool { return a.ID == b.ID }
			if one.Total != other.Total || !slices.EqualFunc(one.Items, other.Items, same) {
				t.Fatalf("%s=%s by %s: %d, not %d: %s, not %s", dimension.Key, o.Value, sort, one.Total, other.Total, names(one.Items), names(other.Items))
			}
		}
	}
}
