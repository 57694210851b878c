package console

import (
	"context"
	"net/http"

	"renown/internal/door/console/kit"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
)

// recentPage is the changes of the space that can be undone, or were.
type recentPage struct {
	changes []undo.Entry
	userID  string // who looks
	fault   string // why the last attempt was refused
}

func undoer(v *kit.Visit) undo.By { return undo.By{SpaceID: v.Caller.SpaceID, UserID: v.Caller.UserID} }

func undoPath(changeID string) string { return "/recent/" + changeID + "/undo" }

func (c *Console) showRecent(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return c.recentPage(ctx, v, nil)
}

// recentPage lists the changes; refusal says why one was not undone.
func (c *Console) recentPage(ctx context.Context, v *kit.Visit, refusal error) (kit.Reply, error) {
	list, err := c.rooms.Undos.Recent(ctx, undoer(v))
	if err != nil {
		return kit.Reply{}, err
	}
	s := recentPage{changes: list, userID: v.User.ID}
	p := kit.Page{Title: kit.Key("最近的更改")}
	if refusal != nil {
		f := v.Submitted()
		if err := f.Take(v, refusal); err != nil {
			return kit.Reply{}, err
		}
		for _, sentence := range f.Faults {
			s.fault = sentence
		}
		p.Status = http.StatusConflict
	}
	p.Body = recentBody(s)
	return kit.Show(p)
}

// undo puts back what a change took away and leads to where the button was.
func (c *Console) undo(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	done, err := c.rooms.Undos.Undo(ctx, undoer(v), v.PathValue("change_id"))
	if err != nil {
		return c.recentPage(ctx, v, err)
	}
	v.Say("已撤销：%s", deed(ctx, done))
	if back := v.PostForm.Get("back"); back != "" {
		return kit.LeadTo(kit.LocalPath(back))
	}
	return kit.LeadTo("/recent")
}

// deeds say what was changed, with how many; by kind.
var deeds = map[undo.Kind]string{
	brand.TopicDeleted:       kit.Key("删除 %d 个主题"),
	brand.PromptsDeleted:     kit.Key("删除 %d 个问题"),
	brand.PromptsChanged:     kit.Key("修改 %d 个问题"),
	brand.CompetitorsDeleted: kit.Key("移除 %d 个竞品"),
	fact.Saved:               kit.Key("修改 %d 条事实"),
	content.Deleted:          kit.Key("删除 %d 份内容"),
	content.Assigned:         kit.Key("改 %d 份内容的归属"),
	order.Assigned:           kit.Key("改 %d 个订单的归属"),
	order.BasketReduced:      kit.Key("从清单移除 %d 家媒体"),
	account.ViewDeleted:      kit.Key("删除 %d 个视图"),
	brand.AnnotationDeleted:  kit.Key("删除 %d 条标注"),
}

func deed(ctx context.Context, e undo.Entry) string { return kit.T(ctx, deeds[e.Kind], e.Count) }
