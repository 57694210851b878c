package xlsx_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/xlsx"
)

// relations and the rest are the parts of ECMA-376 that a reader follows from the package to its cells.
type relations struct {
	All []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

type worksheet struct {
	Columns []struct {
		Width float64 `xml:"width,attr"`
	} `xml:"cols>col"`
	Rows []struct {
		R     int `xml:"r,attr"`
		Cells []struct {
			R       string  `xml:"r,attr"`
			Style   int     `xml:"s,attr"`
			Type    string  `xml:"t,attr"`
			Value   *string `xml:"v"`
			Formula *string `xml:"f"`
			Text    *string `xml:"is>t"`
		} `xml:"c"`
	} `xml:"sheetData>row"`
}

func open(t *testing.T, file []byte) (names []string, sheets map[string]worksheet) {
	t.Helper()
	archive := must.Get(zip.NewReader(bytes.NewReader(file), int64(len(file))))(t)
	for _, f := range archive.File {
		if f.Modified.Month() != 1 || f.Modified.Day() != 1 {
			t.Errorf("%s has the date %v", f.Name, f.Modified)
		}
	}
	read := func(name string, into any) {
		t.Helper()
		f := must.Get(archive.Open(name))(t)
		defer f.Close()
		text, err := io.ReadAll(f)
		if err == nil {
			err = xml.Unmarshal(text, into)
		}
		must.Do(t, err, name)
	}
	var types struct {
		Overrides []struct {
			Part string `xml:"PartName,attr"`
			Type string `xml:"ContentType,attr"`
		} `xml:"Override"`
	}
	read("[Content_Types].xml", &types)
	known := map[string]bool{}
	for _, o := range types.Overrides {
		known[o.Part] = true
	}
	var root, parts relations
	read("_rels/.rels", &root)
	read("xl/_rels/workbook.xml.rels", &parts)
	targets := map[string]string{}
	for _, r := range parts.All {
		targets[r.ID] = path.Join("xl", r.Target)
		if !known["/xl/"+r.Target] {
			t.Errorf("%s has no content type", r.Target)
		}
	}
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	read(root.All[0].Target, &book)
	sheets = map[string]worksheet{}
	for _, s := range book.Sheets {
		var w worksheet
		read(targets[s.ID], &w)
		names, sheets[s.Name] = append(names, s.Name), w
	}
	return names, sheets
}

// Cells are numbers or inert text, whatever they hold; names of sheets are made to fit.
func TestWorkbook(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := xlsx.NewWriter(&out)
	long := strings.Repeat("长", 40000)
	for _, s := range []struct {
		name   string
		header []string
		rows   [][]string
	}{
		{"总览/指标", []string{"指标", "数值"}, [][]string{
			{"=1+1", "0.4471"}, {"+cmd|' /C calc'!A0", "-12"}, {"@SUM(A1)", "007"}, {
				`<script>&"'`,
				"12345678901234567890",
			}, {"两行\n文字", ""}, {"\x01_x000D_", "1e5"}, {long, "0.1234"},
		}},
		{"总览:指标", []string{"a"}, nil},
		{strings.Repeat("n", 50), nil, nil},
		{"", []string{"b"}, [][]string{{"1"}}},
		{"history", nil, nil},
		{strings.Repeat("q", 30) + "'s", nil, nil},
	} {
		must.Do(t, w.Worksheet(s.name, s.header, s.rows))
	}
	must.Do(t, w.Close())
	names, sheets := open(t, out.Bytes())
	expect.Equal(t, strings.Join(names, "|"), "总览 指标|总览 指标 2|"+strings.Repeat("n",
		31)+"|Sheet|Sheet history|"+strings.Repeat("q", 30), "sheets are called")
	first := sheets["总览 指标"]
	if len(first.Rows) != 8 || first.Rows[0].Cells[0].Style != 1 || len(first.Columns) != 2 ||
		first.Columns[0].Width < first.Columns[1].Width {
		t.Fatalf("the sheet is not as it was given: %d rows, %v", len(first.Rows), first.Columns)
	}
	for row, want := range map[int][2]string{
		1: {"=1+1", "#0.4471"}, 2: {"+cmd|' /C calc'!A0", "#-12"}, 3: {"@SUM(A1)", "007"}, 4: {`<script>&"'`, "12345678901234567890"},
		5: {"两行\n文字", ""}, 6: {"\ufffd_x005F_x000D_", "1e5"}, 7: {long[:32767*len("长")], "#0.1234"},
	} {
		for i, text := range want {
			got := ""
			if cells := first.Rows[row].Cells; i < len(cells) {
				c := cells[i]
				if c.Formula != nil {
					t.Errorf("%s is a formula", c.R)
				}
				switch {
				case c.Type == "inlineStr" && c.Text != nil:
					got = *c.Text
				case c.Type == "" && c.Value != nil:
					got = "#" + *c.Value
				}
			}
			if got != text {
				t.Errorf("row %d, cell %d: %.40q, want %.40q", row, i, got, text)
			}
		}
	}
}

// Columns go on after Z as they do in spreadsheets.
func TestColumns(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := xlsx.NewWriter(&out)
	must.Do(t, w.Worksheet("s", make([]string, 703), [][]string{append(make([]string, 702), "x")}))
	must.Do(t, w.Close())
	_, sheets := open(t, out.Bytes())
	if cells := sheets["s"].Rows[1].Cells; len(cells) != 1 || cells[0].R != "AAA2" {
		t.Errorf("cell 703 is %v", cells)
	}
}
