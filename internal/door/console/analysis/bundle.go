package analysis

import (
	"archive/zip"
	"bytes"
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/tool/xlsx"
)

// bundledPage is a page with those of its tables that are given away together.
type bundledPage struct {
	name   string // a key
	draw   kit.Handler
	tables []bundledTable
}

type bundledTable struct{ file, name string } // the name is a key

// bundled are all tables of the analyses of a brand.
func (pages *Pages) bundled() []bundledPage {
	return []bundledPage{
		{kit.Key("总览"), pages.exportOverview, []bundledTable{{"indicators", kit.Key("指标")}, {"trend", kit.Key("每日")}, {"platforms", kit.Key("平台")}, {"competitors", kit.Key("竞品")}, {"alerts", kit.Key("提醒")}}},
		{kit.Key("可见度"), pages.exportVisibility, []bundledTable{{"prompts", kit.Key("意图词")}, {"topics", kit.Key("主题")}, {"stages", kit.Key("阶段")}}},
		{kit.Key("情感"), pages.exportSentiment, []bundledTable{{"trend", kit.Key("每日")}, {"platforms", kit.Key("平台")}, {"quotes", kit.Key("原句")}, {"competitors", kit.Key("竞品")}}},
		{kit.Key("引用来源"), pages.exportCitations, []bundledTable{{"domains", kit.Key("渠道")}, {"urls", kit.Key("网址")}, {"classes", kit.Key("source|类型")}, {"gaps", kit.Key("缺口")}}},
	}
}

// eachTable gives all tables of the period, as each page does, with a name in the reader's language.
func (pages *Pages) eachTable(ctx context.Context, v *kit.Visit, take func(name string, f kit.File) error) error {
	for _, page := range pages.bundled() {
		for _, table := range page.tables {
			v.SetPathValue("table", table.file+".csv")
			reply, err := page.draw(ctx, v)
			if err == nil {
				err = take(kit.T(ctx, page.name)+" "+kit.T(ctx, table.name), *reply.File)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// exportBundle is all tables of the period in one file.
func (pages *Pages) exportBundle(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	var out bytes.Buffer
	bundle := zip.NewWriter(&out)
	err = pages.eachTable(ctx, v, func(_ string, f kit.File) error {
		file, err := bundle.Create(f.Name)
		if err == nil {
			_, err = file.Write(f.Body)
		}
		return err
	})
	if err == nil {
		err = bundle.Close()
	}
	return kit.Reply{File: &kit.File{Name: l.file("zip", "tables"), ContentType: "application/zip", Body: out.Bytes()}}, err
}

// exportWorkbook is the same as one workbook, a sheet a table.
func (pages *Pages) exportWorkbook(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	var out bytes.Buffer
	book := xlsx.NewWriter(&out)
	err = pages.eachTable(ctx, v, func(name string, f kit.File) error { return book.Worksheet(name, f.Table[0], f.Table[1:]) })
	if err == nil {
		err = book.Close()
	}
	return kit.Reply{File: &kit.File{Name: l.file("xlsx", "tables"), ContentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: out.Bytes()}}, err
}
