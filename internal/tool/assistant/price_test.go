package assistant

import (
	"testing"
	"time"

	"renown/internal/testkit/expect"
)

func TestPrice(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC)
	flash := Known().Find("gemini").Price
	used := Usage{Input: 1000, Output: 2000, Reasoning: 1000, Total: 4000, Searches: 2}
	for _, c := range []struct {
		name  string
		price *Price
		used  Usage
		on    time.Time
		want  Cost
	}{
		{"nothing known", nil, used, day, Cost{}},
		{"thinking beside output", flash, used, day, Cost{Currency: "USD", Amount: 0.75e-3 + 3*3.75e-3 + 28e-3, Complete: true}},
		{"thinking within output", flash, Usage{Input: 1000, Output: 2000, Reasoning: 1000, Total: 3000}, day, Cost{Currency: "USD", Amount: 0.75e-3 + 2*3.75e-3, Complete: true}},
		{"no longer", flash, used, day.AddDate(0, 0, 1), Cost{}},
		{"a part alone", Known().Find("kimi").Price, used, day, Cost{Currency: "CNY", Amount: 0.06}},
		{"told", nil, Usage{CostUSD: 0.004}, day, Cost{Currency: "USD", Amount: 0.004, Complete: true, Told: true}},
	} {
		got := c.price.Of(c.used, c.on)
		if d := got.Amount - c.want.Amount; d > -1e-12 && d < 1e-12 {
			got.Amount = c.want.Amount
		}
		expect.Equal(t, got, c.want, c.name, "is")
	}
}

// What an operator asks otherwise was not compared with anything.
func TestProvenanceOfOwnEntries(t *testing.T) {
	t.Parallel()
	c, err := load(t, "platforms: [{id: claude, model: other}, {id: gemini, concurrency: 2}, {id: deepseek, price: {currency: CNY, input: 1}}]", nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Find("claude"); p.Confidence != OwnEntry || p.Verified != "" || p.Price != nil || p.Models == "" {
		t.Errorf("another model: %+v", p)
	}
	if p := c.Find("gemini"); p.Confidence != SDK || p.Verified == "" || p.Price == nil {
		t.Errorf("another concurrency: %+v", p)
	}
	if p := c.Find("deepseek"); p.Confidence != Documented || p.Price.Confidence != OwnEntry || p.Price.Output != nil || *p.Price.Input != 1 {
		t.Errorf("another price: %+v", p.Price)
	}
	for _, bad := range []string{"verified: soon", "confidence: certain", "price: {input: 1}", "price: {currency: CNY, input: -1}", "price: {currency: CNY, tokens: 1}"} {
		if _, err := load(t, "platforms: [{id: claude, "+bad+"}]", nil); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}
