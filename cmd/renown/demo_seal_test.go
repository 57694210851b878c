package main

import (
	"os"
	"path/filepath"
	"testing"

	"renown/internal/tool/secretbox"
)

// The demo's key is made once, is nobody else's to read, and is one.
func TestDemoSeal(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "demo")
	first, err := demoSeal(folder)
	okay(t, err)
	again, err := demoSeal(folder)
	okay(t, err)
	other, err := demoSeal(t.TempDir())
	okay(t, err)
	if first != again || first == other {
		t.Errorf("%q, then %q; another demo has %q", first, again, other)
	}
	_, err = secretbox.ParseRing(first)
	okay(t, err)
	about, err := os.Stat(filepath.Join(folder, "seal.key"))
	okay(t, err)
	if about.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", about.Mode())
	}
}
