package claim_test

import (
	"os"
	"strings"

	"renown/internal/tool/claim"
)

type row struct {
	key  string
	fact claim.Fact
}

type sheet struct {
	subjects []claim.Subject
	others   []string
	rows     []row
}

// sheets are those of testdata/sheets.txt by name.
var sheets = func() map[string]*sheet {
	data, err := os.ReadFile("testdata/sheets.txt")
	if err != nil {
		panic(err)
	}
	all := map[string]*sheet{}
	var s *sheet
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch name, rest, _ := strings.Cut(line, "] "); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			s = sheetOf(rest)
			all[name[1:]] = s
		default:
			s.rows = append(s.rows, rowOf(strings.Split(line, " | ")))
		}
	}
	return all
}()

func sheetOf(head string) *sheet {
	subjects, others, _ := strings.Cut(head, " | ")
	s := &sheet{others: strings.Split(others, ", ")}
	for spellings := range strings.SplitSeq(subjects, "; ") {
		s.subjects = append(s.subjects, claim.Subject{Spellings: strings.Split(spellings, ", ")})
	}
	return s
}

func rowOf(cells []string) row {
	f := claim.Fact{Subject: cells[1], Attribute: cells[2], Kind: claim.Kind(cells[3]), Value: cells[4]}
	for _, cell := range cells[5:] {
		switch name, value, _ := strings.Cut(cell, "="); name {
		case "terms":
			f.Terms = strings.Split(value, ", ")
		case "options":
			f.Options = strings.Split(value, ", ")
		case "wrong":
			f.Wrong = strings.Split(value, ", ")
		case "from":
			f.From = value
		case "to":
			f.To = value
		default:
			f.Unit = cell
		}
	}
	return row{cells[0], f}
}

func (s *sheet) reader() *claim.Reader {
	facts := make([]claim.Fact, len(s.rows))
	for i, r := range s.rows {
		facts[i] = r.fact
	}
	return claim.NewReader(s.subjects, s.others, facts)
}
