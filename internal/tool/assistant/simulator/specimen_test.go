package simulator_test

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"renown/internal/tool/assistant/simulator"
)

// specimens prints so many answers of each kind and language, to be read: go test -run TestSpecimens -specimens 20.
var specimens = flag.Int("specimens", 0, "answers of each kind and language to print")

// questionsOf are questions of each kind, in Chinese and English.
var questionsOf = map[simulator.Kind][2][]string{
	simulator.Recommend: {
		{"一杯15元以内的咖啡推荐", "适合上班族的精品咖啡有哪些？", "今年口碑好的跑鞋推荐几款", "哪款笔记软件适合小团队？", "国内靠谱的扫地机有哪些？", "除了青禾咖啡，还有哪些豆子新鲜的咖啡？"},
		{"best note-taking apps for small teams", "Which coffee brands do you recommend for commuters?", "Can you recommend some durable running shoes?", "top 10 project management software this year"},
	},
	simulator.Comparison: {
		{"青禾咖啡和山隅咖啡哪个好？", "云岭和疾岚哪个好？"},
		{"Nimbus Notes vs Quirewell, which is better?", "Stridewell or Norrun for a beginner?"},
	},
	simulator.Review: {
		{"青禾咖啡怎么样？", "青禾咖啡有哪些优缺点？", "网上对青禾咖啡的负面评价多吗？"},
		{"Is Nimbus Notes any good?", "What do people think of Nimbus Notes?"},
	},
	simulator.Price: {
		{"跑鞋一般多少钱？", "青禾咖啡贵不贵？", "企业软件一般怎么收费？"},
		{"How much do note-taking apps cost?", "Is Nimbus Notes worth the price?"},
	},
	simulator.Aftersales: {
		{"买的跑鞋开胶了怎么找售后？", "青禾咖啡外卖洒了能退款吗？"},
		{"How do refunds work for online courses?", "Does Nimbus Notes have good customer support?"},
	},
	simulator.Howto: {
		{"咖啡豆开封后怎么保存？", "怎么点单能少放糖的咖啡", "跑鞋怎么清洗？"},
		{"How do I store coffee beans?", "How to move my notes to another app"},
	},
	simulator.Choose: {
		{"挑咖啡主要看什么？", "第一次买新能源车要注意什么？", "笔记软件怎么选才不踩坑？"},
		{"What should I look for in a note-taking app?", "How do I choose running shoes?"},
	},
	simulator.Knowledge: {
		{"外卖的冰咖啡多久喝完比较好？", "每天喝咖啡对身体好吗？", "咖啡因一般多久代谢完？", "贵的跑鞋和便宜的跑鞋差在哪？"},
		{"How long does iced coffee keep?", "What's the difference between free and paid note-taking apps?"},
	},
}

var specimenBrands = []simulator.Brand{
	{Name: "青禾咖啡", Terms: []string{"精品咖啡", "云南咖啡豆", "连锁咖啡", "咖啡"}, Site: "www.qinghe-coffee.example", Weight: 0.3, Claims: []simulator.Claim{
		{Text: "青禾咖啡承诺三十分钟内送达", Wrong: "青禾咖啡承诺十五分钟内送达", Share: 0.2},
	}},
	{Name: "麦隅咖啡", Terms: []string{"咖啡"}, Weight: 0.5},
	{Name: "Nimbus Notes", Terms: []string{"note-taking app", "notes", "knowledge base"}, Site: "nimbusnotes.example", Weight: 0.4},
	{Name: "Foldpage", Terms: []string{"note-taking app", "notes"}, Weight: 0.5},
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
				if d.Kind != kind {
					t.Errorf("%s is taken for %s, want %s", q, d.Kind, kind)
				}
				if *specimens > 0 {
					fmt.Printf("\n=== %s %d: %s (%s)\nsearched %q, named %q\n%s\n", kind, language, q, platforms[i%len(platforms)], d.Queries, d.Named, d.Text())
					for _, source := range d.Sources {
						fmt.Printf("    %s | %s | %s | %s\n", source.Title, source.Site, source.URL, source.Published.Format(time.DateOnly))
					}
				}
			}
		}
	}
}
