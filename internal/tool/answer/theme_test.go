package answer_test

import (
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

// Themes are learned from the sentences: what comes again is one, under its own word; names and what all sentences have are none.
func TestThemes(t *testing.T) {
	t.Parallel()
	var list []answer.Toned
	say := func(tone answer.Label, sentences ...string) {
		for _, s := range sentences {
			list = append(list, answer.Toned{Sentence: s, Tone: tone, Answers: 2})
		}
	}
	say(answer.Positive, "青禾咖啡的价格实惠，学生也买得起", "青禾咖啡价格透明", "青禾咖啡门店很多", "青禾咖啡的口感顺滑")
	say(answer.Negative, "青禾咖啡发货慢", "青禾咖啡发货要等三天", "不少人说青禾咖啡发货太慢", "青禾咖啡价格偏高")
	say(answer.Neutral, "青禾咖啡的门店在云南", "青禾咖啡门店招牌是绿色")
	found := map[string]answer.Theme{}
	for _, theme := range answer.Themes(list, []string{"青禾咖啡"}) {
		found[theme.Word] = theme
	}
	for word, want := range map[string][3]int64{"价格": {4, 0, 2}, "发货": {0, 0, 6}, "门店": {2, 4, 0}} {
		got := found[word]
		expect.Equal(t, [3]int64{got.Positive, got.Neutral, got.Negative}, want, word)
	}
	for _, none := range []string{"青禾", "咖啡", "口感"} {
		if _, ok := found[none]; ok {
			t.Errorf("%s is a theme: %v", none, found)
		}
	}
	var many []answer.Toned
	for range 5000 {
		many = append(many, answer.Toned{Sentence: strings.Repeat("价格发货门店服务质量", 200), Tone: answer.Positive, Answers: 1})
	}
	if n := len(answer.Themes(many, nil)); n > 8 {
		t.Errorf("%d themes", n)
	}
	expect.Equal(t, len(answer.Themes(nil, nil)), 0, "of nothing")
}

// English sentences give English words.
func TestThemesEnglish(t *testing.T) {
	t.Parallel()
	var list []answer.Toned
	for _, s := range []string{
		"Ledgerlane's pricing is fair", "its pricing is clear", "pricing starts low", "Customer support is slow", "support takes days",
		"support rarely answers", "The app syncs with banks",
	} {
		list = append(list, answer.Toned{Sentence: s, Tone: answer.Positive, Answers: 1})
	}
	var words []string
	for _, theme := range answer.Themes(list, []string{"Ledgerlane"}) {
		words = append(words, theme.Word)
	}
	expect.Equal(t, strings.Join(words, " "), "pricing support", "themes")
}
