package store

import (
	"container/list"
	"context"
	"database/sql/driver"

	modernc "modernc.org/sqlite"
)

// stmtsPerConn bounds the prepared statements a connection keeps: more than the program has texts in steady use,
// at about 5 KB each.
const stmtsPerConn = 256

// stmtConnector opens connections that keep their prepared statements. It sits below database/sql, so that pools,
// transactions and the job library share them without knowing, and a lookup costs no parsing.
type stmtConnector struct{ driver.Connector }

func newStmtConnector(dsn string) (driver.Connector, error) {
	c, err := modernc.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return stmtConnector{c}, nil
}

func (c stmtConnector) Connect(ctx context.Context) (driver.Conn, error) {
	raw, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	conn, ok := raw.(rawConn)
	if !ok {
		_ = raw.Close()
		return nil, driver.ErrSkip
	}
	return &stmtConn{rawConn: conn, stmts: map[string]*list.Element{}}, nil
}

// rawConn is what the driver's connections are known to do; database/sql looks for each of these.
type rawConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// stmtConn is used by one goroutine at a time, as database/sql promises; rows being read count as use.
type stmtConn struct {
	rawConn
	stmts map[string]*list.Element
	order list.List // of *cachedStmt, most recently used first
}

type cachedStmt struct {
	text string
	stmt interface {
		driver.Stmt
		driver.StmtExecContext
		driver.StmtQueryContext
	}
	open bool // its rows are being read: the same text must be prepared once more meanwhile
}

// cached returns the statement for text, or nil when it has to be run without being kept.
func (c *stmtConn) cached(ctx context.Context, text string) (*cachedStmt, error) {
	if el := c.stmts[text]; el != nil {
		k := el.Value.(*cachedStmt)
		if k.open {
			return nil, nil
		}
		c.order.MoveToFront(el)
		return k, nil
	}
	prepared, err := c.rawConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	k := &cachedStmt{text: text}
	k.stmt = prepared.(interface {
		driver.Stmt
		driver.StmtExecContext
		driver.StmtQueryContext
	})
	c.stmts[text] = c.order.PushFront(k)
	c.evict()
	return k, nil
}

func (c *stmtConn) evict() {
	for el := c.order.Back(); len(c.stmts) > stmtsPerConn && el != nil; {
		k, before := el.Value.(*cachedStmt), el.Prev()
		if !k.open && el != c.order.Front() {
			c.order.Remove(el)
			delete(c.stmts, k.text)
			_ = k.stmt.Close()
		}
		el = before
	}
}

func (c *stmtConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) == 0 { // scripts and schema changes come without arguments, and are not repeated
		return c.rawConn.ExecContext(ctx, text, args)
	}
	k, err := c.cached(ctx, text)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return c.rawConn.ExecContext(ctx, text, args)
	}
	return k.stmt.ExecContext(ctx, args)
}

func (c *stmtConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	k, err := c.cached(ctx, text)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return c.rawConn.QueryContext(ctx, text, args)
	}
	rows, err := k.stmt.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	k.open = true
	return &cachedRows{Rows: rows, kept: k}, nil
}

func (c *stmtConn) Close() error {
	for el := c.order.Front(); el != nil; el = el.Next() {
		_ = el.Value.(*cachedStmt).stmt.Close()
	}
	c.order.Init()
	clear(c.stmts)
	return c.rawConn.Close()
}

// cachedRows gives the statement back when the rows are closed.
type cachedRows struct {
	driver.Rows
	kept *cachedStmt
}

func (r *cachedRows) Close() error {
	if r.kept == nil {
		return nil
	}
	r.kept.open = false
	r.kept = nil
	return r.Rows.Close()
}
