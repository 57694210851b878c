package claim_test

import (
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/claim"
)

// Proposals hold what a profile states outright, each readable as a fact; guesses, plans and rough numbers are none.
func TestPropose(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"青禾咖啡创立于 2016 年，总部位于成都，全国有 118 家门店。挂耳咖啡十包装售价 59 元。据说续航 30 小时，计划明年开 500 家门店。约有 900 名员工。":                                    "创立年份=2016|总部=成都|门店=118家|售价=59元",
		"Tarnwick was founded in 2019, is based in Portland and has 85 employees. It costs $4 per month. It may reach 200 stores.": "founded=2019|headquarters=Portland|employee=85employees|cost=4USD/月",
		"一家主打精品豆的咖啡品牌。": "",
		"":                              "",
		strings.Repeat("门店 5 家。", 5000): "门店=5家",
	} {
		var got []string
		for _, p := range claim.Propose("青禾咖啡", text) {
			got = append(got, p.Attribute+"="+p.Value+p.Unit)
			if !claim.Readable(p.Fact) || p.Sentence == "" {
				t.Errorf("%+v", p)
			}
		}
		expect.Equal(t, strings.Join(got, "|"), want, text)
	}
}
