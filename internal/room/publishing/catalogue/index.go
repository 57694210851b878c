package catalogue

import (
	"context"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"renown/internal/floor/store"
)

// index is the catalogue as this process knows it: what lists filter and sort by, in memory, two hundred bytes an outlet.
// The catalogue is read far more often than it changes, and no set of SQL indexes serves every mixture of twenty filters
// and ten sorts. Each list asks the database for the revision first, so that all processes see a change at once.
type index struct {
	refreshing chan struct{} // held by the one who brings it up to date
	words      *words
	known      atomic.Pointer[snapshot]
	several    int // from how many outlets on they are read by several at the same time
}

func newIndex() index {
	return index{refreshing: make(chan struct{}, 1), words: newWords(), several: 20_000}
}

// snapshot is the catalogue at one revision, outlets in the order of their ids. It never changes.
type snapshot struct {
	revision int64
	size     int      // outlets
	chunks   []*chunk // all but the last are full
	words    []string // open values by their codes
	lists    [][]int32
	orders   [10]lazy[[]int32] // by the position of the sort in sorts
	counted  lazy[counts]
	places   lazy[places]
}

// chunk is a stretch of outlets, which snapshots share.
type chunk struct {
	traits  []trait
	figures []figures
	ids     []string
	texts   []string // folded name, domain, channel and account, for q
}

const chunkSize = 1 << 10

func (s *snapshot) fact(i int32) fact { return s.chunks[i/chunkSize].fact(int(i % chunkSize)) }
func (s *snapshot) id(i int32) string { return s.chunks[i/chunkSize].ids[i%chunkSize] }

// lazy is a value that is made when it is first asked for.
type lazy[T any] struct {
	once sync.Once
	made atomic.Pointer[T] // nil: not yet
}

func (l *lazy[T]) get(build func() T) T {
	l.once.Do(func() {
		if l.made.Load() == nil {
			v := build()
			l.made.Store(&v)
		}
	})
	return *l.made.Load()
}

// fact is what filters and sorts look at. none stands for an absent number. It holds no pointers: there are many, and
// the garbage collector need not look at them.
type fact struct {
	trait
	figures
}

// trait is what most filters look at. These lie close together, because a list looks at those of all outlets, and takes as long as
// reading them from memory does.
type trait struct {
	mediaType, contents             uint8 // position in mediaTypes; bits by position in contentTypes
	recommended, retired, available bool
	weekend, links                  int8                  // 1, 0 or none
	industries                      int32                 // position in lists
	codes                           [dimensionCount]int32 // 0: absent
	points                          int64
}

type figures struct {
	followers, weight, citations, created int64
	hours, success, effect                float64
	channel, domain                       uint64 // of its own address, see place; 0: unknown
}

const none = -1

// The dimensions of one open value an outlet, by their place in fact.codes.
const (
	dimensionRegion = iota
	dimensionPlatform
	dimensionPortal
	dimensionLevel
	dimensionLanguage
	dimensionCountry
	dimensionCount

	dimensionIndustry = dimensionCount // of which an outlet may have several
)

