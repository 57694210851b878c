package publish

import (
	"context"
	"fmt"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/order"
)

const pointsAPage = 30

// ledger is the points of the account that pays for the space at hand.
type ledger struct {
	quota   plan.Quota
	owner   bool // the entries are their owner's to read
	entries []points.Entry
	orders  map[string]order.Order // of the space at hand, by id
	paging  kit.Paging
	days    []dayBalance
}

// dayBalance is what was left at the end of a day; a day to come is nil.
type dayBalance struct {
	day     string
	balance *int64
}

func (pages *Pages) showPoints(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l := ledger{paging: kit.PagingOf(v, pointsAPage), orders: map[string]order.Order{}}
	subscription, quota, err := pages.payer(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	l.quota, l.owner = quota, subscription.UserID == v.User.ID
	if !l.owner {
		return kit.Show(kit.Page{Title: kit.Key("积分"), Entry: "points", Body: pointsBody(l)})
	}
	if l.entries, l.paging.Total, err = pages.Plans.PointsRecords(ctx, v.User.ID,
		points.Paging{Number: l.paging.Number, Size: pointsAPage}); err != nil {
		return kit.Reply{}, err
	}
	if l.orders, err = pages.ordersBehind(ctx, v, l.entries); err != nil {
		return kit.Reply{}, err
	}
	if l.days, err = pages.dayBalances(ctx, v, quota); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("积分"), Entry: "points", Body: pointsBody(l)})
}

// ordersBehind finds what entries were for, as far as it is in the space at hand.
func (pages *Pages) ordersBehind(ctx context.Context, v *kit.Visit, entries []points.Entry) (map[string]order.Order, error) {
	var ids []string
	for _, e := range entries {
		if e.OrderID != nil {
			ids = append(ids, *e.OrderID)
		}
	}
	found := map[string]order.Order{}
	if len(ids) == 0 {
		return found, nil
	}
	list, _, err := pages.Orders.List(ctx, v.Caller, order.Filter{IDs: ids, Paging: order.Paging{Number: 1, Size: int64(len(ids))}})
	for _, o := range list {
		found[o.ID] = o
	}
	return found, err
}

// chartEntries bounds how many entries the chart is drawn from; days before the oldest of them are not drawn.
const chartEntries = 1000

// dayBalances is the balance at the end of each day of the cycle, in the reader's zone.
func (pages *Pages) dayBalances(ctx context.Context, v *kit.Visit, q plan.Quota) ([]dayBalance, error) {
	entries, total, err := pages.Plans.PointsRecords(ctx, v.User.ID, points.Paging{Number: 1, Size: chartEntries})
	if err != nil {
		return nil, err
	}
	var days []dayBalance
	today := v.Now.In(v.Zone).Format(time.DateOnly)
	for at := q.Start.In(v.Zone); at.Before(q.End.In(v.Zone)) && len(days) < 40; at = at.AddDate(0, 0, 1) {
		d := dayBalance{day: at.Format(time.DateOnly)}
		if d.day <= today {
			for _, e := range entries { // newest first: the first that is not later closes the day
				if e.CreatedAt.In(v.Zone).Format(time.DateOnly) <= d.day {
					balance := e.BalanceAfter
					d.balance = &balance
					break
				}
			}
			if d.balance == nil && total <= chartEntries {
				d.balance = new(int64)
			}
		}
		days = append(days, d)
	}
	return days, nil
}

// top is the end of the chart's scale.
func (l ledger) top() (most int64) {
	for _, d := range l.days {
		if d.balance != nil {
			most = max(most, *d.balance)
		}
	}
	return max(most, l.quota.Granted, 1)
}

// bar places a day in the chart: left edge, width, top and height in percent.
func (l ledger) bar(i int) (x, width, y, height string) {
	n := float64(len(l.days))
	tall := float64(*l.days[i].balance) / float64(l.top()) * 100
	return fmt.Sprintf("%.3f%%", float64(i)/n*100+0.12*100/n), fmt.Sprintf("%.3f%%", 0.76*100/n), fmt.Sprintf("%.2f%%",
		100-tall), fmt.Sprintf("%.2f%%", tall)
}

func (l ledger) chartText(ctx context.Context) string {
	first, last := "", ""
	for _, d := range l.days {
		if d.balance != nil {
			if first == "" {
				first = kit.Number(*d.balance)
			}
			last = kit.Number(*d.balance)
		}
	}
	return kit.T(ctx, "本期每日结余：期初 %s，现在 %s 积分", first, last)
}

// exportPoints is the whole ledger as a table.
func (pages *Pages) exportPoints(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
	if err != nil {
		return kit.Reply{}, err
	}
	read := func(number, size int64) (list []points.Entry, total int64, err error) {
		if subscription.UserID == v.User.ID {
			list, total, err = pages.Plans.PointsRecords(ctx, v.User.ID, points.Paging{Number: number, Size: size})
		}
		return list, total, err
	}
	return kit.Gather(ctx, read, func(e points.Entry) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", e.ID), kit.Column("时间", e.CreatedAt), kit.Column("类别", v.T(EntryName(e.Kind))),
			kit.Column("变动", e.Points), kit.Column("结余", e.BalanceAfter),
			kit.Column("订单号", e.OrderID), kit.Column("说明", EntryNote(ctx, e)),
		}
	}).CSV(v.ListFile(v.T("积分")))
}

var entryNames = map[points.Kind]string{
	points.Grant:   kit.Key("发放"),
	points.Hold:    kit.Key("冻结"),
	points.Release: kit.Key("退回"),
	points.Capture: kit.Key("扣除"),
	points.Expire:  kit.Key("到期清零"),
}

// EntryName is the key of a kind of entry in the ledger.
func EntryName(k points.Kind) string { return kit.Label(entryNames, k, kit.Key("调整")) }

// LedgerNote is what an entry is for.
func LedgerNote(ctx context.Context, note string) string {
	return kit.ViewOf(ctx).Lang.Stored("points", note)
}

// EntryNote is LedgerNote with what a capture kept, which leaves the balance as it was.
func EntryNote(ctx context.Context, e points.Entry) string {
	if e.Captured == 0 {
		return LedgerNote(ctx, e.Note)
	}
	return LedgerNote(ctx, e.Note) + " · " + kit.T(ctx, "扣除 %s（此前已冻结）", kit.Number(e.Captured))
}

// MovementClass is the colour of points that come or go.
func MovementClass(n int64) string {
	if n > 0 {
		return "good"
	}
	return ""
}

// payer is whose points the space at hand spends, and what they have.
func (pages *Pages) payer(ctx context.Context, v *kit.Visit) (plan.Subscription, plan.Quota, error) {
	subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
	if err != nil {
		return subscription, plan.Quota{}, err
	}
	quota, err := pages.Plans.Quota(ctx, subscription.UserID)
	return subscription, quota, err
}
