package finding

import (
	"context"

	"renown/internal/floor/store"
)

// FillTx records findings of answers that were never read, as a re-reading stores a batch.
func FillTx(ctx context.Context, tx *store.Tx, generation int64, tasks []Task, found []Found) error {
	_, err := recordTx(ctx, tx, generation, tasks, found)
	return err
}

// SumTx adds up what was filled in: months that are over, sums and searches.
func SumTx(ctx context.Context, tx *store.Tx, brandID string, generation int64) error {
	t := newTally(brandID, generation)
	for _, step := range []func() (more bool, err error){
		func() (bool, error) { return t.packSearchesTx(ctx, tx) },
		func() (bool, error) { return t.rollTx(ctx, tx, Day(tx.Now.Time)/100, "") },
		func() (bool, error) { return t.sumsTx(ctx, tx) },
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
func Unpack(parts [7][]byte) (*Sheet, error) {
	s := newSheet()
	return s, s.take(parts)
}

// Readers is a cache of compiled readers as Findings keeps them, with another limit.
type Readers struct {
	readers
	Limit int
}

// Get compiles a reader, or finds it, and tells what is kept afterwards.
func (r *Readers) Get(names string) (kept, bytes int) {
	r.get(names, r.Limit)
	return len(r.kept), r.bytes
}

// Has tells whether a reader is kept.
func (r *Readers) Has(names string) bool { return r.kept[names] != nil }
