package setup

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
)

// factPage is a page of a brand's facts as a table that one edits.
type factPage struct {
	brand  brand.Brand
	facts  []fact.Fact
	total  int64
	search string
	today  string
	paging kit.Paging

	refused fact.RowFaults // of a file
}

const (
	factsPerPage = 50
	newFacts     = 3  // empty rows at the end
	refusedMost  = 20 // bad rows of a file that are told one by one
)

func factsPath(v *kit.Visit) string { return "/brands/" + v.Brand.ID + "/facts" }

func (pages *Pages) showFacts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.factPage(ctx, v, kit.Filled(), nil)
}

func (pages *Pages) factPage(ctx context.Context, v *kit.Visit, f kit.Form, refused fact.RowFaults) (kit.Reply, error) {
	search := strings.TrimSpace(v.URL.Query().Get("q"))
	paging := kit.PagingAt(v, factsPath(v), factsPerPage)
	facts, total, err := pages.Facts.List(ctx, v.Caller, v.Brand.ID, fact.Filter{Text: search},
		fact.Paging{Number: paging.Number, Size: factsPerPage})
	if err != nil {
		return kit.Reply{}, err
	}
	sheet := factPage{v.Brand, facts, total, search, v.Now.Format("2006-01-02"), paging.Of(total), refused}
	return kit.Show(kit.Page{Title: kit.Key("事实表"), Entry: "facts", Body: factsBody(sheet, f)}, f)
}

// saveFacts saves the rows that were changed, all or none.
func (pages *Pages) saveFacts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	var changes []fact.Change
	var rows []string
	for _, row := range f.Values["row"] {
		c, ok := factChange(f, row)
		if ok {
			changes, rows = append(changes, c), append(rows, row)
		}
	}
	if len(changes) == 0 {
		v.Say("没有改动")
		return kit.LeadTo(factsPath(v))
	}
	_, err := pages.Facts.Save(ctx, v.Caller, v.Brand.ID, changes)
	if err == nil {
		v.Say("已保存 %d 处改动", len(changes))
		return kit.LeadTo(factsPath(v))
	}
	if refused, ok := errors.AsType[fact.RowFaults](err); ok {
		blameCells(v, f, rows, refused)
	}
	if f.Sound() {
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.factPage(ctx, v, f, nil)
}

// blameCells says what is wrong beside each refused cell.
func blameCells(v *kit.Visit, f kit.Form, rows []string, refused fact.RowFaults) {
	for _, r := range refused {
		if fault.Is(r.Err, fault.NoSuchThing) {
			f.Blame("", v.T("有的行已被别人删除，不再列出。其余改动还没有保存，请再保存一次。"))
		}
		if name := refusedField(r); name != "" {
			f.Blame(name+"."+rows[r.Row], v.Sentence(fault.Of(r.Err)))
		}
	}
}

// refusedField is which field of a row was refused; "" when it is the row as a whole.
func refusedField(r fact.RowFault) (name string) {
	if known := fault.As(r.Err); known != nil && known.Value != nil && len(known.Value.Loc) > 1 {
		name, _ = known.Value.Loc[1].(string)
	}
	return name
}

// factColumns are the cells of a row, in their order.
var factColumns = []string{"statement", "subject", "attribute", "value", "unit", "valid_from", "valid_to", "source_url", "wrong"}

// factChange reads a row of the sheet; ok is false when it is as it was.
func factChange(f kit.Form, row string) (c fact.Change, ok bool) {
	fresh := strings.HasPrefix(row, "new")
	if !fresh {
		c.ID = row
	}
	if f.Value("delete."+row) != "" && !fresh {
		c.Delete = true
		return c, true
	}
	filled, changed := false, f.Value("take."+row) != ""
	for _, name := range factColumns {
		filled = filled || f.Text(name+"."+row) != ""
		changed = changed || f.Text(name+"."+row) != f.Text("was."+name+"."+row)
	}
	if fresh && !filled || !fresh && !changed {
		return c, false
	}
	c.Change = func(to *fact.Fields) { changeFactRow(f, row, to) }
	return c, true
}

