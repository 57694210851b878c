package reading

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/answer"
)

// Mark is a stretch of a text that names a brand, in code points, end exclusive.
type Mark struct {
	Start, End int
	Name       string // of whom
	Brand      bool   // the brand's own; else a competitor's
	Uncounted  bool   // the question repeated, or said to be unknown
}

// Marks finds where texts about a brand name it or its competitors, with the names of the reading in use: as many lists as
// texts, each in order. Where nothing was ever read there is nothing to mark.
func (f *Findings) Marks(ctx context.Context, q store.Querier, brandID string, texts []Asked) (_ [][]Mark, err error) {
	defer fault.Wrap(&err, "reading.Marks")

	marks := make([][]Mark, len(texts))
	readings, err := store.List(ctx, q, scanLive, selectLive, brandID)
	if err != nil || len(readings) == 0 {
		return marks, err
	}
	r := f.reader(readings[0].names) // the current one is the oldest of the live
	for i, t := range texts {
		read, err := r.ReadContext(ctx, t.Text, t.Question, nil)
		if err != nil {
			return nil, err
		}
		for at, e := range read.Entities {
			for _, m := range e.Mentions {
				marks[i] = append(marks[i], Mark{m.Start, m.End, r.names[e.ID], at == 0, m.State != answer.Named})
			}
		}
		slices.SortFunc(marks[i], func(a, b Mark) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	}
	return marks, nil
}

// Asked is a text with the question it answers, which may be empty.
type Asked struct{ Text, Question string }
