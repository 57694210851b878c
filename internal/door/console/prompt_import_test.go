package console_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

const promptTable = `问题,主题,阶段,标签
哪款笔记能离线？,选型,决策,离线、移动
云栖笔记好用吗？,选型,决策,
哪款云笔记好？,选型,,
哪款笔记能离线？,选型,决策,
云同步为什么会冲突？,原理,认知,
适合学生的笔记推荐哪款？,,考虑,
=1+1,选型,,`

// A table is looked at row by row before anything is added: what is added is what the page said, and nothing else.
func TestPromptImport(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, a := loggedIn(t, s, plan.Standard)
		at := b.brand("云栖笔记")
		path, id := at+"/prompts/new", strings.TrimPrefix(at, "/brands/")
		b.post(path, "topic_name", "选型", "text", "哪款云笔记好？", "stage", "usage").leads(at + "/prompts")
		texts := func() string {
			var list []string
			have := must.Get(s.App.Brands.Existing(t.Context(), callerOf(t, s, a), id))(t)
			for _, p := range have.Prompts {
				list = append(list, p.Text)
			}
			return strings.Join(list, "\n")
		}
		page := b.post(path, "text", promptTable, "stage", "awareness", "active", "on", "look", "1").expect(200,
			"7 行：", "3 条可添加", "4 条要看", "含品牌名：只测口碑", "已有这个问题：会跳过", "知识题很少提到品牌", "缺主题", "像表格公式", "添加 3 条，启用 3 条")
		expect.Equal(t, page.count("tr.is-bad"), 4, "rows that cannot be added")
		expect.Equal(t, page.count("tr.is-warn"), 2, "rows with a warning")
		expect.Equal(t, page.count("td .tag"), 1, "new topics")
		expect.Equal(t, texts(), "哪款云笔记好？", "looking adds")
		seen := attr(page.find("input[name=seen]")[0], "value")

		other := b.post(path, "text", promptTable+"\n哪款笔记便宜？,选型,,", "stage", "awareness", "seen", seen).expect(200, "8 行：")
		expect.Equal(t, texts(), "哪款云笔记好？", "a text that was not looked at is added")
		if !strings.Contains(other.one("#text"), "哪款笔记便宜？") {
			t.Error("what was typed is gone")
		}
		topic := attr(page.find("select[name=topic_5] option")[1], "value")
		b.follow(b.post(path, "text", promptTable, "stage", "awareness", "active", "on", "seen", seen, "topic_5", topic).
			leads(at+"/prompts")).expect(200, "已添加 4 个问题", "原理")
		expect.Equal(t, len(strings.Split(texts(), "\n")), 5, "prompts")

		for typed, said := range map[string]string{
			"":                        "请填写",
			"主题,阶段\n选型,决策":            "第一行没有「问题」这一列",
			"问题,主题\n=2+2,选型":          "没有可以添加的问题",
			strings.Repeat("好吗\n", 1): "请填写", // no topic
			numbered(10_000):          "这里有 10,000 条",
			"问题,主题\n" + strings.Repeat("长", 5000) + ",选型": "没有可以添加的问题",
		} {
			refused := b.post(path, "text", typed, "stage", "awareness").expect(422, said)
			if refused.one("#text") != strings.Join(strings.Fields(typed), " ") {
				t.Errorf("%.20q: what was typed is gone", typed)
			}
		}
		expect.Equal(t, len(strings.Split(texts(), "\n")), 5, "a refused text added something")
		if csv := b.get(at + "/prompts/template.csv").expect(200); !strings.Contains(csv.body, "问题,主题,阶段,标签") {
			t.Errorf("%q", csv.body)
		}
	})
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("第 " + string(rune('一'+i)) + " 款笔记哪家好？\n")
	}
	return b.String()
}

// Files in the encodings that spreadsheets write are read; another is refused and said plainly.
func TestPromptFile(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		b, _ := loggedIn(t, s, plan.Standard)
		at := b.brand("云栖笔记")
		table := "问题\t主题\t阶段\n哪款笔记能离线？\t选型\t决策\n哪款笔记便宜？\t选型\t考虑\n"
		gbk := must.Get(simplifiedchinese.GBK.NewEncoder().String(table))(t)
		utf16 := must.Get(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(table))(t)
		for name, raw := range map[string]string{"utf-8": table, "bom": "\ufeff" + table, "gbk": gbk, "utf-16": utf16} {
			page := b.upload(at+"/prompts/new", "p.csv", raw, "stage", "awareness").expect(200, "2 行：", "2 条可添加")
			if name == "gbk" || name == "utf-16" {
				page.expect(200, "按 "+name+" 编码读取")
			}
		}
		b.upload(at+"/prompts/new", "p.csv", "\x00\x01\x02PK").expect(422, "认不出这个文件的编码")
		b.upload(at+"/prompts/new", "p.csv", strings.Repeat("x", 1<<20+1)).expect(422, "文件超过 1 MiB")
	})
}
