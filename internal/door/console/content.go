package console

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/fault"
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
	paging paging
	orders map[string]int64 // open ones, by content
}

func (c *Console) showContents(ctx context.Context, v *visit) (reply, error) {
	l := library{paging: pagingOf(v, contentsAPage), orders: map[string]int64{}}
	var err error
	if l.items, l.paging.total, err = c.rooms.Contents.List(ctx, v.caller, content.Page{Number: l.paging.number, Size: contentsAPage}); err != nil {
		return reply{}, err
	}
	if l.orders, err = c.ordersOf(ctx, v, l.items); err != nil {
		return reply{}, err
	}
	return show(page{Title: key("内容"), Entry: "contents", Body: contentsBody(l)})
}

// ordersOf counts the orders of some contents.
func (c *Console) ordersOf(ctx context.Context, v *visit, contents []content.Content) (map[string]int64, error) {
	counts := map[string]int64{}
	for _, one := range contents {
		_, total, err := c.rooms.Orders.List(ctx, v.caller, order.Filter{ContentIDs: []string{one.ID}, Page: order.Page{Number: 1, Size: 1}})
		if err != nil {
			return nil, err
		}
		counts[one.ID] = total
	}
	return counts, nil
}

// editor is the page on which a content is written.
type editor struct {
	form      form
	content   content.Content // stored; without an id: a new one
	body      markdown.Proof  // of what the form holds
	title     string
	revisions []content.Revision
	newest    *content.Content // what somebody else has written meanwhile
	orders    int64
}

func (e editor) action() string {
	if e.content.ID == "" {
		return "/contents/new"
	}
	return "/contents/" + e.content.ID
}

// titleLength counts as outlets do when they bound a title: every character is one.
func (e editor) titleLength() int { return utf8.RuneCountInString(e.title) }

func (c *Console) showNewContent(_ context.Context, v *visit) (reply, error) {
	return show(page{Title: key("写新内容"), Entry: "contents", Body: editorBody(editor{form: filled("content_type", "article")})})
}

