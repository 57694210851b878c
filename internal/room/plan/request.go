package plan

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// States of a request.
const (
	Pending   = "pending"
	Confirmed = "confirmed"
	Declined  = "declined"
	Withdrawn = "withdrawn"
)

// MonthsMost is for how many months a plan can be asked for at once.
const MonthsMost = 36

// Request is a plan that an account asks for. An account has one that is pending at most.
type Request struct {
	ID        string          `json:"id"`
	UserID    string          `json:"user_id"`
	Tier      Tier            `json:"tier"`
	Months    int             `json:"months"`
	Note      string          `json:"note"`
	State     string          `json:"state"`
	Reason    string          `json:"reason"` // why it was declined
	CreatedAt timestamp.Time  `json:"created_at"`
	DecidedAt *timestamp.Time `json:"decided_at"`
}

const selectRequest = `SELECT id, user_id, tier, months, note, state, reason, created_at, decided_at FROM plan_requests`

func scanRequest(row store.Row) (r Request, err error) {
	err = row.Scan(&r.ID, &r.UserID, &r.Tier, &r.Months, &r.Note, &r.State, &r.Reason, &r.CreatedAt, &r.DecidedAt)
	return r, err
}

// Ask asks for a plan. Where that is not offered, or for the tier that the account has without an end, it is OrderState; while another
// request is pending, Duplicate.
func (p *Plans) Ask(ctx context.Context, userID string, tier Tier, months int, note string) (err error) {
	defer fault.Wrap(&err, "plan.Ask")

	note = strings.TrimSpace(note)
	switch {
	case tier != Standard && tier != Upper:
		return fault.New(fault.Malformed).Why("tier_unknown", string(tier))
	case months < 1 || months > MonthsMost:
		return fault.New(fault.Malformed).Why("plan_months", MonthsMost)
	case utf8.RuneCountInString(note) > reasonMax || !utf8.ValidString(note) || strings.ContainsRune(note, 0):
		return fault.New(fault.Malformed).Why("note_length")
	}
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		s, err := p.OfTx(ctx, tx, userID) // requests of one account wait for each other, and for what is decided about them
		if err != nil {
			return err
		}
		desk, err := setting.Get[Desk](ctx, tx, deskSetting)
		if err != nil {
			return err
		}
		if !desk.Open {
			return fault.New(fault.OrderState).Why("plan_requests_closed")
		}
		if s.Tier == tier && s.ExpiresAt == nil {
			return fault.New(fault.OrderState).Why("plan_endless")
		}
		r := Request{ID: id.New("plr", tx.Now.Time), UserID: userID}
		n, err := tx.Exec(ctx, `INSERT INTO plan_requests (id, user_id, tier, months, note, state, created_at)
			VALUES ($1, $2, $3, $4, $5, 'pending', $6)
			ON CONFLICT DO NOTHING`, r.ID, userID, tier, months, note, tx.Now)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.Duplicate).Why("plan_request_pending")
		}
		return audit.WriteTx(ctx, tx, audit.PlanRequested, audit.About{
			UserID: userID, Subject: r.ID,
			Detail: []string{string(tier), strconv.Itoa(months)},
		})
	})
}

