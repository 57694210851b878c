package operator

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
)

const requestsAPage = 50

// deskPage is how users reach the operators, and the plans that they ask for.
type deskPage struct {
	form    kit.Form // of the desk
	pending []requestRow
	decided []requestRow
	paging  kit.Paging // of what was decided
	waiting int64
}

// requestRow is a request with who asks and what it would lead to.
type requestRow struct {
	plan.Request
	email string
	now   plan.Subscription
	until timestamp.Time
}

func (pages *Pages) showDesk(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, err := pages.deskForm(ctx)
	if err != nil {
		return kit.Reply{}, err
	}
	return pages.deskPage(ctx, v, f)
}

// deskForm is the desk as it is stored.
func (pages *Pages) deskForm(ctx context.Context) (kit.Form, error) {
	desk, err := pages.Plans.Desk(ctx)
	f := kit.Filled("contact", desk.Contact, "price_url", desk.PriceURL)
	if desk.Open {
		f.Values.Set("open", "yes")
	}
	return f, err
}

func (pages *Pages) deskPage(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	s := deskPage{form: f, paging: kit.PagingAt(v, "/operator/plans", requestsAPage)}
	pending, waiting, err := pages.Plans.Requests(ctx, true, requestsAPage, 0)
	if err != nil {
		return kit.Reply{}, err
	}
	decided, total, err := pages.Plans.Requests(ctx, false, requestsAPage, (s.paging.Number-1)*requestsAPage)
	if err != nil {
		return kit.Reply{}, err
	}
	s.waiting, s.paging.Total = waiting, total
	if s.pending, err = pages.requestRows(ctx, v, pending); err != nil {
		return kit.Reply{}, err
	}
	if s.decided, err = pages.requestRows(ctx, v, decided); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("套餐申请"), Entry: "plans", Body: deskBody(s)}, f)
}

func (pages *Pages) requestRows(ctx context.Context, v *kit.Visit, list []plan.Request) ([]requestRow, error) {
	rows := make([]requestRow, len(list))
	for i, r := range list {
		user, err := pages.Accounts.ByID(ctx, r.UserID)
		if err != nil {
			return nil, err
		}
		rows[i] = requestRow{Request: r, email: user.Email}
		if rows[i].now, err = pages.Plans.Of(ctx, r.UserID); err != nil {
			return nil, err
		}
		rows[i].until = r.Until(rows[i].now, v.Now)
	}
	return rows, nil
}

// saveDesk keeps how operators are reached and whether plans can be asked for.
func (pages *Pages) saveDesk(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	err := pages.Plans.SetDesk(ctx, plan.Desk{Contact: f.Text("contact"), PriceURL: f.Text("price_url"), Open: f.Value("open") != ""})
	if err == nil {
		v.Say("已保存")
	}
	return pages.decided(ctx, v, f, err)
}

func (pages *Pages) confirmRequest(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	after, err := pages.Plans.Confirm(ctx, v.PathValue("request_id"))
	switch {
	case err == nil && after.Archived > 0:
		v.Say("套餐已更新，超出上限的 %d 个问题已归档", after.Archived)
	case err == nil:
		v.Say("套餐已更新")
	}
	return pages.decidedRequest(ctx, v, err)
}

func (pages *Pages) declineRequest(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	err := pages.Plans.Decline(ctx, v.PathValue("request_id"), v.PostForm.Get("reason"))
	if err == nil {
		v.Say("已谢绝，申请人会看到原因")
	}
	return pages.decidedRequest(ctx, v, err)
}

// decidedRequest shows a refusal above the page as it is stored: what was sent is no part of the desk's form.
func (pages *Pages) decidedRequest(ctx context.Context, v *kit.Visit, err error) (kit.Reply, error) {
	f, failed := pages.deskForm(ctx)
	if failed != nil {
		return kit.Reply{}, failed
	}
	return pages.decided(ctx, v, f, err)
}

func (pages *Pages) decided(ctx context.Context, v *kit.Visit, f kit.Form, err error) (kit.Reply, error) {
	if err == nil {
		return kit.LeadTo("/operator/plans")
	}
	known := fault.As(err)
	if err := f.Take(v, err); err != nil {
		return kit.Reply{}, err
	}
	if known.Reason == "price_url" || known.Reason == "contact" {
		f.Blame(known.Reason, f.Faults[""])
		delete(f.Faults, "")
	}
	return pages.deskPage(ctx, v, f)
}
