package assistant

import (
	"fmt"
	"strings"
	"time"
)

// Price is what a platform asks for a million tokens and a thousand searches. What is nil is not known, which is not free.
type Price struct {
	Currency                string // ISO 4217
	Input, Output, Searches *float64
	Until                   string // the last day on which it holds; empty when no end is known
	Source                  string
	Confidence              Confidence
}

// Cost is what answers cost, or will: Amount is known, and Complete tells whether that is all of it.
type Cost struct {
	Currency string
	Amount   float64
	Complete bool
	Told     bool // by the platform in its replies, not computed from prices
}

// Of is what this use costs on a day. A price that is not known, or no longer, leaves its part out.
func (p *Price) Of(u Usage, on time.Time) Cost {
	if u.CostUSD > 0 {
		return Cost{Currency: "USD", Amount: u.CostUSD, Complete: true, Told: true}
	}
	if p == nil || p.Until != "" && on.UTC().Format(time.DateOnly) > p.Until {
		return Cost{}
	}
	out := u.Output
	if u.Total >= u.Input+u.Output+u.Reasoning { // thinking is counted apart from output by some, and charged as such by all
		out += u.Reasoning
	}
	c := Cost{Currency: p.Currency, Complete: true}
	for _, part := range []struct {
		price *float64
		count int
		unit  float64
	}{
		{p.Input, u.Input, 1e6},
		{p.Output, out, 1e6},
		{p.Searches, u.Searches, 1e3},
	} {
		if part.price != nil {
			c.Amount += *part.price * float64(part.count) / part.unit
		} else if part.count > 0 {
			c.Complete = false
		}
	}
	return c
}

// String is a price for operators: "CNY 2 in, 8 out, 5 for 1,000 searches (documented)".
func (p *Price) String() string {
	if p == nil {
		return "not known"
	}
	var parts []string
	for _, part := range []struct {
		price *float64
		of    string
	}{{p.Input, "in"}, {p.Output, "out"}, {p.Searches, "for 1,000 searches"}} {
		if part.price != nil {
			parts = append(parts, fmt.Sprintf("%v %s", *part.price, part.of))
		}
	}
	text := p.Currency + " " + strings.Join(parts, ", ")
	if p.Until != "" {
		text += " until " + p.Until
	}
	return text + " (" + string(p.Confidence) + ")"
}
