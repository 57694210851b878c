package answer_test

import (
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

// names makes entities from short lines: the id, then its spellings; "-x" is an exclusion, "+x" a context.
func names(lines ...string) []answer.Entity {
	var list []answer.Entity
	for _, line := range lines {
		fields := strings.Split(line, "|")
		e := answer.Entity{ID: fields[0], Name: fields[1]}
		for _, f := range fields[2:] {
			switch f[0] {
			case '-':
				e.Exclusions = append(e.Exclusions, f[1:])
			case '+':
				e.Contexts = append(e.Contexts, f[1:])
			default:
				e.Aliases = append(e.Aliases, f)
			}
		}
		list = append(list, e)
	}
	return list
}

func TestMentionRules(t *testing.T) {
	t.Parallel()
	xiaomi := []string{"x|小米|Xiaomi|Mi|MI"}
	for _, c := range []struct {
		text  string
		names []string
		want  map[string]int
	}{
		// Nothing there.
		{"", xiaomi, nil},
		{"小 米", xiaomi, map[string]int{"x": 1}},
		{"toolbox, Inbox", []string{"b|Box"}, nil},
		{"search, Monarch", []string{"a|Arc"}, nil},
		{"LIVE list LInux", []string{"l|LI"}, nil},
		{"MiFi, Ｍining, míel, Míele, éMi", xiaomi, nil},
		{"mi_home Mi_Home home_Mi", xiaomi, nil},
		{"MI6 and MI5 agents", xiaomi, nil},
		{"Mi\u0301 casa", xiaomi, nil},
		{"Mi'kmaq people", xiaomi, nil},
		{"AT&T", []string{"a|AT"}, nil},
		{"C++ and C#", []string{"c|C"}, nil},
		{"APPLE pie, apples", []string{"a|Apple"}, nil},
		{"Target2 and Box2D", []string{"t|Target", "b|Box"}, nil},
		{"the best buy of the year", []string{"b|Best Buy"}, nil},
		{"360度无死角，1360元，360.5，360%", []string{"q|360"}, nil},
		{"U S and US", []string{"u|U S"}, map[string]int{"u": 1}},

		// Addresses.
		{"a.b-Xiaomi@mail.cn, info@xiaomi.com.cn", xiaomi, nil},
		{"xiaomi.com/cn/Xiaomi-14 and store.xiaomi.com", xiaomi, nil},
		{"见 HTTPS://WWW.XIAOMI.COM/Xiaomi，www.xiaomi.com/Mi", xiaomi, nil},
		{"[评测](https://a.cn/小米/x \"小米 Xiaomi\") [b](<https://a.cn/Xiaomi>)", xiaomi, nil},
		{"x[1]\n\n[1]: https://a.cn/Xiaomi \"Xiaomi 14\"", xiaomi, nil},
		{"https://baike.baidu.com/item/小米/1", xiaomi, nil},
		{"<a href=\"/p\" title=\"Xiaomi\">x</a>", xiaomi, nil},
		{"![小米](https://a.cn/b.png) [小米][1]", xiaomi, map[string]int{"x": 1}},
		{"[注](小米旗下)", xiaomi, map[string]int{"x": 1}},
		{"battery.Xiaomi is next.It", xiaomi, map[string]int{"x": 1}},
		{"hello @Xiaomi，#Xiaomi", xiaomi, map[string]int{"x": 2}},
		{"https://mi.com。小米", xiaomi, map[string]int{"x": 1}},
		{"Monday.com, app.monday.com, me@monday.com, https://monday.com", []string{"m|monday.com"}, map[string]int{"m": 1}},
		{"JD.com's logistics", []string{"j|京东|JD.com|JD"}, map[string]int{"j": 1}},

		// Spellings.
		{"Ｍｉ 14, Mi14, _Mi_, __Mi__, *Mi*, (Mi)", xiaomi, map[string]int{"x": 6}},
		{"MI 14, MI14, HP15", []string{"x|MI", "h|HP"}, map[string]int{"x": 2, "h": 1}},
		{"XiaomI14Pro xiaomi’s Xiaomi'll", xiaomi, map[string]int{"x": 3}},
		{"Xia\u00ado\ufeffmi 小\u200d米", xiaomi, map[string]int{"x": 2}},
		{"coca cola, COCA-COLA, Coca·Cola, coca_cola, Coca‑Cola, CocaCola", []string{"c|Coca-Cola"}, map[string]int{"c": 6}},
		{"小米 SU7，小米SU7，小米-SU7", []string{"s|小米SU7", "x|小米"}, map[string]int{"s": 3}},
		{"Deep Seek, DeepSeek, deepseek", []string{"d|DeepSeek"}, map[string]int{"d": 3}},
		{"Deep Seek 和 deep-seek 指同一家：DeepSeek。", []string{"d|DeepSeek"}, map[string]int{"d": 3}},
		{"We went deep-sea fishing with a deep note of care.", []string{"d|DeepSea", "n|DeepNote"}, map[string]int{}},
		{"Mate60 Mate 60 Mate-60", []string{"m|Mate 60"}, map[string]int{"m": 3}},
		{"Nestlé, Nestle, NESTLE\u0301, NESTLÉ", []string{"n|Nestlé"}, map[string]int{"n": 4}},
		{"McDonald's McDonald’s McDonalds", []string{"m|McDonald's"}, map[string]int{"m": 3}},
		{"Dr. Martens Dr Martens", []string{"d|Dr. Martens"}, map[string]int{"d": 2}},
		{"P&G P & G Ｐ＆Ｇ", []string{"p|P&G"}, map[string]int{"p": 3}},
		{"Yahoo! and yahoo", []string{"y|Yahoo!"}, map[string]int{"y": 2}},
		{"Disney+ is not Disney plus", []string{"d|Disney+"}, map[string]int{"d": 1}},
		{"the North Face, The North Face", []string{"n|The North Face"}, map[string]int{"n": 2}},
		{"I like notion. Notion is an app.", []string{"n|notion"}, map[string]int{"n": 1}},
		{"小米和Xiaomi", []string{"x|小米（Xiaomi）"}, map[string]int{"x": 2}},
		{"中国，Apple", []string{"a|Apple（中国）"}, map[string]int{"a": 1}},
		{"華為、聯想、臺積電", []string{"h|华为", "l|联想", "t|台积电"}, map[string]int{"h": 1, "l": 1, "t": 1}},
		{"华为、联想", []string{"h|華為", "l|聯想"}, map[string]int{"h": 1, "l": 1}},
		{"奇虎360，360浏览器", []string{"q|360"}, map[string]int{"q": 2}},
		{"샤오미는Xiaomi입니다、シャオミXiaomiの", xiaomi, map[string]int{"x": 2}},

		// Longest match, exclusions, contexts.
		{"华为云和华为", []string{"h|华为", "c|华为云"}, map[string]int{"h": 1, "c": 1}},
		{"华为云和华为", []string{"h|华为|-华为云"}, map[string]int{"h": 1}},
		{"华为云和华为", []string{"h|华为|-华为云", "c|华为云"}, map[string]int{"h": 1, "c": 1}},
		{"完美的美的", []string{"m|美的", "p|完美"}, map[string]int{"m": 1}},
		{"Target audience, Target stores", []string{"t|Target|-target audience"}, map[string]int{"t": 1}},
		{"TARGET Target", []string{"t|Target|TARGET|-TARGET"}, map[string]int{"t": 1}},
		{"小米粥，小米糕，小米", []string{"x|小米|-小米糕"}, map[string]int{"x": 1}},
		{"小米（xiaomi）", []string{"x|小米|Xiaomi|-Xiaomi"}, map[string]int{"x": 1}},
		{"苹果发布新手机", []string{"a|苹果|+手机"}, map[string]int{"a": 1}},
		{"苹果 machine", []string{"a|苹果|+mac"}, nil},
		{"Apple and its phones", []string{"a|Apple|+phone"}, map[string]int{"a": 1}},
		{"苹果很好，见 https://a.cn/iphone", []string{"a|苹果|+iphone"}, nil},
		{"甲公司和乙公司", []string{"a|甲公司", "b|乙公司|甲公司"}, map[string]int{"a": 1, "b": 2}},

		// One naming, two spellings.
		{"小米（Xiaomi）, 小米 (Xiaomi), **小米**（Xiaomi）, 小米/Xiaomi, Xiaomi【小米】", xiaomi, map[string]int{"x": 5}},
		{"小米（Xiaomi、MI）手机", xiaomi, map[string]int{"x": 1}},
		{"小米、Xiaomi, 小米；小米", xiaomi, map[string]int{"x": 4}},
		{"小米（小米14）", xiaomi, map[string]int{"x": 2}},
		{"红米（小米旗下）", []string{"x|小米", "r|红米"}, map[string]int{"x": 1, "r": 1}},
	} {
		got := counts(answer.NewReader(names(c.names...)).Read(c.text, "", nil))
		want := c.want
		if want == nil {
			want = map[string]int{}
		}
		expect.Same(t, got, want, c.text, "with", c.names)
	}
}
