package operator

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"renown/internal/door/console/kit"
	"renown/internal/door/console/publish"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
)

const reviewAPage = 50

// reviewQueues are what an operator works through. The first two wait for an operator and come oldest first.
var reviewQueues = []publish.OrderTab{
	{Name: "", Label: kit.Key("待审核"), States: []order.State{order.AwaitingReview}},
	{Name: "receipt", Label: kit.Key("待回执"), States: []order.State{order.InPublication}},
	{Name: "done", Label: kit.Key("已处理"), States: []order.State{
		order.NeedsRevision, order.Published,
		order.Rejected, order.Failed, order.Withdrawn, order.Expired,
	}},
}

// desk is the operator's queue with one order on it.
type desk struct {
	queue  publish.OrderTab
	counts map[order.State]int64
	soon   int // on this page: expire within eight hours
	items  []order.Order
	paging kit.Paging
	users  map[string]account.User
	stuck  []order.Stuck

	order  *order.Order
	text   content.Fields
	body   markdown.Proof
	outlet catalogue.Outlet
	user   account.User
	checks []remark
	gate   publish.Gate
	form   kit.Form
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

func queueOf(name string) publish.OrderTab {
	for _, q := range reviewQueues {
		if q.Name == name {
			return q
		}
	}
	return reviewQueues[0]
}

func (pages *Pages) showReview(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.reviewPage(ctx, v, v.URL.Query().Get("order"), nil)
}

// reviewPage shows the queue and one order, by default the first; refusal says why what was asked for did not happen.
func (pages *Pages) reviewPage(ctx context.Context, v *kit.Visit, orderID string, refusal error) (kit.Reply, error) {
	d := desk{
		queue: queueOf(v.URL.Query().Get("queue")), paging: kit.PagingOf(v, reviewAPage),
		users: map[string]account.User{}, now: v.Now.Time, form: kit.Filled(),
	}
	if v.Method == http.MethodPost {
		d.queue, d.form = queueOf(v.PostForm.Get("queue")), v.Submitted()
		d.paging.Path, d.paging.Query = "/operator/review", url.Values{}
	}
	p := kit.Page{Title: kit.Key("运营审核"), Entry: "review"}
	if refusal != nil {
		if err := d.form.Take(v, refusal); err != nil {
			return kit.Reply{}, err
		}
		p.Status = http.StatusUnprocessableEntity
	}
	if err := pages.fillQueue(ctx, &d); err != nil {
		return kit.Reply{}, err
	}
	if orderID == "" && len(d.items) > 0 {
		orderID = d.items[0].ID
	}
	if orderID != "" {
		if err := pages.fillDesk(ctx, &d, orderID); err != nil {
			return kit.Reply{}, err
		}
	}
	p.Body = reviewBody(d)
	return kit.Show(p)
}

func (pages *Pages) fillQueue(ctx context.Context, d *desk) (err error) {
	if d.counts, err = pages.Orders.CountAll(ctx); err != nil {
		return err
	}
	d.items, d.paging.Total, err = pages.Orders.ListAll(ctx, order.Filter{
		States: d.queue.Values(), Oldest: d.queue.Name != "done", Paging: order.Paging{Number: d.paging.Number, Size: reviewAPage},
	})
	if err != nil {
		return err
	}
	if d.stuck, err = pages.Orders.Stuck(ctx); err != nil {
		return err
	}
	for _, o := range d.items {
		if d.late(o) {
			d.soon++
		}
		if _, known := d.users[o.PayerID]; !known {
			if d.users[o.PayerID], err = pages.Accounts.ByID(ctx, o.PayerID); err != nil {
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

func (pages *Pages) fillDesk(ctx context.Context, d *desk, orderID string) error {
	o, err := pages.Orders.FindAny(ctx, orderID)
	if err != nil {
		return err
	}
	d.order = &o
	if d.text, err = pages.Orders.Manuscript(ctx, orderID); err != nil {
		return err
	}
	d.body = markdown.NewProof(d.text.Body)
	if d.outlet, err = pages.Catalogue.Find(ctx, o.Outlet.ID); err != nil {
		return err
	}
	if d.user, err = pages.Accounts.ByID(ctx, o.PayerID); err != nil {
		return err
	}
	d.checks = looked(ctx, d.text, d.body, d.outlet)
	d.gate = publish.Gate{Found: o.Found, Name: publish.GateNames(ctx, pages.Contents)}
	if o.Declaration != nil {
		d.gate.Mode = o.Declaration.Gate
	}
	d.body = d.body.Marked(d.gate.Marks(ctx))
	return nil
}

// stuckOf is why an order goes no further, or nil.
func (d desk) stuckOf(orderID string) *order.Stuck {
	if i := slices.IndexFunc(d.stuck, func(s order.Stuck) bool { return s.OrderID == orderID }); i >= 0 {
		return &d.stuck[i]
	}
	return nil
}

// looked compares a text with what its outlet allows.
func looked(ctx context.Context, text content.Fields, body markdown.Proof, m catalogue.Outlet) []remark {
	length := utf8.RuneCountInString(text.Title)
	title := remark{"good", kit.T(ctx, "标题长度"), kit.T(ctx, "%d 字，媒体没有写明上限", length)}
	if most := m.Policy.TitleMaxLength; most != nil {
		title = remark{"good", kit.T(ctx, "标题长度"), kit.T(ctx, "%d / %d 字", length, *most)}
		if int64(length) > *most {
			title.tone = "bad"
		}
	}
	links := allowance(ctx, kit.T(ctx, "外链"), body.Links, m.Policy.Links)
	images := allowance(ctx, kit.T(ctx, "图片"), body.Images, m.Policy.Images)
	kind := remark{"good", kit.T(ctx, "稿件类型"), kit.T(ctx, publish.ContentTypeName(text.ContentType))}
	if !m.Takes(text.ContentType) {
		kind.tone, kind.text = "bad", kit.T(ctx, "媒体不接受%s", kit.T(ctx, publish.ContentTypeName(text.ContentType)))
	}
	return []remark{title, kind, links, images}
}

func allowance(ctx context.Context, name string, n int, allowed *bool) remark {
	switch {
	case n == 0:
		return remark{"good", name, kit.T(ctx, "无")}
	case allowed == nil:
		return remark{"warn", name, kit.T(ctx, "%d 处，媒体没有写明是否允许", n)}
	case !*allowed:
		return remark{"bad", name, kit.T(ctx, "%d 处，媒体不允许", n)}
	}
	return remark{"good", name, kit.T(ctx, "%d 处，媒体允许", n)}
}

// moved does one thing with the order in the path and leads to the next in the queue.
func (pages *Pages) moved(ctx context.Context, v *kit.Visit, move func(orderID string) (string, error)) (kit.Reply, error) {
	id := v.PathValue("order_id")
	said, err := move(id)
	if fault.Is(err, fault.NoSuchThing) {
		return kit.Reply{}, err
	}
	if err != nil {
		return pages.reviewPage(ctx, v, id, err)
	}
	v.Say("%s", said)
	return kit.LeadTo(desk{}.path(queueOf(v.PostForm.Get("queue")).Name, ""))
}

func (pages *Pages) approveOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.moved(ctx, v, func(id string) (string, error) {
		o, err := pages.Orders.Approve(ctx, v.User.ID, id, v.PostForm.Get("note"))
		return v.T("已通过「%s」，交给 %s", kit.Clipped(o.Content.Title, 30), o.Outlet.Name), blamed(err, "note")
	})
}

func (pages *Pages) rejectOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.moved(ctx, v, func(id string) (string, error) {
		o, err := pages.Orders.Reject(ctx, v.User.ID, id, v.PostForm.Get("note"))
		return v.T("已驳回，退回 %s 积分", kit.Number(o.Points)), blamed(err, "note")
	})
}

func (pages *Pages) requestChanges(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.moved(ctx, v, func(id string) (string, error) {
		o, err := pages.Orders.RequestChanges(ctx, v.User.ID, id, v.PostForm.Get("note"))
		return v.T("已退回修改「%s」", kit.Clipped(o.Content.Title, 30)), blamed(err, "note")
	})
}

func (pages *Pages) publishOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.moved(ctx, v, func(id string) (string, error) {
		o, err := pages.Orders.Publish(ctx, v.User.ID, id, v.PostForm.Get("url"))
		return v.T("已记录网址，扣除 %s 积分", kit.Number(o.Points)), blamed(err, "url")
	})
}

func (pages *Pages) failOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.moved(ctx, v, func(id string) (string, error) {
		o, err := pages.Orders.Fail(ctx, v.User.ID, id, v.PostForm.Get("note"))
		return v.T("已标记为发布失败，退回 %s 积分", kit.Number(o.Points)), blamed(err, "note")
	})
}

func (pages *Pages) pushOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.moved(ctx, v, func(id string) (string, error) {
		return v.T("已再次交给媒体"), pages.Orders.PushAgain(ctx, id)
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
func (pages *Pages) exportReview(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	queue := queueOf(v.URL.Query().Get("queue"))
	filter := order.Filter{States: queue.Values(), Oldest: queue.Name != "done"}
	return publish.OrderTable(ctx, v.T("运营审核")+".csv", filter, func(f order.Filter) ([]order.Order, int64, error) {
		return pages.Orders.ListAll(ctx, f)
	})
}

var flagNames = map[string]string{
	order.FlagUnanswered: kit.Key("多次询问没有回音"),
	order.FlagSetup:      kit.Key("推送地址或密钥缺失"),
	order.FlagNoCallback: kit.Key("媒体已收到，但没有回执地址"),
	order.FlagFarOff:     kit.Key("约定的发布时间太远"),
}

func flagName(flag string) string {
	return kit.Label(flagNames, flag, kit.Key("媒体已收到，久未回执"))
}

// payerName is who pays for an order; an account that was deleted has no address any more.
func payerName(ctx context.Context, u account.User) string {
	if u.ID == account.GoneUser {
		return kit.T(ctx, "已删除的账号")
	}
	return u.Email
}
