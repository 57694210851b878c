package draft

import (
	"slices"
	"strings"
	"unicode"

	"renown/internal/tool/text/char"
)

// names are the spellings of the brand: what a question about the category must not hold.
type names struct {
	shown  []string    // as they can be written into a question, the name first
	folded []string    // the same after Fold, none empty
	words  [][2]string // of those without Han: as words between spaces, and run together
}

func newNames(p Profile) names {
	var n names
	seen := map[string]bool{}
	for _, s := range append([]string{p.Name}, p.Aliases...) {
		f := Fold(s)
		if unicode.Is(unicode.M, first(f)) {
			s = unmarked(s)
			f = Fold(s)
		}
		if f == "" || seen[f] {
			continue
		}
		seen[f] = true
		n.shown = append(n.shown, clean(s))
		n.folded = append(n.folded, f)
		if char.HasHan(f) {
			n.words = append(n.words, [2]string{})
		} else {
			n.words = append(n.words, [2]string{spaced(s), " " + f + " "})
		}
	}
	return n
}

// unmarked takes off the front what folds to combining marks, which would join whatever is written before the name.
func unmarked(s string) string {
	return strings.TrimLeftFunc(s, func(r rune) bool { return unicode.Is(unicode.M, r) || dropped(r) })
}

// in tells whether text, which folds to folded, names the brand. A name without Han counts only as words of its own,
// which leaves something to ask for a brand called A.
func (n names) in(text, folded string) bool {
	line := ""
	for i, f := range n.folded {
		if !strings.Contains(folded, f) {
			continue
		}
		if n.words[i][0] == "" {
			return true
		}
		if line == "" {
			line = spaced(text)
		}
		if strings.Contains(line, n.words[i][0]) || strings.Contains(line, n.words[i][1]) {
			return true
		}
	}
	return false
}

// spaced writes the words of a text, Han left out, folded and between single spaces.
func spaced(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return dropped(r) || char.IsHan(r) }) {
		if f := Fold(w); f != "" {
			b.WriteString(f)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// without takes the brand's names out of a phrase of the profile.
func (n names) without(s string) string {
	for _, name := range n.shown {
		s = cut(s, name)
	}
	s = strings.TrimPrefix(clean(s), "的")
	for _, possessive := range []string{"'s ", "’s "} {
		s = strings.TrimPrefix(s, possessive)
	}
	return strings.Trim(s, " -·|:：")
}

// cut removes the occurrences of name, whatever their case, where they stand as words.
func cut(s, name string) string {
	target := lower(name)
	for {
		low := lower(s)
		i := indexWord(low, target)
		if i < 0 || len(low) != len(s) { // lowering can move offsets in rare scripts: such a phrase keeps the name and is dropped later
			return s
		}
		s = s[:i] + " " + s[i+len(target):]
	}
}

// same tells whether a name is the brand's own, or part of it, or the other way round: 瑞幸 and 瑞幸咖啡.
func (n names) same(name string) bool {
	f, line := Fold(name), spaced(name)
	return slices.ContainsFunc(n.folded, func(own string) bool {
		if own == f || char.HasHan(own) && char.HasHan(f) && size(own) >= 2 && size(f) >= 2 &&
			(strings.Contains(own, f) || strings.Contains(f, own)) {
			return true
		}
		return !char.HasHan(f) && len(own) > 1 && strings.Contains(line, " "+own+" ")
	}) || slices.ContainsFunc(n.words, func(w [2]string) bool { return len(f) > 2 && strings.Contains(w[0], line) && line != " " })
}
