package publish

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
	"renown/internal/tool/requestschema"
)

const (
	contentsAPage    = 20
	contentsToChoose = 100 // in a list to choose from
)

// library is the contents of the space at hand.
type library struct {
	items  []content.Content
	paging kit.Paging
	orders map[string]int64 // open ones, by content

	briefs     []content.Content // the newest
	briefCount int64
	brandChoice
}

func (pages *Pages) showContents(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l := library{paging: kit.PagingOf(v, contentsAPage), orders: map[string]int64{}}
	var err error
	if l.brandChoice, err = pages.chooseBrand(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	if l.asked != "" {
		l.paging.Query = url.Values{"brand": {l.asked}}
	}
	if l.items, l.paging.Total, err = pages.Contents.Articles(ctx, v.Caller, l.filter(),
		content.Paging{Number: l.paging.Number, Size: contentsAPage}); err != nil {
		return kit.Reply{}, err
	}
	if l.briefs, l.briefCount, err = pages.Contents.Briefs(ctx, v.Caller, l.filter(), content.Paging{Number: 1, Size: contentsAPage}); err != nil {
		return kit.Reply{}, err
	}
	if l.orders, err = pages.ordersOf(ctx, v, l.items); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("内容"), Entry: "contents", Body: contentsBody(l)})
}

// ordersOf counts the orders of some contents.
func (pages *Pages) ordersOf(ctx context.Context, v *kit.Visit, contents []content.Content) (map[string]int64, error) {
	ids := make([]string, len(contents))
	for i, one := range contents {
		ids[i] = one.ID
	}
	return pages.Orders.CountOf(ctx, v.Caller, ids)
}

// editor is the page on which a content is written.
type editor struct {
	form      kit.Form
	content   content.Content  // stored; without an id: a new one
	brief     *content.Content // that it is written along
	previewed bool
	body      markdown.Proof // of what the form holds
	title     string
	revisions []content.Revision
	newest    *content.Content // what another user has written meanwhile
	orders    int64
	gate      Gate
	suggested *fact.Fact // what was just written into a fact sheet
	brandChoice
}

func (e editor) action() string {
	if e.content.ID == "" {
		return "/contents/new"
	}
	return "/contents/" + e.content.ID
}

// titleLength counts as outlets do when they bound a title: every character is one.
func (e editor) titleLength() int { return utf8.RuneCountInString(e.title) }

func (pages *Pages) showNewContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	s, err := pages.chooseBrand(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	f := kit.Filled("content_type", "article")
	if s.at != nil {
		f.Values.Set("brand_id", s.at.ID)
	}
	return kit.Show(kit.Page{Title: kit.Key("新文章"), Entry: "contents", Body: editorBody(editor{form: f, brandChoice: s})})
}

func (pages *Pages) createContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := mended(v.Submitted())
	pages.checkContent(v, f, "ContentCreate")
	if f.Sound() {
		made, err := pages.create(ctx, v, f)
		if err == nil {
			v.Say("已保存第 %d 版", made.Revision)
			return kit.LeadTo("/contents/" + made.ID)
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.editorPage(ctx, v, editor{form: f}, http.StatusUnprocessableEntity)
}

// create stores a new content, along the brief that stood beside it.
func (pages *Pages) create(ctx context.Context, v *kit.Visit, f kit.Form) (content.Content, error) {
	id := f.Value("brief_id")
	if id == "" {
		return pages.Contents.CreateFor(ctx, v.Caller, kit.OrNil(f.Value("brand_id")), fieldsOf(f))
	}
	brief, err := pages.Contents.Find(ctx, v.Caller, id)
	if err != nil {
		return brief, err
	}
	return pages.Contents.CreateAlong(ctx, v.Caller, brief, fieldsOf(f))
}

// beside finds the brief that stands beside a text; one that is gone stands beside none.
func (pages *Pages) beside(ctx context.Context, v *kit.Visit, e editor) (*content.Content, error) {
	id := kit.OrEmpty(e.content.BriefID)
	if e.content.ID == "" {
		id = e.form.Value("brief_id")
	}
	if id == "" {
		return nil, nil
	}
	brief, err := pages.Contents.Find(ctx, v.Caller, id)
	if fault.Is(err, fault.NoSuchThing) || err == nil && !brief.Brief {
		return nil, nil
	}
	return &brief, err
}

// checkContent holds what was typed against the description. Blanks alone are nothing.
func (pages *Pages) checkContent(v *kit.Visit, f kit.Form, schema string) {
	fields := fieldsOf(f)
	if strings.TrimSpace(fields.Body) == "" {
		fields.Body = ""
	}
	if _, err := supportsOf(f); err != nil {
		f.Blame("", v.T("来源须是 http 或 https 网址"))
	}
	v.Check(f, schema, kit.RequiredText(f, "title"), requestschema.Member{Name: "body", Value: requestschema.Text(fields.Body)},
		requestschema.Member{Name: "content_type", Value: requestschema.Text(string(fields.ContentType))})
}

func fieldsOf(f kit.Form) content.Fields {
	kind := catalogue.ContentType(f.Value("content_type"))
	if kind == "" {
		kind = catalogue.Article
	}
	supports, _ := supportsOf(f) // checkContent says what is wrong with them
	return content.Fields{
		Title: f.Text("title"), Body: strings.ReplaceAll(f.Value("body"), "\r\n", "\n"), ContentType: kind,
		AIAssisted: declared(f.Value("ai_assisted")), Supports: supports,
	}
}

// previewContent shows what is being written, unsaved.
func (pages *Pages) previewContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.unsaved(ctx, v, editor{form: mended(v.Submitted())})
}

