// Package xlsx writes workbooks that spreadsheets open: sheets of text and numbers under a bold header, nothing else. No cell is ever a
// formula, whatever it begins with. The format is that of ECMA-376, with strings inline.
package xlsx

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// What a spreadsheet can hold; what is beyond is left out.
const (
	rowsMost    = 1 << 20
	columnsMost = 1 << 14
	cellMost    = 32767 // UTF-16 units
	nameMost    = 31    // UTF-16 units of the name of a sheet
)

// Writer writes a workbook as its sheets are given, one after another.
type Writer struct {
	archive *zip.Writer
	names   []string
}

// NewWriter returns a writer of a workbook to out.
func NewWriter(out io.Writer) *Writer { return &Writer{archive: zip.NewWriter(out)} }

// part begins a file of the workbook. Without a date it would have one in month 0, which some readers refuse.
func (w *Writer) part(name string) (io.Writer, error) {
	return w.archive.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate,
		Modified: time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC),
	})
}

// Worksheet adds a sheet. What looks like a plain number is one; everything else is text.
func (w *Writer) Worksheet(name string, header []string, rows [][]string) error {
	w.names = append(w.names, w.fitName(name))
	out, err := w.part(fmt.Sprintf("xl/worksheets/sheet%d.xml", len(w.names)))
	if err != nil {
		return err
	}
	p := &printer{out: out}
	p.print(xml.Header,
		`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`)
	p.columns(header, rows)
	p.print(`<sheetData>`)
	p.row(header, ` s="1"`)
	for _, row := range rows[:min(len(rows), rowsMost-1)] {
		p.row(row, "")
	}
	p.print(`</sheetData></worksheet>`)
	return p.err
}

// Close writes what says where the sheets are, and ends the file.
func (w *Writer) Close() error {
	const types, office = "application/vnd.openxmlformats-officedocument.spreadsheetml.",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var parts, sheets, links strings.Builder
	for i, name := range w.names {
		fmt.Fprintf(&parts, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i+1, types)
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escaped(name), i+1, i+1)
		fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, office, i+1)
	}
	const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for _, f := range []struct{ name, text string }{
		{
			"[Content_Types].xml",
			`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="` +
				types + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + types + `styles+xml"/>` +
				parts.String() + `</Types>`,
		},
		{"_rels/.rels", relations + `<Relationship Id="rId1" Type="` + office +
			`/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` +
			office + `"><bookViews><workbookView/></bookViews><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", relations + links.String() +
			fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/></Relationships>`,
				len(w.names)+1, office)},
		{
			"xl/styles.xml",
			`<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
				`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
				`<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
		},
	} {
		out, err := w.part(f.name)
		if err == nil {
			_, err = io.WriteString(out, xml.Header+f.text)
		}
		if err != nil {
			return err
		}
	}
	return w.archive.Close()
}

// fitName makes a name that a sheet may have: without signs that have a meaning in formulas, short, and not another's.
func (w *Writer) fitName(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) || r < ' ' {
			return ' '
		}
		return r
	}, name), "' ")
	if name == "" || strings.EqualFold(name, "History") { // which spreadsheets keep for themselves
		name = strings.TrimSpace("Sheet " + name)
	}
	taken := func(n string) bool {
		return slices.ContainsFunc(w.names, func(other string) bool { return strings.EqualFold(n, other) })
	}
	fit := strings.TrimRight(cut(name, nameMost), "' ")
	for i := 2; taken(fit); i++ {
		suffix := " " + strconv.Itoa(i)
		fit = cut(name, nameMost-len(suffix)) + suffix
	}
	return fit
}

// printer writes pieces until one fails.
type printer struct {
	out  io.Writer
	rows int
	err  error
}

func (p *printer) print(pieces ...string) {
	for _, s := range pieces {
		if p.err == nil {
			_, p.err = io.WriteString(p.out, s)
		}
	}
}

// widest and looked bound how wide columns become, in characters, and of how many rows that is measured.
const widest, looked = 60, 200

func (p *printer) columns(header []string, rows [][]string) {
	if len(header) == 0 {
		return
	}
	p.print(`<cols>`)
	for i := range header[:min(len(header), columnsMost)] {
		width := wide(header[i])
		for _, row := range rows[:min(len(rows), looked)] {
			if i < len(row) {
				width = max(width, wide(row[i]))
			}
		}
		p.print(fmt.Sprintf(`<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, min(width, widest)+2))
	}
	p.print(`</cols>`)
}

// wide is about how many Latin letters a text is wide: signs of East Asia take two.
func wide(s string) (n int) {
	for _, r := range s {
		if n++; r >= 0x2e80 {
			n++
		}
	}
	return n
}

// plain are numbers that lose nothing as one: no zeros in front, no more digits than a float holds.
var plain = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,14})?$`)

func (p *printer) row(cells []string, style string) {
	p.rows++
	p.print(`<row r="`, strconv.Itoa(p.rows), `">`)
	for i, cell := range cells[:min(len(cells), columnsMost)] {
		at := `<c r="` + column(i) + strconv.Itoa(p.rows) + `"` + style
		switch {
		case cell == "":
		case plain.MatchString(cell) && len(cell) < 17:
			p.print(at, `><v>`, cell, `</v></c>`)
		default:
			p.print(at, ` t="inlineStr"><is><t xml:space="preserve">`,
				escaped(literal.ReplaceAllString(cut(cell, cellMost), "_x005F_$1")), `</t></is></c>`)
		}
	}
	p.print(`</row>`)
}

// column is A, B, … Z, AA, …
func column(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return column(i/26-1) + string(rune('A'+i%26))
}

// literal is what a spreadsheet would take for an escaped character.
var literal = regexp.MustCompile(`_(x[0-9A-Fa-f]{4}_)`)

func escaped(s string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(s)) // what XML cannot hold becomes U+FFFD
	return out.String()
}

// cut leaves so many UTF-16 units of a text, and no half of a pair.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for i, r := range s {
		if n += max(1, utf16.RuneLen(r)); n > most {
			return s[:i]
		}
	}
	return s
}
