package mcp

import (
	"math"

	"renown/internal/room/insight"
	"renown/internal/room/run"
)

// table is rows under columns: the names are said once, not in every row.
type table struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

func newTable(columns ...string) table { return table{columns, [][]any{}} }

func (t *table) add(cells ...any) { t.Rows = append(t.Rows, cells) }

// paged is one page of a longer table.
type paged struct {
	table
	Total    int64 `json:"total"`
	Page     int64 `json:"page"`
	PageSize int64 `json:"page_size"`
	HasMore  bool  `json:"has_more"`
}

func (t table) of(page run.Paging, total int64) paged {
	return paged{t, total, page.Number, page.Size, page.Number < (total+page.Size-1)/page.Size}
}

func pageOf(c *call) run.Paging {
	return run.Paging{Number: c.In.Int("page"), Size: c.In.Int("page_size")}
}

// figureColumns are those of every table of figures, after what names the row.
var figureColumns = []string{"value", "low", "high", "numerator", "denominator"}

// changeColumns compare with the period before.
var changeColumns = []string{"previous", "change", "significant", "smallest_change"}

func columns(names []string, more ...[]string) []string {
	all := append([]string{}, names...)
	for _, list := range more {
		all = append(all, list...)
	}
	return all
}

// round keeps four decimals: beyond them no interval is narrow.
func round(v *float64) any {
	if v == nil {
		return nil
	}
	return math.Round(*v*1e4) / 1e4
}

func figureCells(value *float64, i insight.Interval, numerator float64, denominator int64) []any {
	return []any{round(value), round(i.Low), round(i.High), round(&numerator), denominator}
}

func changeCells(c insight.Change) []any {
	return []any{round(c.Previous), round(c.Change), c.Significant, round(c.SmallestChange)}
}

func row(first []any, more ...[]any) []any {
	all := append([]any{}, first...)
	for _, list := range more {
		all = append(all, list...)
	}
	return all
}

// ids are some answers, never null.
func ids(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
