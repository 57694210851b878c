package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// CountStuck tells how many orders go no further without an operator, by why. A reason without orders is not in it.
func (p *Orders) CountStuck(ctx context.Context) (_ map[string]int64, err error) {
	defer fault.Wrap(&err, "order.CountStuck")

	type row struct {
		flag  string
		count int64
	}
	list, err := store.List(ctx, p.db.Read(), func(from store.Row) (r row, err error) {
		err = from.Scan(&r.flag, &r.count)
		return r, err
	}, `SELECT COALESCE(o.push_flag, $1), count(*) FROM orders o WHERE`+stuck+` GROUP BY 1`, FlagSilent, p.db.Now().Add(-reportWait))
	counts := make(map[string]int64, len(list))
	for _, r := range list {
		counts[r.flag] += r.count
	}
	return counts, err
}

// Flags lists why an order can be stuck.
func Flags() []string { return []string{FlagUnanswered, FlagSetup, FlagNoCallback, FlagSilent} }
