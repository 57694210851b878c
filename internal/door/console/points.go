package console

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/order"
)

const pointsAPage = 30

// ledger is the points of whoever the space at hand lives on.
type ledger struct {
	quota   plan.Quota
	owner   bool // the entries are their owner's to read
	entries []points.Entry
	orders  map[string]order.Order // of the space at hand, by id
	paging  paging
	days    []dayBalance
}

// dayBalance is what was left at the end of a day; a day to come is nil.
type dayBalance struct {
	day     string
	balance *int64
}

func (c *Console) showPoints(ctx context.Context, v *visit) (reply, error) {
	l := ledger{paging: pagingOf(v, pointsAPage), orders: map[string]order.Order{}}
	subscription, quota, err := c.payer(ctx, v)
	if err != nil {
		return reply{}, err
	}
	l.quota, l.owner = quota, subscription.UserID == v.user.ID
	if !l.owner {
		return show(page{Title: key("积分"), Entry: "points", Body: pointsBody(l)})
	}
	if l.entries, l.paging.total, err = c.rooms.Plans.PointsRecords(ctx, v.user.ID, points.Page{Number: l.paging.number, Size: pointsAPage}); err != nil {
		return reply{}, err
	}
	if l.orders, err = c.ordersBehind(ctx, v, l.entries); err != nil {
		return reply{}, err
	}
	if l.days, err = c.dayBalances(ctx, v, quota); err != nil {
		return reply{}, err
	}
	return show(page{Title: key("积分"), Entry: "points", Body: pointsBody(l)})
}

// ordersBehind finds what entries were for, as far as it is in the space at hand.
func (c *Console) ordersBehind(ctx context.Context, v *visit, entries []points.Entry) (map[string]order.Order, error) {
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
	list, _, err := c.rooms.Orders.List(ctx, v.caller, order.Filter{IDs: ids, Page: order.Page{Number: 1, Size: int64(len(ids))}})
	for _, o := range list {
		found[o.ID] = o
	}
	return found, err
}

// chartEntries bounds how many entries the chart is drawn from; days before the oldest of them are not drawn.
const chartEntries = 1000

// dayBalances is the balance at the end of each day of the cycle, in the reader's zone.
func (c *Console) dayBalances(ctx context.Context, v *visit, q plan.Quota) ([]dayBalance, error) {
	entries, total, err := c.rooms.Plans.PointsRecords(ctx, v.user.ID, points.Page{Number: 1, Size: chartEntries})
	if err != nil {
		return nil, err
	}
	var days []dayBalance
	today := v.now.In(v.zone).Format(time.DateOnly)
	for at := q.Start.In(v.zone); at.Before(q.End.In(v.zone)) && len(days) < 40; at = at.AddDate(0, 0, 1) {
		d := dayBalance{day: at.Format(time.DateOnly)}
		if d.day <= today {
			for _, e := range entries { // newest first: the first that is not later closes the day
				if e.CreatedAt.In(v.zone).Format(time.DateOnly) <= d.day {
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
	return fmt.Sprintf("%.3f%%", float64(i)/n*100+0.12*100/n), fmt.Sprintf("%.3f%%", 0.76*100/n), fmt.Sprintf("%.2f%%", 100-tall), fmt.Sprintf("%.2f%%", tall)
}

func (l ledger) chartText(ctx context.Context) string {
	first, last := "", ""
	for _, d := range l.days {
		if d.balance != nil {
			if first == "" {
				first = number(*d.balance)
			}
			last = number(*d.balance)
		}
	}
	return t(ctx, "本期每日结余：期初 %s，现在 %s 积分", first, last)
}

// exportPoints is the whole ledger as a table.
func (c *Console) exportPoints(ctx context.Context, v *visit) (reply, error) {
	subscription, err := c.rooms.Plans.For(ctx, v.caller.SpaceID)
	if err != nil {
		return reply{}, err
	}
	header := []string{v.t("编号"), v.t("时间"), v.t("类别"), v.t("变动"), v.t("结余"), v.t("订单号"), v.t("说明")}
	if subscription.UserID != v.user.ID {
		return table(v.t("积分")+".csv", header, nil)
	}
	var rows [][]string
	for number := int64(1); ; number++ {
		list, total, err := c.rooms.Plans.PointsRecords(ctx, v.user.ID, points.Page{Number: number, Size: exportBatch})
		if err != nil {
			return reply{}, err
		}
		for _, e := range list {
			rows = append(rows, []string{
				e.ID, exactTime(ctx, e.CreatedAt), v.t(entryName(e.Kind)), strconv.FormatInt(e.Points, 10), strconv.FormatInt(e.BalanceAfter, 10), orEmpty(e.OrderID), ledgerNote(ctx, e.Note),
			})
		}
		if number*exportBatch >= total {
			return table(v.t("积分")+".csv", header, rows)
		}
	}
}

func entryName(k points.Kind) string {
	switch k {
	case points.Grant:
		return key("发放")
	case points.Hold:
		return key("冻结")
	case points.Release:
		return key("退回")
	case points.Capture:
		return key("扣除")
	case points.Expire:
		return key("到期清零")
	}
	return key("调整")
}

// ledgerNote is what an entry is for.
func ledgerNote(ctx context.Context, note string) string { return viewOf(ctx).lang.Stored("points", note) }

// signed is a movement: +1,000, −120, 0.
func signed(n int64) string {
	if n > 0 {
		return "+" + number(n)
	}
	return number(n)
}

func movementClass(n int64) string {
	if n > 0 {
		return "good"
	}
	return ""
}