func changeFactRow(f kit.Form, row string, to *fact.Fields) {
	stored := fact.Fact{Fields: *to}
	text := func(name string) string { // a cell that was left alone keeps what others have saved in it since
		now := f.Text(name + "." + row)
		if was := "was." + name + "." + row; f.Values.Has(was) && now == f.Text(was) {
			return factStored(name, &stored)
		}
		return now
	}
	optional := func(name string) *string {
		s := text(name)
		return &s
	}
	if (text("value") != to.Value || text("unit") != to.Unit) && len(to.Options) == 0 {
		to.Kind = "" // as the new value looks
	}
	to.Statement, to.Subject, to.Attribute, to.Value, to.Unit = text("statement"), text("subject"), text(
		"attribute"), text("value"), text("unit")
	to.ValidFrom, to.ValidTo, to.SourceURL = optional("valid_from"), optional("valid_to"), optional("source_url")
	to.Wrong = nil
	for line := range strings.Lines(text("wrong")) {
		if line = strings.TrimSpace(line); line != "" {
			to.Wrong = append(to.Wrong, line)
		}
	}
	if f.Value("take."+row) != "" {
		to.Status = fact.Active
	}
}

// factValue is what a cell shows: what was typed, where something was refused, else what is stored.
func factValue(f kit.Form, row, name string, one *fact.Fact) string {
	if !f.Sound() && f.Values.Has(name+"."+row) {
		return f.Value(name + "." + row)
	}
	return factStored(name, one)
}

func factStored(name string, one *fact.Fact) string {
	if one == nil {
		return ""
	}
	switch name {
	case "statement":
		return one.Statement
	case "subject":
		return one.Subject
	case "attribute":
		return one.Attribute
	case "value":
		return one.Value
	case "unit":
		return one.Unit
	case "valid_from":
		return kit.OrEmpty(one.ValidFrom)
	case "valid_to":
		return kit.OrEmpty(one.ValidTo)
	case "source_url":
		return kit.OrEmpty(one.SourceURL)
	}
	return strings.Join(one.Wrong, "\n")
}

func newRow(i int) string { return "new" + strconv.Itoa(i) }

func (pages *Pages) exportFacts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	if err := pages.Facts.WriteCSV(ctx, v.Caller, v.Brand.ID, &out); err != nil {
		return kit.Reply{}, err
	}
	return kit.Reply{File: &kit.File{
		Name:        kit.FileName("csv", v.Brand.Name, v.T("事实表")),
		ContentType: "text/csv; charset=utf-8", Body: out.Bytes(),
	}}, nil
}

// factsUpload bounds what is sent with a file of facts, in bytes: twice what the room takes, so that it can say what is too much.
const factsUpload = 16 << 20

func (pages *Pages) importFacts(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := v.ParseMultipartForm(1 << 20); err != nil {
		return kit.Reply{}, kit.Unreadable(err)
	}
	defer func() { _ = v.MultipartForm.RemoveAll() }()
	f := kit.Filled()
	upload, _, err := v.FormFile("file")
	if err != nil {
		f.Blame("file", v.T("请选择一个文件"))
		return pages.factPage(ctx, v, f, nil)
	}
	defer upload.Close()
	saved, err := pages.Facts.Import(ctx, v.Caller, v.Brand.ID, upload)
	if err != nil {
		refused, ok := errors.AsType[fact.RowFaults](err)
		if ok {
			f.Blame("file", v.T("%d 行有误，整个文件没有导入", len(refused)))
		} else if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
		return pages.factPage(ctx, v, f, refused)
	}
	v.Say("已导入 %d 条事实", len(saved))
	return kit.LeadTo(factsPath(v) + "#facts")
}
