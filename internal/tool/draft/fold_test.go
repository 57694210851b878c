package draft

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFoldJoins(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"养猫家庭选什么扫地机器人好？", "养猫家庭选什么扫地机器人好", " 养猫家庭 选什么扫地机器人好?!", "养猫家庭，选什么扫地机器人好……"},
		{"Best CRM for small teams?", "best crm for small teams", "BEST  CRM — for small teams", "Ｂｅｓｔ　ＣＲＭ　ｆｏｒ　ｓｍａｌｌ　ｔｅａｍｓ"},
		{"C++ 教程", "c++教程", "Ｃ＋＋教程"},
		{"Straße", "STRASSE", "strasse"},
		{"ﬁnance", "finance"},
		{"caf\u00e9", "cafe\u0301", "CAFÉ"},
		{"①号店", "1号店"},
		{"a\u200bb", "ab", "a\u202eb", "a\ufeffb"},
		{"☕️", "☕"},
		{"~价格~", "价格", "|价格|", "`价格`"},
	} {
		for _, s := range same {
			if Fold(s) != Fold(same[0]) {
				t.Errorf("%q folds to %q, %q to %q", s, Fold(s), same[0], Fold(same[0]))
			}
		}
	}
}

func TestFoldKeepsApart(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"C", "C++"}, {"咖啡", "咖非"}, {"10元", "1元"}, {"🍎", "🍏"}, {"$5", "5"}, {"resume", "résumé"}} {
		if Fold(pair[0]) == Fold(pair[1]) {
			t.Errorf("%q and %q fold to the same", pair[0], pair[1])
		}
	}
	for _, empty := range []string{"", " ", "？！", "…", "\u200b\u202e", "\x00\x07", "。，、"} {
		if f := Fold(empty); f != "" {
			t.Errorf("%q folds to %q, want nothing", empty, f)
		}
	}
}

func TestFoldIsStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		f := Fold(s)
		if Fold(f) != f {
			t.Fatalf("%q folds to %q, then to %q", s, f, Fold(f))
		}
		if !utf8.ValidString(f) || strings.ContainsAny(f, " ?!,.，。？！\u3000") {
			t.Fatalf("%q folds to %q", s, f)
		}
		if g := Fold(" " + strings.ReplaceAll(s, " ", "  ") + "？"); g != f {
			t.Fatalf("%q folds to %q, with more spaces to %q", s, f, g)
		}
	})
}

// The fast path answers what the long one does.
func TestFoldFast(t *testing.T) {
	t.Parallel()
	text := rapid.StringOf(rapid.SampledFrom([]rune("咖啡推荐AaZz09 ，。？！、：；（）“”‘’《》【】…—·?!.,-_+$~|`^<>=@#%&*'\"\t")))
	rapid.Check(t, func(t *rapid.T) {
		s := text.Draw(t, "text")
		fast, ok := foldFast(s)
		if !ok || fast != foldOnce(s) {
			t.Fatalf("%q: %q %v, want %q", s, fast, ok, foldOnce(s))
		}
	})
}
