package console

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"strconv"
)

// fewAnswers is the sample below which a count is shown and no rate.
const fewAnswers = 10

// interval is an estimate on a scale from min to max, all in the unit that is shown.
type interval struct {
	value, low, high float64
	min, max         float64
	was              *float64 // of the previous period
	unit             string
	quiet            bool // not the brand's own
}

// at is a place on the scale in percent.
func (i interval) at(x float64) string {
	span := i.max - i.min
	if span <= 0 {
		return "0%"
	}
	return fmt.Sprintf("%.2f%%", math.Min(math.Max((x-i.min)/span, 0), 1)*100)
}

func (i interval) spoken(ctx context.Context) string {
	return t(ctx, "%s%s，95%% 区间 %s 至 %s", rounded(i.value, 1), i.unit, rounded(i.low, 1), rounded(i.high, 1))
}

// heat is a cell of a heat map. Rates are 0 to 1.
type heat struct {
	answers, named  int64
	rate, low, high float64
	name            string // of the column, for who listens
	path, swap      string
	chosen          bool
}

// step is the shade: ten of them, none for a sample too small for a rate.
func (h heat) step() string {
	if h.answers < fewAnswers {
		return ""
	}
	return "h-" + strconv.Itoa(min(max(int(h.rate*10), 0), 9))
}

func (h heat) at(rate float64) string { return interval{max: 1}.at(rate) }

func (h heat) spoken(ctx context.Context) string {
	if h.answers < fewAnswers {
		return t(ctx, "%s：%d / %d 条回答，样本不足", h.name, h.named, h.answers)
	}
	return t(ctx, "%s：%s%%，区间 %s 至 %s%%，%d / %d 条回答", h.name, rounded(h.rate*100, 0), rounded(h.low*100, 0), rounded(h.high*100, 0), h.named, h.answers)
}

// change is a figure against the previous period. by is in the unit shown; nil means that there is nothing to compare with.
type change struct {
	by          *float64
	significant bool
	worse       bool   // a rise is bad: a position, a negative share
	foreign     bool   // a competitor's, which is neither good nor bad
	unit        string // a key: 点, 位 or ""
}

func (d change) verdict() string {
	switch {
	case d.by == nil:
		return key("无从比较")
	case !d.significant:
		return key("无显著变化")
	case d.unit == "位" && *d.by < 0:
		return key("显著靠前")
	case d.unit == "位":
		return key("显著靠后")
	case *d.by > 0:
		return key("显著上升")
	}
	return key("显著下降")
}

func (d change) class() string {
	if d.by == nil || !d.significant || d.foreign {
		return ""
	}
	if (*d.by > 0) != d.worse {
		return "good"
	}
	return "bad"
}

func (d change) icon() string {
	switch {
	case d.by == nil || !d.significant:
		return "flat"
	case d.unit == "位" && *d.by < 0, d.unit != "位" && *d.by > 0:
		return "up"
	}
	return "down"
}

func (d change) size(ctx context.Context) string {
	if d.by == nil {
		return t(ctx, "上期无数据")
	}
	sign := "+"
	if *d.by < 0 {
		sign = ""
	}
	switch d.unit {
	case "点":
		return t(ctx, "%s 点", sign+rounded(*d.by, 1))
	case "位":
		return t(ctx, "%s 位", sign+rounded(*d.by, 1))
	}
	return sign + rounded(*d.by, 2)
}

// paging is a page of a list; address keeps the rest of the query.
type paging struct {
	number, size, total int64
	path                string
	query               url.Values
}

// pagingOf reads the page that a request asks for.
func pagingOf(v *visit, size int64) paging {
	n, err := strconv.ParseInt(v.URL.Query().Get("page"), 10, 32)
	if err != nil || n < 1 {
		n = 1
	}
	return paging{number: n, size: size, path: v.URL.Path, query: v.URL.Query()}
}

func (p paging) first() int64 { return min((p.number-1)*p.size+1, p.total) }
func (p paging) last() int64  { return min(p.number*p.size, p.total) }
func (p paging) count() int64 { return max((p.total+p.size-1)/p.size, 1) }

func (p paging) address(n int64) string {
	return withQuery(p.path, p.query, "page", strconv.FormatInt(n, 10))
}

// sorting is by which column a table is sorted.
type sorting struct {
	column     string
	descending bool
	path, swap string
	query      url.Values
}

// sortingOf reads ?sort=column or ?sort=-column; what is not among the columns is the first of them.
func sortingOf(v *visit, swap string, columns ...string) sorting {
	s := sorting{column: columns[0], path: v.URL.Path, query: v.URL.Query(), swap: swap}
	wanted := v.URL.Query().Get("sort")
	if len(wanted) > 0 && wanted[0] == '-' {
		s.descending, wanted = true, wanted[1:]
	}
	for _, c := range columns {
		if c == wanted {
			s.column = c
			return s
		}
	}
	s.descending = false
	return s
}

func (s sorting) address(column string) string {
	value := column
	if s.column == column && !s.descending {
		value = "-" + column
	}
	return withQuery(s.path, s.query, "sort", value)
}

func (s sorting) direction() string {
	if s.descending {
		return "descending"
	}
	return "ascending"
}

func (s sorting) arrow() string {
	if s.descending {
		return "down"
	}
	return "up"
}

// asking is a question before something that matters. Texts are translated.
type asking struct {
	label, icon, class           string // of the button
	title, text, confirm, action string
	swap                         string
}
