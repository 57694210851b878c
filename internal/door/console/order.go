package console

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
)

const ordersAPage = 20

// orderTab is a status filter: some states under one name.
type orderTab struct {
	name, label string
	states      []order.State
}

var orderTabs = []orderTab{
	{"", key("全部"), nil},
	{"review", key("待审核"), []order.State{order.AwaitingReview}},
	{"revision", key("待修改"), []order.State{order.NeedsRevision}},
	{"publishing", key("发布中"), []order.State{order.InPublication}},
	{"published", key("已发布"), []order.State{order.Published}},
	{"ended", key("已结束"), []order.State{order.Withdrawn, order.Rejected, order.Expired, order.Failed}},
}

func tabOf(name string) orderTab {
	for _, tab := range orderTabs {
		if tab.name == name {
			return tab
		}
	}
	return orderTabs[0]
}

func (tab orderTab) values() []string {
	list := make([]string, len(tab.states))
	for i, s := range tab.states {
		list[i] = string(s)
	}
	return list
}

func (tab orderTab) count(counts map[order.State]int64) (n int64) {
	for state, c := range counts {
		if tab.states == nil || slices.Contains(tab.states, state) {
			n += c
		}
	}
	return n
}

// orderList is the orders of the space at hand, narrowed by the URL, with one of them beside.
type orderList struct {
	quota   plan.Quota
	counts  map[order.State]int64
	tab     orderTab
	content *content.Content  // to which the list is narrowed
	outlet  *catalogue.Outlet // to which the list is narrowed
	items   []order.Order
	paging  paging
	query   url.Values
	chosen  *order.Order
	now     time.Time
}

const orderSwap = "order-tabs order-list order-side balance"

func (l orderList) filtered(tab string) string { return withQuery("/orders", l.query, "status", tab) }

func (l orderList) opened(id string) string {
	query := url.Values{}
	for k, v := range l.query {
		query[k] = v
	}
	if l.paging.number > 1 {
		query.Set("page", strconv.FormatInt(l.paging.number, 10))
	}
	return withQuery("/orders", query, "order", id)
}

