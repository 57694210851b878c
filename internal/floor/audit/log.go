package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Log reads what was kept and lets it go when its time is over.
type Log struct {
	db   *store.DB
	keep time.Duration // 0: for ever
}

// New returns the log over db; keep is how long entries are kept, 0 for ever.
func New(db *store.DB, keep time.Duration) *Log { return &Log{db, keep} }

// Filter narrows the log; what is empty does not.
type Filter struct {
	UserID  string // whose account; a text is then looked for where its owner may look
	ActorID string // who did it
	Deed    Deed
	Text    string // an id, an address or a request id, as a whole
	Paging  store.Paging
}

// List pages through the log, newest first, and counts what the filter lets through.
func (l *Log) List(ctx context.Context, f Filter) (list []Entry, total int64, err error) {
	defer fault.Wrap(&err, "audit.List")

	var where []string
	var args []any
	found := "(account_id = $%[1]d OR actor_id = $%[1]d OR subject = $%[1]d OR address = $%[1]d OR request_id = $%[1]d)"
	if f.UserID != "" { // what its reader is not shown is not found either: who the operators are and where they sit
		found = "(subject = $%[1]d OR request_id = $%[1]d OR address = $%[1]d AND (actor_id = '' OR actor_id = account_id))"
	}
	for _, c := range []struct{ condition, value string }{
		{"account_id = $%[1]d", f.UserID},
		{"actor_id = $%[1]d", f.ActorID},
		{"deed = $%[1]d", string(f.Deed)},
		{found, f.Text},
	} {
		if c.value != "" {
			args = append(args, c.value)
			where = append(where, fmt.Sprintf(c.condition, len(args)))
		}
	}
	condition := ""
	if len(where) > 0 {
		condition = " WHERE " + strings.Join(where, " AND ")
	}
	err = l.db.View(ctx, func(q store.Querier) error {
		if err := q.QueryRow(ctx, `SELECT count(*) FROM audit`+condition, args...).Scan(&total); err != nil {
			return err
		}
		size, offset := f.Paging.Size, f.Paging.Offset()
		list, err = store.List(ctx, q, scan, fmt.Sprintf(`SELECT id, at, deed, account_id, actor_id, via, subject, detail, address, request_id FROM audit%s
			ORDER BY at DESC, id DESC LIMIT %d OFFSET %d`, condition, size, offset), args...)
		return err
	})
	return list, total, err
}

func scan(row store.Row) (e Entry, err error) {
	var deed, detail string
	if err = row.Scan(&e.ID, &e.At, &deed, &e.UserID, &e.ActorID, &e.Via, &e.Subject, &detail, &e.Address, &e.RequestID); err != nil {
		return e, err
	}
	e.Deed = Deed(deed)
	return e, json.Unmarshal([]byte(detail), &e.Detail)
}

// purgeBatch is rows a transaction. It stands in the statement: of a parameter PostgreSQL expects a tenth of all, and reads the whole table.
const purgeBatch = 5000

// Purge erases what is older than entries are kept, and counts it.
func (l *Log) Purge(ctx context.Context) (erased int64, err error) {
	defer fault.Wrap(&err, "audit.Purge")

	if l.keep == 0 {
		return 0, nil
	}
	return l.db.InBatches(ctx, purgeBatch, func(tx *store.Tx) (int64, error) {
		return tx.Exec(ctx, `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < $1 ORDER BY at
			LIMIT `+strconv.Itoa(purgeBatch)+`)`, tx.Now.Add(-l.keep))
	})
}
