package store_test

import (
	"os/exec"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// The SQLite driver works only with the exact libc it was generated for; another library may lift it unnoticed.
func TestLibc(t *testing.T) {
	t.Parallel()
	golist := func(args ...string) string {
		out, err := exec.Command("go", append([]string{"list", "-m", "-f"}, args...)...).Output()
		must.Do(t, err, "go list")
		return strings.TrimSpace(string(out))
	}
	used := golist("{{.Version}}", "modernc.org/libc")
	mod := golist("{{.GoMod}}", "modernc.org/sqlite")
	out := must.Get(exec.Command("go", "mod", "edit", "-json", mod).Output())(t)
	if want := `"Path": "modernc.org/libc",
			"Version": "` + used + `"`; !strings.Contains(string(out), want) {
		t.Errorf("modernc.org/libc %s is used, but modernc.org/sqlite asks for another:\n%s", used, out)
	}
}
