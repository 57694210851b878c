package draft

import (
	"testing"

	"renown/internal/testkit/expect"
)

func TestNamesIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names []string
		text  string
		want  bool
	}{
		{[]string{"星澜"}, "星 澜怎么样", true},
		{[]string{"星澜"}, "星光波澜", false},
		{[]string{"Notion"}, "ＮＯＴＩＯＮ 好用吗", true},
		{[]string{"Notion"}, "emotional support", false},
		{[]string{"Arc"}, "which browser has the best search", false},
		{[]string{"Arc"}, "is Arc any good", true},
		{[]string{"On"}, "good option", false},
		{[]string{"New Balance"}, "newbalance shoes", true},
		{[]string{"New Balance"}, "New, Balance!", true},
		{[]string{"A"}, "is a good one", true},
		{[]string{"A"}, "any apple", false},
		{[]string{"美的"}, "最美的风景", true},
		{[]string{"x", "小鹏"}, "小鹏汽车", true},
		{[]string{"？", "…"}, "什么？", false},
		{[]string{"C++"}, "学C语言", false},
		{[]string{"7-11"}, "711便利店", true},
	} {
		n := newNames(Profile{Name: c.names[0], Aliases: c.names[1:]})
		expect.Equal(t, n.in(c.text, Fold(c.text)), c.want, c.names, "in", c.text)
	}
}

func TestNamesToWrite(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"\u0300": "", "\u0300é": "é", "\u200b\u0300abc": "abc", "?": "",
		"【星澜】": "【星澜】", "a\nb\tc": "a b c", "C++": "C++", "🍎": "🍎",
	} {
		got := ""
		if n := newNames(Profile{Name: in}); len(n.shown) > 0 {
			got = n.shown[0]
		}
		expect.Equal(t, got, want, in, "is written")
	}
}

func TestNamesWithout(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"星澜扫地机器人": "扫地机器人", "xinglan 扫地机器人": "扫地机器人", "XINGLAN's robot": "robot", "星澜的基站": "基站", "星澜": "", "xinglanish": "xinglanish",
		"扫地机器人（星澜）": "扫地机器人（ ）",
	} {
		n := newNames(Profile{Name: "星澜", Aliases: []string{"Xinglan"}})
		expect.Equal(t, n.without(in), want, in, "without the name")
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"ai写作工具", "ai", true},
		{"email", "ai", false},
		{"a car wash", "car", true},
		{"carpet", "car", false},
		{"新能源汽车", "汽车", true},
		{"scar car", "car", true},
		{"", "car", false},
		{"car", "", false},
		{"the 3d printer", "3d", true},
		{"13d", "3d", false},
	} {
		expect.Equal(t, holds(c.text, c.word), c.want, c.text, "holds", c.word)
	}
}
