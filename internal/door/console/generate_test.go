package console_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

func TestGeneratedIsFresh(t *testing.T) {
	t.Parallel()
	templates, _ := filepath.Glob("*.templ")
	wings, _ := filepath.Glob("*/*.templ")
	for _, name := range append(templates, wings...) {
		if _, err := os.Stat(strings.TrimSuffix(name, ".templ") + "_templ.go"); err != nil {
			t.Errorf("%s has not become Go: %v", name, err)
		}
	}
}

func han(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
