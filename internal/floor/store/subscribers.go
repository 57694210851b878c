package store

import "context"

// Subscribers is what later rooms do in the transaction in which something happens to a record of an earlier one: a failure
// refuses it. They are added while the program is built, and told in that order.
type Subscribers[E any] []func(ctx context.Context, tx *Tx, e E) error

// Add has do called for every E from now on.
func (s *Subscribers[E]) Add(do func(ctx context.Context, tx *Tx, e E) error) { *s = append(*s, do) }

// TellTx calls each until one fails.
func (s Subscribers[E]) TellTx(ctx context.Context, tx *Tx, e E) error {
	for _, do := range s {
		if err := do(ctx, tx, e); err != nil {
			return err
		}
	}
	return nil
}
