package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/idempotency"
	"renown/internal/room/geo/run"
	"renown/internal/room/publishing/order"
)

// agreementTime is how long a quote may be agreed to. It is shorter than an answer is kept for its idempotency key, so that
// nothing can be had a second time by an agreement that was used.
const agreementTime = time.Hour

// agreement is what a quote is agreed to by: the amount and the moment, sealed with the key and the arguments they are for. It
// keeps an agent from spending before it has seen the price, nobody from anything that the key allows; so it needs no secret.
type agreement struct {
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

func (a agreement) token(c *call, tool string) string {
	open := strconv.FormatInt(a.amount, 10) + "." + strconv.FormatInt(a.at, 10)
	sum := sha256.Sum256([]byte(open + "\x00" + c.KeyID + "\x00" + tool + "\x00" + c.terms()))
	return open + "." + hex.EncodeToString(sum[:12])
}

// agreed reads the agreement that a call carries. Faults: PriceAbove for one that is none of this call, or over.
func (d *Door) agreed(c *call, tool string) (agreement, error) {
	token := c.In.Str("confirm")
	parts := strings.Split(token, ".")
	if len(parts) == 3 {
		amount, wrongAmount := strconv.ParseInt(parts[0], 10, 64)
		at, wrongTime := strconv.ParseInt(parts[1], 10, 64)
		a := agreement{amount, at}
		if wrongAmount == nil && wrongTime == nil && token == a.token(c, tool) {
			if d.rooms.Now().Unix()-at > int64(agreementTime/time.Second) {
				return a, fault.New(fault.PriceAbove).Why("agreement_over")
			}
			return a, nil
		}
	}
	return agreement{}, fault.New(fault.PriceAbove).Why("agreement_other")
}

// quoted is the first answer of a tool that spends.
type quoted struct {
	Confirmation bool      `json:"confirmation_needed"`
	Say          string    `json:"message"`
	Quote        any       `json:"quote"`
	Confirm      string    `json:"confirm"`
	Until        time.Time `json:"confirm_until"`
}

func (d *Door) quote(c *call, tool, say string, amount int64, quote any) quoted {
	now := d.rooms.Now().UTC().Truncate(time.Second)
	return quoted{true, say, quote, agreement{amount, now.Unix()}.token(c, tool), now.Add(agreementTime)}
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
	request := run.Request{BrandID: c.In.Str("brand_id"), Mode: run.Mode(c.In.Str("mode")), Surface: c.In.Str("surface"), Samples: c.In.Int("samples"), Origin: run.FromAPI}
	if c.In.Has("platforms") {
		request.Platforms = append([]string{}, c.In.Strs("platforms")...)
	}
	if !c.In.Has("confirm") {
		q, err := d.rooms.Runs.Quote(ctx, c.Caller, request)
		if err != nil {
			return nil, err
		}
		return d.quote(c, "start_run", c.lang.T("agent.quoted_run"), q.Questions, q), nil
	}
	a, err := d.agreed(c, "start_run")
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
	submission := order.Submission{ContentID: c.In.Str("content_id"), MediaIDs: c.In.Strs("media_ids")}
	if !c.In.Has("confirm") {
		out, err := d.rooms.Orders.Quote(ctx, c.Caller, submission)
		if err != nil {
			return nil, err
		}
		t := newTable("media_id", "media", "points")
		for _, o := range out.Items {
			t.add(o.Media.ID, o.Media.Name, o.Points)
		}
		q := orderQuote{out.Points.Charged, out.Points.Balance, out.Points.Balance + out.Points.Charged, t}
		return d.quote(c, "submit_order", c.lang.T("agent.quoted_order"), q.Points, q), nil
	}
	a, err := d.agreed(c, "submit_order")
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
