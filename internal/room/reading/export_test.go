package reading

import (
	"context"

	"renown/internal/floor/cache"
	"renown/internal/floor/store"
)

// FillTx records findings of answers that were never read, as a re-reading stores a batch.
func FillTx(ctx context.Context, tx *store.Tx, generation int64, tasks []Task, found []Found) error {
	_, err := recordTx(ctx, tx, generation, tasks, found)
	return err
}

// SumTx makes what follows from days that were filled in: months that are over, and searches.
func SumTx(ctx context.Context, tx *store.Tx, brandID string, generation int64) error {
	t := newTally(brandID, generation)
	for _, step := range []func() (more bool, err error){
		func() (bool, error) { return t.packSearchesTx(ctx, tx) },
		func() (bool, error) { return t.rollTx(ctx, tx, "") },
	} {
		for more := true; more; {
			var err error
			if more, err = step(); err != nil {
				return err
			}
		}
	}
	return nil
}

// RereadSome is one step of Reread.
func (f *Findings) RereadSome(ctx context.Context, brandID string) (more bool, err error) {
	return f.rereadSome(ctx, brandID, &unread{})
}

// RereadSteps gives the steps of one Reread, one by one.
func (f *Findings) RereadSteps(brandID string) func(context.Context) (more bool, err error) {
	var next unread
	return func(ctx context.Context) (bool, error) { return f.rereadSome(ctx, brandID, &next) }
}

// RereadBatch is how many answers a step takes.
const RereadBatch = rereadBatch

// Unpack reads a row of the table.
func Unpack(parts [4][]byte) (*Sheet, error) {
	s := newSheet()
	return s, s.take(parts)
}

// Readers is a cache of compiled readers as Findings keeps them, with another bound.
type Readers struct{ kept *cache.Cache[*namedReader] }

func NewReaders(most int) Readers { return Readers{newReaders(most)} }

// Get compiles a reader, or finds it, and tells whether it had to be compiled and what is kept afterwards.
func (r Readers) Get(names string) (compiled bool, bytes int) {
	r.kept.Get(names, func() *namedReader { compiled = true; return newNamedReader(names) })
	_, bytes = r.kept.Kept()
	return compiled, bytes
}
