package store

import "context"

// OnCommit has fn called once the transaction is committed, and not at all when it is not: for what is counted about it.
// fn runs while the next writer may already wait, so it touches no database.
func (tx *Tx) OnCommit(fn func()) { tx.committed = append(tx.committed, fn) }

// Trace has begin called before every transaction of InTx and what it returns after it, with how it ended. It is called
// before the database is used, and holds for handles that At makes afterwards.
func (db *DB) Trace(begin func(ctx context.Context) (end func(error))) { db.trace = begin }

// Watch has each called with the text of every statement outside of InTx, before it is run. It is called before the
// database is used, and holds for handles that At makes afterwards.
func (db *DB) Watch(each func(sql string)) { db.watch = each }

// WatchTx is Watch for the statements within InTx.
func (db *DB) WatchTx(each func(sql string)) { db.watchTx = each }

// watched calls each with the statements that it passes on.
type watched struct {
	Querier
	each func(sql string)
}

func (w watched) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	w.each(sql)
	return w.Querier.Exec(ctx, sql, args...)
}

func (w watched) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	w.each(sql)
	return w.Querier.Query(ctx, sql, args...)
}

func (w watched) QueryRow(ctx context.Context, sql string, args ...any) Row {
	w.each(sql)
	return w.Querier.QueryRow(ctx, sql, args...)
}
