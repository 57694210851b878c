package account

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/testkit/expect"
)

func TestFoldEmail(t *testing.T) {
	t.Parallel()
	label, local := strings.Repeat("d", 63), strings.Repeat("l", 64)
	longest := local + "@" + label + "." + label + "." + strings.Repeat("d", 61) // 254 octets
	for _, c := range []struct{ name, email, want string }{
		{"nothing", "", ""},
		{"blank", "  ", ""},
		{"no at sign", "li.example.com", ""},
		{"two at signs", "li@wang@example.com", ""},
		{"nobody", "@example.com", ""},
		{"nowhere", "li@", ""},
		{"space within", "li wang@example.com", ""},
		{"line break within", "li@example.com\nBcc: all@example.com", ""},
		{"NUL", "li\x00@example.com", ""},
		{"not UTF-8", "li\xff@example.com", ""},
		{"invisible character", "li\u200b@example.com", ""},
		{"turned writing", "li\u202e@example.com", ""},
		{"angle brackets", "Li <li@example.com>", ""},
		{"list", "li@example.com,wang@example.com", ""},
		{"quoted", `"li"@example.com`, ""},
		{"empty label", "li@example..com", ""},
		{"dot at the end", "li@example.com.", ""},
		{"label begins with a hyphen", "li@-example.com", ""},
		{"label ends with a hyphen", "li@example-.com", ""},
		{"label too long", "li@d" + label + ".com", ""},
		{"local part too long", "l" + local + "@example.com", ""},
		{"address too long", longest + "d", ""},

		{"plain", "li@example.com", "li@example.com"},
		{"capitals", "Li.Wang@Example.COM", "li.wang@example.com"},
		{"edges", "\t li@example.com\r\n", "li@example.com"},
		{"wide characters", "ｌｉ＠ｅｘａｍｐｌｅ.com", "li@example.com"},
		{"dots and plus signs are kept", "l.i+news@gmail.com", "l.i+news@gmail.com"},
		{"lower case composes anew", "İ\u0301@example.com", "í@example.com"},
		{"Chinese", "李@例子.中国", "李@例子.中国"},
		{"no dot", "root@localhost", "root@localhost"},
		{"longest", longest, longest},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := foldEmail(c.email)
			if c.want == "" {
				expect.Refuse(t, err, fault.Malformed, c.email, "gave", got)
				return
			}
			if err != nil || got != c.want {
				t.Errorf("%q gave %q, %v, want %q", c.email, got, err, c.want)
			}
		})
	}
}

// However an address is spelt, folding it once more changes nothing.
func TestFoldEmailTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		email := rapid.String().Draw(t, "local") + "@" + rapid.StringN(1, 8, 16).Draw(t, "domain") + ".com"
		foldTwice(t, email)
	})
}

func FuzzFoldEmail(f *testing.F) {
	for _, seed := range []string{"li@example.com", "ＬＩ@ｅxample.com", "İ@x", "İ\u0301@x", "K@x", "ǅ@x", "ﬁ@x.y", "\xff@x", "a@b@c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, email string) { foldTwice(t, email) })
}

func foldTwice(t interface{ Fatalf(string, ...any) }, email string) {
	once, err := foldEmail(email)
	if err != nil {
		return
	}
	twice, err := foldEmail(once)
	if err != nil || twice != once {
		t.Fatalf("%q folds to %q, and that to %q (%v)", email, once, twice, err)
	}
	if !utf8.ValidString(email) || len(once) > emailMax || strings.Count(once, "@") != 1 {
		t.Fatalf("%q folds to %q", email, once)
	}
}
