package locale_test

import (
	"regexp"
	"strings"
	"testing"

	"renown/internal/door/locale"
)

// Words that stand for another one in the glossary of the console: one word for one thing. What has more than the word itself to be
// told apart by is left out.
var synonyms = map[string][]struct{ said, instead string }{
	"zh": {
		{"端点", "渠道"},
		{"曝光", "可见度"},
		{"占有率", "声量份额"},
		{"友商", "竞品"},
		{"百分点", "点"},
		{"软文", "投放文章"},
		{"申诉", "更正"},
		{"不算提到的说法", "排除词"},
		{"给出依据", "补充依据"},
		{"意图词", "问题"},
		{"核对阅读", "抽检"},
		{"接口与应用", "API 与 App 对照"},
		{"运行环境", "App 采集"},
		{"程序读作", "系统判断"},
		{"不下结论", "不可比"},
		{"无法判断", "看不出"},
		{"计数，无区间", "nothing"},
		{"半宽", "误差范围"},
		{"安慰剂", "假设检验"},
		{"提到我们", "提到你"},
		{"被说出", "提到"},
	},
	"en": {
		{"Give support", "Add evidence"},
		{"Further requests", "Special instructions"},
		{"Only given up", "Failed only"},
		{"Not a mention", "Excluded phrases"},
		{"share of market", "share of voice"},
		{"questions like these", "similar prompts"},
		{"target questions", "target prompts"},
		{"Check readings", "Spot check"},
		{"Half width", "Range"},
		{"untimes", "app collection"},
		{"no verdict", "not comparable"},
		{"publishing points", "publishing credits"},
	},
}

var naming, inPoints = regexp.MustCompile(`(?i)\bnam(e|es|ed|ing)\b`), regexp.MustCompile(`(?i)\bpoints?\b`)

// What is said for other doors and the log is not held to the words of the console.
var otherDoors = []string{"agent", "fault.", "audit.", "mail"}

// No sentence of the console says a word that the glossary has another for.
func TestGlossary(t *testing.T) {
	t.Parallel()
	for _, l := range locale.All() {
		for key, texts := range l.Entries() {
			if hasAnyPrefix(key, otherDoors) {
				continue
			}
			said(t, "zh", key) // a key in Chinese is the sentence itself
			for _, text := range texts {
				said(t, l.Code, text)
				if l.Code == "en" && strings.Contains(key, "提到") && !strings.Contains(key, "名") && naming.MatchString(text) {
					t.Errorf("%q says %q: answers mention a brand", key, text)
				}
				if l.Code == "en" && strings.Contains(key, "积分") && inPoints.MatchString(text) {
					t.Errorf("%q says %q: points are differences of rates, say credits", key, text)
				}
			}
		}
	}
}

func said(t *testing.T, language, text string) {
	t.Helper()
	for _, s := range synonyms[language] {
		if strings.Contains(text, s.said) {
			t.Errorf("%s: %q says %q: say %q", language, text, s.said, s.instead)
		}
	}
}

func hasAnyPrefix(text string, list []string) bool {
	for _, prefix := range list {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
