package store

import "context"

// OnCommit has fn called once the transaction is committed, and not at all when it is not: for what is counted about it.
// fn runs while the next writer may already wait, so it touches no database.
func (tx *Tx) OnCommit(fn func()) { tx.committed = append(tx.committed, fn) }

// Trace has begin called before every transaction of InTx and what it returns after it, with how it ended. It is called
// before the database is used, and holds for handles that At makes afterwards.
func (db *DB) Trace(begin func(ctx context.Context) (end func(error))) { db.trace = begin }
