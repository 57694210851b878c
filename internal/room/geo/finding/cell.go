package finding

import (
	"slices"
	"strings"

	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

// A cell is a prompt on a platform in a mode. Its figures carry everything that any analysis is computed from, so that each
// figure can tell how much prompts differ.

// Keys of cells. Kinds is what the prompt counts for: v, s or vs, and b or sb when it names the brand.
type (
	CellKey  struct{ Prompt, Topic, Stage, Kinds string }
	RivalKey struct{ Prompt, Topic, Kinds, Competitor string }
)

// CellFigures are those of a cell on a day or in a month.
type CellFigures struct {
	Figures
	OwnCited     int64 // answers that cite an own page, or one that an order placed
	First, Top3  int64 // answers that place the brand first, and among the first three
	Unknown      int64 // answers that say they do not know the brand
	Cut, Broken  int64 // left out: cut at the token limit; an error text of the service
	LastAt       int64 // µs
	LastAnswer   string
	LastPosition int64  // 0: not named
	Models       string // that answered, in order of letters, a line each
	Model        ByModel
}

// cellNumbers are what adds up. Their number is part of the packed format: a new one is added at the end with a new format.
func (f *CellFigures) cellNumbers() [27]*int64 {
	n, m := f.numbers(), f.Model.numbers()
	return [...]*int64{
		n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14], n[15], n[16],
		&f.OwnCited, &f.First, &f.Top3, &f.Unknown, &f.Cut, &f.Broken,
		m[0], m[1], m[2], m[3],
	}
}

// cellNumbersFirst is how many of them format 1 has.
const cellNumbersFirst = 23

// rivalNumbers are what adds up of a competitor in a cell; format 1 has numbers alone.
func (f *OtherFigures) rivalNumbers() [12]*int64 {
	n, m := f.numbers(), f.Model.numbers()
	return [...]*int64{n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], m[0], m[1], m[2], m[3]}
}

// Join adds the figures of others; of the last answers the later one stays.
func (f *CellFigures) Join(g *CellFigures) {
	if later(g.LastAt, g.LastAnswer, f.LastAt, f.LastAnswer) {
		f.LastAt, f.LastAnswer, f.LastPosition = g.LastAt, g.LastAnswer, g.LastPosition
	}
	sums, more := f.cellNumbers(), g.cellNumbers()
	for i := range sums {
		*sums[i] += *more[i]
	}
	f.Models = JoinModels(f.Models, g.Models)
}

// modelsMost bounds the names that a cell keeps.
const modelsMost = 8

// JoinModels is the union of two lists as cells keep them.
func JoinModels(a, b string) string {
	if a == b || b == "" {
		return a
	}
	if a == "" {
		return b
	}
	all := append(strings.Split(a, "\n"), strings.Split(b, "\n")...)
	slices.Sort(all)
	all = slices.Compact(all)
	return strings.Join(all[:min(len(all), modelsMost)], "\n")
}

// cellOf are the figures of one answer.
func cellOf(task Task, found Found) *CellFigures {
	f := &CellFigures{Models: strings.ReplaceAll(task.Model, "\n", " ")}
	switch {
	case task.cut() && found.State.Answered():
		f.Cut = 1
		return f
	case found.State == answer.Broken:
		f.Broken = 1
		return f
	case !f.Figures.add(found):
		return f
	}
	f.LastAt, f.LastAnswer, f.Unknown = task.At.UnixMicro(), task.ID, number(found.Unknown)
	if s := found.Sentiment; s != nil && found.Position != nil {
		f.Model = byModel(s.Judge, f.Tone)
	}
	if p := found.Position; p != nil {
		f.LastPosition = *p
		if *p == 1 {
			f.First = 1
		}
		if *p <= 3 {
			f.Top3 = 1
		}
	}
	if slices.ContainsFunc(found.Sources, func(s Source) bool { return s.Cited && (s.Placed || address.Class(s.Class) == address.Own) }) {
		f.OwnCited = 1
	}
	return f
}

// kindsOf is what a prompt counts for, in cells and findings. One that names the brand never counts for visibility.
func kindsOf(types []string, branded bool) string {
	k := kinds(types)
	if !branded {
		return k
	}
	return strings.TrimPrefix(k, "v") + "b"
}

// Surfaces on which an assistant is asked: its interface for programs, and its own app. Figures of the two are never added up.
const (
	SurfaceAPI = "api"
	SurfaceApp = "app"
)

// SearchMode is the mode whose figures are kept under the platform's own name.
const SearchMode = "search"

// Key is what separates figures from each other: the mode, with the surface before it where that is not the interface for programs.
func Key(surface, mode string) string {
	if surface == "" || surface == SurfaceAPI {
		return mode
	}
	return surface + "/" + mode
}

// OfKey reads what Key wrote.
func OfKey(key string) (surface, mode string) {
	if surface, mode, other := strings.Cut(key, "/"); other {
		return surface, mode
	}
	return SurfaceAPI, key
}

// rowOf is the name of a platform and a mode in the tables of figures.
func rowOf(platform, mode string) string {
	if mode == SearchMode || mode == "" {
		return platform
	}
	return platform + "@" + mode
}

// spotOf reads what rowOf wrote.
func spotOf(span int64, row string) Spot {
	platform, mode, other := strings.Cut(row, "@")
	if !other {
		mode = SearchMode
	}
	return Spot{span, platform, mode}
}
