package run

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// Costs foretell what asking costs: one run, and what the brand's schedule asks in thirty days.
type Costs struct {
	Filters  CostFilters   `json:"filters"`
	Run      Cost          `json:"run"`
	Schedule *ScheduleCost `json:"schedule"` // nil without one
}

// CostFilters are what the run was narrowed to.
type CostFilters struct {
	Platforms []string `json:"platform,omitempty"`
}

// ScheduleCost is the cost of a schedule.
type ScheduleCost struct {
	RunsPerMonth float64 `json:"runs_per_month"`
	Month        Cost    `json:"month"`
}

// Cost is what questions cost by documented prices and the tokens of past answers.
type Cost struct {
	Questions float64    `json:"questions"`
	Platforms []CostPart `json:"platforms"`
	Totals    []Amount   `json:"totals"` // by currency, of what is known
	Complete  bool       `json:"complete"`
}

// Amount is money.
type Amount struct {
	Currency string  `json:"currency"`
	Amount   float64 `json:"amount"`
}

// CostPart is a platform's part of it. What is not known is no zero: Unknown lists codes.
type CostPart struct {
	Platform  string   `json:"platform"`
	Name      string   `json:"name"`
	NameEN    string   `json:"-"`
	Questions float64  `json:"questions"`
	Answers   int64    `json:"answers"` // past ones, of which Input, Output and Searches are means
	Input     *float64 `json:"input_tokens"`
	Output    *float64 `json:"output_tokens"`
	Searches  *float64 `json:"searches"`
	Amount    *Amount  `json:"amount"` // the known part
	Unknown   []string `json:"unknown"`
	// Confidence is what the price is worth; told: by the platform in its replies.
	Confidence *string `json:"price_confidence"`
}

// Codes of what is not known of a cost.
const (
	NoAnswers = "no_answers" // there is no past answer to count tokens of
	NoPrice   = "no_price"   // of the platform
	PartPrice = "part_price" // of tokens or of searches
)

// costAnswers is how many of a brand's latest answers are looked at, of whichever mode.
const costAnswers = 600

// Cost foretells what a run as in would cost, whether or not it may be started now. Faults: NoSuchThing.
func (r *Runs) Cost(ctx context.Context, who account.Caller, in Request) (out Costs, err error) {
	defer fault.Wrap(&err, "run.Cost")

	in = in.whole()
	b, err := r.rooms.Brands.Find(ctx, who, in.BrandID)
	if err != nil {
		return out, err
	}
	subscription, err := r.rooms.Plans.For(ctx, who.SpaceID)
	if err != nil {
		return out, err
	}
	past, err := r.pastUsage(ctx, in.BrandID, reading.Key(in.Surface, string(in.Mode)))
	if err != nil {
		return out, err
	}
	prompts := float64(b.Counts.ActivePrompts)
	chosen := r.selected(subscription.Tier, in.Platforms)
	if len(chosen) == 0 { // what is not known narrows nothing
		chosen = r.selected(subscription.Tier, nil)
	} else if in.Platforms != nil {
		out.Filters.Platforms = ids(chosen)
	}
	out.Run = r.costOf(chosen, prompts*float64(in.Samples), past)
	if s := b.Schedule; s != nil {
		perMonth := 30.0
		if s.Weekday != nil {
			perMonth = 30.0 / 7
		}
		month := r.costOf(r.selected(subscription.Tier, nil), prompts*float64(max(s.Samples, 1))*perMonth, past)
		out.Schedule = &ScheduleCost{perMonth, month}
	}
	return out, nil
}

// used is what past answers of a platform used up.
type used struct {
	answers int64
	sum     assistant.Usage
}

func (r *Runs) pastUsage(ctx context.Context, brandID, mode string) (map[string]used, error) {
	past := map[string]used{}
	err := store.Each(ctx, r.db.Read(), func(row store.Row) error {
		var platform, text string
		if err := row.Scan(&platform, &text); err != nil {
			return err
		}
		var u assistant.Usage
		if json.Unmarshal([]byte(text), &u) != nil || u.Input+u.Output+u.Total == 0 && u.CostUSD == 0 {
			return nil // the platform told nothing
		}
		p := past[platform]
		p.answers++
		p.sum = p.sum.Plus(u)
		past[platform] = p
		return nil
	}, `SELECT platform, usage FROM (SELECT platform, usage, mode FROM answers
			WHERE brand_id = $1 AND answered_at IS NOT NULL ORDER BY answered_at DESC, id DESC LIMIT $3) latest
		WHERE mode = $2`, brandID, mode, costAnswers)
	return past, err
}

func (r *Runs) costOf(platforms []*assistant.Platform, questions float64, past map[string]used) Cost {
	c := Cost{Platforms: []CostPart{}, Totals: []Amount{}, Complete: true}
	for _, p := range platforms {
		part := r.partOf(p, questions, past[p.ID])
		c.Questions += questions
		c.Complete = c.Complete && len(part.Unknown) == 0
		if part.Amount != nil {
			at := slices.IndexFunc(c.Totals, func(a Amount) bool { return a.Currency == part.Amount.Currency })
			if at < 0 {
				at, c.Totals = len(c.Totals), append(c.Totals, Amount{Currency: part.Amount.Currency})
			}
			c.Totals[at].Amount += part.Amount.Amount
		}
		c.Platforms = append(c.Platforms, part)
	}
	slices.SortFunc(c.Totals, func(a, b Amount) int { return cmp.Compare(a.Currency, b.Currency) })
	return c
}

func (r *Runs) partOf(p *assistant.Platform, questions float64, past used) CostPart {
	part := CostPart{Platform: p.ID, Name: p.NameZH, NameEN: p.NameEN, Questions: questions, Answers: past.answers, Unknown: []string{}}
	if past.answers == 0 {
		part.Unknown = append(part.Unknown, NoAnswers)
		if p.Price == nil {
			part.Unknown = append(part.Unknown, NoPrice)
		}
		return part
	}
	n := float64(past.answers)
	part.Input, part.Output, part.Searches = new(float64(past.sum.Input)/n), new(float64(past.sum.Output)/n), new(float64(past.sum.Searches)/n)
	cost := p.Price.Of(past.sum, r.db.Now().Time)
	if cost.Currency == "" {
		part.Unknown = append(part.Unknown, NoPrice)
		return part
	}
	part.Amount = &Amount{cost.Currency, cost.Amount / n * questions}
	part.Confidence = new("told")
	if !cost.Told {
		part.Confidence = new(string(p.Price.Confidence))
	}
	if !cost.Complete {
		part.Unknown = append(part.Unknown, PartPrice)
	}
	return part
}