// Withdraw takes back what an account asks for. Once it is decided it is OrderState.
func (p *Plans) Withdraw(ctx context.Context, userID string) (err error) {
	defer fault.Wrap(&err, "plan.Withdraw")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := p.OfTx(ctx, tx, userID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE plan_requests SET state = 'withdrawn', decided_at = $2 WHERE user_id = $1
			AND state = 'pending'`, userID, tx.Now)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.OrderState).Why("plan_request_decided")
		}
		return audit.WriteTx(ctx, tx, audit.PlanWithdrawn, audit.About{UserID: userID})
	})
}

// Confirm gives an account the plan that it asks for, as Set does, and tells it. Of several who decide about a request one does; to the
// others it is OrderState.
func (p *Plans) Confirm(ctx context.Context, requestID string) (after Subscription, err error) {
	defer fault.Wrap(&err, "plan.Confirm")

	err = p.decide(ctx, requestID, Confirmed, "", func(tx *store.Tx, r Request, s Subscription) error {
		end := r.Until(s, tx.Now)
		after, err = p.setTx(ctx, tx, r.UserID, Change{Tier: &r.Tier, ExpiresAt: &end})
		return err
	})
	return after, err
}

// Decline refuses what an account asks for, with the reason that its owner will read.
func (p *Plans) Decline(ctx context.Context, requestID, reason string) (err error) {
	defer fault.Wrap(&err, "plan.Decline")

	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n == 0 || n > reasonMax || !utf8.ValidString(reason) || strings.ContainsRune(reason, 0) {
		return fault.New(fault.Malformed).Why("decline_reason", reasonMax)
	}
	return p.decide(ctx, requestID, Declined, reason, func(tx *store.Tx, r Request, _ Subscription) error {
		return audit.WriteTx(ctx, tx, audit.PlanDeclined, audit.About{UserID: r.UserID, Subject: r.ID, Detail: []string{string(r.Tier)}})
	})
}

// decide moves a pending request on and does what follows, in one transaction. The subscription is locked before the
// request, as when a plan is asked for.
func (p *Plans) decide(ctx context.Context, requestID, state, reason string, follow func(*store.Tx, Request, Subscription) error) error {
	return p.db.InTx(ctx, func(tx *store.Tx) error {
		r, err := scanRequest(tx.QueryRow(ctx, selectRequest+` WHERE id = $1`, requestID))
		if err != nil {
			return store.NotFound(err, "plan_request", requestID)
		}
		s, err := p.OfTx(ctx, tx, r.UserID)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE plan_requests SET state = $2, reason = $3, decided_at = $4 WHERE id = $1
			AND state = 'pending'`, r.ID, state, reason, tx.Now)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.OrderState).Why("plan_request_decided")
		}
		if err := follow(tx, r, s); err != nil {
			return err
		}
		purpose := account.PlanDeclined
		if state == Confirmed {
			purpose = account.PlanConfirmed
		}
		return p.Accounts.TellTx(ctx, tx, account.Notice{Purpose: purpose, UserID: r.UserID})
	})
}

// Until is when the plan would end that is asked for: the months follow what is left of the same tier, else they
// begin now. Days are whole in Beijing. What is left until a turn of the cycle goes on to a turn; elsewhere months
// are counted from the last day that is paid for, and after the last of a month come whole ones: renewed month by
// month, a plan loses none of its days to February.
func (r Request) Until(s Subscription, now timestamp.Time) timestamp.Time {
	from := now
	if s.Tier == r.Tier && s.ExpiresAt != nil && !s.Expired(now) {
		from = *s.ExpiresAt
		if cycle := s.Cycle(from); cycle.Start == from {
			for range r.Months {
				cycle = s.Cycle(cycle.End)
			}
			return cycle.Start
		}
	}
	const day = 24 * time.Hour // Beijing has no other days
	end := cycleStart(from.In(timestamp.Beijing), 0)
	if end.Before(from.Time) {
		end = end.Add(day)
	}
	if end.In(timestamp.Beijing).Day() == 1 {
		return cycleStart(end.In(timestamp.Beijing), r.Months)
	}
	return cycleStart(end.Add(-day).In(timestamp.Beijing), r.Months).Add(day)
}

// Asked is the newest request of an account; nil is none.
func (p *Plans) Asked(ctx context.Context, userID string) (_ *Request, err error) {
	defer fault.Wrap(&err, "plan.Asked")

	r, err := scanRequest(p.db.Read().QueryRow(ctx, selectRequest+` WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`, userID))
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	return &r, err
}

// Export lists the requests of an account, the oldest first.
func (p *Plans) Export(ctx context.Context, userID string) (list []Request, err error) {
	defer fault.Wrap(&err, "plan.Export")

	return store.List(ctx, p.db.Read(), scanRequest, selectRequest+` WHERE user_id = $1 ORDER BY created_at, id`, userID)
}

// Requests lists what is pending, the oldest first, or what was decided, the newest first.
func (p *Plans) Requests(ctx context.Context, pending bool, limit, offset int64) (list []Request, total int64, err error) {
	defer fault.Wrap(&err, "plan.Requests")

	where, order := ` WHERE state = 'pending'`, ` ORDER BY created_at, id`
	if !pending {
		where, order = ` WHERE state <> 'pending'`, ` ORDER BY decided_at DESC, id DESC`
	}
	if total, err = store.One[int64](p.db.Read().QueryRow(ctx, `SELECT count(*) FROM plan_requests`+where)); err != nil {
		return nil, 0, err
	}
	list, err = store.List(ctx, p.db.Read(), scanRequest, selectRequest+where+order+` LIMIT $1 OFFSET $2`, limit, offset)
	return list, total, err
}
