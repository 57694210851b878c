package draft

import (
	"slices"
	"strings"
	"testing"
)

// Six trades in two languages: the longest word decides the kind, and what the user calls the thing is asked for, two questions of the
// ten name the brand, and no word of the trade that it was once mistaken for comes.
func TestTrades(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, never string
		p           Profile
	}{
		{"drink", "奶茶", Profile{Name: "茗泉", Introduction: "茗泉是无糖茶饮料品牌，主打冷萃原叶茶，零糖零卡。", Keywords: []string{"无糖茶饮料", "冷萃茶"}}},
		{"beauty", "", Profile{Name: "汀兰", Introduction: "汀兰是护肤品牌，主打敏感肌修护。", Keywords: []string{"敏感肌面霜", "修护精华"}}},
		{"accounting", "", Profile{Name: "云账", Introduction: "云账是面向小企业的记账软件。", Keywords: []string{"代账系统"}}},
		{"", "", Profile{Name: "木桌记", Introduction: "木桌记做实木家具，可定制。", Keywords: []string{"实木餐桌"}}},
		{"", "", Profile{Name: "启航", Introduction: "启航提供少儿编程课程。", Keywords: []string{"少儿编程"}}},
		{"", "", Profile{Name: "山行", Introduction: "山行是户外旅行定制平台。", Keywords: []string{"徒步路线定制"}}},
		{"drink", "bubble tea", Profile{Name: "Brewline", Introduction: "Brewline sells unsweetened bottled tea.", Keywords: []string{"unsweetened iced tea"}}},
		{"", "", Profile{Name: "Northpeak", Introduction: "Northpeak makes lightweight hiking boots for long trails.", Keywords: []string{"hiking boots"}}},
		{"accounting", "", Profile{Name: "Ledgerly", Introduction: "Ledgerly is accounting software for freelancers.", Keywords: []string{"invoice tracking"}}},
		{"", "", Profile{Name: "Calmskin", Introduction: "Calmskin is a skincare brand for sensitive skin.", Keywords: []string{"barrier repair cream"}}},
		{"", "", Profile{Name: "Oakline", Introduction: "Oakline builds solid wood furniture to order.", Keywords: []string{"solid wood dining table"}}},
		{"", "", Profile{Name: "Codeling", Introduction: "Codeling offers online coding courses for kids.", Keywords: []string{"coding classes for kids"}}},
	} {
		d, err := Offline(c.p, 10, Existing{})
		if err != nil {
			t.Fatal(err)
		}
		if got := read(c.p).kind.id; c.kind != "" && got != c.kind {
			t.Errorf("%s is read as %s", c.p.Name, got)
		}
		var texts []string
		branded := 0
		for _, topic := range d.Topics {
			for _, p := range topic.Prompts {
				texts = append(texts, p.Text)
				if p.Branded {
					branded++
				}
			}
		}
		if len(texts) != 10 || branded != 2 {
			t.Errorf("%s: %d questions, %d with the brand", c.p.Name, len(texts), branded)
		}
		for _, k := range c.p.Keywords {
			if !slices.ContainsFunc(texts, func(s string) bool { return holdsAny(s, []string{k}) }) {
				t.Errorf("%s: nobody asks for %s: %q", c.p.Name, k, texts)
			}
		}
		if c.never != "" && strings.Contains(strings.Join(texts, " "), c.never) {
			t.Errorf("%s: %s is another trade: %q", c.p.Name, c.never, texts)
		}
	}
}
