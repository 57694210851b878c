package event

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Status of a delivery.
type Status string

const (
	Pending   Status = "pending"
	Delivered Status = "delivered"
	Failed    Status = "failed" // given up
)

// Reasons of the room, beside those of the tools.
const (
	quietHours  = "quiet_hours"
	switchedOff = "endpoint_disabled"
	unopened    = "unopened" // the address is sealed under a key that is not configured
	mailRefused = "mail_refused"
)

// Delivery is an event on its way to an endpoint.
type Delivery struct {
	ID         string          `json:"id"`
	EventID    string          `json:"event_id"`
	Type       Type            `json:"type"`
	EndpointID string          `json:"endpoint_id"`
	Status     Status          `json:"status"`
	Attempts   int64           `json:"attempts"`
	Reason     *string         `json:"reason"` // of the last attempt; null when it was taken
	NextAt     *timestamp.Time `json:"next_attempt_at"`
	CreatedAt  timestamp.Time  `json:"created_at"`
	EndedAt    *timestamp.Time `json:"ended_at"`
	Tries      tries           `json:"tries"`
}

// Told is a delivery with what is sent.
type Told struct {
	Delivery
	Request json.RawMessage `json:"request"` // the body
}

// Try is one attempt: when it ended, and what was answered.
type Try struct {
	At     timestamp.Time `json:"at"`
	Status int            `json:"http_status"` // 0 without an answer
	Reason *string        `json:"reason"`
	Answer string         `json:"answer"` // its beginning
	TookMS int64          `json:"took_ms"`
}

type tries []Try

func (t *tries) Scan(v any) error {
	switch text := v.(type) {
	case string:
		return json.Unmarshal([]byte(text), t)
	case []byte:
		return json.Unmarshal(text, t)
	}
	return fmt.Errorf("tries are kept as JSON text, not %T", v)
}

// Value is the tries as JSON.
func (t tries) Value() (driver.Value, error) {
	text, err := json.Marshal(append([]Try{}, t...))
	return string(text), err
}

const deliveryColumns = `d.id, d.event_id, e.type, d.endpoint_id, d.status, d.attempts, d.reason, d.next_at, d.created_at, d.ended_at, d.tries`

func (d *Delivery) targets(reason *string) []any {
	return []any{&d.ID, &d.EventID, &d.Type, &d.EndpointID, &d.Status, &d.Attempts, reason, &d.NextAt, &d.CreatedAt, &d.EndedAt, &d.Tries}
}

func scanDelivery(row store.Row) (d Delivery, err error) {
	var reason string
	err = row.Scan(d.targets(&reason)...)
	d.Reason = orNil(reason)
	return d, err
}

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Paging is which part of a long list is wanted.
type Paging = store.Paging

// Filter narrows deliveries; what is empty does not.
type Filter struct {
	EndpointID string
	Status     string
	Type       string
	Paging     store.Paging
}

// Deliveries pages through the deliveries of the caller's space, newest first, and counts what the filter lets through.
func (e *Events) Deliveries(ctx context.Context, who account.Caller, f Filter) (list []Delivery, total int64, err error) {
	defer fault.Wrap(&err, "event.Deliveries")

	where, args := []string{"d.space_id = $1"}, []any{who.SpaceID}
	for _, c := range []struct{ column, value string }{{"d.endpoint_id", f.EndpointID}, {"d.status", f.Status}, {"e.type", f.Type}} {
		if c.value != "" {
			args = append(args, c.value)
			where = append(where, fmt.Sprintf("%s = $%d", c.column, len(args)))
		}
	}
	from := ` FROM event_deliveries d JOIN events e ON e.id = d.event_id WHERE ` + strings.Join(where, " AND ")
	err = e.db.View(ctx, func(q store.Querier) error {
		if err := q.QueryRow(ctx, `SELECT count(*)`+from, args...).Scan(&total); err != nil {
			return err
		}
		list, err = store.List(ctx, q, scanDelivery, fmt.Sprintf(`SELECT `+deliveryColumns+from+`
			ORDER BY d.created_at DESC, d.id DESC LIMIT %d OFFSET %d`,
			f.Paging.Size, f.Paging.Offset()), args...)
		return err
	})
	return list, total, err
}

// Delivery reads one with what is sent; one of another space is NotFound.
func (e *Events) Delivery(ctx context.Context, who account.Caller, deliveryID string) (_ Told, err error) {
	defer fault.Wrap(&err, "event.Delivery")

	return told(ctx, e.db.Read(), who.SpaceID, deliveryID)
}

func told(ctx context.Context, q store.Querier, spaceID, deliveryID string) (t Told, err error) {
	var reason, data string
	var at timestamp.Time
	err = q.QueryRow(ctx, `SELECT `+deliveryColumns+`, e.data, e.created_at FROM event_deliveries d JOIN events e ON e.id = d.event_id
		WHERE d.id = $1 AND d.space_id = $2`, deliveryID, spaceID).Scan(append(t.targets(&reason), &data, &at)...)
	if err != nil {
		return t, store.NotFound(err, "delivery", deliveryID)
	}
	t.Reason = orNil(reason)
	t.Request, err = Event{ID: t.EventID, Type: t.Type, Data: json.RawMessage(data), CreatedAt: at}.body()
	return t, err
}

// body is what a webhook is sent.
func (e Event) body() ([]byte, error) {
	return json.Marshal(struct {
		Type      Type            `json:"type"`
		Timestamp timestamp.Time  `json:"timestamp"`
		Data      json.RawMessage `json:"data"`
	}{e.Type, e.CreatedAt, e.Data})
}