func (c *Console) createContent(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	c.checkContent(v, f, "ContentCreate")
	if f.sound() {
		made, err := c.rooms.Contents.Create(ctx, v.caller, fieldsOf(f))
		if err == nil {
			v.say("已保存第 %d 版", made.Revision)
			return leadTo("/contents/" + made.ID)
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.editorPage(ctx, v, editor{form: f}, http.StatusUnprocessableEntity)
}

// checkContent holds what was typed against the description. Blanks alone are nothing.
func (c *Console) checkContent(v *visit, f form, schema string) {
	fields := fieldsOf(f)
	if strings.TrimSpace(fields.Body) == "" {
		fields.Body = ""
	}
	c.check(v, f, schema, requiredText(f, "title"), requestschema.Member{Name: "body", Value: requestschema.Text(fields.Body)},
		requestschema.Member{Name: "content_type", Value: requestschema.Text(string(fields.ContentType))})
}

func fieldsOf(f form) content.Fields {
	kind := catalogue.ContentType(f.value("content_type"))
	if kind == "" {
		kind = catalogue.Article
	}
	return content.Fields{Title: f.text("title"), Body: strings.ReplaceAll(f.value("body"), "\r\n", "\n"), ContentType: kind}
}

// previewContent shows what is being written, unsaved.
func (c *Console) previewContent(ctx context.Context, v *visit) (reply, error) {
	e, status := editor{form: v.form()}, http.StatusOK
	if id := v.PostForm.Get("id"); id != "" {
		var err error
		if e.content, err = c.rooms.Contents.Find(ctx, v.caller, id); err != nil {
			return reply{}, err
		}
	}
	if utf8.RuneCountInString(fieldsOf(e.form).Body) > bodyLengthMax {
		e.form.blame("body", v.t("最多 %s 个字", strconv.Itoa(bodyLengthMax)))
		status = http.StatusUnprocessableEntity
	}
	return c.editorPage(ctx, v, e, status)
}

const bodyLengthMax = 100_000 // characters, as the description says

// editorPage shows the editor with what its form holds.
func (c *Console) editorPage(ctx context.Context, v *visit, e editor, status int) (reply, error) {
	fields := fieldsOf(e.form)
	if utf8.RuneCountInString(fields.Body) <= bodyLengthMax {
		e.body = markdown.NewProof(fields.Body)
	}
	e.title = fields.Title
	if e.content.ID != "" {
		var err error
		if e.revisions, err = c.rooms.Contents.Revisions(ctx, v.caller, e.content.ID); err != nil {
			return reply{}, err
		}
		if _, e.orders, err = c.rooms.Orders.List(ctx, v.caller, order.Filter{ContentIDs: []string{e.content.ID}, Page: order.Page{Number: 1, Size: 1}}); err != nil {
			return reply{}, err
		}
	}
	title := e.content.Title
	if title == "" {
		title = key("写新内容")
	}
	return show(page{Title: title, Entry: "contents", Status: status, Body: editorBody(e)})
}

func (c *Console) showContent(ctx context.Context, v *visit) (reply, error) {
	content, err := c.rooms.Contents.Find(ctx, v.caller, v.PathValue("content_id"))
	if err != nil {
		return reply{}, err
	}
	return c.editorPage(ctx, v, editor{form: stored(content), content: content}, http.StatusOK)
}

func stored(c content.Content) form {
	return filled("title", c.Title, "body", c.Body, "content_type", string(c.ContentType), "revision", strconv.FormatInt(c.Revision, 10))
}

// saveContent keeps a new revision, unless somebody else has made one since the editor was opened: then both are shown.
func (c *Console) saveContent(ctx context.Context, v *visit) (reply, error) {
	f, e := v.form(), editor{}
	var err error
	if e.content, err = c.rooms.Contents.Find(ctx, v.caller, v.PathValue("content_id")); err != nil {
		return reply{}, err
	}
	e.form = f
	if c.checkContent(v, f, "ContentUpdate"); !f.sound() {
		return c.editorPage(ctx, v, e, http.StatusUnprocessableEntity)
	}
	opened, err := c.rooms.Contents.FindRevision(ctx, v.caller, e.content.ID, revisionOf(f.value("revision")))
	if err != nil {
		return reply{}, err
	}
	wanted, overtaken := fieldsOf(f), false
	saved, err := c.rooms.Contents.Update(ctx, v.caller, e.content.ID, func(now *content.Fields) {
		if overtaken = *now != opened.Fields; !overtaken {
			*now = wanted
		}
	})
	if err != nil {
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
		return c.editorPage(ctx, v, e, http.StatusUnprocessableEntity)
	}
	if overtaken && saved.Fields != wanted {
		e.content, e.newest = saved, &saved
		return c.editorPage(ctx, v, e, http.StatusConflict)
	}
	if saved.Revision == e.content.Revision {
		v.say("没有改动，仍是第 %d 版", saved.Revision)
	} else {
		v.say("已保存第 %d 版", saved.Revision)
	}
	return leadTo("/contents/" + saved.ID)
}

func revisionOf(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (c *Console) deleteContent(ctx context.Context, v *visit) (reply, error) {
	id := v.PathValue("content_id")
	content, err := c.rooms.Contents.Find(ctx, v.caller, id)
	if err != nil {
		return reply{}, err
	}
	if err := c.rooms.Contents.Delete(ctx, v.caller, id); err != nil {
		return reply{}, err
	}
	v.say("已删除「%s」", clipped(content.Title, 40))
	return leadTo("/contents")
}

// clipped is the beginning of a text.
func clipped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// earlier is a content as it once was, with what it is now.
type earlier struct {
	then, now content.Content
	body      markdown.Proof
}

func (c *Console) showRevision(ctx context.Context, v *visit) (reply, error) {
	e, err := c.earlier(ctx, v)
	if err != nil {
		return reply{}, err
	}
	e.body = markdown.NewProof(e.then.Body)
	return show(page{Title: e.then.Title, Entry: "contents", Body: revisionBody(e)})
}

func (c *Console) earlier(ctx context.Context, v *visit) (e earlier, err error) {
	id, number := v.PathValue("content_id"), revisionOf(v.PathValue("revision"))
	if e.now, err = c.rooms.Contents.Find(ctx, v.caller, id); err != nil {
		return e, err
	}
	if number < 1 {
		return e, fault.NotFound("content", id)
	}
	e.then, err = c.rooms.Contents.FindRevision(ctx, v.caller, id, number)
	return e, err
}

// restoreRevision makes an earlier revision the newest, as a revision of its own.
func (c *Console) restoreRevision(ctx context.Context, v *visit) (reply, error) {
	e, err := c.earlier(ctx, v)
	if err != nil {
		return reply{}, err
	}
	saved, err := c.rooms.Contents.Update(ctx, v.caller, e.now.ID, func(f *content.Fields) { *f = e.then.Fields })
	if err != nil {
		return reply{}, err
	}
	v.say("已恢复第 %d 版的文字，存为第 %d 版", e.then.Revision, saved.Revision)
	return leadTo("/contents/" + e.now.ID)
}

// exportContents is the library as a table.
func (c *Console) exportContents(ctx context.Context, v *visit) (reply, error) {
	header := []string{v.t("编号"), v.t("标题"), v.t("稿件"), v.t("版本"), v.t("字数"), v.t("创建"), v.t("更新")}
	var rows [][]string
	for number := int64(1); ; number++ {
		list, total, err := c.rooms.Contents.List(ctx, v.caller, content.Page{Number: number, Size: exportBatch})
		if err != nil {
			return reply{}, err
		}
		for _, one := range list {
			rows = append(rows, []string{
				one.ID, one.Title, v.t(contentTypeName(one.ContentType)), strconv.FormatInt(one.Revision, 10),
				strconv.FormatInt(one.Length, 10), exactTime(ctx, one.CreatedAt), exactTime(ctx, one.UpdatedAt),
			})
		}
		if number*exportBatch >= total {
			return table(v.t("内容")+".csv", header, rows)
		}
	}
}

func contentLabel(ctx context.Context, c content.Content) string {
	return t(ctx, "%s（第 %d 版）", clipped(c.Title, 30), c.Revision)
}
