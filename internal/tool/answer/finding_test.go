package answer_test

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

func TestOffsetsAndPositions(t *testing.T) {
	t.Parallel()
	type place struct {
		First, Position int
	}
	none := place{-1, 0}
	for _, c := range []struct {
		text  string
		names []string
		want  []place
	}{
		{"没有谁", []string{"x|小米", "h|华为"}, []place{none, none}},
		{"华为和小米", []string{"x|小米", "h|华为"}, []place{{3, 2}, {0, 1}}},
		{"😀e\u0301小\u200b米", []string{"x|小米"}, []place{{3, 1}}},
		{"\xff\xfe小米", []string{"x|小米"}, []place{{2, 1}}},
		{"[华为](https://xiaomi.com/Xiaomi)，Xiaomi", []string{"x|Xiaomi", "h|华为"}, []place{{32, 2}, {1, 1}}},
		{"华为（Huawei）、小米", []string{"x|小米", "h|华为|Huawei", "o|OPPO"}, []place{{11, 2}, {0, 1}, none}},
		{"甲牌和乙牌，丙牌", []string{"a|甲牌", "b|乙牌|甲牌", "c|丙牌"}, []place{{0, 1}, {0, 1}, {6, 3}}},
	} {
		var got []place
		f := answer.NewReader(names(c.names...)).Read(c.text, "", nil)
		for _, e := range f.Entities {
			p := none
			if first, ok := e.FirstOffset(); ok {
				p = place{first, e.Position}
			}
			got = append(got, p)
		}
		expect.Same(t, got, c.want, c.text)
	}
}

func TestSpansOfMentions(t *testing.T) {
	t.Parallel()
	f := answer.NewReader(names("x|小米|Xiaomi")).Read("关于“小米手机怎么样”：小米（Xiaomi）不错，Ｘｉaomi。", "小米手机怎么样？", nil)
	want := []answer.Mention{
		{Extent: answer.Extent{Start: 3, End: 5}, State: answer.Echoed},
		{Extent: answer.Extent{Start: 12, End: 14}, State: answer.Named},
		{Extent: answer.Extent{Start: 25, End: 31}, State: answer.Named},
	}
	expect.Same(t, f.Entities[0].Mentions, want)
}

// What was asked tells what an ordinary word means in the answer.
func TestContextFromQuestion(t *testing.T) {
	t.Parallel()
	entities := names("a|苹果|+手机")
	for question, want := range map[string]int{"": 0, "什么水果好": 0, "哪个牌子的手机好": 1} {
		f := answer.NewReader(entities).Read("苹果最好。", question, nil)
		expect.Equal(t, len(f.Entities[0].Mentions), want, question)
	}
}
