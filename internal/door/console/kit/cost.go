package kit

import (
	"context"
	"strconv"
	"strings"

	"renown/internal/room/run"
)

// CostWords is what questions cost in all, as far as it is known: "约 CNY 0.35 + USD 0.12，另有未知的部分".
func CostWords(ctx context.Context, c run.Cost) string {
	parts := make([]string, len(c.Totals))
	for i, a := range c.Totals {
		parts[i] = amountWords(a)
	}
	switch {
	case len(parts) == 0:
		return T(ctx, "费用未知")
	case c.Complete:
		return T(ctx, "费用约 %s", strings.Join(parts, " + "))
	}
	return T(ctx, "费用约 %s，另有未知的部分", strings.Join(parts, " + "))
}

// CostLine is one platform's part of it.
func CostLine(ctx context.Context, p run.CostPart) string {
	var words []string
	if p.Amount != nil {
		words = append(words, amountWords(*p.Amount))
	}
	for _, code := range p.Unknown {
		words = append(words, T(ctx, Label(unknownCosts, code, code)))
	}
	return strings.Join(words, T(ctx, "，"))
}

var unknownCosts = map[string]string{
	run.NoAnswers: Key("还没有回答可参照"),
	run.NoPrice:   Key("价格未知"),
	run.PartPrice: Key("只含价格已知的部分"),
}

func amountWords(a run.Amount) string {
	digits := 2
	if a.Amount < 1 {
		digits = 4
	}
	return a.Currency + " " + strconv.FormatFloat(a.Amount, 'f', digits, 64)
}
