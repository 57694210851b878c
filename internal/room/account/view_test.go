package account_test

import (
	"strconv"
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// member is a user in their personal space.
func (w *world) member(t *testing.T, email string) account.Caller {
	t.Helper()
	userID := w.user(t, email)
	spaces := must.Get(w.Spaces(t.Context(), userID))(t)
	return account.Caller{UserID: userID, SpaceID: spaces[0].ID}
}

// Views are of a space: bounded, with names that are one's own on a list, and brought back unless the name is taken.
func TestViews(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me, other := t.Context(), w.member(t, "a@example.com"), w.member(t, "b@example.com")
		save := func(name, query string) error {
			return w.SaveView(ctx, me, account.View{Path: "/orders", Query: query, Name: name})
		}
		for name, c := range map[string]struct{ name, query, reason string }{
			"no name": {" ", "", "view_name"}, "long name": {strings.Repeat("名", 41), "", "view_name"},
			"two lines":  {"a\nb", "", "view_name"},
			"long query": {"a", strings.Repeat("q", 2001), "view_query"},
		} {
			if f := fault.As(save(c.name, c.query)); f == nil || f.Reason != c.reason {
				t.Errorf("%s: %v", name, f)
			}
		}
		must.Do(t, save(" 待修改 ", "tab=revision"))
		if f := fault.As(save("待修改", "tab=all")); f == nil || f.Reason != "view_name_taken" {
			t.Errorf("the name twice: %v", f)
		}
		list := func(who account.Caller) []account.View {
			return must.Get(w.Views(ctx, who, "/orders"))(t)
		}
		if got := list(me); len(got) != 1 || got[0].Name != "待修改" || got[0].Query != "tab=revision" {
			t.Fatalf("%+v", got)
		}
		if got := list(other); len(got) != 0 {
			t.Errorf("another space sees %+v", got)
		}
		id := list(me)[0].ID
		_, err := w.RenameView(ctx, other, id, "x")
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.DeleteView(ctx, other, id)
		must.Refuse(t, err, fault.NoSuchThing)
		must.Do(t, save("已发布", "tab=published"))
		if _, err := w.RenameView(ctx, me, id, "已发布"); fault.As(err) == nil || fault.As(err).Reason != "view_name_taken" {
			t.Errorf("renamed to a name that is there: %v", err)
		}
		must.Get(w.RenameView(ctx, me, id, "待改"))(t)

		undos, by := undo.New(w.db, w.Restores()), undo.By{SpaceID: me.SpaceID, UserID: me.UserID}
		var slip undo.Slip
		must.Get(w.DeleteView(undo.With(ctx, &slip), me, id))(t)
		must.Do(t, save("待改", ""))
		if _, err := undos.Undo(ctx, by, slip.ID); fault.As(err) == nil || fault.As(err).Reason != "view_name_taken" {
			t.Errorf("brought back beside its namesake: %v", err)
		}
		for _, v := range list(me) {
			if v.Name == "待改" {
				must.Get(w.DeleteView(ctx, me, v.ID))(t)
			}
		}
		must.Get(undos.Undo(ctx, by, slip.ID))(t)
		for i := len(list(me)); i < 50; i++ {
			must.Do(t, save("第 "+strconv.Itoa(i), ""))
		}
		expect.Refuse(t, save("一个太多", ""), fault.CapReached, "past the cap")
	})
}
