package publish

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
)

const ordersAPage = 20

// OrderTab is a status filter: some states under one name.
type OrderTab struct {
	Name, Label string
	States      []order.State
}

var orderTabs = []OrderTab{
	{"", kit.Key("全部"), nil},
	{"review", kit.Key("待审核"), []order.State{order.AwaitingReview}},
	{"revision", kit.Key("待修改"), []order.State{order.NeedsRevision}},
	{"publishing", kit.Key("发布中"), []order.State{order.InPublication}},
	{"published", kit.Key("已发布"), []order.State{order.Published}},
	{"ended", kit.Key("已结束"), []order.State{order.Withdrawn, order.Rejected, order.Expired, order.Failed}},
}

func tabOf(name string) OrderTab {
	for _, tab := range orderTabs {
		if tab.Name == name {
			return tab
		}
	}
	return orderTabs[0]
}

// Values are the states of a tab, as a filter takes them.
func (tab OrderTab) Values() []string {
	list := make([]string, len(tab.States))
	for i, s := range tab.States {
		list[i] = string(s)
	}
	return list
}

// Count adds up the orders of a tab.
func (tab OrderTab) Count(counts map[order.State]int64) (n int64) {
	for state, c := range counts {
		if tab.States == nil || slices.Contains(tab.States, state) {
			n += c
		}
	}
	return n
}

// orderList is the orders of the space at hand, narrowed by the URL, with one of them beside.
type orderList struct {
	quota   plan.Quota
	counts  map[order.State]int64
	tab     OrderTab
	content *content.Content  // to which the list is narrowed
	outlet  *catalogue.Outlet // to which the list is narrowed
	items   []order.Order
	paging  kit.Paging
	query   url.Values
	chosen  *order.Order
	brandChoice
	now time.Time
}

const orderSwap = "order-tabs order-list order-side balance"

func (l orderList) filtered(tab string) string {
	return kit.WithQuery("/orders", l.query, "status", tab)
}

func (l orderList) opened(id string) string {
	query := url.Values{}
	for k, v := range l.query {
		query[k] = v
	}
	if l.paging.Number > 1 {
		query.Set("page", strconv.FormatInt(l.paging.Number, 10))
	}
	return kit.WithQuery("/orders", query, "order", id)
}

func (pages *Pages) showOrders(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.orderList(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("订单"), Entry: "orders", Body: ordersBody(l)})
}

func (pages *Pages) orderList(ctx context.Context, v *kit.Visit) (l orderList, err error) {
	asked := v.URL.Query()
	l = orderList{tab: tabOf(asked.Get("status")), paging: kit.PagingOf(v, ordersAPage), query: url.Values{}, now: v.Now.Time}
	filter := order.Filter{States: l.tab.Values(), Paging: order.Paging{Number: l.paging.Number, Size: ordersAPage}}
	if l.tab.Name != "" {
		l.query.Set("status", l.tab.Name)
	}
	if l.brandChoice, err = pages.chooseBrand(ctx, v); err != nil {
		return l, err
	}
	if l.asked != "" {
		l.query.Set("brand", l.asked)
	}
	if id := asked.Get("content"); id != "" {
		if one, err := pages.Contents.Find(ctx, v.Caller, id); err == nil {
			l.content = &one
		}
		filter.ContentIDs = []string{id}
		l.query.Set("content", id)
	}
	if id := asked.Get("outlet"); id != "" {
		if one, err := pages.Catalogue.Find(ctx, id); err == nil {
			l.outlet = &one
		}
		filter.OutletIDs = []string{id}
		l.query.Set("outlet", id)
	}
	if l.content == nil {
		filter.Brand = l.filter()
	}
	if l.items, l.paging.Total, err = pages.Orders.List(ctx, v.Caller, filter); err != nil {
		return l, err
	}
	l.paging.Query = l.query
	if l.counts, err = pages.Orders.Count(ctx, v.Caller, filter.Brand); err != nil {
		return l, err
	}
	if _, l.quota, err = pages.payer(ctx, v); err != nil {
		return l, err
	}
	if id := asked.Get("order"); id != "" {
		o, err := pages.Orders.Find(ctx, v.Caller, id)
		if err != nil {
			return l, err
		}
		l.chosen = &o
	}
	return l, nil
}

// orderPage is one order with the content as it was submitted.
type orderPage struct {
	order  order.Order
	body   markdown.Proof
	outlet catalogue.Outlet
	now    time.Time
	fault  string
	brandChoice
}

