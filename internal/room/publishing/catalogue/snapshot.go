package catalogue

import (
	"context"
	"slices"
	"strings"
	"sync"

	"renown/internal/floor/setting"
	"renown/internal/floor/store"
)

// snapshot is the catalogue at one revision, in memory. It never changes. No set of SQL indexes serves every mixture of
// twenty filters and ten sorts, and the catalogue is read far more often than it changes.
type snapshot struct {
	revision int64
	entries  []*entry // in the order of their ids
	counts   func() map[trait]count
	traits   int // so many are numbered
}

func newSnapshot(revision int64, entries []*entry, traits []trait) *snapshot {
	counts := sync.OnceValue(func() map[trait]count { return countOf(entries, traits) })
	return &snapshot{revision, entries, counts, len(traits)}
}

// current is the catalogue as the database has it now. The revision is asked for each time, so that all processes see a
// change at once; the first call that finds a newer one reads what has changed.
func (c *Catalogue) current(ctx context.Context) (*snapshot, error) {
	revision, err := revisionOf(ctx, c.db.Read())
	if err != nil {
		return nil, err
	}
	if s := c.known.Load(); s.revision >= revision {
		return s, nil
	}
	c.refreshing.Lock()
	defer c.refreshing.Unlock()
	old := c.known.Load()
	if old.revision >= revision {
		return old, nil
	}
	changed, revision, err := c.readSince(ctx, old.revision)
	if err != nil {
		return nil, err
	}
	s := newSnapshot(revision, overlay(old.entries, changed), c.traits.list)
	c.known.Store(s)
	return s, nil
}

const revisionSetting = "catalogue_revision"

func revisionOf(ctx context.Context, q store.Querier) (int64, error) {
	return setting.Get[int64](ctx, q, revisionSetting)
}

func byID(a, b *entry) int { return strings.Compare(a.id, b.id) }

// overlay lays changed entries over a copy of a list in the order of ids.
func overlay(list, changed []*entry) []*entry {
	slices.SortFunc(changed, byID)
	list = append(make([]*entry, 0, len(list)+len(changed)), list...)
	for _, e := range changed {
		if at, known := slices.BinarySearchFunc(list, e, byID); known {
			list[at] = e
		} else { // nearly always the last: ids begin with the time
			list = slices.Insert(list, at, e)
		}
	}
	return list
}
