package insight

import "slices"

// place is a platform's place in the catalogue; those that left it come last.
func (s *scope) place(platform string) int {
	if i := slices.Index(s.order, platform); i >= 0 {
		return i
	}
	return len(s.order)
}

// name is what a platform is called in Chinese; of one that left the catalogue only its id is known.
func (s *scope) name(platform string) string {
	if n, ok := s.names[platform]; ok {
		return n
	}
	return platform
}
