package claim

import (
	"slices"

	"renown/internal/tool/text/char"
)

// table is the heading of the table that lines belong to, cell by cell.
type table struct {
	names, cues [][]hit
	ruled       bool // the line below it, of dashes, was there
}

// row gives the cells of a table's line what its heading says of their columns and what its first cell says of them all: whom they are
// about, and the attribute.
func (w *reading) row(s *sentence) {
	i := skipSpace(w.t, s.start, s.end)
	if s.start > 0 && w.t[s.start-1] != '\n' { // the rest of a line
		return
	}
	if at(w.t, i) != '|' {
		w.table = table{}
		return
	}
	s.row = true
	switch {
	case isRule(w.t, s.span):
		w.table.ruled = true
		return
	case !w.table.ruled:
		w.table = table{}
		for _, cell := range s.clauses {
			w.table.names, w.table.cues = append(w.table.names, inside(s.names, cell)), append(w.table.cues, w.heading(s, cell))
		}
		return
	}
	first := w.heading(s, s.clauses[0])
	for k, cell := range s.clauses {
		if k == 0 || k >= len(w.table.cues) {
			continue
		}
		s.cues = append(s.cues, placed(slices.Concat(first, w.table.cues[k]), cell.start)...)
		s.names = append(s.names, placed(w.table.names[k], cell.start)...)
	}
	inOrder := func(a, b hit) int { return a.start - b.start }
	slices.SortStableFunc(s.cues, inOrder)
	slices.SortStableFunc(s.names, inOrder)
}

// heading lists the cues of a cell that says nothing else: 续航里程（公里）, but not 冬季续航.
func (w *reading) heading(s *sentence, cell span) []hit {
	cues := inside(s.cues, cell)
	for i := cell.start; i < cell.end; {
		step := 0
		for _, h := range slices.Concat(cues, s.names) {
			if h.start == i {
				step = max(step, h.end-i)
			}
		}
		if step == 0 {
			step = plain.at(w.t, i)
		}
		if _, end := unitAt(w.t, i, cell.end); step == 0 && end > i && units[string(w.t[i:end])].factor != 0 {
			step = end - i
		}
		if step == 0 && (isLatin(w.t[i]) || char.IsHan(w.t[i])) {
			return nil
		}
		i += max(step, 1)
	}
	return cues
}

func isRule(t []rune, s span) bool {
	for i := s.start; i < s.end; i++ {
		if r := t[i]; r != '|' && r != '-' && r != ':' && r != ' ' && r != '\n' {
			return false
		}
	}
	return true
}

func inside(list []hit, s span) (in []hit) {
	for _, h := range list {
		if s.holds(h.start) {
			in = append(in, h)
		}
	}
	return in
}

// placed are hits as if they stood at i.
func placed(list []hit, i int) []hit {
	list = slices.Clone(list)
	for k := range list {
		list[k].span = span{i, i}
	}
	return list
}
