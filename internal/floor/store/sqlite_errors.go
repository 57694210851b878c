package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	modernc "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"renown/internal/floor/fault"
)

// sqliteError translates by result code; see https://www.sqlite.org/rescode.html.
func sqliteError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoRows
	}
	if errors.Is(err, sql.ErrTxDone) && ctx.Err() != nil { // database/sql rolled back by itself when ctx ended
		return &kindError{kind: ctx.Err(), cause: err}
	}
	var lite *modernc.Error
	if !errors.As(err, &lite) {
		return err
	}
	switch lite.Code() {
	case lib.SQLITE_CONSTRAINT_UNIQUE, lib.SQLITE_CONSTRAINT_PRIMARYKEY, lib.SQLITE_CONSTRAINT_ROWID:
		return sqliteConstraint(ErrUnique, err)
	case lib.SQLITE_CONSTRAINT_FOREIGNKEY:
		return &ConstraintError{Kind: ErrForeignKey, Cause: err}
	case lib.SQLITE_CONSTRAINT_CHECK:
		return sqliteConstraint(ErrCheck, err)
	case lib.SQLITE_CONSTRAINT_NOTNULL:
		return sqliteConstraint(ErrCheck, err)
	}
	switch lite.Code() & 0xff {
	case lib.SQLITE_INTERRUPT:
		if ctx.Err() != nil {
			return &kindError{kind: ctx.Err(), cause: err}
		}
	case lib.SQLITE_FULL:
		return unavailable(fault.DiskFull, err)
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return unavailable(fault.Stalled, err)
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL:
		return unavailable(fault.Away, err)
	}
	return err
}

// sqliteConstraint reads "… constraint failed: table.column, table.column (2067)", or the name of a CHECK.
func sqliteConstraint(kind, err error) error {
	e := &ConstraintError{Kind: kind, Cause: err}
	_, what, _ := strings.Cut(err.Error(), "constraint failed: ")
	if _, again, ok := strings.Cut(what, "constraint failed: "); ok { // the driver writes code text and message
		what = again
	}
	if i := strings.LastIndex(what, " ("); i >= 0 {
		what = what[:i]
	}
	for _, name := range strings.Split(what, ", ") {
		table, column, ok := strings.Cut(name, ".")
		if !ok {
			e.Constraint, e.Columns = what, nil
			break
		}
		e.Table = table
		e.Columns = append(e.Columns, column)
	}
	return e
}
