package answer_test

import (
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":            "",
		"，。！？ \u200b": "",
		"写字楼附近的外带咖啡哪家好":                                  "写字楼 附近 外带 咖啡 好",
		"外带咖啡 排行 2026":                                   "外带 咖啡 排行 2026",
		"ＡＩ 笔记App推荐推荐":                                   "ai 笔记 app 推荐",
		"What is the best note-taking app for students?": "best note taking app students",
		"我們的筆記軟件":                                        "笔记 软件",
	} {
		expect.Equal(t, strings.Join(answer.Words(text), " "), want, text)
	}
	if got := answer.Words(strings.Repeat("咖啡馆在哪里找外带测评", 10_000)); len(got) == 0 || len(got) > 64 {
		t.Errorf("%d words of a long text", len(got))
	}
	if a, b := answer.Words("咖啡 外带 推荐"), answer.Words("推荐外带咖啡"); len(a) != len(b) || !slices.Contains(b, "外带") {
		t.Errorf("%q, %q", a, b)
	}
}
