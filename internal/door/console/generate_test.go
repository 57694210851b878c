package console_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"renown/internal/testkit/expect"
)

func TestGeneratedIsFresh(t *testing.T) {
	t.Parallel()
	templates, _ := filepath.Glob("*.templ")
	wings, _ := filepath.Glob("*/*.templ")
	for _, name := range append(templates, wings...) {
		expect.Do(t, expect.Error(os.Stat(strings.TrimSuffix(name, ".templ")+"_templ.go")), name, "has not become Go")
	}
}

func han(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
