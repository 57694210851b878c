package console

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
)

const reviewAPage = 50

// reviewQueues are what an operator works through. The first two wait for somebody and come oldest first.
var reviewQueues = []orderTab{
	{"", key("待审核"), []order.State{order.AwaitingReview}},
	{"receipt", key("待回执"), []order.State{order.InPublication}},
	{"done", key("已处理"), []order.State{order.NeedsRevision, order.Published, order.Rejected, order.Failed, order.Withdrawn, order.Expired}},
}

// desk is the operator's queue with one order on it.
type desk struct {
	queue  orderTab
	counts map[order.State]int64
	soon   int // on this page: expire within eight hours
	items  []order.Order
	paging paging
	users  map[string]account.User
	stuck  []order.Stuck

	order  *order.Order
	text   content.Fields
	body   markdown.Proof
	outlet catalogue.Outlet
	user   account.User
	checks []remark
	form   form
	now    time.Time
}

// remark is something a reviewer should know, found by looking at the text.
type remark struct{ tone, name, text string }

func (d desk) path(queue, order string) string {
	query := url.Values{}
	if queue != "" {
		query.Set("queue", queue)
	}
	if order != "" {
		query.Set("order", order)
	}
	if len(query) == 0 {
		return "/operator/review"
	}
	return "/operator/review?" + query.Encode()
}

func queueOf(name string) orderTab {
	for _, q := range reviewQueues {
		if q.name == name {
			return q
		}
	}
	return reviewQueues[0]
}

func (c *Console) showReview(ctx context.Context, v *visit) (reply, error) {
	return c.reviewPage(ctx, v, v.URL.Query().Get("order"), nil)
}

// reviewPage shows the queue and one order, by default the first; refusal says why what was asked for did not happen.
func (c *Console) reviewPage(ctx context.Context, v *visit, orderID string, refusal error) (reply, error) {
	d := desk{queue: queueOf(v.URL.Query().Get("queue")), paging: pagingOf(v, reviewAPage), users: map[string]account.User{}, now: v.now, form: filled()}
	if v.Method == http.MethodPost {
		d.queue, d.form = queueOf(v.PostForm.Get("queue")), v.form()
		d.paging.path, d.paging.query = "/operator/review", url.Values{}
	}
	p := page{Title: key("运营审核"), Entry: "review"}
	if refusal != nil {
		if err := d.form.take(v, refusal); err != nil {
			return reply{}, err
		}
		p.Status = http.StatusUnprocessableEntity
	}
	if err := c.fillQueue(ctx, &d); err != nil {
		return reply{}, err
	}
	if orderID == "" && len(d.items) > 0 {
		orderID = d.items[0].ID
	}
	if orderID != "" {
		if err := c.fillDesk(ctx, &d, orderID); err != nil {
			return reply{}, err
		}
	}
	p.Body = reviewBody(d)
	return show(p)
}

func (c *Console) fillQueue(ctx context.Context, d *desk) (err error) {
	if d.counts, err = c.rooms.Orders.CountAll(ctx); err != nil {
		return err
	}
	d.items, d.paging.total, err = c.rooms.Orders.ListAll(ctx, order.Filter{
		States: d.queue.values(), Oldest: d.queue.name != "done", Page: order.Page{Number: d.paging.number, Size: reviewAPage},
	})
	if err != nil {
		return err
	}
	if d.stuck, err = c.rooms.Orders.Stuck(ctx); err != nil {
		return err
	}
	for _, o := range d.items {
		if d.late(o) {
			d.soon++
		}
		if _, known := d.users[o.PayerID]; !known {
			if d.users[o.PayerID], err = c.rooms.Accounts.ByID(ctx, o.PayerID); err != nil {
				return err
			}
		}
	}
	return nil
}

// soonTime is how close to its deadline an order is shown as urgent.
const soonTime = 8 * time.Hour

func (d desk) late(o order.Order) bool {
	return o.Status == order.AwaitingReview && o.DueAt != nil && o.DueAt.Sub(d.now) < soonTime
}

func (c *Console) fillDesk(ctx context.Context, d *desk, orderID string) error {
	o, err := c.rooms.Orders.FindAny(ctx, orderID)
	if err != nil {
		return err
	}
	d.order = &o
	if d.text, err = c.rooms.Orders.Manuscript(ctx, orderID); err != nil {
		return err
	}
	d.body = markdown.NewProof(d.text.Body)
	if d.outlet, err = c.rooms.Catalogue.Find(ctx, o.Media.ID); err != nil {
		return err
	}
	if d.user, err = c.rooms.Accounts.ByID(ctx, o.PayerID); err != nil {
		return err
	}
	d.checks = looked(ctx, d.text, d.body, d.outlet)
	return nil
}

// stuckOf is why an order goes no further, or nil.
func (d desk) stuckOf(orderID string) *order.Stuck {
	if i := slices.IndexFunc(d.stuck, func(s order.Stuck) bool { return s.OrderID == orderID }); i >= 0 {
		return &d.stuck[i]
	}
	return nil
}

// absolutes are words that advertising rules forbid. Finding one is a hint: quoting somebody may be allowed.
var absolutes = []string{"国家级", "世界级", "最高级", "最好", "最佳", "最先进", "最优", "最强", "第一品牌", "全网第一", "全国第一", "销量第一", "唯一", "顶级", "顶尖", "极致", "绝对", "永久", "万能", "根治", "零风险", "100%"}

