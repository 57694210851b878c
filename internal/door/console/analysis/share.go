package analysis

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// sharesPage is the links of a brand, with a form for another.
type sharesPage struct {
	brandID string
	list    []account.Share
	form    kit.Form
	link    string // of the one just made: it is seen once
	now     time.Time
}

// shared are the pages that can be shared, by the last part of their path.
func (pages *Pages) shared(page string) kit.Handler {
	return map[string]kit.Handler{
		"report": pages.showReport, "overview": pages.showOverview, "visibility": pages.showVisibility,
		"sentiment": pages.showSentiment, "citations": pages.showCitations,
	}[page]
}

func sharePages(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Value: "report", Label: kit.T(ctx, "客户报告")},
		{Value: "overview", Label: kit.T(ctx, "总览")},
		{Value: "visibility", Label: kit.T(ctx, "可见度")},
		{Value: "sentiment", Label: kit.T(ctx, "情感")},
		{Value: "citations", Label: kit.T(ctx, "引用来源")},
	}
}

const shareDays = 30 // that a link lasts unless its maker says otherwise, and that one shows whose days move on

func (pages *Pages) showShares(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	page := v.URL.Query().Get("page")
	return pages.sharesPage(ctx, v,
		sharesPage{form: kit.Filled("page", kit.OrElse(page, "report"), "live", "yes", "from", l.from.Format(time.DateOnly), "to",
			l.to.Format(time.DateOnly),
			"until", v.Now.In(timestamp.Beijing).AddDate(0, 0, shareDays).Format(time.DateOnly))})
}

func (pages *Pages) sharesPage(ctx context.Context, v *kit.Visit, s sharesPage) (kit.Reply, error) {
	s.brandID, s.now = v.Brand.ID, v.Now.Time
	var err error
	if s.list, err = pages.Accounts.Shares(ctx, v.Caller, v.Brand.ID); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("分享"), Entry: "overview", Body: sharesBody(s)}, s.form)
}

// createShare makes a link, which is shown once.
func (pages *Pages) createShare(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	live := f.Value("live") != ""
	for _, name := range []string{"from", "to", "until"} {
		if live && name != "until" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, f.Text(name)); err != nil {
			f.Blame(name, v.T("日期写成 2026-11-15 这样"))
		}
	}
	if pages.shared(f.Value("page")) == nil {
		f.Blame("page", v.T("请从列出的选项中选择"))
	}
	if !live && f.Text("from") > f.Text("to") {
		f.Blame("from", v.T("开始日期不能晚于结束日期"))
	}
	if !f.Sound() {
		return pages.sharesPage(ctx, v, sharesPage{form: f})
	}
	query := url.Values{"from": {f.Text("from")}, "to": {f.Text("to")}}
	if live { // the days move on with the reader
		query = url.Values{"days": {strconv.Itoa(shareDays)}}
	}
	until, _ := time.ParseInLocation(time.DateOnly, f.Text("until"), timestamp.Beijing)
	token, err := pages.Accounts.CreateShare(ctx, v.Caller, account.Sharing{
		BrandID: v.Brand.ID, Page: f.Value("page"), Query: query.Encode(), Until: timestamp.Of(until.AddDate(0, 0, 1)),
	})
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.sharesPage(ctx, v, sharesPage{form: f}) })
	}
	return pages.sharesPage(ctx, v, sharesPage{form: f, link: v.Base(pages.PublicURL) + "/shared/" + token})
}

func (pages *Pages) stopShare(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Accounts.StopShare(ctx, v.Caller, v.PathValue("share_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已停止分享，链接作废")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/shares")
}

// showShared is the page behind a link, for every holder of it: no account, no session, nothing that leads into the
// console. Guessed, ended and stopped links look the same.
func (pages *Pages) showShared(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	v.Writer.Header().Set("X-Robots-Tag", "noindex, nofollow")
	s, err := pages.Accounts.OpenShare(ctx, v.PathValue("token"), pages.Address(v.Request))
	if err == nil {
		v.User, v.Session, v.Spaces, v.Space = account.User{}, account.Session{}, nil, account.Space{}
		v.Caller = account.Caller{SpaceID: s.SpaceID, Scopes: account.Scopes{account.GeoRead}}
		v.Brand, err = pages.Brands.Find(ctx, v.Caller, s.BrandID)
	}
	show := pages.shared(s.Page)
	if fault.Is(err, fault.NoSuchThing) || (err == nil && show == nil) {
		return kit.Show(kit.Page{Title: kit.Key("链接已失效"), Bare: true, Status: http.StatusNotFound, Body: sharedGone()})
	}
	if err != nil {
		return kit.Reply{}, err
	}
	v.URL = &url.URL{Path: v.URL.Path, RawQuery: s.Query}
	reply, err := show(ctx, v)
	if err != nil || reply.Page == nil {
		return reply, err
	}
	p := *reply.Page
	p.Body, p.Bare, p.Shared = sharedBody(s, v.Brand.Name, p.Bare, p.Body), true, true
	return kit.Show(p)
}

func sharePage(ctx context.Context, page string) string {
	for _, o := range sharePages(ctx) {
		if o.Value == page {
			return o.Label
		}
	}
	return page
}
