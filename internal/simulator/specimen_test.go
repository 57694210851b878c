package simulator_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"renown/internal/simulator"
	"renown/internal/testkit/expect"
)

// specimens prints so many answers of each kind and language, to be read: go test -run TestSpecimens -specimens 20.
var specimens = flag.Int("specimens", 0, "answers of each kind and language to print")

// questionsOf are questions of each kind, in Chinese and English.
var questionsOf = map[simulator.Kind][2][]string{
	simulator.Recommend: {
		{
			"一杯15元以内的咖啡推荐", "适合上班族的精品咖啡有哪些？", "今年口碑好的跑鞋推荐几款", "哪款笔记软件适合小团队？", "国内靠谱的扫地机有哪些？", "除了青禾咖啡，还有哪些豆子新鲜的咖啡？",
			"办公室喝的挂耳咖啡有哪些推荐？", "送人的挂耳咖啡推荐哪个品牌？", "云南咖啡豆有哪些品牌推荐？", "哪家连锁咖啡外卖送得快？", "牙龈敏感用什么电动牙刷好，有推荐吗？",
			"肠胃敏感的猫吃什么猫粮好，求推荐", "适合B2B企业的CRM有哪些？", "带孩子住哪家酒店好？", "好喝的无糖茶饮料推荐", "无人机测绘服务商哪家靠谱？",
		},
		{
			"best note-taking apps for small teams", "Which coffee brands do you recommend for commuters?",
			"Can you recommend some durable running shoes?", "top 10 project management software this year",
			"Which note-taking apps work offline?", "Which knowledge base software is good for a small company?",
			"Which note-taking apps encrypt notes end to end?", "best electric toothbrush for sensitive gums",
			"Which dog food do you recommend for a sensitive stomach?", "best CRM for B2B sales teams",
			"Which hotel is good for families?", "best sugar-free tea",
			"best standing desk converter for a small office",
		},
	},
	simulator.Comparison: {
		{"青禾咖啡和山隅咖啡哪个好？", "云岭和疾岚哪个好？", "青禾咖啡和山隅咖啡的挂耳哪个好？", "栖迟和漫屿带孩子住哪个好？"},
		{
			"Nimbus Notes vs Quirewell, which is better?", "Stridewell or Norrun for a beginner?",
			"Lantern House or Greycliff for a business trip?",
		},
	},
	simulator.Review: {
		{"青禾咖啡怎么样？", "青禾咖啡有哪些优缺点？", "网上对青禾咖啡的负面评价多吗？", "青禾咖啡的挂耳怎么样？", "澜齿的电动牙刷怎么样？", "巡檐测绘怎么样？"},
		{
			"Is Nimbus Notes any good?", "What do people think of Nimbus Notes?", "Is Hexbarrow any good?",
			"Are there many complaints about Nimbus Notes?",
		},
	},
	simulator.Price: {
		{"跑鞋一般多少钱？", "青禾咖啡贵不贵？", "企业软件一般怎么收费？", "挂耳咖啡一般多少钱？", "重疾险一年多少钱？", "狗粮一般什么价位？"},
		{
			"How much do note-taking apps cost?", "Is Nimbus Notes worth the price?", "How much does a CRM cost?",
			"How much are electric toothbrushes?",
		},
	},
	simulator.Aftersales: {
		{"买的跑鞋开胶了怎么找售后？", "青禾咖啡外卖洒了能退款吗？", "酒店取消订单怎么退款？", "猫粮吃了软便能退货吗？"},
		{
			"How do refunds work for online courses?", "Does Nimbus Notes have good customer support?",
			"What is the warranty on an electric toothbrush?",
		},
	},
	simulator.Howto: {
		{"咖啡豆开封后怎么保存？", "怎么点单能少放糖的咖啡", "跑鞋怎么清洗？", "挂耳咖啡怎么冲？", "电动牙刷怎么用才正确？", "CRM上线怎么推广，销售不录入怎么办？"},
		{
			"How do I store coffee beans?", "How to move my notes to another app",
			"How should I start a knowledge base from old notes?", "How to use an electric toothbrush",
		},
	},
	simulator.Choose: {
		{"挑咖啡主要看什么？", "第一次买新能源车要注意什么？", "笔记软件怎么选才不踩坑？", "云南咖啡豆和埃塞俄比亚咖啡豆怎么选？", "第一次买猫粮看哪些指标？", "无人机测绘怎么选服务商？"},
		{
			"What should I look for in a note-taking app?", "How do I choose running shoes?",
			"What should I look for in a hotel?", "How do I choose a standing desk converter?",
		},
	},
	simulator.Knowledge: {
		{"外卖的冰咖啡多久喝完比较好？", "每天喝咖啡对身体好吗？", "咖啡因一般多久代谢完？", "贵的跑鞋和便宜的跑鞋差在哪？", "挂耳咖啡和速溶咖啡有什么区别？", "无糖茶饮料可以天天喝吗？", "电动牙刷刷头多久换一次？"},
		{
			"How long does iced coffee keep?", "What's the difference between free and paid note-taking apps?",
			"How do offline notes resolve conflicts?", "Are cloud notes safe for client data?",
			"How often should I replace the head of an electric toothbrush?",
		},
	},
}

var specimenBrands = []simulator.Brand{
	{
		Name: "青禾咖啡", Terms: []string{"精品咖啡", "云南咖啡豆", "连锁咖啡", "咖啡"}, Site: "www.qinghe-coffee.example", Weight: 0.3,
		Claims: []simulator.Claim{
			{Text: "青禾咖啡承诺三十分钟内送达", Wrong: "青禾咖啡承诺十五分钟内送达", Share: 0.2},
		},
	},
	{Name: "麦隅咖啡", Terms: []string{"咖啡"}, Weight: 0.5},
	{Name: "Nimbus Notes", Terms: []string{"note-taking app", "notes", "knowledge base"}, Site: "nimbusnotes.example", Weight: 0.4},
	{Name: "Foldpage", Terms: []string{"note-taking app", "notes"}, Weight: 0.5},
	{Name: "澜齿", Terms: []string{"电动牙刷"}, Weight: 0.5},
	{Name: "巡檐测绘", Terms: []string{"无人机测绘"}, Weight: 0.5},
	{Name: "Hexbarrow", Terms: []string{"standing desk converter"}, Weight: 0.5},
}

func TestSpecimens(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	s := simulator.New(simulator.Options{Brands: specimenBrands, Clock: func() time.Time { return day }})
	platforms := []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie", "chatgpt", "claude"}
	for kind, both := range questionsOf {
		for language, questions := range both {
			for i := range max(*specimens, len(questions)) {
				q := questions[i%len(questions)]
				day = day.AddDate(0, 0, 1)
				d := s.Draft(platforms[i%len(platforms)], q, true)
				expect.Equal(t, d.Kind, kind, q, "is taken for")
				if *specimens > 0 {
					fmt.Printf("\n=== %s %d: %s (%s)\nsearched %q, named %q\n%s\n", kind, language, q,
						platforms[i%len(platforms)], d.Queries, d.Named, d.Text())
					for _, source := range d.Sources {
						fmt.Printf("    %s | %s | %s | %s\n", source.Title, source.Site, source.URL, source.Published.Format(time.DateOnly))
					}
				}
			}
		}
	}
}
