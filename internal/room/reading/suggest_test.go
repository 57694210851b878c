package reading

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

func TestSuggest(t *testing.T) {
	t.Parallel()
	reader := newNamedReader(text([]answer.Entity{
		{ID: "b", Name: "云栖笔记", Aliases: []string{"Yunqi Note"}},
		{ID: "c", Name: "协云", Aliases: []string{""}},
	}))
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"no list", "可以看看客澜和数栈通，都不错。", nil},
		{"one item is no list", "1. **客澜**：好用", nil},
		{"bold names", "推荐：\n1. **客澜**：好用。\n2. **数栈通**（企业版）：稳定。\n3. **云栖笔记**：离线。", []string{"客澜", "数栈通"}},
		{"without bold", "1、客澜：好用\n2、数栈通（企业版）稳定\n3）明柱——便宜", []string{"客澜", "数栈通", "明柱"}},
		{"headings with numbers", "### 1. **客澜**\n好用\n### 2. **数栈通 / Datastack**\n稳定", []string{"客澜", "数栈通"}},
		{"english", "1. **Deskfold** – simple\n2. **Corvus CRM**: strong\n3. **Yunqi Note**: offline", []string{"Deskfold", "Corvus CRM"}},
		{"each once, whatever the case", "1. **Deskfold**: a\n2. **DESKFOLD**: b\n3. **客澜**: c", []string{"Deskfold", "客澜"}},
		{
			"watched names with something around them",
			"1. **云栖笔记专业版**：a\n2. **新协云**：b\n3. **YUNQI NOTE Pro**：c\n4. **客澜**：d",
			[]string{"客澜"},
		},
		{"headings are no names", "1. **价格**：贵\n2. **优点**：好\n3. **Pricing**: high\n4. **客澜**：好", []string{"客澜"}},
		{
			"sentences are no names",
			"1. **先想清楚预算，再看功能**：嗯\n2. **为什么要选它？**：嗯\n3. **这是一个非常非常非常非常非常非常非常非常长的标题文字**：嗯\n4. **客澜**：好",
			[]string{"客澜"},
		},
		{"numbers are no names", "1. **2026**：年\n2. **99%**：满意\n3. **客澜**：好", []string{"客澜"}},
		{"bullets beside somebody who is watched", "- **协云**：集成好\n- **客澜**：便宜\n* **明柱**：稳", []string{"客澜", "明柱"}},
		{"bullets about one thing", "云栖笔记怎么样？\n- **易用性**：好\n- **集成能力**：一般\n- **数据安全**：强", nil},
		{"no more than are read", manyItems(40), manyNames(20)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := append([]string{}, c.want...)
			expect.Same(t, reader.suggest(c.text), want)
		})
	}
}

func manyNames(n int) (list []string) {
	for i := range n {
		list = append(list, "品牌"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	return list
}

func manyItems(n int) (text string) {
	for _, name := range manyNames(n) {
		text += "1. **" + name + "**：好\n"
	}
	return text
}
