package console

import (
	"bytes"
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"renown/internal/room/publishing/catalogue"
)

// outletList is the catalogue as an operator keeps it.
type outletList struct {
	items   []catalogue.Outlet
	paging  paging
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
	return withQuery("/operator/media", query, "page", "")
}

func (c *Console) showOutlets(ctx context.Context, v *visit) (reply, error) {
	asked := v.URL.Query()
	l := outletList{paging: pagingOf(v, reviewAPage), q: strings.TrimSpace(asked.Get("q")), retired: asked.Get("retired") != ""}
	list, err := c.rooms.Catalogue.List(ctx, catalogue.Filter{Q: l.q, Retired: l.retired}, "newest", catalogue.Page{Number: l.paging.number, Size: reviewAPage})
	if err != nil {
		return reply{}, err
	}
	l.items, l.paging.total = list.Items, list.Total
	return show(page{Title: key("媒体管理"), Entry: "operator-media", Body: outletsBody(l)})
}

// exportOutlets is the whole catalogue, in a form that can be imported again.
func (c *Console) exportOutlets(ctx context.Context, v *visit) (reply, error) {
	format, name, kind := catalogue.CSV, "media.csv", "text/csv; charset=utf-8"
	if v.URL.Query().Get("format") == string(catalogue.JSONL) {
		format, name, kind = catalogue.JSONL, "media.jsonl", "application/jsonl"
	}
	var out bytes.Buffer
	if _, err := c.rooms.Catalogue.Export(ctx, &out, format); err != nil {
		return reply{}, err
	}
	return reply{file: &file{name: name, contentType: kind, body: out.Bytes()}}, nil
}

// record is an outlet's form.
type recordSheet struct {
	form  form
	media catalogue.Outlet // without an id: a new one
}

func (s recordSheet) action() string {
	if s.media.ID == "" {
		return "/operator/media/new"
	}
	return "/operator/media/" + s.media.ID
}

func (c *Console) showNewOutlet(_ context.Context, _ *visit) (reply, error) {
	s := recordSheet{form: filled("media_type", string(catalogue.News), "content_types", "article")}
	return show(page{Title: key("添加媒体"), Entry: "operator-media", Body: recordBody(s)})
}

