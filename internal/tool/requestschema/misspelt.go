package requestschema

import (
	"slices"
	"strings"
)

// Misspelling is a name that was sent and is not declared, and a declared one that was not sent and reads like it.
type Misspelling struct{ Sent, Meant string }

const (
	misspeltLooked = 100 // undeclared names of a request that are compared
	misspeltLength = 64  // bytes of a name that is compared
	misspeltTold   = 5
)

// Misspelt finds undeclared names of the body's top level and of the query that are close to declared ones.
func (o *Operation) Misspelt(r Request) (list []Misspelling) {
	if o.body != nil {
		if body, syntax := o.read(r); syntax == nil {
			var names []string
			for name := range body.members() {
				names = append(names, name)
			}
			list = o.body.misspelt(names)
		}
	}
	var names []string
	for pair := range strings.SplitSeq(r.RawQuery, "&") {
		if name, _, _ := strings.Cut(pair, "="); name != "" && len(names) < queryLimit {
			names = append(names, valid(unquoted(name)))
		}
	}
	list = append(list, o.query.misspelt(names)...)
	return list[:min(len(list), misspeltTold)]
}

func (s *Schema) misspelt(sent []string) (list []Misspelling) {
	looked := 0
	for _, name := range sent {
		if _, declared := s.places[name]; declared || len(name) > misspeltLength {
			continue
		}
		if looked++; looked > misspeltLooked {
			break
		}
		for i := range s.fields {
			if meant := s.fields[i].name; !slices.Contains(sent, meant) && alike(name, meant) {
				list = append(list, Misspelling{name, meant})
				break
			}
		}
	}
	return list
}

// alike tells whether two names differ by case and separators alone, or by one slip of the keyboard; by two in long ones.
func alike(a, b string) bool {
	plain := strings.NewReplacer("_", "", "-", "", ".", "", " ", "")
	x, y := plain.Replace(strings.ToLower(a)), plain.Replace(strings.ToLower(b))
	slips := 1
	switch {
	case x == y:
		return x != ""
	case len(y) < 3:
		return false
	case len(y) >= 8:
		slips = 2
	}
	return max(len(x)-len(y), len(y)-len(x)) <= slips && distance(x, y) <= slips
}

// distance counts the bytes that were left out, added, changed or exchanged with their neighbour.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