// looked compares a text with what its outlet allows.
func looked(ctx context.Context, text content.Fields, body markdown.Proof, m catalogue.Outlet) []remark {
	length := utf8.RuneCountInString(text.Title)
	title := remark{"good", t(ctx, "标题长度"), t(ctx, "%d 字，媒体没有写明上限", length)}
	if most := m.Policy.TitleMaxLength; most != nil {
		title = remark{"good", t(ctx, "标题长度"), t(ctx, "%d / %d 字", length, *most)}
		if int64(length) > *most {
			title.tone = "bad"
		}
	}
	links := allowance(ctx, t(ctx, "外链"), body.Links, m.Policy.Links)
	images := allowance(ctx, t(ctx, "图片"), body.Images, m.Policy.Images)
	words := remark{"good", t(ctx, "绝对化用语"), t(ctx, "没有发现")}
	if found := absolutesIn(text.Title + "\n" + text.Body); len(found) > 0 {
		words = remark{"warn", t(ctx, "绝对化用语"), joinWords(ctx, found)}
	}
	kind := remark{"good", t(ctx, "稿件类型"), t(ctx, contentTypeName(text.ContentType))}
	if !m.Takes(text.ContentType) {
		kind.tone, kind.text = "bad", t(ctx, "媒体不接受%s", t(ctx, contentTypeName(text.ContentType)))
	}
	return []remark{title, kind, links, images, words}
}

func allowance(ctx context.Context, name string, n int, allowed *bool) remark {
	switch {
	case n == 0:
		return remark{"good", name, t(ctx, "无")}
	case allowed == nil:
		return remark{"warn", name, t(ctx, "%d 处，媒体没有写明是否允许", n)}
	case !*allowed:
		return remark{"bad", name, t(ctx, "%d 处，媒体不允许", n)}
	}
	return remark{"good", name, t(ctx, "%d 处，媒体允许", n)}
}

func absolutesIn(text string) (found []string) {
	for _, w := range absolutes {
		if strings.Contains(text, w) {
			found = append(found, w)
		}
	}
	return found
}

// moved does one thing with the order in the path and leads to the next in the queue.
func (c *Console) moved(ctx context.Context, v *visit, move func(orderID string) (string, error)) (reply, error) {
	id := v.PathValue("order_id")
	said, err := move(id)
	if fault.Is(err, fault.NoSuchThing) {
		return reply{}, err
	}
	if err != nil {
		return c.reviewPage(ctx, v, id, err)
	}
	v.say("%s", said)
	return leadTo(desk{}.path(queueOf(v.PostForm.Get("queue")).name, ""))
}

func (c *Console) approveOrder(ctx context.Context, v *visit) (reply, error) {
	return c.moved(ctx, v, func(id string) (string, error) {
		o, err := c.rooms.Orders.Approve(ctx, v.user.ID, id, v.PostForm.Get("note"))
		return v.t("已通过「%s」，交给 %s", clipped(o.Content.Title, 30), o.Media.Name), err
	})
}

func (c *Console) rejectOrder(ctx context.Context, v *visit) (reply, error) {
	return c.moved(ctx, v, func(id string) (string, error) {
		o, err := c.rooms.Orders.Reject(ctx, v.user.ID, id, v.PostForm.Get("note"))
		return v.t("已驳回，退回 %s 积分", number(o.Points)), blamed(err, "note")
	})
}

func (c *Console) requestChanges(ctx context.Context, v *visit) (reply, error) {
	return c.moved(ctx, v, func(id string) (string, error) {
		o, err := c.rooms.Orders.RequestChanges(ctx, v.user.ID, id, v.PostForm.Get("note"))
		return v.t("已退回修改「%s」", clipped(o.Content.Title, 30)), blamed(err, "note")
	})
}

func (c *Console) publishOrder(ctx context.Context, v *visit) (reply, error) {
	return c.moved(ctx, v, func(id string) (string, error) {
		o, err := c.rooms.Orders.Publish(ctx, v.user.ID, id, v.PostForm.Get("url"))
		return v.t("已记录网址，扣除 %s 积分", number(o.Points)), blamed(err, "url")
	})
}

func (c *Console) failOrder(ctx context.Context, v *visit) (reply, error) {
	return c.moved(ctx, v, func(id string) (string, error) {
		o, err := c.rooms.Orders.Fail(ctx, v.user.ID, id, v.PostForm.Get("note"))
		return v.t("已标记为发布失败，退回 %s 积分", number(o.Points)), blamed(err, "note")
	})
}

func (c *Console) pushOrder(ctx context.Context, v *visit) (reply, error) {
	return c.moved(ctx, v, func(id string) (string, error) {
		return v.t("已再次交给媒体"), c.rooms.Orders.PushAgain(ctx, id)
	})
}

// blamed says which field a refusal of malformed input is about.
func blamed(err error, field string) error {
	if known := fault.As(err); known != nil && known.Code == fault.Malformed && known.Value == nil {
		said := *known
		said.Value = &fault.ValueFault{Loc: []any{"body", field}}
		return &said
	}
	return err
}

// exportReview is the queue as a table.
func (c *Console) exportReview(ctx context.Context, v *visit) (reply, error) {
	queue := queueOf(v.URL.Query().Get("queue"))
	filter := order.Filter{States: queue.values(), Oldest: queue.name != "done"}
	rows, err := c.orderRows(ctx, filter, func(f order.Filter) ([]order.Order, int64, error) {
		return c.rooms.Orders.ListAll(ctx, f)
	})
	if err != nil {
		return reply{}, err
	}
	return table(v.t("运营审核")+".csv", orderHeader(ctx), rows)
}

func flagName(flag string) string {
	switch flag {
	case order.FlagUnanswered:
		return key("多次询问没有回音")
	case order.FlagSetup:
		return key("推送地址或密钥缺失")
	case order.FlagNoCallback:
		return key("媒体已收到，但没有回执地址")
	}
	return key("媒体已收到，久未回执")
}