// unsaved shows the editor with a form that is not kept.
func (pages *Pages) unsaved(ctx context.Context, v *kit.Visit, e editor) (kit.Reply, error) {
	e.previewed = true
	status := http.StatusOK
	if id := v.PostForm.Get("id"); id != "" {
		var err error
		if e.content, err = pages.Contents.Find(ctx, v.Caller, id); err != nil {
			return kit.Reply{}, err
		}
	}
	if utf8.RuneCountInString(fieldsOf(e.form).Body) > bodyLengthMax {
		e.form.Blame("body", v.T("最多 %s 个字", strconv.Itoa(bodyLengthMax)))
		status = http.StatusUnprocessableEntity
	}
	return pages.editorPage(ctx, v, e, status)
}

// suggestFact writes what a sentence claims into the fact sheet of the brand that it names, as a suggestion, and shows the text as it is.
func (pages *Pages) suggestFact(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	e := editor{form: mended(v.Submitted())}
	n := e.form.Value("suggest")
	made, err := pages.Facts.Suggest(ctx, v.Caller, e.form.Text("claim_"+n), e.form.Text("said_"+n))
	if err == nil {
		e.suggested = &made
	} else if err := e.form.Take(v, err); err != nil {
		return kit.Reply{}, err
	}
	return pages.unsaved(ctx, v, e)
}

const bodyLengthMax = 100_000 // characters, as the description says

// editorPage shows the editor with what its form holds.
func (pages *Pages) editorPage(ctx context.Context, v *kit.Visit, e editor, status int) (kit.Reply, error) {
	var err error
	if e.brandChoice, err = pages.chooseBrand(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	if e.brief, err = pages.beside(ctx, v, e); err != nil {
		return kit.Reply{}, err
	}
	fields := fieldsOf(e.form)
	if utf8.RuneCountInString(fields.Body) <= bodyLengthMax {
		e.body = markdown.NewProof(fields.Body)
		var err error
		if e.gate, err = pages.inspected(ctx, v, fields); err != nil {
			return kit.Reply{}, err
		}
		e.body = e.body.Marked(e.gate.Marks(ctx))
	}
	e.title = fields.Title
	if e.content.ID != "" {
		var err error
		if e.revisions, err = pages.Contents.Revisions(ctx, v.Caller, e.content.ID); err != nil {
			return kit.Reply{}, err
		}
		if _, e.orders, err = pages.Orders.List(ctx, v.Caller,
			order.Filter{ContentIDs: []string{e.content.ID}, Paging: order.Paging{Number: 1, Size: 1}}); err != nil {
			return kit.Reply{}, err
		}
	}
	title := e.content.Title
	if title == "" {
		title = kit.Key("新文章")
	}
	return kit.Show(kit.Page{Title: title, Entry: "contents", Status: status, Body: editorBody(e)})
}

func (pages *Pages) showContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	content, err := pages.Contents.Find(ctx, v.Caller, v.PathValue("content_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	if content.Brief { // an empty article beside it
		return pages.editorPage(ctx, v, editor{form: kit.Filled("content_type", "article", "brief_id", content.ID)}, http.StatusOK)
	}
	return pages.editorPage(ctx, v, editor{form: stored(content), content: content}, http.StatusOK)
}

func stored(c content.Content) kit.Form {
	return kit.Filled("title", c.Title, "body", c.Body, "content_type", string(c.ContentType), "revision",
		strconv.FormatInt(c.Revision, 10),
		"ai_assisted", string(c.AIAssisted), "supports", string(c.Supports))
}

// saveContent keeps a new revision, unless another user has made one since the editor was opened: then both are
// shown. What was written for a content that is gone can be kept as a new one.
func (pages *Pages) saveContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, e := mended(v.Submitted()), editor{}
	e.form = f
	var err error
	if e.content, err = pages.Contents.Find(ctx, v.Caller, v.PathValue("content_id")); fault.Is(err,
		fault.NoSuchThing) && f.Text("body") != "" {
		f.Blame("", v.T("这篇内容已不存在。下面是你写的，还没有保存；保存后会存为一篇新内容。"))
		return pages.editorPage(ctx, v, e, http.StatusNotFound)
	}
	if err != nil {
		return kit.Reply{}, err
	}
	if pages.checkContent(v, f, "ContentUpdate"); !f.Sound() {
		return pages.editorPage(ctx, v, e, http.StatusUnprocessableEntity)
	}
	opened, err := pages.Contents.FindRevision(ctx, v.Caller, e.content.ID, revisionOf(f.Value("revision")))
	if err != nil {
		return kit.Reply{}, err
	}
	wanted, overtaken := fieldsOf(f), false
	saved, err := pages.Contents.Update(ctx, v.Caller, e.content.ID, func(now *content.Fields) {
		if overtaken = *now != opened.Fields; !overtaken {
			*now = wanted
		}
	})
	if err != nil {
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.editorPage(ctx, v, e, http.StatusUnprocessableEntity) })
	}
	if overtaken && saved.Fields != wanted {
		e.content, e.newest = saved, &saved
		return pages.editorPage(ctx, v, e, http.StatusConflict)
	}
	if saved.Revision == e.content.Revision {
		v.Say("没有改动，仍是第 %d 版", saved.Revision)
	} else {
		v.Say("已保存第 %d 版", saved.Revision)
	}
	return kit.LeadTo("/contents/" + saved.ID)
}

