package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/report"
)

// reportPage is what makes a report the client's own: two forms, of which at most one was sent and refused.
type reportPage struct {
	lens
	look        report.Appearance
	mailing     report.Mailing
	members     []account.Member
	about, post kit.Form
	canMail     bool
}

// logoUpload bounds the form that a logo comes with, in bytes: a picture of which the room refuses more, and fields.
const logoUpload = 2 << 20

func (pages *Pages) showReportSettings(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.reportSettings(ctx, v, reportPage{})
}

// reportSettings shows the forms: the one that was refused as it was typed, the others as they are kept.
func (pages *Pages) reportSettings(ctx context.Context, v *kit.Visit, s reportPage) (kit.Reply, error) {
	var err error
	if s.lens, err = pages.lensOf(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	if s.look, err = pages.Reports.Appearance(ctx, v.Caller, v.Brand.ID); err != nil {
		return kit.Reply{}, err
	}
	if s.mailing, err = pages.Reports.Mailing(ctx, v.Caller, v.Brand.ID); err != nil {
		return kit.Reply{}, err
	}
	if s.members, err = pages.Accounts.Members(ctx, v.User.ID, v.Caller.SpaceID); err != nil {
		return kit.Reply{}, err
	}
	s.members = slices.DeleteFunc(s.members, func(m account.Member) bool {
		return m.Role == account.Guest && !slices.Contains(m.Brands, v.Brand.ID)
	})
	status := http.StatusOK
	if !s.about.Sound() || !s.post.Sound() {
		status = http.StatusUnprocessableEntity
	}
	if s.about.Values == nil {
		s.about = kit.Filled("title", s.look.Title, "accent", s.look.Accent)
	}
	if s.post.Values == nil {
		s.post = kit.Filled("day", strconv.FormatInt(s.mailing.Day, 10), "hour", strconv.FormatInt(s.mailing.Hour, 10),
			"language", s.mailing.Language)
		s.post.Values["reader"] = s.mailing.Readers
		if s.mailing.Enabled {
			s.post.Values.Set("enabled", "yes")
		}
	}
	s.canMail = pages.Reports.Mails()
	s.path = "/brands/" + v.Brand.ID + "/report/settings" // also after a form of the page
	return kit.Show(kit.Page{Title: kit.Key("报告设置"), Entry: "overview", Bar: lensBar(s.lens), Body: reportSettingsBody(s), Status: status})
}

func (pages *Pages) saveAppearance(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := v.ParseMultipartForm(logoUpload); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return kit.Reply{}, kit.Unreadable(err)
	}
	if v.MultipartForm != nil {
		defer func() { _ = v.MultipartForm.RemoveAll() }()
	}
	if !kit.ReadableValues(v.PostForm) { // what stands in parts was not looked at before
		return kit.Reply{}, fault.New(fault.Unreadable)
	}
	f := v.Submitted()
	c := report.AppearanceChange{Title: f.Text("title"), Accent: f.Text("accent"), DropLogo: f.Value("drop_logo") != "", All: f.Value("all") != ""}
	if upload, _, err := v.FormFile("file"); err == nil {
		defer upload.Close()
		if c.Picture, err = io.ReadAll(io.LimitReader(upload, report.LogoMost+1)); err != nil {
			return kit.Reply{}, err
		}
	}
	if err := pages.Reports.SaveAppearance(ctx, v.Caller, v.Brand.ID, c); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.reportSettings(ctx, v, reportPage{about: f}) })
	}
	v.Say("已保存")
	return pages.toReportSettings(ctx, v)
}

func (pages *Pages) saveReportMail(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	day, _ := strconv.ParseInt(f.Text("day"), 10, 32) // what is no number is no day either
	hour, err := strconv.ParseInt(f.Text("hour"), 10, 32)
	if err != nil {
		hour = -1
	}
	if _, known := locale.Of(f.Value("language")); !known {
		f.Blame("language", v.T("请从列出的选项中选择"))
		return pages.reportSettings(ctx, v, reportPage{post: f})
	}
	m := report.Mailing{Enabled: f.Value("enabled") != "", Day: day, Hour: hour, Language: f.Value("language"), Readers: f.Values["reader"]}
	if err := pages.Reports.SaveMailing(ctx, v.Caller, v.Brand.ID, m); err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.reportSettings(ctx, v, reportPage{post: f}) })
	}
	v.Say("已保存")
	return pages.toReportSettings(ctx, v)
}

// tryReportMail mails the report about the month before to who asks.
func (pages *Pages) tryReportMail(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Reports.Try(ctx, v.Caller, v.Brand.ID, v.Lang.Code); err != nil {
		f := kit.Filled()
		return f.Refused(v, err,
			func() (kit.Reply, error) {
				return pages.reportSettings(ctx, v, reportPage{post: kit.Form{Faults: f.Faults}})
			})
	}
	v.Say("已发往 %s，几分钟内送达", v.User.Email)
	return pages.toReportSettings(ctx, v)
}

func (pages *Pages) toReportSettings(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.LeadTo(l.at("report/settings"))
}

// forever lets browsers and caches keep an answer whose address says what is in it.
func forever(v *kit.Visit) {
	v.Writer.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
}

// showReportLogo is a logo by its digest, for who was shown a report that bears it, with an account or without.
func (pages *Pages) showReportLogo(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	picture, err := pages.Reports.Logo(ctx, strings.TrimSuffix(v.PathValue("logo"), ".img"))
	if err != nil {
		return kit.Reply{}, err
	}
	forever(v)
	return kit.Reply{File: &kit.File{Name: "logo", ContentType: http.DetectContentType(picture), Body: picture}}, nil
}

// showReportColour is a stylesheet that gives a report its colour: pages carry no styles of their own.
func (pages *Pages) showReportColour(_ context.Context, v *kit.Visit) (kit.Reply, error) {
	text, ok := accentStyle(strings.TrimSuffix(v.PathValue("colour"), ".css"))
	if !ok {
		return kit.Reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
	forever(v)
	return kit.Reply{File: &kit.File{Name: "colour.css", ContentType: "text/css; charset=utf-8", Body: []byte(text)}}, nil
}

// dated is another page of the brand about the same days, by their dates.
func (s reportPage) dated(page string) string {
	p := s.period()
	return s.at(page, "period", "", "days", "", "from", p.From, "to", p.To)
}

// mailedText says what became of the newest month and when the next is due.
func mailedText(ctx context.Context, m report.Mailing) string {
	var parts []string
	switch m.Outcome {
	case report.Sent:
		parts = append(parts, kit.T(ctx, "%s 已发", m.Month))
	case report.NoAnswers:
		parts = append(parts, kit.T(ctx, "%s 没有回答，未发", m.Month))
	case report.NoReaders:
		parts = append(parts, kit.T(ctx, "%s 没有收件人，未发", m.Month))
	}
	if m.Next != nil {
		parts = append(parts, kit.T(ctx, "下一封：%s", kit.When(ctx, *m.Next)))
	}
	return strings.Join(parts, " · ")
}

// numbered are whole numbers to choose from.
func numbered(from, to int, form string) (list []kit.Option) {
	for n := from; n <= to; n++ {
		list = append(list, kit.Option{Value: strconv.Itoa(n), Label: fmt.Sprintf(form, n)})
	}
	return list
}

func languages(all []*locale.Language) (list []kit.Option) {
	for _, l := range all {
		list = append(list, kit.Option{Value: l.Code, Label: l.Name})
	}
	return list
}
