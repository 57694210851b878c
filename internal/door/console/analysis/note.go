package analysis

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/floor/day"
	"renown/internal/room/brand"
)

// notePage is what was noted for a brand, the newest day first.
type notePage struct {
	brand brand.Brand
	notes []brand.Annotation
	form  kit.Form // of the note that was refused, or of a new one
	id    string   // of the note that the form is for; "": a new one
}

func (s notePage) path(rest string) string { return "/brands/" + s.brand.ID + "/notes" + rest }

// formOf is what the fields of a note show.
func (s notePage) formOf(one brand.Annotation) kit.Form {
	if one.ID == s.id {
		return s.form
	}
	return kit.Filled("day", one.Day, "text", one.Text)
}

func (pages *Pages) showNotes(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.notePage(ctx, v, today(v), "")
}

// today is the form of a new note.
func today(v *kit.Visit) kit.Form {
	return kit.Filled("day", day.Of(v.Now.Time).String())
}

func (pages *Pages) notePage(ctx context.Context, v *kit.Visit, f kit.Form, id string) (kit.Reply, error) {
	notes, err := pages.Brands.Annotations(ctx, v.Caller, v.Brand.ID, "", "")
	if err != nil {
		return kit.Reply{}, err
	}
	slices.Reverse(notes)
	return kit.Show(kit.Page{Title: kit.Key("标注"), Entry: "overview", Body: notesBody(notePage{v.Brand, notes, f, id}, today(v))}, f)
}

// noted answers a form about a note: the list again, or what was refused beside its field.
func (pages *Pages) noted(ctx context.Context, v *kit.Visit, err error, id, said string) (kit.Reply, error) {
	if err != nil {
		f := v.Submitted()
		return f.Refused(v, err, func() (kit.Reply, error) { return pages.notePage(ctx, v, f, id) })
	}
	v.Say(said)
	return kit.LeadTo("/brands/" + v.Brand.ID + "/notes")
}

func (pages *Pages) addNote(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	_, err := pages.Brands.Annotate(ctx, v.Caller, v.Brand.ID, f.Text("day"), f.Text("text"))
	return pages.noted(ctx, v, err, "", kit.Key("已加标注"))
}

func (pages *Pages) saveNote(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f, id := v.Submitted(), v.PathValue("note_id")
	err := pages.Brands.UpdateAnnotation(ctx, v.Caller, id, f.Text("day"), f.Text("text"))
	return pages.noted(ctx, v, err, id, kit.Key("已保存"))
}

func (pages *Pages) deleteNote(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	err := pages.Brands.DeleteAnnotation(ctx, v.Caller, v.PathValue("note_id"))
	return pages.noted(ctx, v, err, v.PathValue("note_id"), kit.Key("已删除标注"))
}
