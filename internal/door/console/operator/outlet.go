package operator

import (
	"bytes"
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/door/console/publish"
	"renown/internal/room/publishing/catalogue"
)

// outletList is the catalogue as an operator keeps it.
type outletList struct {
	items   []catalogue.Outlet
	paging  kit.Paging
	q       string
	retired bool
}

const outletSwap = "outlet-list outlet-tabs"

func (l outletList) path(retired bool) string {
	query := url.Values{}
	if l.q != "" {
		query.Set("q", l.q)
	}
	if retired {
		query.Set("retired", "1")
	}
	return kit.WithQuery("/operator/media", query, "page", "")
}

func (pages *Pages) showOutlets(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	asked := v.URL.Query()
	l := outletList{paging: kit.PagingOf(v, reviewAPage), q: strings.TrimSpace(asked.Get("q")), retired: asked.Get("retired") != ""}
	list, err := pages.Catalogue.List(ctx, catalogue.Filter{Q: l.q, Retired: l.retired}, "newest",
		catalogue.Paging{Number: l.paging.Number, Size: reviewAPage})
	if err != nil {
		return kit.Reply{}, err
	}
	l.items, l.paging.Total = list.Items, list.Total
	return kit.Show(kit.Page{Title: kit.Key("媒体管理"), Entry: "operator-media", Body: outletsBody(l)})
}

// exportOutlets is the whole catalogue, in a form that can be imported again.
func (pages *Pages) exportOutlets(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	format, name, kind := catalogue.CSV, "media.csv", "text/csv; charset=utf-8"
	if v.URL.Query().Get("format") == string(catalogue.JSONL) {
		format, name, kind = catalogue.JSONL, "media.jsonl", "application/jsonl"
	}
	var out bytes.Buffer
	if _, err := pages.Catalogue.Export(ctx, &out, format); err != nil {
		return kit.Reply{}, err
	}
	return kit.Reply{File: &kit.File{Name: name, ContentType: kind, Body: out.Bytes()}}, nil
}

// record is an outlet's form.
type recordPage struct {
	form  kit.Form
	media catalogue.Outlet // without an id: a new one
}

func (s recordPage) action() string {
	if s.media.ID == "" {
		return "/operator/media/new"
	}
	return "/operator/media/" + s.media.ID
}

func (pages *Pages) showNewOutlet(_ context.Context, _ *kit.Visit) (kit.Reply, error) {
	s := recordPage{form: kit.Filled("media_type", string(catalogue.News), "content_types", "article")}
	return kit.Show(kit.Page{Title: kit.Key("添加媒体"), Entry: "operator-media", Body: recordBody(s)})
}

