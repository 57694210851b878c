package markdown_test

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/markdown"
)

// What hides a word from a search does not hide it from a reader; every character knows its place.
func TestVisible(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"最**好**": "最好\n", "最\u200b好": "最好\n", "最<b></b>好": "最好\n", "&#26368;好": "最好\n", `1\*2`: "1*2\n", "# 甲": "# 甲\n",
		"[甲](https://a.example/2016)": "甲\n", "![最好](https://a.example/x.png)": "\n",
	} {
		expect.Equal(t, string(markdown.NewVisible(source).Text), want, source, "is seen as")
	}
	for name, source := range pathologies() {
		v := markdown.NewVisible(source)
		if len(v.At) != len(v.Text)+1 || v.At[len(v.Text)] != len(source) {
			t.Errorf("%s: %d characters, %d places", name, len(v.Text), len(v.At))
		}
	}
}
