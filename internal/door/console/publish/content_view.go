package publish

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/content"
	"renown/internal/tool/markdown"
)

func editorTitle(ctx context.Context, e editor) string {
	if e.content.ID == "" {
		return kit.T(ctx, "新文章")
	}
	return kit.Clipped(e.content.Title, 60)
}

func editorHint(ctx context.Context, e editor) string {
	switch {
	case e.content.ID == "" && e.brief != nil:
		return kit.T(ctx, "提纲：%s", kit.Clipped(e.brief.Title, 60))
	case e.content.ID == "":
		return ""
	case e.orders > 0:
		return kit.T(ctx, "第 %d 版 · 有 %d 个订单用过它", e.content.Revision, e.orders)
	}
	return kit.T(ctx, "第 %d 版 · 还没有下过单", e.content.Revision)
}

// stored is what the menu of the editor is about: the content, or the brief whose article is not stored yet.
func (e editor) stored() *content.Content {
	switch {
	case e.newest != nil:
		return nil
	case e.content.ID != "":
		return &e.content
	}
	return e.brief
}

func deleteText(ctx context.Context, orders int64) string {
	if orders > 0 {
		return kit.T(ctx, "它会从内容库移除，十分钟内可以撤销。已有的 %d 个订单保留提交时的版本，不受影响；待修改的订单将无法再次提交。", orders)
	}
	return kit.T(ctx, "它会从内容库移除，十分钟内可以撤销。")
}

// CountsOf is how much there is: 1,286 字 · 3 张图 · 2 个链接.
func CountsOf(ctx context.Context, m markdown.Proof) string {
	list := []string{kit.T(ctx, "%s 字", kit.Number(m.Length))}
	if m.Images > 0 {
		list = append(list, kit.T(ctx, "%d 张图", m.Images))
	}
	if m.Links > 0 {
		list = append(list, kit.T(ctx, "%d 个链接", m.Links))
	}
	return strings.Join(list, " · ")
}

func bylineOf(ctx context.Context, c content.Content, m markdown.Proof) string {
	return kit.T(ctx, "第 %d 版", c.Revision) + " · " + CountsOf(ctx, m) + " · " + kit.T(ctx, "保存于 %s", kit.When(ctx, c.UpdatedAt))
}
