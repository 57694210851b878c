package claim_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/claim"
)

// TestHostile reads texts that are made to be slow or to break out of bounds; the extents stay within the text.
func TestHostile(t *testing.T) {
	facts := make([]claim.Fact, 5000)
	for i := range facts {
		facts[i] = claim.Fact{Subject: "青禾咖啡", Attribute: fmt.Sprintf("价格 %d", i), Kind: claim.Price, Value: "58", Unit: "元"}
	}
	r := claim.NewReader([]claim.Subject{{Spellings: []string{"青禾咖啡", strings.Repeat("a", 64)}}}, nil, facts)
	for _, text := range []string{
		strings.Repeat("一", 30_000), strings.Repeat("1", 30_000), strings.Repeat("1,", 10_000), strings.Repeat("a",
			2_000), strings.Repeat("青禾咖啡价格 1 元。", 2_000),
		strings.Repeat("青禾咖啡价格", 5_000), strings.Repeat("two hundred and ", 2_000), strings.Repeat("# \n",
			5_000), "\xff\xfe青禾咖啡价格 58 元", "", strings.Repeat("2016年", 5_000), strings.Repeat("$", 10_000),
	} {
		length := len([]rune(text))
		for _, c := range r.Read(text, caseDay) {
			if c.Start < 0 || c.End > length || c.Start > c.ValueStart || c.ValueStart > c.ValueEnd || c.ValueEnd > length {
				t.Fatalf("extent out of bounds: %+v of %d", c, length)
			}
		}
	}
}

// A text of a million characters is read to its end.
func TestMillion(t *testing.T) {
	r := sheets["zh"].reader()
	text := strings.Repeat("天气不错，", 200_000) + "。青禾咖啡有 500 家门店。"
	list := r.Read(text, caseDay)
	if len(list) != 1 || list[0].Verdict != claim.Contradicts || list[0].End != len([]rune(text)) {
		t.Errorf("%+v", list)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"青禾咖啡门店 412 家", "Lumen One costs $249, not $299", "二〇一六年", "1,2,3", "百分之三十",
		"half a kilo", "¥", "万亿", "2016年13月40日",
	} {
		f.Add(s, "青禾咖啡", "门店数", "412")
	}
	f.Fuzz(func(t *testing.T, text, subject, attribute, value string) {
		for _, kind := range []claim.Kind{claim.Number, claim.Price, claim.Date, claim.Place, claim.Feature, claim.Choice, claim.Text} {
			r := claim.NewReader(nil, nil, []claim.Fact{{
				Subject: subject, Attribute: attribute, Kind: kind,
				Value: value, Unit: "家", Options: []string{text}, Wrong: []string{attribute},
			}})
			for _, c := range r.Read(text, caseDay) {
				if c.Start < 0 || c.End > len([]rune(text)) || c.ValueStart > c.ValueEnd {
					t.Fatalf("%+v", c)
				}
			}
		}
	})
}

// TestKinds reads values as they are given in a sheet.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		fact claim.Fact
		want bool
	}{
		{claim.Fact{Kind: claim.Number, Value: "412", Unit: "家"}, true},
		{claim.Fact{Kind: claim.Number, Value: "400-420", Unit: "家"}, true},
		{claim.Fact{Kind: claim.Number, Value: "many", Unit: "家"}, false},
		{claim.Fact{Kind: claim.Price, Value: "58", Unit: "元/袋"}, true},
		{claim.Fact{Kind: claim.Date, Value: "2016"}, true},
		{claim.Fact{Kind: claim.Date, Value: "2016-05-20"}, true},
		{claim.Fact{Kind: claim.Date, Value: "soon"}, false},
		{claim.Fact{Kind: claim.Feature, Value: "不含"}, true},
		{claim.Fact{Kind: claim.Feature, Value: "maybe"}, false},
		{claim.Fact{Kind: claim.Text, Value: "林见"}, true},
	} {
		expect.Equal(t, claim.Readable(c.fact), c.want, c.fact)
	}
}
