package store

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"renown/internal/floor/fault"
)

// pgError translates by SQLSTATE; see https://www.postgresql.org/docs/current/errcodes-appendix.html.
func pgError(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoRows
	}
	if errors.Is(context.Cause(ctx), errStalled) {
		return unavailable(fault.Stalled, err)
	}
	if isLost(ctx, err) { // before its code: a server that lets no connection in has a dozen to say so
		return unavailable(fault.Away, err)
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pgCodeError(err, pg)
	}
	return err
}

func pgCodeError(err error, pg *pgconn.PgError) error {
	switch pg.Code {
	case "23505":
		return pgConstraint(ErrUnique, err, pg)
	case "23503", "23001":
		return pgConstraint(ErrForeignKey, err, pg)
	case "23514", "23502":
		return pgConstraint(ErrCheck, err, pg)
	case "22021", "22P05":
		return &kindError{kind: ErrText, cause: err}
	case "53100":
		return unavailable(fault.DiskFull, err)
	case "57P01", "57P02", "57P03", "57P05", // shut down, crashed, starting up, idle too long
		"25006", "25P03": // read-only after a failover, idle in a transaction for too long
		return unavailable(fault.Away, err)
	}
	switch pg.Code[:min(2, len(pg.Code))] {
	case "08", "53", "58": // connection, resources (connections, disk, memory), input and output
		return unavailable(fault.Away, err)
	}
	return err
}

func pgConstraint(kind, err error, pg *pgconn.PgError) error {
	e := &ConstraintError{Kind: kind, Table: pg.TableName, Constraint: pg.ConstraintName, Cause: err}
	if pg.ColumnName != "" {
		e.Columns = []string{pg.ColumnName}
	} else if rest, ok := strings.CutPrefix(pg.Detail, "Key ("); ok { // Key (a, b)=(1, 2) already exists.
		if columns, _, ok := strings.Cut(rest, ")=("); ok {
			e.Columns = strings.Split(columns, ", ")
		}
	}
	return e
}

// isLost tells a connection that could not be made, broke, or was closed. The end of the caller's own context is not:
// that it took too long may have other reasons.
func isLost(ctx context.Context, err error) bool {
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error // a context that ended counts as one
	return errors.As(err, &connect) || errors.As(err, &network) ||
		errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, puddle.ErrClosedPool)
}