func revisionOf(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (pages *Pages) deleteContent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	id := v.PathValue("content_id")
	content, err := pages.Contents.Find(ctx, v.Caller, id)
	if err != nil {
		return kit.Reply{}, err
	}
	if err := pages.Contents.Delete(ctx, v.Caller, id); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已删除「%s」", kit.Clipped(content.Title, 40))
	return kit.LeadTo("/contents")
}

// earlier is a content as it once was, with what it is now.
type earlier struct {
	then, now content.Content
	body      markdown.Proof
}

func (pages *Pages) showRevision(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	e, err := pages.earlier(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	e.body = markdown.NewProof(e.then.Body)
	return kit.Show(kit.Page{Title: e.then.Title, Entry: "contents", Body: revisionBody(e)})
}

func (pages *Pages) earlier(ctx context.Context, v *kit.Visit) (e earlier, err error) {
	id, number := v.PathValue("content_id"), revisionOf(v.PathValue("revision"))
	if e.now, err = pages.Contents.Find(ctx, v.Caller, id); err != nil {
		return e, err
	}
	if number < 1 {
		return e, fault.NotFound("content", id)
	}
	e.then, err = pages.Contents.FindRevision(ctx, v.Caller, id, number)
	return e, err
}

// restoreRevision makes an earlier revision the newest, as a revision of its own.
func (pages *Pages) restoreRevision(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	e, err := pages.earlier(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	saved, err := pages.Contents.Update(ctx, v.Caller, e.now.ID, func(f *content.Fields) { *f = e.then.Fields })
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已恢复第 %d 版的文字，存为第 %d 版", e.then.Revision, saved.Revision)
	return kit.LeadTo("/contents/" + e.now.ID)
}

// exportContents is the library as a table.
func (pages *Pages) exportContents(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	s, err := pages.chooseBrand(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	read := func(number, size int64) ([]content.Content, int64, error) {
		return pages.Contents.Articles(ctx, v.Caller, s.filter(), content.Paging{Number: number, Size: size})
	}
	return kit.Gather(ctx, read, func(c content.Content) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", c.ID), kit.Column("标题", c.Title), kit.Column("稿件", v.T(ContentTypeName(c.ContentType))),
			kit.Column("版本", c.Revision), kit.Column("字数", c.Length),
			kit.Column("创建", c.CreatedAt), kit.Column("更新", c.UpdatedAt), kit.Column("归属品牌", s.named(ctx, c.BrandID)),
		}
	}).CSV(v.ListFile(v.T("内容")))
}

func contentLabel(ctx context.Context, c content.Content) string {
	return kit.T(ctx, "%s（第 %d 版）", kit.Clipped(c.Title, 30), c.Revision)
}
