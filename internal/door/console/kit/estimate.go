package kit

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// FewAnswers is the sample below which a count is shown and no rate.
const FewAnswers = 10

// Interval is an estimate on a scale from min to max, all in the unit that is shown.
type Interval struct {
	Value, Low, High float64
	min, Max         float64
	was              *float64 // of the previous period
	Unit             string
	Quiet            bool // not the brand's own
}

// At is a place on the scale in percent.
func (i Interval) At(x float64) string {
	span := i.Max - i.min
	if span <= 0 {
		return "0%"
	}
	return fmt.Sprintf("%.2f%%", math.Min(math.Max((x-i.min)/span, 0), 1)*100)
}

func (i Interval) spoken(ctx context.Context) string {
	return T(ctx, "%s%s，95%% 区间 %s 至 %s", Rounded(i.Value, 1), i.Unit, Rounded(i.Low, 1), Rounded(i.High, 1))
}

// Heat is a cell of a heat map. Rates are 0 to 1.
type Heat struct {
	Answers, Named  int64
	Rate, Low, High float64
	Name            string // of the column, for who listens
	Path, Swap      string
	Chosen          bool
}

// step is the shade: ten of them, none for a sample too small for a rate.
func (h Heat) step() string {
	if h.Answers < FewAnswers {
		return ""
	}
	return "h-" + strconv.Itoa(min(max(int(h.Rate*10), 0), 9))
}

// At is a rate's place on the scale in percent.
func (h Heat) At(rate float64) string { return Interval{Max: 1}.At(rate) }

// Spoken is the cell for who listens.
func (h Heat) Spoken(ctx context.Context) string {
	if h.Answers < FewAnswers {
		return T(ctx, "%s：%d / %d 条回答，样本不足", h.Name, h.Named, h.Answers)
	}
	return T(ctx, "%s：%s%%，区间 %s 至 %s%%，%d / %d 条回答", h.Name, Rounded(h.Rate*100, 0), Rounded(h.Low*100, 0),
		Rounded(h.High*100, 0), h.Named, h.Answers)
}

// Change is a figure against the previous period. by is in the unit shown; nil means that there is nothing to compare with.
type Change struct {
	By          *float64
	Significant bool
	Few         bool     // too few answers or prompts for a verdict
	Sparse      bool     // both periods have answers, and one of them too few for a mean
	Remodelled  bool     // and that because other models answered than before
	Smallest    *float64 // that could have been seen, in the unit shown
	Helps       []string // what would let a smaller one be seen
	Worse       bool     // a rise is bad: a position, a negative share
	Foreign     bool     // a competitor's, which is neither good nor bad
	Unit        string   // a key: 点, 位 or ""
}

// Verdict is the key of what a change amounts to.
func (d Change) Verdict() string {
	switch {
	case d.By == nil:
		return Key("不可比")
	case d.Few && d.Remodelled:
		return Key("换了模型，不可比")
	case d.Few:
		return Key("样本不足，不可比")
	case !d.Significant:
		return Key("持平")
	case d.Unit == "位" && *d.By < 0:
		return Key("靠前")
	case d.Unit == "位":
		return Key("靠后")
	case *d.By > 0:
		return Key("上升")
	}
	return Key("下降")
}

// Word is how large a change is that is larger than its error; else that there is none, or none to be told.
func (d Change) Word(ctx context.Context) string {
	switch {
	case d.By == nil:
		return T(ctx, "上期无数据")
	case d.Few:
		return T(ctx, "不可比")
	case !d.Significant:
		return T(ctx, "持平")
	}
	size := Rounded(math.Abs(*d.By), 1)
	switch d.Unit {
	case "点":
		return T(ctx, "%s 点", size)
	case "位":
		return T(ctx, "%s 位", size)
	}
	return size
}

// Seen says what could have been seen where nothing was: no change and none that can be seen are not the same.
func (d Change) Seen(ctx context.Context) string {
	if d.By == nil || d.Significant || d.Smallest == nil {
		return ""
	}
	switch d.Unit {
	case "点":
		return T(ctx, "小于 %s 点的变化看不出来", Rounded(*d.Smallest, 1))
	case "位":
		return T(ctx, "小于 %s 位的变化看不出来", Rounded(*d.Smallest, 1))
	}
	return T(ctx, "小于 %s 的变化看不出来", Rounded(*d.Smallest, 2))
}

// Help says what would let a smaller change be seen; "" where that is not the question.
func (d Change) Help(ctx context.Context) string {
	var parts []string
	for _, code := range d.Helps {
		switch code {
		case "more_runs":
			parts = append(parts, T(ctx, "多问几次"))
		case "more_samples":
			parts = append(parts, T(ctx, "每次多问几遍"))
		case "more_prompts":
			parts = append(parts, T(ctx, "加问题"))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return T(ctx, "想更准：%s", strings.Join(parts, T(ctx, "或")))
}

// Brief is Seen for a table.
func (d Change) Brief(ctx context.Context) string {
	if d.Unit != "点" || d.Seen(ctx) == "" {
		return ""
	}
	return T(ctx, "%s 点以内属正常波动", Rounded(*d.Smallest, 1))
}

// Class is good, bad or "", for its colour.
func (d Change) Class() string {
	if d.By == nil || !d.Significant || d.Foreign {
		return ""
	}
	if (*d.By > 0) != d.Worse {
		return "good"
	}
	return "bad"
}

// Icon is the arrow that belongs to it.
func (d Change) Icon() string {
	switch {
	case d.By == nil || !d.Significant:
		return "flat"
	case d.Unit == "位" && *d.By < 0, d.Unit != "位" && *d.By > 0:
		return "up"
	}
	return "down"
}

// Amount is by how much, without a sign: an arrow stands beside it.
func (d Change) Amount(ctx context.Context) string {
	by, digits := math.Abs(*d.By), 0
	if by < 1 {
		digits = 1
	}
	switch d.Unit {
	case "点":
		return T(ctx, "%s 点", Rounded(by, digits))
	case "位":
		return T(ctx, "%s 位", Rounded(by, 1))
	}
	return Rounded(by, 2)
}

// Size is by how much, with its sign and unit.
func (d Change) Size(ctx context.Context) string {
	switch {
	case d.Sparse:
		return T(ctx, "样本不足")
	case d.By == nil:
		return T(ctx, "上期无数据")
	}
	sign := "+"
	if *d.By < 0 || strings.Trim(Rounded(*d.By, 1), "0.") == "" && d.Unit != "" {
		sign = ""
	}
	switch d.Unit {
	case "点":
		return T(ctx, "%s 点", sign+Rounded(*d.By, 1))
	case "位":
		return T(ctx, "%s 位", sign+Rounded(*d.By, 1))
	}
	return sign + Rounded(*d.By, 2)
}
