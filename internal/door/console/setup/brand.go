package setup

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
)

// brandsPerPage is how many are shown at a time. Figures are gathered for all, which an account has at most a hundred of: the order is over
// all pages, and analyses that nothing has changed since are kept.
const brandsPerPage = 20

// brandPage is a page of the brands of a space, those with something to look at first.
type brandPage struct {
	rows     []brandRow
	looking  bool // the reader may not create one
	archived []brand.Title
	paging   kit.Paging
	sorting  kit.Sorting
	top      float64 // end of the scale of rates, in percent
}

// brandRow is a brand with how it stands over thirty days.
type brandRow struct {
	brand.Title
	seen   kit.Figure
	plot   kit.Plot
	alerts int
	last   *timestamp.Time // end of the last run
}

// without says how a first brand comes about.
func (s brandPage) without(ctx context.Context) string {
	if s.looking {
		return kit.T(ctx, "团队的所有者或编辑建好品牌后，会出现在这里。")
	}
	return kit.T(ctx, "新建一个，写上名字和简介，就能开始监测。")
}

// showBrands lists the brands with figures, change and alerts: by alerts, then by the size of the change, or as the reader chose. Rates of
// different brands are not ranked, as their questions differ.
func (pages *Pages) showBrands(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	all, err := pages.Brands.Titles(ctx, v.Caller)
	if err != nil {
		return kit.Reply{}, err
	}
	s := brandPage{
		looking: !v.Space.MayChange(), paging: kit.PagingOf(v, brandsPerPage).Of(int64(len(all))),
		sorting: kit.SortingOf(v, "brands", "alerts", "name", "change", "last", "prompts"),
	}
	if !v.URL.Query().Has("sort") {
		s.sorting.Descending = true
	}
	if s.archived, err = pages.Brands.Archived(ctx, v.Caller); err != nil {
		return kit.Reply{}, err
	}
	var highs []*float64
	for _, b := range all {
		o, err := pages.Insights.Overview(ctx, v.Caller, b.ID, insight.Query{})
		if err != nil {
			return kit.Reply{}, err
		}
		row := brandRow{Title: b, seen: kit.NewFigure(ctx, kit.Key("可见度"), "", kit.AsRate, o.Indicators.Visibility)}
		for _, a := range o.Alerts {
			if a.AcknowledgedAt == nil {
				row.alerts++
			}
		}
		if o.LastRun != nil {
			row.last = o.LastRun.FinishedAt
		}
		if row.seen.Known() {
			highs = append(highs, o.Indicators.Visibility.High)
			row.plot = kit.AsRate.On(ctx, 0, 100, o.Indicators.Visibility.Value,
				o.Indicators.Visibility.Interval).Tick(kit.AsRate, o.Indicators.Visibility.Previous)
		}
		s.rows = append(s.rows, row)
	}
	s.top = kit.TopOf(highs...)
	for i := range s.rows {
		s.rows[i].plot.Max = s.top
	}
	slices.SortStableFunc(s.rows, by(s.sorting))
	s.rows = kit.PartOf(s.paging, s.rows)
	return kit.Show(kit.Page{Title: kit.Key("全部品牌"), Entry: "brands", Body: brandsBody(s)})
}

// by is the order of a column.
func by(s kit.Sorting) func(a, b brandRow) int {
	order := map[string]func(a, b brandRow) int{
		"alerts": func(a, b brandRow) int {
			return cmp.Or(cmp.Compare(a.alerts, b.alerts), cmp.Compare(a.moved(), b.moved()))
		},
		"name":    func(a, b brandRow) int { return cmp.Compare(a.Name, b.Name) },
		"change":  func(a, b brandRow) int { return cmp.Compare(a.moved(), b.moved()) },
		"last":    func(a, b brandRow) int { return cmp.Compare(a.ran(), b.ran()) },
		"prompts": func(a, b brandRow) int { return cmp.Compare(a.ActivePrompts, b.ActivePrompts) },
	}[s.Column]
	if !s.Descending {
		return order
	}
	return func(a, b brandRow) int { return order(b, a) }
}

// ran is when the last run ended, 0 for never.
func (r brandRow) ran() int64 {
	if r.last == nil {
		return 0
	}
	return r.last.UnixMicro()
}

// moved is how much a brand's visibility changed, either way; -1 where there is nothing to compare.
func (r brandRow) moved() float64 {
	if r.seen.Change.By == nil {
		return -1
	}
	return math.Abs(*r.seen.Change.By)
}

