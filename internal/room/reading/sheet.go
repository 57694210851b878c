package reading

// Sheet is the figures of a platform on a day, or in a month.
type Sheet struct {
	Cells   map[CellKey]*CellFigures
	Rivals  map[RivalKey]*Counts
	Sources map[SourceKey]*SourceFigures
	Reach   map[ReachKey]*ReachFigures // of days alone
}

func newSheet() *Sheet {
	return &Sheet{
		map[CellKey]*CellFigures{}, map[RivalKey]*Counts{}, map[SourceKey]*SourceFigures{}, map[ReachKey]*ReachFigures{},
	}
}

// Keys of figures. Kinds is what a prompt counts for: v, s or vs.
type (
	FailureKey struct{ Topic, Kinds string }
	SourceKey  struct {
		Page          bool // else a site
		Topic, Source string
	}
	ReachKey struct {
		Page   int64 // pageNumber of its address
		Prompt string
	}
)

// SourceFigures are those of a site or a page. Gap counts answers that name a competitor and not the brand.
type SourceFigures struct {
	Domain, Class, Title               string // class and title of a page
	Citations, Answers, WithBrand, Gap int64
	FirstAt, LastAt                    int64 // µs
}

// ReachFigures are answers to a prompt that cite a page.
type ReachFigures struct{ Answers int64 }

// Join takes of titles and classes the last or first by order of letters, whichever answer comes first.
func (f *SourceFigures) Join(g *SourceFigures) {
	if f.Citations == 0 {
		*f = *g
		return
	}
	f.Title, f.Class = max(f.Title, g.Title), min(f.Class, g.Class)
	f.Citations += g.Citations
	f.Answers += g.Answers
	f.WithBrand += g.WithBrand
	f.Gap += g.Gap
	f.FirstAt, f.LastAt = min(f.FirstAt, g.FirstAt), max(f.LastAt, g.LastAt)
}

func (s *Sheet) Join(t *Sheet) {
	for k, v := range t.Cells {
		at(s.Cells, k).Join(v)
	}
	for k, v := range t.Rivals {
		at(s.Rivals, k).Join(v)
	}
	for k, v := range t.Sources {
		at(s.Sources, k).Join(v)
	}
	for k, v := range t.Reach {
		at(s.Reach, k).Answers += v.Answers
	}
}

func at[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}
