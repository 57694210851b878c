package locale_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"renown/internal/door/locale"
	"renown/internal/floor/fault"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func english(t *testing.T) *locale.Language {
	t.Helper()
	l, ok := locale.Of("en")
	if !ok {
		t.Fatal("there is no English")
	}
	return l
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		key  string
		args []any
		want string
	}{
		{"%d 个问题", []any{0}, "0 prompts"},
		{"%d 个问题", []any{int64(1)}, "1 prompt"},
		{"%d 个问题", []any{2}, "2 prompts"},
		{"%s，%d 个月", []any{"1,126", 1}, "1,126, 1 month"},
		{"第 %d 版 · 有 %d 个订单用过它", []any{3, 1}, "Revision 3 · used by 1 order"},
		{"第 %d 版 · 有 %d 个订单用过它", []any{1, 3}, "Revision 1 · used by 3 orders"},
		{"%s 条回答", []any{locale.Number(1)}, "1 answer"},
		{"%s 条回答", []any{locale.Number(1001)}, "1,001 answers"},
	} {
		expect.Equal(t, english(t).T(tc.key, tc.args...), tc.want, tc.key, tc.args)
	}
}

// One sentence with two meanings has two translations; in its own language it says itself.
func TestContext(t *testing.T) {
	t.Parallel()
	if menu, step := english(t).T("menu|发布"), english(t).T("step|发布"); menu == step || menu != "Publishing" {
		t.Errorf("%q, %q", menu, step)
	}
	chinese, _ := locale.Of("zh")
	for key, want := range map[string]string{"menu|发布": "发布", "一|二": "一|二", "|": "|"} {
		expect.Equal(t, chinese.T(key), want, key, "says")
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ chosen, accepted, want string }{
		{"", "", "zh"},
		{"", "en-GB,en;q=0.9,zh;q=0.8", "en"},
		{"", "zh-TW,zh;q=0.9,en;q=0.8", "zh"},
		{"", "fr,en;q=0.5", "en"},
		{"", "fr", "zh"},
		{"", "*;;q=,,\x00", "zh"},
		{"zh", "en", "zh"},
		{"en", "zh", "en"},
		{"tlh", "en", "en"},
	} {
		if got := locale.Match(tc.chosen, tc.accepted).Code; got != tc.want {
			t.Errorf("chosen %q, accepted %q: %s, want %s", tc.chosen, tc.accepted, got, tc.want)
		}
	}
}

func TestProper(t *testing.T) {
	t.Parallel()
	chinese, _ := locale.Of("zh")
	for _, tc := range []struct {
		l                    *locale.Language
		chinese, latin, want string
	}{
		{chinese, "豆包", "Doubao", "豆包"},
		{english(t), "豆包", "Doubao", "Doubao"},
		{english(t), "DeepSeek", "", "DeepSeek"},
	} {
		expect.Equal(t, tc.l.Proper(tc.chinese, tc.latin), tc.want, tc.l.Code)
	}
	if chinese.Spaced() || !english(t).Spaced() {
		t.Error("words stand apart in English, not in Chinese")
	}
}

// A further file is a further language, with its own plural rules and its own order of arguments.
func TestFurtherLanguage(t *testing.T) {
	t.Parallel()
	set, err := locale.Read(fstest.MapFS{
		"zh.yaml": {Data: []byte("language: {tag: zh-CN}\n")},
		"pl.yaml": {Data: []byte(`language: {tag: pl, name: Polski, short: PL}
page:
  "%d 条": {one: "%d plik", few: "%d pliki", many: "%d plików", other: "%d pliku"}
  "%s的%s": "%[2]s: %[1]s"
`)},
	})
	must.Do(t, err)
	polish := set.Match("", "pl-PL")
	for n, want := range map[int]string{1: "1 plik", 2: "2 pliki", 5: "5 plików", 22: "22 pliki", 112: "112 plików"} {
		expect.Equal(t, polish.T("%d 条", n), want, n)
	}
	expect.Equal(t, polish.T("%s的%s", "a", "b"), "b: a")
}

func TestFault(t *testing.T) {
	t.Parallel()
	chinese, _ := locale.Of("zh")
	for _, tc := range []struct {
		f      *fault.Fault
		zh, en string
	}{
		{fault.New(fault.RunEnded), "监测已结束，无法取消", "the run has ended"},
		{fault.New(9999), "服务内部错误", "internal error"},
		{fault.New(fault.Malformed).Why("import_bad", 7, 2), "7 行中有 2 行有误，未导入任何内容", "bad lines: 2 of 7, nothing was imported"},
		{fault.New(fault.Malformed).Why("scope_unknown", "x", []string{"a", "b"}), "未知的权限范围：x（可用：a、b）", "unknown scope x (known: a, b)"},
		{
			fault.New(fault.PointsShort).Why("points_short", 9, 4, 5), "发稿积分不足：需要 9，可用 4，还差 5",
			"not enough publishing credits: 9 needed, 4 left",
		},
		{
			fault.New(fault.OrderState).Why("order_state", fault.Term("order_state.published"), "published", "withdraw"),
			"订单当前状态为「已发布」，不允许此操作", "the order is published: it does not allow withdraw",
		},
		{
			fault.New(fault.RunInFlight).Why("space_running", int64(1)), "空间里有 1 个监测正在进行：等它们完成，或先取消",
			"1 run of the space is in progress: wait for it, or cancel it first",
		},
	} {
		if zh, en := chinese.Fault(tc.f), english(t).Fault(tc.f); zh != tc.zh || en != tc.en {
			t.Errorf("%v: %q, %q", tc.f, zh, en)
		}
	}
}

// No two codes say the same.
func TestCodesDiffer(t *testing.T) {
	t.Parallel()
	for _, l := range locale.All() {
		told := map[string]fault.Code{}
		for _, code := range fault.Codes() {
			text := l.Fault(fault.New(code))
			if other, taken := told[text]; taken {
				t.Errorf("%s: %d and %d both say %q", l.Code, code, other, text)
			}
			told[text] = code
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"twice in a section":  "page: {a: b, a: c}",
		"twice in two":        "one: {a: b}\ntwo: {a: c}",
		"an unknown category": "page: {a: {single: b, other: c}}",
		"no other":            "page: {a: {one: b}}",
		"not a section":       "page: [a]",
	} {
		_, err := locale.Read(fstest.MapFS{"zh.yaml": {Data: []byte("language: {tag: zh}\n" + text)}})
		if err == nil || !strings.HasPrefix(err.Error(), "zh.yaml: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := locale.Read(fstest.MapFS{"en.yaml": {Data: []byte("language: {tag: en}")}}); err == nil {
		t.Error("the fallback is missed by nobody")
	}
}
