package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/tool/answer"
)

// benchAnswers are three answers of about 1.5 KB, two Chinese and one English, as assistants write them.
func benchAnswers() []string {
	chinese := "### 家用空调怎么选\n\n根据2025年的市场口碑和实测数据，下面几个品牌值得考虑：\n\n1. **美的**：产品线完整，无风感系列在卧室里体验出色，价格也更亲民[^1]。\n" +
		"2. **格力**：压缩机可靠，制冷速度快，缺点是价格偏高，售后网点多。\n3. **海尔**：自清洁做得好，智能互联完善，适合上海、北京等大城市的家庭。\n" +
		"4. 小米（Xiaomi）：性价比突出，但安装服务评价不一，完美的外观设计让人喜欢。\n5. 奥克斯：低价走量，噪音控制一般。\n\n" +
		"总体来看，如果预算在三千元左右，可以优先看美的和海尔；追求耐用就选格力。更多评测见[中关村在线](https://ac.zol.com.cn/topic/123.html)和 https://www.smzdm.com/p/456/?spm=a1 。\n\n" +
		"[^1]: https://post.smzdm.com/p/789/\n"
	english := "When choosing a smartphone in 2025, a few brands stand out:\n\n- **Apple** – the iPhone 17 keeps the best video and the longest support, but it is expensive ([The Verge][1]).\n" +
		"- **Samsung**: the Galaxy S line has the brightest display and strong zoom; software is busy.\n- **Xiaomi** offers flagship hardware for less money, though its cameras process skin too smooth.\n" +
		"- **Google** Pixel phones have clean software. Huawei and OPPO are worth a look outside of the US, and vivo's X series takes great portraits.\n\n" +
		"If you want the safest choice, buy Apple or Samsung; if you want value, take Xiaomi. Prices change quickly, see https://www.gsmarena.com/reviews.php3?ref=ai.\n\n" +
		"[1]: https://www.theverge.com/phones?utm_source=chatgpt.com \"The best phones\"\n"
	fill := func(s string) string {
		for len(s) < 1500 {
			s += s[strings.Index(s, "\n\n")+2:][:min(len(s)/2, 300)]
		}
		return s[:1500]
	}
	return []string{fill(chinese), fill(english), fill(strings.ReplaceAll(chinese, "空调", "冰箱"))}
}

func benchEntities(n int) []answer.Entity {
	names := [][]string{
		{"美的", "Midea"},
		{"格力", "Gree"},
		{"海尔", "Haier"},
		{"小米", "Xiaomi", "Mi"},
		{"苹果", "Apple"},
		{"三星", "Samsung"},
		{"华为", "Huawei"},
		{"奥克斯", "AUX"},
		{"OPPO"},
		{"vivo"},
		{"荣耀", "Honor"},
		{"TCL"},
		{"海信", "Hisense"},
		{"松下", "Panasonic"},
		{"Google"},
		{"大金", "Daikin"},
		{"西门子", "Siemens"},
		{"博世", "Bosch"},
		{"LG"},
		{"索尼", "Sony"},
	}
	list := make([]answer.Entity, n)
	for i := range list {
		list[i] = answer.Entity{ID: names[i][0], Name: names[i][0], Aliases: names[i][1:], Domains: []string{fmt.Sprintf("brand%d.com", i)}}
	}
	return list
}

func BenchmarkRead(b *testing.B) {
	texts := benchAnswers()
	for _, n := range []int{6, 20} {
		r := answer.NewReader(benchEntities(n))
		run := func(name string, read func(text string)) {
			b.Run(fmt.Sprintf("%s/names=%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(1500)
				for i := 0; b.Loop(); i++ {
					read(texts[i%len(texts)])
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
			})
		}
		run("all", func(text string) { r.Read(text, "推荐几个品牌", nil) })
		var sources []answer.Source
		for i := range 20 {
			sources = append(sources, answer.Source{URL: fmt.Sprintf("https://www.site%d.com.cn/a/%d?utm_source=x&id=%d", i, i, i)})
		}
		run("sources", func(string) { r.Read("。", "", sources) })
		run("mentions", func(text string) { r.Mentions(text) })
		// short enough for a refusal
		nobody := strings.NewReplacer("美的", "云杉", "格力", "赤松", "海尔", "澄石", "小米", "岚屿", "Xiaomi", "Lanyu", "奥克斯",
			"晚樱").Replace(texts[0])[:900]
		run("nobody", func(string) { r.Read(nobody, "推荐几个品牌", nil) })
	}
}

func BenchmarkNewReader(b *testing.B) {
	for _, n := range []int{6, 20} {
		b.Run(fmt.Sprintf("names=%d", n), func(b *testing.B) {
			entities := benchEntities(n)
			b.ReportAllocs()
			for b.Loop() {
				answer.NewReader(entities)
			}
		})
	}
}