// current is the catalogue as the database has it now.
func (c *Catalogue) current(ctx context.Context) (*snapshot, error) {
	revision, err := revisionOf(ctx, c.db.Read())
	if err != nil {
		return nil, err
	}
	if s := c.index.known.Load(); s != nil && s.revision >= revision {
		return s, nil
	}
	select {
	case c.index.refreshing <- struct{}{}:
		defer func() { <-c.index.refreshing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s := c.index.known.Load(); s != nil && s.revision >= revision { // somebody else was first
		return s, nil
	}
	s, err := c.refresh(ctx, c.index.known.Load())
	if err == nil {
		c.index.known.Store(s)
	}
	return s, err
}

func revisionOf(ctx context.Context, q store.Querier) (int64, error) {
	return store.One[int64](q.QueryRow(ctx, `SELECT revision FROM media_catalogue WHERE id = 1`))
}

// fewChanges is up to how many changed outlets orders and counts are corrected instead of made anew.
const fewChanges = 16

// refresh adds to a snapshot, or to nothing, what has changed since.
func (c *Catalogue) refresh(ctx context.Context, old *snapshot) (*snapshot, error) {
	if old == nil {
		var err error
		if old, err = c.readPacked(ctx); err != nil {
			return nil, err
		}
	}
	if old == nil {
		parts, revision, err := c.readAll(ctx)
		if err != nil {
			return nil, err
		}
		return c.index.assemble(revision, parts...), nil
	}
	changed, revision, err := c.readSince(ctx, old.revision)
	if err != nil {
		return nil, err
	}
	s := c.index.snapshot(revision)
	if len(changed) > fewChanges || !s.correct(old, changed) {
		s = c.index.assemble(revision, merge(old, changed))
	}
	return s, nil
}

func (x *index) snapshot(revision int64) *snapshot {
	return &snapshot{revision: revision, words: x.words.texts, lists: x.words.lists}
}

// assemble makes a snapshot of entries in the order of their ids.
func (x *index) assemble(revision int64, parts ...[]indexed) *snapshot {
	s := x.snapshot(revision)
	for _, part := range parts {
		s.size += len(part)
	}
	var last *chunk
	for _, part := range parts {
		for _, e := range part {
			if last == nil || len(last.ids) == chunkSize {
				last = &chunk{}
				s.chunks = append(s.chunks, last)
			}
			last.append(e)
		}
	}
	for _, ch := range s.chunks {
		ch.pack()
	}
	return s
}

func (ch *chunk) append(e indexed) {
	ch.traits, ch.figures = append(ch.traits, e.fact.trait), append(ch.figures, e.fact.figures)
	ch.ids, ch.texts = append(ch.ids, e.id), append(ch.texts, e.text)
}

func (ch *chunk) fact(i int) fact { return fact{ch.traits[i], ch.figures[i]} }

func (ch *chunk) set(i int, f fact) { ch.traits[i], ch.figures[i] = f.trait, f.figures }

// pack puts all texts of a chunk into one piece of memory.
func (ch *chunk) pack() {
	var all []byte
	for i := range ch.ids {
		all = append(append(all, ch.ids[i]...), ch.texts[i]...)
	}
	rest := string(all)
	for i := range ch.ids {
		ch.ids[i], rest = rest[:len(ch.ids[i])], rest[len(ch.ids[i]):]
		ch.texts[i], rest = rest[:len(ch.texts[i])], rest[len(ch.texts[i]):]
	}
	ch.traits, ch.figures = slices.Clip(ch.traits), slices.Clip(ch.figures)
	ch.ids, ch.texts = slices.Clip(ch.ids), slices.Clip(ch.texts)
}

// merge lays changed entries over those of a snapshot; both are in the order of ids.
func merge(old *snapshot, changed []indexed) []indexed {
	all := make([]indexed, 0, old.size+len(changed))
	for _, ch := range old.chunks {
		for i, id := range ch.ids {
			for len(changed) > 0 && changed[0].id < id {
				all, changed = append(all, changed[0]), changed[1:]
			}
			if len(changed) > 0 && changed[0].id == id {
				all, changed = append(all, changed[0]), changed[1:]
				continue
			}
			all = append(all, indexed{id, ch.texts[i], ch.fact(i)})
		}
	}
	return append(all, changed...)
}

// correct makes a snapshot of an older one and of what has changed since, or gives up: a new outlet has to come after all others,
// as nearly all do, because ids begin with the time. What the older one has counted and sorted is corrected where it has changed.
func (s *snapshot) correct(old *snapshot, changed []indexed) bool {
	s.chunks, s.size = slices.Clone(old.chunks), old.size
	copied := map[int32]bool{}
	own := func(n int32) *chunk {
		if !copied[n] {
			from := s.chunks[n]
			s.chunks[n] = &chunk{slices.Clone(from.traits), slices.Clone(from.figures), slices.Clone(from.ids), slices.Clone(from.texts)}
			copied[n] = true
		}
		return s.chunks[n]
	}
	places := make([]int32, len(changed))
	for i, e := range changed {
		at, known := s.find(e.id)
		places[i] = at
		ch := at / chunkSize
		switch {
		case known:
			to := own(ch)
			to.set(int(at%chunkSize), e.fact)
			to.texts[at%chunkSize] = e.text
		case int(at) < s.size:
			return false
		case int(ch) == len(s.chunks):
			s.chunks, copied[ch] = append(s.chunks, &chunk{}), true
			fallthrough
		default:
			own(ch).append(e)
			s.size++
		}
	}
	for by := range s.orders {
		if list := old.orders[by].made.Load(); list != nil {
			corrected := s.reorder(by, *list, old, places)
			s.orders[by].made.Store(&corrected)
		}
	}
	if counted := old.counted.made.Load(); counted != nil {
		corrected := s.recount(counted, old, places)
		s.counted.made.Store(&corrected)
	}
	return true
}

// find is the place of an outlet, or the one that it would have.
func (s *snapshot) find(id string) (at int32, known bool) {
	n := sort.Search(len(s.chunks), func(n int) bool { ids := s.chunks[n].ids; return ids[len(ids)-1] >= id })
	if n == len(s.chunks) {
		return int32(s.size), false
	}
	i, known := slices.BinarySearch(s.chunks[n].ids, id)
	return int32(n*chunkSize + i), known
}
