package analysis

import (
	"strings"
	"testing"

	"renown/internal/room/reading"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
)

func answered(id, text string) run.Answer {
	a := run.Answer{}
	a.ID, a.PromptText, a.Text = id, "问", &text
	for at, r := range []rune(text) {
		if r == '青' {
			a.Marks = append(a.Marks, reading.Mark{Start: at, End: at + 4, Brand: true})
		}
	}
	return a
}

// A difference tells what was said about the brand alone: added, gone, in other words and the same, and how usual each is.
func TestDiff(t *testing.T) {
	t.Parallel()
	then := answered("a", "推荐几家：\n1. **青禾咖啡**：门店约 120 家，集中在华东。\n2. 晨澍：便宜。\n青禾咖啡豆子新鲜。青禾咖啡高峰期出杯慢！")
	now := answered("b", "青禾咖啡：门店 412 家，集中在华东。青禾咖啡豆子新鲜。晨澍 3.5 元起。写字楼里的青禾咖啡多设自提柜。")
	d := newDiff(then, now, []run.Answer{now, then})
	got := map[string]string{}
	for _, r := range d.rows {
		var text []string
		for _, p := range append(r.then, r.now...) {
			if p.alone {
				text = append(text, p.text)
			}
		}
		got[r.kind] = strings.Join(text, "|")
		if r.of != 2 || r.recent < 1 || r.kind == "same" && r.recent != 2 {
			t.Errorf("%s: in %d of %d", r.kind, r.recent, r.of)
		}
	}
	want := map[string]string{"changed": "约|120|412", "same": "", "added": "写字楼里的青禾咖啡多设自提柜。", "gone": "青禾咖啡高峰期出杯慢！"}
	for kind, text := range want {
		if found, ok := got[kind]; !ok || strings.ReplaceAll(found, " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("%s: %q, want %q", kind, found, text)
		}
	}
	expect.Equal(t, len(d.rows), 4, "rows")
}