func (pages *Pages) showOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.orderPage(ctx, v, nil)
}

// orderPage shows an order; refusal says why what was asked for did not happen.
func (pages *Pages) orderPage(ctx context.Context, v *kit.Visit, refusal error) (kit.Reply, error) {
	o, err := pages.Orders.Find(ctx, v.Caller, v.PathValue("order_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	s := orderPage{order: o, now: v.Now.Time}
	p := kit.Page{Title: o.Content.Title, Entry: "orders"}
	if refusal != nil {
		f := v.Submitted()
		if err := f.Take(v, pages.namedRefusal(refusal)); err != nil {
			return kit.Reply{}, err
		}
		s.fault, p.Status = firstFault(f), http.StatusConflict
	}
	text, err := pages.Orders.Manuscript(ctx, o.ID)
	if err != nil {
		return kit.Reply{}, err
	}
	s.body = markdown.NewProof(text.Body)
	if s.outlet, err = pages.Catalogue.Find(ctx, o.Outlet.ID); err != nil {
		return kit.Reply{}, err
	}
	if s.brandChoice, err = pages.chooseBrand(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	p.Body = orderBody(s)
	return kit.Show(p)
}

// namedRefusal words the refusals that an order can meet and whose own sentence says too little on its page.
func (pages *Pages) namedRefusal(err error) error {
	switch known := fault.As(err); {
	case known == nil:
		return err
	case known.Code == fault.NoSuchThing && known.Detail["resource"] == "content":
		return fault.New(fault.OrderState).Why("resubmit_deleted")
	case known.Code == fault.OutletUnavailable:
		return fault.New(fault.OutletUnavailable).Why("resubmit_unavailable")
	}
	return err
}

func firstFault(f kit.Form) string {
	for _, said := range f.Faults {
		return said
	}
	return ""
}

func (pages *Pages) withdrawOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	o, err := pages.Orders.Withdraw(ctx, v.Caller, v.PathValue("order_id"))
	if err != nil {
		return pages.orderPage(ctx, v, err)
	}
	v.Say("已撤回，退回 %s 积分", kit.Number(o.Points))
	return kit.LeadTo(kit.BackOr(v, "/orders/"+o.ID))
}

func (pages *Pages) resubmitOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	o, err := pages.Orders.Resubmit(ctx, v.Caller, v.PathValue("order_id"))
	if err != nil {
		return pages.orderPage(ctx, v, err)
	}
	v.Say("已用第 %d 版再次提交，等待审核", o.Content.Revision)
	return kit.LeadTo(kit.BackOr(v, "/orders/"+o.ID))
}

// exportOrders is the list as it is filtered, as a table.
func (pages *Pages) exportOrders(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	filter := order.Filter{States: tabOf(v.URL.Query().Get("status")).Values()}
	s, err := pages.chooseBrand(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	filter.Brand = s.filter()
	if id := v.URL.Query().Get("content"); id != "" {
		filter.ContentIDs, filter.Brand = []string{id}, content.AnyBrand
	}
	if id := v.URL.Query().Get("outlet"); id != "" {
		filter.OutletIDs = []string{id}
	}
	return OrderTable(ctx, v.ListFile(v.T("订单")), filter, func(f order.Filter) ([]order.Order, int64, error) {
		return pages.Orders.List(ctx, v.Caller, f)
	})
}

// OrderTable answers with orders as a file.
func OrderTable(
	ctx context.Context, name string, filter order.Filter, list func(order.Filter) ([]order.Order, int64, error),
) (kit.Reply, error) {
	read := func(number, size int64) ([]order.Order, int64, error) {
		filter.Paging = order.Paging{Number: number, Size: size}
		return list(filter)
	}
	return kit.Gather(ctx, read, func(o order.Order) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", o.ID), kit.Column("状态", kit.T(ctx, stateName(o.Status))),
			kit.Column("内容", o.Content.Title), kit.Column("版本", o.Content.Revision),
			kit.Column("媒体", o.Outlet.Name), kit.Column("积分", o.Points), kit.Column("提交", o.CreatedAt),
			kit.Column("更新", o.UpdatedAt), kit.Column("说明", Said(ctx, o.Reason)),
			kit.Column("文章网址", o.PublishedURL), kit.Column("发布时间", o.PublishedAt), kit.Column("被引用次数", o.Citations),
		}
	}).CSV(name)
}