func (c *Console) showOrders(ctx context.Context, v *visit) (reply, error) {
	l, err := c.orderList(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return show(page{Title: key("订单"), Entry: "orders", Body: ordersBody(l)})
}

func (c *Console) orderList(ctx context.Context, v *visit) (l orderList, err error) {
	asked := v.URL.Query()
	l = orderList{tab: tabOf(asked.Get("status")), paging: pagingOf(v, ordersAPage), query: url.Values{}, now: v.now}
	filter := order.Filter{States: l.tab.values(), Page: order.Page{Number: l.paging.number, Size: ordersAPage}}
	if l.tab.name != "" {
		l.query.Set("status", l.tab.name)
	}
	if id := asked.Get("content"); id != "" {
		if one, err := c.rooms.Contents.Find(ctx, v.caller, id); err == nil {
			l.content = &one
		}
		filter.ContentIDs = []string{id}
		l.query.Set("content", id)
	}
	if id := asked.Get("outlet"); id != "" {
		if one, err := c.rooms.Catalogue.Find(ctx, id); err == nil {
			l.outlet = &one
		}
		filter.MediaIDs = []string{id}
		l.query.Set("outlet", id)
	}
	if l.items, l.paging.total, err = c.rooms.Orders.List(ctx, v.caller, filter); err != nil {
		return l, err
	}
	l.paging.query = l.query
	if l.counts, err = c.rooms.Orders.Count(ctx, v.caller); err != nil {
		return l, err
	}
	if _, l.quota, err = c.payer(ctx, v); err != nil {
		return l, err
	}
	if id := asked.Get("order"); id != "" {
		o, err := c.rooms.Orders.Find(ctx, v.caller, id)
		if err != nil {
			return l, err
		}
		l.chosen = &o
	}
	return l, nil
}

// orderSheet is one order with the content as it was submitted.
type orderSheet struct {
	order  order.Order
	body   markdown.Proof
	outlet catalogue.Outlet
	now    time.Time
	fault  string
}

func (c *Console) showOrder(ctx context.Context, v *visit) (reply, error) {
	return c.orderPage(ctx, v, nil)
}

// orderPage shows an order; refusal says why what was asked for did not happen.
func (c *Console) orderPage(ctx context.Context, v *visit, refusal error) (reply, error) {
	o, err := c.rooms.Orders.Find(ctx, v.caller, v.PathValue("order_id"))
	if err != nil {
		return reply{}, err
	}
	s := orderSheet{order: o, now: v.now}
	p := page{Title: o.Content.Title, Entry: "orders"}
	if refusal != nil {
		f := v.form()
		if err := f.take(v, c.namedRefusal(refusal)); err != nil {
			return reply{}, err
		}
		s.fault, p.Status = firstFault(f), http.StatusConflict
	}
	text, err := c.rooms.Orders.Manuscript(ctx, o.ID)
	if err != nil {
		return reply{}, err
	}
	s.body = markdown.NewProof(text.Body)
	if s.outlet, err = c.rooms.Catalogue.Find(ctx, o.Media.ID); err != nil {
		return reply{}, err
	}
	p.Body = orderBody(s)
	return show(p)
}

// namedRefusal words the refusals that an order can meet and whose own sentence says too little on its page.
func (c *Console) namedRefusal(err error) error {
	switch known := fault.As(err); {
	case known == nil:
		return err
	case known.Code == fault.NoSuchThing && known.Detail["resource"] == "content":
		return fault.New(fault.OrderState).Why("resubmit_deleted")
	case known.Code == fault.MediaUnavailable:
		return fault.New(fault.MediaUnavailable).Why("resubmit_unavailable")
	}
	return err
}

func firstFault(f form) string {
	for _, said := range f.faults {
		return said
	}
	return ""
}

func (c *Console) withdrawOrder(ctx context.Context, v *visit) (reply, error) {
	o, err := c.rooms.Orders.Withdraw(ctx, v.caller, v.PathValue("order_id"))
	if err != nil {
		return c.orderPage(ctx, v, err)
	}
	v.say("已撤回，退回 %s 积分", number(o.Points))
	return leadTo(backOr(v, "/orders/"+o.ID))
}

func (c *Console) resubmitOrder(ctx context.Context, v *visit) (reply, error) {
	o, err := c.rooms.Orders.Resubmit(ctx, v.caller, v.PathValue("order_id"))
	if err != nil {
		return c.orderPage(ctx, v, err)
	}
	v.say("已用第 %d 版再次提交，等待审核", o.Content.Revision)
	return leadTo(backOr(v, "/orders/"+o.ID))
}

// backOr is the page of the console that a form came from.
func backOr(v *visit, otherwise string) string {
	if back := v.PostForm.Get("back"); back != "" {
		return localPath(back)
	}
	return otherwise
}

// exportOrders is the list as it is filtered, as a table.
func (c *Console) exportOrders(ctx context.Context, v *visit) (reply, error) {
	filter := order.Filter{States: tabOf(v.URL.Query().Get("status")).values()}
	if id := v.URL.Query().Get("content"); id != "" {
		filter.ContentIDs = []string{id}
	}
	if id := v.URL.Query().Get("outlet"); id != "" {
		filter.MediaIDs = []string{id}
	}
	rows, err := c.orderRows(ctx, filter, func(f order.Filter) ([]order.Order, int64, error) {
		return c.rooms.Orders.List(ctx, v.caller, f)
	})
	if err != nil {
		return reply{}, err
	}
	return table(v.t("订单")+".csv", orderHeader(ctx), rows)
}

func orderHeader(ctx context.Context) []string {
	return []string{
		t(ctx, "编号"), t(ctx, "状态"), t(ctx, "内容"), t(ctx, "版本"), t(ctx, "媒体"), t(ctx, "积分"), t(ctx, "提交"), t(ctx, "更新"), t(ctx, "说明"),
		t(ctx, "文章网址"), t(ctx, "发布时间"), t(ctx, "被引用次数"),
	}
}

// orderRows gathers orders page by page.
func (c *Console) orderRows(ctx context.Context, filter order.Filter, read func(order.Filter) ([]order.Order, int64, error)) (rows [][]string, err error) {
	for filter.Page = (order.Page{Number: 1, Size: exportBatch}); ; filter.Number++ {
		list, total, err := read(filter)
		if err != nil {
			return nil, err
		}
		for _, o := range list {
			published := ""
			if o.PublishedAt != nil {
				published = exactTime(ctx, *o.PublishedAt)
			}
			rows = append(rows, []string{
				o.ID, t(ctx, stateName(o.Status)), o.Content.Title, strconv.FormatInt(o.Content.Revision, 10), o.Media.Name, strconv.FormatInt(o.Points, 10),
				exactTime(ctx, o.CreatedAt), exactTime(ctx, o.UpdatedAt), orEmpty(o.Reason), orEmpty(o.PublishedURL), published, strconv.FormatInt(o.Citations, 10),
			})
		}
		if filter.Number*exportBatch >= total {
			return rows, nil
		}
	}
}
