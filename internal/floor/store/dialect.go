package store

import (
	"context"
	"strings"
)

// Dialect names an engine. It has a method for each thing the one SQL text cannot say, and grows only when an engine
// forces it.
type Dialect string

const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// ForUpdate is the suffix of a SELECT that locks the rows it returns.
func (d Dialect) ForUpdate() string {
	if d == Postgres {
		return " FOR UPDATE"
	}
	return ""
}

// Translate gives a driver's error its kind: ErrUnavailable and its neighbours. Only the job library's errors need it,
// all others have been translated.
func (d Dialect) Translate(ctx context.Context, err error) error {
	if d == Postgres {
		return pgError(ctx, err)
	}
	return sqliteError(ctx, err)
}

// ForStay is the suffix of a SELECT whose rows are not deleted or locked for a change until the transaction ends. It is the lock that a
// reference takes: who takes it first waits at the beginning and not in the middle, with other rows held.
func (d Dialect) ForStay() string {
	if d == Postgres {
		return " FOR KEY SHARE"
	}
	return ""
}

// ForUpdateOf is ForUpdate for a SELECT that joins: it locks the rows of one table, by its alias. Those of beside are looked at again
// after the wait, as the locked ones are, and are not changed until the transaction ends.
func (d Dialect) ForUpdateOf(alias string, beside ...string) string {
	if d != Postgres {
		return ""
	}
	lock := " FOR UPDATE OF " + alias
	if len(beside) > 0 {
		lock += " FOR SHARE OF " + strings.Join(beside, ", ")
	}
	return lock
}

// tokens translates the marks a migration may contain; migrations/README.md describes them.
func (d Dialect) tokens() *strings.Replacer {
	if d == Postgres {
		return strings.NewReplacer("/*unlogged*/", "UNLOGGED", "/*bytewise*/", `COLLATE "C"`, "/*concurrently*/", "CONCURRENTLY", "--postgres ", "")
	}
	return strings.NewReplacer("/*unlogged*/", "", "/*bytewise*/", "", "/*concurrently*/", "")
}