func (pages *Pages) createOutlet(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	var fields catalogue.Fields
	readRecord(ctx, v, f, &fields)
	if f.Sound() {
		m, err := pages.Catalogue.Set(ctx, catalogue.Entry{Key: f.Text("key"), Fields: fields})
		if err == nil {
			v.Say("已保存「%s」", m.Name)
			return kit.LeadTo("/operator/media/" + m.ID)
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return kit.Show(kit.Page{
		Title: kit.Key("添加媒体"), Entry: "operator-media", Status: http.StatusUnprocessableEntity,
		Body: recordBody(recordPage{form: f}),
	})
}

func (pages *Pages) showOutlet(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	m, err := pages.Catalogue.Find(ctx, v.PathValue("media_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{
		Title: m.Name, Entry: "operator-media",
		Body: recordBody(recordPage{form: writeRecord(ctx, m.Fields), media: m}),
	})
}

func (pages *Pages) saveOutlet(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	m, err := pages.Catalogue.Find(ctx, v.PathValue("media_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	f := v.Submitted()
	var fields catalogue.Fields
	readRecord(ctx, v, f, &fields)
	if f.Sound() {
		_, err := pages.Catalogue.Edit(ctx, m.ID, func(now *catalogue.Fields) { *now = fields })
		if err == nil {
			v.Say("已保存「%s」", fields.Name)
			return kit.LeadTo("/operator/media/" + m.ID)
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return kit.Show(kit.Page{
		Title: m.Name, Entry: "operator-media", Status: http.StatusUnprocessableEntity,
		Body: recordBody(recordPage{form: f, media: m}),
	})
}

func (pages *Pages) setOutletStatus(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	status := catalogue.Status(v.PostForm.Get("status"))
	if status != catalogue.Available && status != catalogue.Paused && status != catalogue.Retired {
		status = catalogue.Available
	}
	m, err := pages.Catalogue.SetStatus(ctx, v.PathValue("media_id"), status)
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("「%s」现在：%s", m.Name, v.T(publish.StatusName(m.Status)))
	return kit.LeadTo(kit.BackOr(v, "/operator/media/"+m.ID))
}

// recordTexts are the plain texts of a record: name in the form, and where it is kept.
func recordTexts(f *catalogue.Fields) map[string]**string {
	return map[string]**string{
		"url": &f.URL, "domain": &f.Domain, "logo_url": &f.LogoURL, "sample_url": &f.SampleURL, "portal": &f.Portal, "channel": &f.Channel,
		"platform": &f.Platform, "account_name": &f.AccountName, "level": &f.Level, "region": &f.Region,
		"country": &f.Country, "language": &f.Language,
		"indexing_type": &f.Indexing.Type, "verification": &f.Audience.Verification, "notes": &f.Policy.Notes,
	}
}

func recordInts(f *catalogue.Fields) map[string]**int64 {
	return map[string]**int64{
		"pc_weight": &f.Authority.PCWeight, "mobile_weight": &f.Authority.MobileWeight, "domain_authority": &f.Authority.DomainAuthority,
		"title_max_length": &f.Policy.TitleMaxLength, "followers": &f.Audience.Followers, "average_reads": &f.Audience.AverageReads,
	}
}

// recordFloats are figures; those in percent are kept as rates.
func recordFloats(f *catalogue.Fields) map[string]**float64 {
	return map[string]**float64{
		"average_hours": &f.Delivery.AverageHours, "success_rate": &f.Delivery.SuccessRate,
		"indexing_rate": &f.Indexing.Rate,
	}
}

func isRate(name string) bool { return strings.HasSuffix(name, "_rate") }

func recordFlags(f *catalogue.Fields) map[string]**bool {
	return map[string]**bool{"links": &f.Policy.Links, "images": &f.Policy.Images, "weekend": &f.Delivery.Weekend}
}

// readRecord takes what was typed. An empty field is unknown.
func readRecord(ctx context.Context, v *kit.Visit, f kit.Form, to *catalogue.Fields) {
	to.Name, to.MediaType = f.Text("name"), catalogue.Type(f.Value("media_type"))
	to.ContentTypes = append(to.ContentTypes, f.Values["content_types"]...)
	to.Policy.Contacts = kit.Lines(f.Value("contacts"))
	for _, name := range kit.Lines(f.Value("industries")) {
		to.Industries = append(to.Industries, codeOf(ctx, "industry", name))
	}
	to.Recommended = f.Value("recommended") != ""
	if points, err := strconv.ParseInt(f.Text("points"), 10, 64); err != nil || points < 0 {
		f.Blame("points", v.T("请填整数"))
	} else {
		to.Price.Points = points
	}
	if to.Name == "" {
		f.Blame("name", v.T("请填写"))
	}
	if len(to.ContentTypes) == 0 {
		f.Blame("content_types", v.T("至少选一种"))
	}
	for name, at := range recordTexts(to) {
		*at = kit.OrNil(codeOf(ctx, name, f.Text(name)))
	}
	for name, at := range recordInts(to) {
		if text := f.Text(name); text != "" {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				f.Blame(name, v.T("请填整数"))
			}
			*at = &n
		}
	}
	for name, at := range recordFloats(to) {
		if text := f.Text(name); text != "" {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				f.Blame(name, v.T("请填数字"))
			}
			if isRate(name) {
				x /= 100
			}
			*at = &x
		}
	}
	for name, at := range recordFlags(to) {
		if yes, err := strconv.ParseBool(f.Value(name)); err == nil {
			*at = &yes
		}
	}
}

// nameOf is a value as its field shows it: a code by its name in the reader's language.
func nameOf(ctx context.Context, field, value string) string {
	return kit.OrElse(publish.CodeNames(ctx, field)[value], value)
}

// codeOf is the value that nameOf shows so; the code itself may be typed as well.
func codeOf(ctx context.Context, field, typed string) string {
	for code, name := range publish.CodeNames(ctx, field) {
		if strings.EqualFold(name, typed) {
			return code
		}
	}
	return typed
}

// writeRecord fills the form with what is kept.
func writeRecord(ctx context.Context, m catalogue.Fields) kit.Form {
	industries := make([]string, len(m.Industries))
	for i, code := range m.Industries {
		industries[i] = nameOf(ctx, "industry", code)
	}
	f := kit.Filled("name", m.Name, "media_type", string(m.MediaType), "points", strconv.FormatInt(m.Price.Points, 10),
		"industries", strings.Join(industries, "\n"), "contacts", strings.Join(m.Policy.Contacts, "\n"))
	f.Values["content_types"] = m.ContentTypes
	if m.Recommended {
		f.Values.Set("recommended", "1")
	}
	for name, at := range recordTexts(&m) {
		f.Values.Set(name, nameOf(ctx, name, kit.OrEmpty(*at)))
	}
	for name, at := range recordInts(&m) {
		f.Values.Set(name, kit.PlainInt(*at))
	}
	for name, at := range recordFloats(&m) {
		if *at != nil {
			x := **at
			if isRate(name) {
				x = math.Round(x*1e6) / 1e4
			}
			f.Values.Set(name, strconv.FormatFloat(x, 'f', -1, 64))
		}
	}
	for name, at := range recordFlags(&m) {
		if *at != nil {
			f.Values.Set(name, strconv.FormatBool(**at))
		}
	}
	return f
}
