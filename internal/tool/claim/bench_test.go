package claim_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/testkit/repeat"
	"renown/internal/tool/claim"
)

// wide is a sheet of as many rows as a brand may have, of several kinds.
func wide() *claim.Reader {
	facts := make([]claim.Fact, 5000)
	for i := range facts {
		f := claim.Fact{Subject: "青禾咖啡", Attribute: fmt.Sprintf("指标%d", i), Kind: claim.Number, Value: fmt.Sprint(i), Unit: "家"}
		switch i % 5 {
		case 1:
			f.Attribute, f.Kind, f.Unit = fmt.Sprintf("价格%d", i), claim.Price, "元"
		case 2:
			f.Attribute, f.Kind, f.Value, f.Unit = fmt.Sprintf("功能%d", i), claim.Feature, "有", ""
		case 3:
			f.Subject = fmt.Sprintf("青禾%d号", i)
		case 4:
			f.Attribute, f.Kind, f.Value, f.Unit = fmt.Sprintf("负责人%d", i), claim.Text, fmt.Sprintf("人物%d", i), ""
		}
		facts[i] = f
	}
	return claim.NewReader([]claim.Subject{{Spellings: []string{"青禾咖啡"}}}, []string{"星澜咖啡"}, facts)
}

// A million characters of an ordinary article, of one that is all claims, and of sentences without an end.
func BenchmarkMillion(b *testing.B) {
	r := wide()
	for name, part := range map[string]string{
		"prose":   "青禾咖啡的豆子来自云南，烘焙师每天清晨开炉，香气能飘到街对面。2016 年春天，第一家店在成都开张，当时只有六张桌子。",
		"claims":  "青禾咖啡指标5为 500 家，价格6为 58 元，支持功能7。",
		"numbers": "1 家 2 元 3 年 ",
		"one":     "一",
		"figure":  "1",
		"names":   "青禾咖啡价格",
		"words":   "two hundred and ",
		"dates":   "2016年",
		"signs":   "$",
		"rows":    "| 青禾咖啡 | 指标5 |\n|---|---|\n",
		"letters": "a",
		"bars":    "|",
		"commas":  "青禾咖啡指标5,",
		"shares":  "青禾咖啡指标5为1家,",
		"english": "The Lumen One costs $249 and lasts 38 hours on a charge, while others will not. ",
	} {
		text := string([]rune(strings.Repeat(part, 1_000_000/len([]rune(part))+1))[:1_000_000])
		b.Run(name, func(b *testing.B) {
			repeat.AtMost(b, 2)
			for b.Loop() {
				r.Read(text, caseDay)
			}
		})
	}
}
