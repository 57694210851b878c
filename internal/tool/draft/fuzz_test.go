package draft

import (
	"strings"
	"testing"
	"unicode/utf8"

	"renown/internal/testkit/must"
)

func FuzzOffline(f *testing.F) {
	f.Add("星澜", "面向养宠与小户型家庭的扫拖机器人", "养宠家庭", "防缠绕,自清洁基站", uint8(10))
	f.Add("Inkwell", "Inkwell is a note-taking app for students.", "graduate students", "Works offline,free trial", uint8(50))
	f.Add("a", "x", "", "", uint8(3))
	f.Add("p", "P", "", "durable", uint8(39))
	f.Add("{cat}", "@a [x|y] {brand}~", "{who}", "\x00,{n},的的", uint8(7))
	f.Fuzz(func(t *testing.T, name, introduction, audience, words string, count uint8) {
		if n := utf8.RuneCountInString(name); n < 1 || n > 128 || introduction == "" || !utf8.ValidString(name) {
			return
		}
		list := strings.Split(words, ",")
		p := Profile{Name: name, Introduction: introduction, CoreAudience: audience, Keywords: list, SellingPoints: list}
		n := int(count)%MaxCount + 1
		var have Existing
		for range 2 {
			d := must.Get(Offline(p, n, have))(t)
			must.Equal(t, contract(p, n, have, d), "")
			for _, q := range prompts(d) {
				have.Prompts = append(have.Prompts, q.Text)
			}
		}
	})
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"咖啡？", "ＡＢＣ", "ﬁ", "e\u0301", "\u1e9b\u0323", "İ", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if f := Fold(s); Fold(f) != f || !utf8.ValidString(f) {
			t.Fatalf("%q folds to %q, then to %q", s, f, Fold(f))
		}
	})
}
