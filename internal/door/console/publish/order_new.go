package publish

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/floor/undo"
	"renown/internal/room/campaign"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/requestschema"
)

// checkout is the page before orders are submitted: each price, the total, what is left.
type checkout struct {
	form         kit.Form
	contents     []content.Content
	content      *content.Content
	lines        []checkoutItem
	quota        plan.Quota
	subscription plan.Subscription
	campaigns    []campaign.Campaign // that orders can join
	gate         Gate
	expired      bool
	brandChoice
	now time.Time
}

// checkoutItem is one outlet, with what stands against ordering there.
type checkoutItem struct {
	outlet  catalogue.Outlet
	trouble string
	orderID string // the open order that is in the way
}

func (k checkout) total() (points int64) {
	for _, l := range k.lines {
		points += l.outlet.Price.Points
	}
	return points
}

func (k checkout) after() int64 { return k.quota.Balance - k.total() }

// troubled are the ids of outlets that cannot be ordered.
func (k checkout) troubled() (ids []string) {
	for _, l := range k.lines {
		if l.trouble != "" {
			ids = append(ids, l.outlet.ID)
		}
	}
	return ids
}

// ready tells whether submitting can succeed as far as the page can know.
func (k checkout) ready() bool {
	return k.content != nil && !k.content.Brief && len(k.lines) > 0 && len(k.troubled()) == 0 && k.after() >= 0 &&
		!k.expired && !k.gate.Stops()
}

// here is the page again, with the content that is chosen.
func (k checkout) here() string {
	if k.content == nil {
		return "/orders/new"
	}
	return "/orders/new?content=" + k.content.ID
}

func (pages *Pages) showNewOrder(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	chosen, err := pages.Orders.Basket(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	k, err := pages.checkout(ctx, v, v.URL.Query().Get("content"), chosen)
	if err != nil {
		return kit.Reply{}, err
	}
	k.form = kit.Filled()
	if k.content != nil && k.content.BrandID != nil {
		k.form.Values.Set("brand_id", *k.content.BrandID)
	} else if k.at != nil {
		k.form.Values.Set("brand_id", k.at.ID)
	}
	return kit.Show(kit.Page{Title: kit.Key("核对订单"), Entry: "orders", Body: checkoutBody(k)})
}

// checkout gathers the page, and what can be known beforehand to stand in the way.
func (pages *Pages) checkout(ctx context.Context, v *kit.Visit, contentID string, outletIDs []string) (k checkout, err error) {
	k.now = v.Now.Time
	if k.subscription, k.quota, err = pages.payer(ctx, v); err != nil {
		return k, err
	}
	k.expired = k.subscription.Expired(v.Now)
	if k.brandChoice, err = pages.chooseBrand(ctx, v); err != nil {
		return k, err
	}
	if k.contents, _, err = pages.Contents.Articles(ctx, v.Caller, k.filter(),
		content.Paging{Number: 1, Size: contentsToChoose}); err != nil {
		return k, err
	}
	if len(k.contents) == 0 {
		if k.contents, _, err = pages.Contents.Articles(ctx, v.Caller, content.AnyBrand,
			content.Paging{Number: 1, Size: contentsToChoose}); err != nil {
			return k, err
		}
	}
	if contentID == "" && len(k.contents) > 0 {
		contentID = k.contents[0].ID
	}
	if contentID != "" {
		chosen, err := pages.Contents.Find(ctx, v.Caller, contentID)
		if err != nil {
			return k, err
		}
		k.content = &chosen
		if !slices.ContainsFunc(k.contents, func(one content.Content) bool { return one.ID == contentID }) {
			k.contents = append(k.contents, chosen)
		}
	}
	if k.campaigns, err = pages.Campaigns.Open(ctx, v.Caller); err != nil {
		return k, err
	}
	outlets, err := pages.Catalogue.FindAll(ctx, outletIDs)
	if err != nil {
		return k, err
	}
	for _, m := range outlets {
		k.lines = append(k.lines, checkoutItem{outlet: m})
	}
	if k.content != nil {
		if k.gate, err = pages.inspected(ctx, v, k.content.Fields); err != nil {
			return k, err
		}
	}
	return k, pages.look(ctx, v, &k)
}

// look says beside each outlet why it cannot be ordered, where that is known.
func (pages *Pages) look(ctx context.Context, v *kit.Visit, k *checkout) error {
	if k.content == nil || len(k.lines) == 0 {
		return nil
	}
	open, _, err := pages.Orders.List(ctx, v.Caller, order.Filter{
		ContentIDs: []string{k.content.ID},
		States:     []string{string(order.AwaitingReview), string(order.NeedsRevision), string(order.InPublication)},
		Paging:     order.Paging{Number: 1, Size: 500},
	})
	if err != nil {
		return err
	}
	at := map[string]string{}
	for _, o := range open {
		at[o.Outlet.ID] = o.ID
	}
	for i := range k.lines {
		l := &k.lines[i]
		switch m := l.outlet; {
		case at[m.ID] != "":
			l.trouble, l.orderID = v.T("这份内容在这里已有进行中的订单"), at[m.ID]
		case m.Status == catalogue.Paused:
			l.trouble = v.T("暂停接单")
		case m.Status == catalogue.Retired:
			l.trouble = v.T("已下架")
		case !m.Takes(k.content.ContentType) && k.content.ContentType == catalogue.Video:
			l.trouble = v.T("只接受文章，不接受视频")
		case !m.Takes(k.content.ContentType):
			l.trouble = v.T("只接受视频，不接受文章")
		}
	}
	return nil
}

func (pages *Pages) submitOrders(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	contentID, outletIDs := f.Value("content_id"), v.PostForm["media_ids"]
	in := v.Check(f, "OrderCreate",
		requestschema.Member{Name: "content_id", Value: requestschema.Text(contentID)},
		requestschema.Member{Name: "media_ids", Value: requestschema.Texts(outletIDs)},
		kit.OptionalText(f, "max_points"), kit.OptionalText(f, "campaign_id"), kit.OptionalText(f, "brand_id"),
		kit.OptionalText(f, "random_weeks"))
	if !f.Sound() {
		return pages.checkoutAgain(ctx, v, f)
	}
	done, err := pages.Orders.Submit(ctx, v.Caller, order.Submission{
		ContentID: contentID, OutletIDs: outletIDs,
		BrandID:    in.OptStr("brand_id"),
		CampaignID: in.OptStr("campaign_id"),
		Weeks:      in.OptInt("random_weeks"),
		MaxPoints:  in.OptInt("max_points"), // the total that the page showed
	})
	if err == nil {
		if err := pages.ordered(ctx, v, outletIDs); err != nil {
			return kit.Reply{}, err
		}
		v.Say("已提交 %d 个订单，冻结 %s 积分", len(done.Items), kit.Number(done.Points.Charged))
		return kit.LeadTo("/orders")
	}
	if fault.Is(err, fault.Duplicate) {
		if again, lookErr := pages.submittedJustNow(ctx, v, contentID, outletIDs); lookErr != nil || again {
			if lookErr == nil {
				lookErr = pages.ordered(ctx, v, outletIDs)
			}
			v.Say("这些订单刚才已经提交，没有重复扣积分")
			reply, _ := kit.LeadTo("/orders")
			return reply, lookErr
		}
	}
	return f.Refused(v, err, func() (kit.Reply, error) { return pages.checkoutAgain(ctx, v, f) })
}

// ordered takes what was ordered off the list.
func (pages *Pages) ordered(ctx context.Context, v *kit.Visit, outletIDs []string) error {
	ctx = undo.With(ctx, nil) // an order is not undone by filling the list again
	return pages.Orders.ChangeBasket(ctx, v.Caller, func(ids []string) []string {
		return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(outletIDs, id) })
	})
}

