package csvcell_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"renown/internal/tool/csvcell"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"": "", "a": "a", "星澜": "星澜", "a=b": "a=b", "'a": "'a", "'": "'", " ": " ",
		"=a": "'=a", "=1+1": "'=1+1", "+cmd": "'+cmd", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "|calc": "'|calc", "%0A": "'%0A",
		"\ta": "'\ta", "\ra": "'\ra", "\na": "'\na", " =1": "' =1", "\u3000=1": "'\u3000=1", "＝1": "'＝1", "＠a": "'＠a",
		"\u200b=1": "'\u200b=1", "\ufeff=1": "'\ufeff=1", "\u202e=1": "'\u202e=1", "\u0085=1": "'\u0085=1",
		"\x01=1": "'\x01=1", " \v=1": "' \v=1", "\u200ba": "\u200ba", " \t": "' \t",
		"-12": "'-12", "+3.5": "'+3.5", "-2.8e-07": "'-2.8e-07", "-1e+a": "'-1e+a", "''": "'''", "'=a": "''=a",
		"''=a": "'''=a", "'-12": "''-12",
	} {
		if got := csvcell.Guard(cell); got != want || csvcell.Unguard(got) != cell {
			t.Errorf("%q becomes %q, want %q, and back %q", cell, got, want, csvcell.Unguard(got))
		}
		if cell == "-12" || cell == "+3.5" || cell == "-2.8e-07" {
			want = cell
		}
		if got := csvcell.GuardUnlessNumber(cell); got != want || csvcell.Unguard(got) != cell {
			t.Errorf("beside figures %q becomes %q, want %q, and back %q", cell, got, want, csvcell.Unguard(got))
		}
	}
}

// A guarded cell begins with nothing that a spreadsheet runs, and gives back what it was.
func TestGuardAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching("['=+\\-@|% \t\r\n＝＋－＠a1.]{0,6}").Draw(t, "cell")
		got := csvcell.Guard(cell)
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(got, " "))
		runs := strings.ContainsRune("=+-@|%\t\r\n＝＋－＠", first)
		if runs || csvcell.Unguard(got) != cell {
			t.Fatalf("%q: %q, back to %q", cell, got, csvcell.Unguard(got))
		}
	})
}
