package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"slices"
	"sync"
)

// lookups are connections beside the pool, for Brief statements of one row: what database/sql does around such a statement takes a
// third as long as the statement itself.
type lookups struct {
	connector driver.Connector
	idle      chan *stmtConn // nil: it is opened when its turn comes
	closing   sync.Once
}

func newLookups(connector driver.Connector, size int) *lookups {
	l := &lookups{connector: connector, idle: make(chan *stmtConn, size)}
	for range size {
		l.idle <- nil
	}
	return l
}

// run waits for a connection, and gives up one on which a statement failed.
func (l *lookups) run(ctx context.Context, text string, args, dest []any) (err error) {
	c, err := l.take(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil && !errors.Is(err, ErrNoRows) && c != nil {
			_ = c.Close()
			c = nil
		}
		l.idle <- c
	}()
	if c == nil {
		opened, err := l.connector.Connect(ctx)
		if err != nil {
			return err
		}
		c = opened.(*stmtConn)
	}
	return c.lookUp(ctx, text, args, dest)
}

func (l *lookups) take(ctx context.Context) (c *stmtConn, err error) {
	open := true
	select {
	case c, open = <-l.idle:
	default:
		select {
		case c, open = <-l.idle:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if !open {
		return nil, sql.ErrConnDone
	}
	return c, nil
}

// close waits for connections in use. What is looked up afterwards fails.
func (l *lookups) close() (err error) {
	l.closing.Do(func() {
		for range cap(l.idle) {
			if c := <-l.idle; c != nil {
				err = errors.Join(err, c.Close())
			}
		}
		close(l.idle)
	})
	return err
}

// lookUp scans the first row of a statement.
func (c *stmtConn) lookUp(ctx context.Context, text string, args, dest []any) error {
	c.args = c.args[:0]
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return err
		}
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	rows, err := c.QueryContext(unwatched{ctx}, text, c.args)
	if err != nil {
		return err
	}
	defer rows.Close()
	if len(rows.Columns()) != len(dest) {
		return errors.New("store: as many columns as places to scan them into are needed")
	}
	c.values = slices.Grow(c.values[:0], len(dest))[:len(dest)]
	if err := rows.Next(c.values); err != nil {
		if errors.Is(err, io.EOF) {
			return ErrNoRows
		}
		return err
	}
	for i, v := range c.values {
		if err := assign(dest[i], v); err != nil {
			return err
		}
	}
	return nil
}

// plain tells whether assign knows all of these.
func plain(dest []any) bool {
	for _, d := range dest {
		switch d.(type) {
		case *string, **string:
		default:
			return false
		}
	}
	return true
}

func assign(dest any, v driver.Value) error {
	text, ok := v.(string)
	switch d := dest.(type) {
	case *string:
		if ok {
			*d = text
			return nil
		}
	case **string:
		if v == nil {
			*d = nil
			return nil
		}
		if ok {
			kept := text // memory of its own, only here
			*d = &kept
			return nil
		}
	}
	return errors.New("store: a column that is scanned into a string is no text")
}

// sqliteReader is the Querier over the pool that reads, and the connections beside it.
type sqliteReader struct {
	sqlQuerier
	lookups *lookups
}

func (q sqliteReader) QueryRow(ctx context.Context, query string, args ...any) Row {
	if _, ok := ctx.(brief); !ok {
		return q.sqlQuerier.QueryRow(ctx, query, args...)
	}
	if err := checkArgs(args); err != nil {
		return failedRow{err}
	}
	return lookupRow{q, ctx, query, args}
}

// lookupRow is a statement that is run when it is scanned.
type lookupRow struct {
	reader sqliteReader
	ctx    context.Context
	query  string
	args   []any
}

func (r lookupRow) Scan(dest ...any) error {
	if !plain(dest) {
		return r.reader.sqlQuerier.QueryRow(r.ctx, r.query, r.args...).Scan(dest...)
	}
	return sqliteError(r.ctx, r.reader.lookups.run(r.ctx, r.query, r.args, dest))
}
