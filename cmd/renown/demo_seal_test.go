package main

import (
	"os"
	"path/filepath"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

// The demo's key is made once, only its user can read it, and it is one.
func TestDemoSeal(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "demo")
	first := must.Get(demoSeal(folder))(t)
	again := must.Get(demoSeal(folder))(t)
	other := must.Get(demoSeal(t.TempDir()))(t)
	if first != again || first == other {
		t.Errorf("%q, then %q; another demo has %q", first, again, other)
	}
	must.Get(secretbox.ParseRing(first))(t)
	about := must.Get(os.Stat(filepath.Join(folder, "seal.key")))(t)
	if about.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", about.Mode())
	}
}

// The public password opens only a demo that listens on this machine alone.
func TestDemoPassword(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ listen, chosen, want string }{
		{"127.0.0.1:8080", "", demoPassword},
		{"[::1]:8080", demoPassword, demoPassword},
		{"0.0.0.0:8080", "", ""},
		{":8080", "", ""},
		{"192.168.0.8:8080", demoPassword, ""},
		{"192.168.0.8:8080", "one of our own", "one of our own"},
	} {
		d := demoCmd{Password: c.chosen}
		d.Listen = c.listen
		got, err := d.password()
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%s with %q: %q, %v", c.listen, c.chosen, got, err)
		}
	}
}
