package reading

import (
	"slices"
	"strings"

	"renown/internal/floor/day"
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
	Counts
	LastAt       int64 // µs
	LastAnswer   string
	LastPosition int64  // 0: not named
	Models       string // that answered, in order of letters, a line each
}

// Join adds the figures of others; of the last answers the later one stays.
func (f *CellFigures) Join(g *CellFigures) {
	if later(g.LastAt, g.LastAnswer, f.LastAt, f.LastAnswer) {
		f.LastAt, f.LastAnswer, f.LastPosition = g.LastAt, g.LastAnswer, g.LastPosition
	}
	f.Counts.Join(&g.Counts)
	f.Models = JoinModels(f.Models, g.Models)
}

// later orders answers by time and, at the same moment, by id.
func later(at int64, id string, than int64, thanID string) bool {
	return at > than || at == than && id > thanID
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

// counts tells whether an answer is in denominators: one that is empty, refused, broken or cut is only counted as left out.
func (t *Task) counts(found *Found) bool { return found.State.Answered() && !t.cut() }

// cellOf are the figures of one answer.
func cellOf(task *Task, found *Found) *CellFigures {
	f := &CellFigures{Models: strings.ReplaceAll(task.Model, "\n", " ")}
	a, counts := ofBrand(found), task.counts(found)
	for i, of := range counted {
		if of.leftOut != counts {
			f.Counts[i] = of.of(&a)
		}
	}
	if counts {
		f.LastAt, f.LastAnswer, f.LastPosition = task.At.UnixMicro(), task.ID, a.position
	}
	return f
}

// rivalOf are those of a competitor that it names.
func rivalOf(found *Found, other *Other) (c Counts) {
	a := ofRival(found, other)
	for i := range rivalNumbers {
		c[i] = counted[i].of(&a)
	}
	return c
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
func spotOf(d day.Day, row string) Spot {
	platform, mode, other := strings.Cut(row, "@")
	if !other {
		mode = SearchMode
	}
	return Spot{d, platform, mode}
}
