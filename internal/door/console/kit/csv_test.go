package kit

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/timestamp"
)

// A table names its columns even when it has no rows, and what is unknown is empty.
func TestTableOf(t *testing.T) {
	t.Parallel()
	type row struct {
		name  *string
		rate  *float64
		count int64
		yes   *bool
		at    *timestamp.Time
	}
	cells := func(r row) []Cell {
		return []Cell{Column("品牌", r.name), Column("可见度", r.rate), Column("回答", r.count), Column("显著", r.yes), Column("时间", r.at)}
	}
	at := timestamp.Of(time.UnixMilli(1767578400000))
	got := TableOf(context.Background(), []row{{}, {new("=云栖"), new(0.25), 3, new(true), &at}}, cells)
	want := [][]string{{"", "", "0", "", ""}, {"=云栖", "0.2500", "3", "是", "2026-01-05 10:00:00 +08:00"}}
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(TableOf(context.Background(), nil, cells).Header, got.Header); diff != "" || len(got.Header) != 5 {
		t.Error(diff)
	}
}
