package fact

import (
	"context"
	"encoding/json"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// changesMax is how many changes of a brand's sheet are kept.
const changesMax = 5000

// Past is one change of a fact.
type Past struct {
	ID     string         `json:"id"`
	UserID *string        `json:"user_id"`
	Before *Fields        `json:"before"` // null: it was created
	After  *Fields        `json:"after"`  // null: it was deleted
	At     timestamp.Time `json:"at"`
}

func (s *saving) noteTx(ctx context.Context, factID string, before, after *Fields) error {
	_, err := s.tx.Exec(ctx, `INSERT INTO fact_changes (id, brand_id, fact_id, changed_by, before, after, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		id.New("fcc", s.tx.Now.Time), s.brandID, factID, s.who.UserID, packed(before), packed(after), s.tx.Now)
	return err
}

func packed(f *Fields) *string {
	if f == nil {
		return nil
	}
	b, err := json.Marshal(f)
	if err != nil {
		panic(err) // plain values only
	}
	text := string(b)
	return &text
}

// trimTx forgets the oldest changes.
func (s *saving) trimTx(ctx context.Context) error {
	_, err := s.tx.Exec(ctx, `DELETE FROM fact_changes WHERE brand_id = $1
		AND id < (SELECT id FROM fact_changes WHERE brand_id = $1 ORDER BY id DESC LIMIT 1 OFFSET `+strconv.Itoa(changesMax)+`)`, s.brandID)
	return err
}

// historyMax is how many changes of a fact are shown.
const historyMax = 100

// History lists the changes of a fact, newest first, at most 100. Of a fact that was deleted it is NotFound.
func (f *Facts) History(ctx context.Context, who account.Caller, factID string) (list []Past, err error) {
	defer fault.Wrap(&err, "fact.History")

	err = f.db.View(ctx, func(q store.Querier) error {
		if _, err := find(ctx, q, who, factID); err != nil {
			return err
		}
		list, err = store.List(ctx, q, scanPast, `SELECT id, changed_by, before, after, at FROM fact_changes WHERE fact_id = $1
			ORDER BY id DESC LIMIT `+strconv.Itoa(historyMax), factID)
		return err
	})
	return list, err
}

func scanPast(row store.Row) (p Past, err error) {
	var before, after *string
	if err = row.Scan(&p.ID, &p.UserID, &before, &after, &p.At); err != nil {
		return p, err
	}
	if p.Before, err = unpacked(before); err != nil {
		return p, err
	}
	p.After, err = unpacked(after)
	return p, err
}

func unpacked(text *string) (*Fields, error) {
	if text == nil {
		return nil, nil
	}
	f := &Fields{}
	return f, json.Unmarshal([]byte(*text), f)
}
