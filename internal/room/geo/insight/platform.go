package insight

import (
	"cmp"
	"slices"
)

// place is a platform's place in the catalogue; those that left it come last.
func (s *scope) place(platform string) int {
	if i := slices.Index(s.order, platform); i >= 0 {
		return i
	}
	return len(s.order)
}

// ordered puts parts by platform in the catalogue's order.
func (s *scope) ordered(parts []part[string]) []part[string] {
	slices.SortStableFunc(parts, func(a, b part[string]) int {
		return cmp.Or(cmp.Compare(s.place(a.key), s.place(b.key)), cmp.Compare(a.key, b.key))
	})
	return parts
}

// name is what a platform is called in Chinese; of one that left the catalogue only its id is known.
func (s *scope) name(platform string) string {
	if n, ok := s.names[platform]; ok {
		return n
	}
	return platform
}
