package kit

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"strconv"
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

func (h Heat) At(rate float64) string { return Interval{Max: 1}.At(rate) }

func (h Heat) Spoken(ctx context.Context) string {
	if h.Answers < FewAnswers {
		return T(ctx, "%s：%d / %d 条回答，样本不足", h.Name, h.Named, h.Answers)
	}
	return T(ctx, "%s：%s%%，区间 %s 至 %s%%，%d / %d 条回答", h.Name, Rounded(h.Rate*100, 0), Rounded(h.Low*100, 0), Rounded(h.High*100, 0), h.Named, h.Answers)
}

// Change is a figure against the previous period. by is in the unit shown; nil means that there is nothing to compare with.
type Change struct {
	By          *float64
	Significant bool
	Worse       bool   // a rise is bad: a position, a negative share
	Foreign     bool   // a competitor's, which is neither good nor bad
	Unit        string // a key: 点, 位 or ""
}

func (d Change) Verdict() string {
	switch {
	case d.By == nil:
		return Key("无从比较")
	case !d.Significant:
		return Key("无显著变化")
	case d.Unit == "位" && *d.By < 0:
		return Key("显著靠前")
	case d.Unit == "位":
		return Key("显著靠后")
	case *d.By > 0:
		return Key("显著上升")
	}
	return Key("显著下降")
}

func (d Change) Class() string {
	if d.By == nil || !d.Significant || d.Foreign {
		return ""
	}
	if (*d.By > 0) != d.Worse {
		return "good"
	}
	return "bad"
}

func (d Change) Icon() string {
	switch {
	case d.By == nil || !d.Significant:
		return "flat"
	case d.Unit == "位" && *d.By < 0, d.Unit != "位" && *d.By > 0:
		return "up"
	}
	return "down"
}

func (d Change) Size(ctx context.Context) string {
	if d.By == nil {
		return T(ctx, "上期无数据")
	}
	sign := "+"
	if *d.By < 0 {
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

// Paging is a page of a list; address keeps the rest of the query.
type Paging struct {
	Number, size, Total int64
	Path                string
	Query               url.Values
}

// PagingOf reads the page that a request asks for.
func PagingOf(v *Visit, size int64) Paging {
	n, err := strconv.ParseInt(v.URL.Query().Get("page"), 10, 32)
	if err != nil || n < 1 {
		n = 1
	}
	return Paging{Number: n, size: size, Path: v.URL.Path, Query: v.URL.Query()}
}

func (p Paging) first() int64 { return min((p.Number-1)*p.size+1, p.Total) }
func (p Paging) last() int64  { return min(p.Number*p.size, p.Total) }
func (p Paging) count() int64 { return max((p.Total+p.size-1)/p.size, 1) }

func (p Paging) address(n int64) string {
	return WithQuery(p.Path, p.Query, "page", strconv.FormatInt(n, 10))
}

// Sorting is by which column a table is sorted.
type Sorting struct {
	Column     string
	Descending bool
	Path, Swap string
	Query      url.Values
}

// SortingOf reads ?sort=column or ?sort=-column; what is not among the columns is the first of them.
func SortingOf(v *Visit, swap string, columns ...string) Sorting {
	s := Sorting{Column: columns[0], Path: v.URL.Path, Query: v.URL.Query(), Swap: swap}
	wanted := v.URL.Query().Get("sort")
	if len(wanted) > 0 && wanted[0] == '-' {
		s.Descending, wanted = true, wanted[1:]
	}
	for _, c := range columns {
		if c == wanted {
			s.Column = c
			return s
		}
	}
	s.Descending = false
	return s
}

func (s Sorting) address(column string) string {
	value := column
	if s.Column == column && !s.Descending {
		value = "-" + column
	}
	return WithQuery(s.Path, s.Query, "sort", value)
}

func (s Sorting) direction() string {
	if s.Descending {
		return "descending"
	}
	return "ascending"
}

func (s Sorting) arrow() string {
	if s.Descending {
		return "down"
	}
	return "up"
}

// Asking is a question before something that matters. Texts are translated.
type Asking struct {
	Label, Icon, Class           string // of the button
	Title, Text, Confirm, Action string
	swap                         string
}
