package finding

import "renown/internal/tool/answer"

// Sheet is the figures of a platform on a day, or in a month.
type Sheet struct {
	Figures map[FigureKey]*Figures
	Prompts map[PromptKey]*PromptFigures
	Others  map[OtherKey]*OtherFigures
	Sources map[SourceKey]*SourceFigures
	Cells   map[CellKey]*CellFigures
	Rivals  map[RivalKey]*OtherFigures
	Reach   map[ReachKey]*ReachFigures // of days alone
	Partial bool                       // an older program added answers that cells and rivals lack: they are not kept
}

func newSheet() *Sheet {
	return &Sheet{map[FigureKey]*Figures{}, map[PromptKey]*PromptFigures{}, map[OtherKey]*OtherFigures{}, map[SourceKey]*SourceFigures{}, map[CellKey]*CellFigures{}, map[RivalKey]*OtherFigures{}, map[ReachKey]*ReachFigures{}, false}
}

// Keys of figures. Kinds is what a prompt counts for: v, s or vs.
type (
	FigureKey struct{ Topic, Kinds string }
	PromptKey struct{ Prompt, Topic, Stage string }
	OtherKey  struct{ Topic, Kinds, Competitor string }
	SourceKey struct {
		Page          bool // else a site
		Topic, Source string
	}
	ReachKey struct {
		Page   int64 // pageNumber of its address
		Prompt string
	}
)

// Tone is how often each judgement was made, and the sums for a mean and its spread. Scores are ten-thousandths, so that
// sums are exact.
type Tone struct{ Positive, Neutral, Negative, Unjudged, Sum, Squares int64 }

// ByModel is the part of a tone that a language model judged; the rest was judged offline. What no judge judged is no part of it.
type ByModel struct{ Positive, Neutral, Negative, Sum int64 }

func (m *ByModel) numbers() [4]*int64 {
	return [...]*int64{&m.Positive, &m.Neutral, &m.Negative, &m.Sum}
}

// Join adds another part.
func (m *ByModel) Join(n ByModel) {
	m.Positive += n.Positive
	m.Neutral += n.Neutral
	m.Negative += n.Negative
	m.Sum += n.Sum
}

// Judged is how many answers the model judged.
func (m ByModel) Judged() int64 { return m.Positive + m.Neutral + m.Negative }

// byModel is the part of one judgement that a model made: all or nothing of it.
func byModel(judge string, t Tone) ByModel {
	if judge != ModelJudge {
		return ByModel{}
	}
	return ByModel{t.Positive, t.Neutral, t.Negative, t.Sum}
}

// Figures are those of the brand. Others counts, over competitors, the answers that name each.
type Figures struct {
	Answers, Named, Others, Positions, PositionSquares int64
	Tone
	Cited, Citations, Own, Competitor int64
	Empty, Refused                    int64
}

// PromptFigures are those of a prompt that counts for visibility.
type PromptFigures struct {
	Answers, Named, Positions int64
	LastAt                    int64 // µs
	LastAnswer                string
	LastPosition              int64 // 0: not named
}

// OtherFigures are those of a competitor.
type OtherFigures struct {
	Answers, Positions int64
	Tone
	Model ByModel // in cells alone
}

// SourceFigures are those of a site or a page. Gap counts answers that name a competitor and not the brand.
type SourceFigures struct {
	Domain, Class, Title               string // class and title of a page
	Citations, Answers, WithBrand, Gap int64
	FirstAt, LastAt                    int64 // µs
}

// ReachFigures are answers to a prompt that cite a page.
type ReachFigures struct{ Answers int64 }

func (t *Tone) add(label *string, score *float64) {
	if label == nil {
		t.Unjudged++
		return
	}
	switch answer.Label(*label) {
	case answer.Positive:
		t.Positive++
	case answer.Negative:
		t.Negative++
	default:
		t.Neutral++
	}
	n := scaled(*score)
	t.Sum += n
	t.Squares += n * n
}

// Join adds the figures of others.
func (f *Figures) Join(g *Figures) {
	sums := f.numbers()
	for i, n := range g.numbers() {
		*sums[i] += *n
	}
}

// Join adds the figures of others; of the last answers the later one stays.
func (f *PromptFigures) Join(g *PromptFigures) {
	if f.Answers == 0 || later(g.LastAt, g.LastAnswer, f.LastAt, f.LastAnswer) {
		f.LastAt, f.LastAnswer, f.LastPosition = g.LastAt, g.LastAnswer, g.LastPosition
	}
	f.Answers += g.Answers
	f.Named += g.Named
	f.Positions += g.Positions
}

// later orders answers by time and, at the same moment, by id.
func later(at int64, id string, than int64, thanID string) bool {
	return at > than || at == than && id > thanID
}

// Join adds the figures of others.
func (f *OtherFigures) Join(g *OtherFigures) {
	sums := f.rivalNumbers()
	for i, n := range g.rivalNumbers() {
		*sums[i] += *n
	}
}

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
	for k, v := range t.Figures {
		at(s.Figures, k).Join(v)
	}
	for k, v := range t.Prompts {
		at(s.Prompts, k).Join(v)
	}
	for k, v := range t.Others {
		at(s.Others, k).Join(v)
	}
	for k, v := range t.Sources {
		at(s.Sources, k).Join(v)
	}
	for k, v := range t.Cells {
		at(s.Cells, k).Join(v)
	}
	for k, v := range t.Rivals {
		at(s.Rivals, k).Join(v)
	}
	for k, v := range t.Reach {
		at(s.Reach, k).Answers += v.Answers
	}
	s.Partial = s.Partial || t.Partial
}

func at[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}