// twice is how long a second submission of the same orders is taken for a second click.
const twice = 5 * time.Minute

// submittedJustNow tells whether exactly these orders were submitted together a moment ago: a button that was pressed twice.
func (pages *Pages) submittedJustNow(ctx context.Context, v *kit.Visit, contentID string, outletIDs []string) (bool, error) {
	list, _, err := pages.Orders.List(ctx, v.Caller, order.Filter{
		ContentIDs: []string{contentID}, States: []string{string(order.AwaitingReview)}, Paging: order.Paging{Number: 1, Size: 500},
	})
	if err != nil || len(list) == 0 {
		return false, err
	}
	wanted := slices.Compact(slices.Sorted(slices.Values(outletIDs)))
	var had []string
	for _, o := range list {
		if o.BatchID == list[0].BatchID {
			had = append(had, o.Outlet.ID)
		}
	}
	slices.Sort(had)
	return slices.Equal(had, wanted) && v.Now.Sub(list[0].CreatedAt.Time) < twice, nil
}

// checkoutAgain shows the page with what is wrong, beside what it concerns.
func (pages *Pages) checkoutAgain(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	k, err := pages.checkout(ctx, v, f.Value("content_id"), v.PostForm["media_ids"])
	if err != nil {
		return kit.Reply{}, err
	}
	k.form = f
	if said, ok := f.Faults["media_ids"]; ok {
		delete(f.Faults, "media_ids")
		f.Blame("", said)
	}
	return kit.Show(kit.Page{Title: kit.Key("核对订单"), Entry: "orders", Status: http.StatusUnprocessableEntity, Body: checkoutBody(k)})
}

// campaignOptions are the campaigns that orders can join; the first is none.
func campaignOptions(ctx context.Context, k checkout) []kit.Option {
	list := []kit.Option{{Value: "", Label: kit.T(ctx, "不衡量成效")}}
	for _, c := range k.campaigns {
		if k.content.BrandID != nil && *k.content.BrandID != c.BrandID {
			continue
		}
		list = append(list, kit.Option{Value: c.ID, Label: c.Name})
	}
	return list
}

// lotOptions are over how many weeks orders of a campaign are placed in random order; the first is at once.
func lotOptions(ctx context.Context) []kit.Option {
	list := []kit.Option{{Value: "", Label: kit.T(ctx, "批准后就发")}}
	for _, weeks := range []int{2, 4, 6, 8} {
		list = append(list, kit.Option{Value: strconv.Itoa(weeks), Label: kit.T(ctx, "随机排在 %d 周内", weeks)})
	}
	return list
}

func checkoutHint(ctx context.Context, k checkout) string {
	if len(k.lines) == 0 {
		return ""
	}
	return kit.T(ctx, "一篇文章，%d 家媒体", len(k.lines))
}

// whereAndWhen is where an outlet is and how long it takes.
func whereAndWhen(ctx context.Context, m catalogue.Outlet) string {
	where := WhereOf(ctx, m)
	if hours := m.Delivery.AverageHours; hours != nil {
		where += " · " + kit.T(ctx, "约 %s发布", hoursOf(ctx, hours))
	}
	return where
}

func citationRate(m catalogue.Outlet) string {
	if m.Geo.CitationRate == nil {
		return "—"
	}
	return kit.Percent(*m.Geo.CitationRate)
}
