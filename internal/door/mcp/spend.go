package mcp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
)

// agreementTime is how long a quote may be agreed to. It is shorter than an answer is kept for its idempotency key, so that
// nothing can be had a second time by an agreement that was used.
const agreementTime = time.Hour

// agreement is what a quote is agreed to by: the amount and the moment, signed by the installation with the key, the tool and the
// arguments they are for. An agent has it from a quote or not at all.
type agreement struct {
	tool   string
	amount int64 // points, or questions
	at     int64 // Unix seconds
}

// terms are the arguments without the agreement itself.
func (c *call) terms() string {
	var sent map[string]any
	if json.Unmarshal(c.raw, &sent) != nil { // it was read before
		sent = nil
	}
	delete(sent, "confirm")
	return string(encode(sent))
}

func (d *Door) token(ctx context.Context, c *call, a agreement) (string, error) {
	open := strconv.FormatInt(a.amount, 10) + "." + strconv.FormatInt(a.at, 10)
	sign, err := d.rooms.Accounts.Sign(ctx, "mcp confirm", open+"\x00"+c.KeyID+"\x00"+a.tool+"\x00"+c.terms())
	return open + "." + sign, err
}

// agreed reads the agreement that a call carries. Faults: PriceAbove for one that is none of this call, or over.
func (d *Door) agreed(ctx context.Context, c *call, tool string) (agreement, error) {
	sent := c.In.Str("confirm")
	parts := strings.Split(sent, ".")
	if len(parts) != 3 {
		return agreement{}, fault.New(fault.PriceAbove).Why("agreement_other")
	}
	amount, wrongAmount := strconv.ParseInt(parts[0], 10, 64)
	at, wrongTime := strconv.ParseInt(parts[1], 10, 64)
	a := agreement{tool, amount, at}
	token, err := d.token(ctx, c, a)
	switch {
	case err != nil:
		return a, err
	case wrongAmount != nil || wrongTime != nil || !hmac.Equal([]byte(sent), []byte(token)):
		return agreement{}, fault.New(fault.PriceAbove).Why("agreement_other")
	case d.rooms.Now().Unix()-at > int64(agreementTime/time.Second):
		return a, fault.New(fault.PriceAbove).Why("agreement_over")
	}
	return a, nil
}

// quoted is the first answer of a tool that spends.
type quoted struct {
	Confirmation bool      `json:"confirmation_needed"`
	Say          string    `json:"message"`
	Quote        any       `json:"quote"`
	Confirm      string    `json:"confirm"`
	Until        time.Time `json:"confirm_until"`
}

// quote is what can be agreed to from now on.
func (d *Door) quote(ctx context.Context, c *call, a agreement, q quoted) (_ any, err error) {
	now := d.rooms.Now().UTC().Truncate(time.Second)
	a.at, q.Confirmation, q.Until = now.Unix(), true, now.Add(agreementTime)
	q.Confirm, err = d.token(ctx, c, a)
	return q, err
}

// once is the submission that its idempotency key makes happen once. The same key with other arguments is KeyReused.
func (c *call) once(tool string) *idempotency.Once {
	sum := sha256.Sum256([]byte(c.terms()))
	return &idempotency.Once{
		KeyID: c.KeyID, Path: Path + "/" + tool, Key: c.In.Str("idempotency_key"), Fingerprint: hex.EncodeToString(sum[:]),
		Render: func(result any) ([]byte, error) { return encode(result), nil },
	}
}

func (d *Door) startRun(ctx context.Context, c *call) (any, error) {
	request := run.Request{
		BrandID: c.In.Str("brand_id"), Mode: run.Mode(c.In.Str("mode")), Surface: c.In.Str("surface"),
		Samples: c.In.Int("samples"), Origin: run.FromAPI,
	}
	if c.In.Has("platforms") {
		request.Platforms = append([]string{}, c.In.Strs("platforms")...)
	}
	if !c.In.Has("confirm") {
		q, err := d.rooms.Runs.Quote(ctx, c.Caller, request)
		if err != nil {
			return nil, err
		}
		return d.quote(ctx, c, agreement{tool: "start_run", amount: q.Questions}, quoted{Say: c.lang.T("agent.quoted_run"), Quote: q})
	}
	a, err := d.agreed(ctx, c, "start_run")
	if err != nil {
		return nil, err
	}
	request.Once, request.MaxQuestions = c.once("start_run"), &a.amount
	out, err := d.rooms.Runs.Submit(ctx, c.Caller, request)
	return answered(request.Once, out, err)
}

// orderQuote is what a submission would cost.
type orderQuote struct {
	Points       int64 `json:"points"`
	BalanceAfter int64 `json:"balance_after"`
	Balance      int64 `json:"balance"`
	Orders       table `json:"orders"`
}

// ordered is what a submission cost.
type ordered struct {
	Points  int64 `json:"points"`
	Balance int64 `json:"balance"`
	Orders  table `json:"orders"`
}

func (d *Door) submitOrder(ctx context.Context, c *call) (any, error) {
	submission := order.Submission{ContentID: c.In.Str("content_id"), OutletIDs: c.In.Strs("media_ids")}
	if !c.In.Has("confirm") {
		out, err := d.rooms.Orders.Quote(ctx, c.Caller, submission)
		if err != nil {
			return nil, err
		}
		t := newTable("media_id", "media", "points")
		for _, o := range out.Items {
			t.add(o.Outlet.ID, o.Outlet.Name, o.Points)
		}
		q := orderQuote{out.Points.Charged, out.Points.Balance, out.Points.Balance + out.Points.Charged, t}
		return d.quote(ctx, c, agreement{tool: "submit_order", amount: q.Points}, quoted{Say: c.lang.T("agent.quoted_order"), Quote: q})
	}
	a, err := d.agreed(ctx, c, "submit_order")
	if err != nil {
		return nil, err
	}
	submission.Once, submission.MaxPoints = c.once("submit_order"), &a.amount
	submission.Once.Render = func(result any) ([]byte, error) { return encode(c.ordered(result.(order.Submitted))), nil }
	out, err := d.rooms.Orders.Submit(ctx, c.Caller, submission)
	return answered(submission.Once, c.ordered(out), err)
}

func (c *call) ordered(s order.Submitted) ordered {
	return ordered{s.Points.Charged, s.Points.Balance, c.orders(s.Items)}
}

// answered is the answer to a submission: the one that its key had before, if it had one.
func answered(once *idempotency.Once, out any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	if before := once.Replayed(); before != nil {
		return json.RawMessage(before), nil
	}
	return out, nil
}