func (c *Console) createOutlet(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	var fields catalogue.Fields
	readRecord(v, f, &fields)
	if f.sound() {
		m, err := c.rooms.Catalogue.Set(ctx, catalogue.Entry{Key: f.text("key"), Fields: fields})
		if err == nil {
			v.say("已保存「%s」", m.Name)
			return leadTo("/operator/media/" + m.ID)
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return show(page{Title: key("添加媒体"), Entry: "operator-media", Status: http.StatusUnprocessableEntity, Body: recordBody(recordSheet{form: f})})
}

func (c *Console) showOutlet(ctx context.Context, v *visit) (reply, error) {
	m, err := c.rooms.Catalogue.Find(ctx, v.PathValue("media_id"))
	if err != nil {
		return reply{}, err
	}
	return show(page{Title: m.Name, Entry: "operator-media", Body: recordBody(recordSheet{form: writeRecord(m.Fields), media: m})})
}

func (c *Console) saveOutlet(ctx context.Context, v *visit) (reply, error) {
	m, err := c.rooms.Catalogue.Find(ctx, v.PathValue("media_id"))
	if err != nil {
		return reply{}, err
	}
	f := v.form()
	var fields catalogue.Fields
	readRecord(v, f, &fields)
	if f.sound() {
		_, err := c.rooms.Catalogue.Edit(ctx, m.ID, func(now *catalogue.Fields) { *now = fields })
		if err == nil {
			v.say("已保存「%s」", fields.Name)
			return leadTo("/operator/media/" + m.ID)
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return show(page{Title: m.Name, Entry: "operator-media", Status: http.StatusUnprocessableEntity, Body: recordBody(recordSheet{form: f, media: m})})
}

func (c *Console) setOutletStatus(ctx context.Context, v *visit) (reply, error) {
	status := catalogue.Status(v.PostForm.Get("status"))
	if status != catalogue.Available && status != catalogue.Paused && status != catalogue.Retired {
		status = catalogue.Available
	}
	m, err := c.rooms.Catalogue.SetStatus(ctx, v.PathValue("media_id"), status)
	if err != nil {
		return reply{}, err
	}
	v.say("「%s」现在：%s", m.Name, v.t(statusName(m.Status)))
	return leadTo(backOr(v, "/operator/media/"+m.ID))
}

// recordTexts are the plain texts of a record: name in the form, and where it is kept.
func recordTexts(f *catalogue.Fields) map[string]**string {
	return map[string]**string{
		"url": &f.URL, "domain": &f.Domain, "logo_url": &f.LogoURL, "sample_url": &f.SampleURL, "portal": &f.Portal, "channel": &f.Channel,
		"platform": &f.Platform, "account_name": &f.AccountName, "level": &f.Level, "region": &f.Region, "country": &f.Country, "language": &f.Language,
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
	return map[string]**float64{"average_hours": &f.Delivery.AverageHours, "success_rate": &f.Delivery.SuccessRate, "indexing_rate": &f.Indexing.Rate}
}

func isRate(name string) bool { return strings.HasSuffix(name, "_rate") }

func recordFlags(f *catalogue.Fields) map[string]**bool {
	return map[string]**bool{"links": &f.Policy.Links, "images": &f.Policy.Images, "weekend": &f.Delivery.Weekend}
}

// readRecord takes what was typed. An empty field is unknown.
func readRecord(v *visit, f form, to *catalogue.Fields) {
	to.Name, to.MediaType = f.text("name"), catalogue.Type(f.value("media_type"))
	to.ContentTypes = append(to.ContentTypes, f.values["content_types"]...)
	to.Industries, to.Policy.Contacts = lines(f.value("industries")), lines(f.value("contacts"))
	to.Recommended = f.value("recommended") != ""
	if points, err := strconv.ParseInt(f.text("points"), 10, 64); err != nil || points < 0 {
		f.blame("points", v.t("请填整数"))
	} else {
		to.Price.Points = points
	}
	if to.Name == "" {
		f.blame("name", v.t("请填写"))
	}
	if len(to.ContentTypes) == 0 {
		f.blame("content_types", v.t("至少选一种"))
	}
	for name, at := range recordTexts(to) {
		*at = orNil(f.text(name))
	}
	for name, at := range recordInts(to) {
		if text := f.text(name); text != "" {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				f.blame(name, v.t("请填整数"))
			}
			*at = &n
		}
	}
	for name, at := range recordFloats(to) {
		if text := f.text(name); text != "" {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				f.blame(name, v.t("请填数字"))
			}
			if isRate(name) {
				x /= 100
			}
			*at = &x
		}
	}
	for name, at := range recordFlags(to) {
		if yes, err := strconv.ParseBool(f.value(name)); err == nil {
			*at = &yes
		}
	}
}

// writeRecord fills the form with what is kept.
func writeRecord(m catalogue.Fields) form {
	f := filled("name", m.Name, "media_type", string(m.MediaType), "points", strconv.FormatInt(m.Price.Points, 10),
		"industries", strings.Join(m.Industries, "\n"), "contacts", strings.Join(m.Policy.Contacts, "\n"))
	f.values["content_types"] = m.ContentTypes
	if m.Recommended {
		f.values.Set("recommended", "1")
	}
	for name, at := range recordTexts(&m) {
		f.values.Set(name, orEmpty(*at))
	}
	for name, at := range recordInts(&m) {
		f.values.Set(name, plainInt(*at))
	}
	for name, at := range recordFloats(&m) {
		if *at != nil {
			x := **at
			if isRate(name) {
				x = math.Round(x*1e6) / 1e4
			}
			f.values.Set(name, strconv.FormatFloat(x, 'f', -1, 64))
		}
	}
	for name, at := range recordFlags(&m) {
		if *at != nil {
			f.values.Set(name, strconv.FormatBool(**at))
		}
	}
	return f
}
