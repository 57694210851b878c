package insight

import "slices"

// rank is a platform's place in the catalogue; those that left it come last.
func (s *Scope) rank(platform string) int {
	if i := slices.Index(s.Platforms, platform); i >= 0 {
		return i
	}
	return len(s.Platforms)
}

// PlatformName is what a platform is called in Chinese; of one that left the catalogue only its id is known.
func (s *Scope) PlatformName(platform string) string {
	if n, ok := s.names[platform]; ok {
		return n
	}
	return platform
}