// brandLife is the page on which a brand is archived, moved or deleted.
type brandLife struct {
	brand   brand.Brand
	owner   bool
	spaces  []kit.Option // of the same owner, where it can go
	guests  []account.Member
	invited []account.Invitation // of guests
	link    string               // of an invitation that no mail carries
	guest   kit.Form
	archive kit.Form
	move    kit.Form
	erase   kit.Form
}

func (pages *Pages) showLife(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.lifePage(ctx, v, brandLife{})
}

// spaceLabel is a space as its members know it: the personal one is named after the account's address.
func spaceLabel(v *kit.Visit, s account.Space) string {
	if s.Kind == account.Personal {
		return v.T("个人空间")
	}
	return s.Name
}

func (pages *Pages) lifePage(ctx context.Context, v *kit.Visit, p brandLife) (kit.Reply, error) {
	p.brand, p.owner = v.Brand, v.Space.Role == account.Owner
	if p.owner {
		members, err := pages.Accounts.Members(ctx, v.User.ID, v.Space.ID)
		if err != nil {
			return kit.Reply{}, err
		}
		invited, err := pages.Accounts.Invitations(ctx, v.User.ID, v.Space.ID)
		if err != nil {
			return kit.Reply{}, err
		}
		p.guests = slices.DeleteFunc(members, func(m account.Member) bool { return !slices.Contains(m.Brands, v.Brand.ID) })
		p.invited = slices.DeleteFunc(invited, func(i account.Invitation) bool { return i.BrandID != v.Brand.ID })
	}
	for _, s := range v.Spaces {
		if s.Role == account.Owner && s.ID != v.Space.ID {
			p.spaces = append(p.spaces, kit.Option{Value: s.ID, Label: spaceLabel(v, s)})
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("管理品牌"), Entry: "brands", Body: lifeBody(p)}, p.guest, p.archive, p.move, p.erase)
}

// inviteGuest sends a mail, or shows a link that is seen only once.
func (pages *Pages) inviteGuest(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	inv, token, err := pages.Accounts.Invite(ctx,
		account.Inviting{By: v.User.ID, SpaceID: v.Space.ID, Email: f.Text("email"), BrandID: v.Brand.ID})
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.lifePage(ctx, v, brandLife{guest: f}) })
	}
	if token == "" {
		v.Say("邀请已寄到 %s", inv.Email)
		return kit.LeadTo("/brands/" + v.Brand.ID + "/manage")
	}
	return pages.lifePage(ctx, v, brandLife{link: v.Base(pages.PublicURL) + "/invite?token=" + url.QueryEscape(token)})
}

func (pages *Pages) endGuest(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	in := account.Inviting{SpaceID: v.Space.ID, BrandID: v.Brand.ID}
	if err := pages.Accounts.EndGuest(ctx, v.User.ID, v.PathValue("user_id"), in); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已移除访客")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/manage")
}

func (pages *Pages) withdrawGuest(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Accounts.WithdrawInvitation(ctx, v.User.ID, v.Space.ID, v.PathValue("invitation_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已撤回邀请，链接作废")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/manage")
}

func (pages *Pages) archiveBrand(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	archived := f.Value("archived") == "yes"
	if err := pages.Brands.Archive(ctx, v.Caller, v.Brand.ID, archived); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.lifePage(ctx, v, brandLife{archive: f}) })
	}
	if archived {
		v.Say("已归档「%s」，定时监测已停下", v.Brand.Name)
		return kit.LeadTo("/brands")
	}
	v.Say("已取消归档「%s」", v.Brand.Name)
	return kit.LeadTo("/brands/" + v.Brand.ID + "/manage")
}

// moveBrand puts the brand into another space of the same owner and goes there.
func (pages *Pages) moveBrand(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := pages.MoveBrand(ctx, v.Caller, v.Brand.ID, f.Value("space_id")); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.lifePage(ctx, v, brandLife{move: f}) })
	}
	v.Remember(kit.SpaceCookie, f.Value("space_id"))
	v.Say("已移动「%s」，分享链接已作废", v.Brand.Name)
	return kit.LeadTo("/brands/" + v.Brand.ID + "/overview")
}

// deleteBrand erases the brand for the owner, who typed its name.
func (pages *Pages) deleteBrand(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	if err := pages.DeleteBrand(ctx, v.Caller, v.Brand.ID, f.Text("typed")); err != nil {
		malformed := fault.Is(err, fault.Malformed)
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		if malformed {
			f.Blame("typed", f.Faults[""])
			delete(f.Faults, "")
		}
		return pages.lifePage(ctx, v, brandLife{erase: f})
	}
	v.Remember(kit.BrandCookie, "")
	v.Say("已删除「%s」与它的全部数据", v.Brand.Name)
	return kit.LeadTo("/brands")
}
