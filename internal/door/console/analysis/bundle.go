package analysis

import (
	"archive/zip"
	"bytes"
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/tool/xlsx"
)

// eachTable gives the tables of the analyses of a brand.
func (pages *Pages) eachTable(ctx context.Context, v *kit.Visit, take func(pageTables, pageTable) error) error {
	for _, tables := range []func(context.Context, *kit.Visit) (pageTables, error){
		pages.overviewTables, pages.visibilityTables, pages.sentimentTables, pages.citationTables,
	} {
		p, err := tables(ctx, v)
		for i := 0; err == nil && i < len(p.list); i++ {
			err = take(p, p.list[i])
		}
		if err != nil {
			return err
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
	err = pages.eachTable(ctx, v, func(p pageTables, t pageTable) error {
		file, err := bundle.Create(p.fileOf(t))
		if err != nil {
			return err
		}
		return t.draw(ctx).WriteCSV(file)
	})
	if err == nil {
		err = bundle.Close()
	}
	return kit.Reply{File: &kit.File{Name: l.file("zip", "tables"), ContentType: "application/zip", Body: out.Bytes()}}, err
}

// exportWorkbook is the same as one workbook, a sheet a table, named in the reader's language.
func (pages *Pages) exportWorkbook(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l, err := pages.lensOf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	var out bytes.Buffer
	book := xlsx.NewWriter(&out)
	err = pages.eachTable(ctx, v, func(p pageTables, t pageTable) error {
		drawn := t.draw(ctx)
		return book.Worksheet(kit.T(ctx, p.name)+" "+kit.T(ctx, t.name), drawn.Header, drawn.Rows)
	})
	if err == nil {
		err = book.Close()
	}
	return kit.Reply{File: &kit.File{
		Name:        l.file("xlsx", "tables"),
		ContentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: out.Bytes(),
	}}, err
}
