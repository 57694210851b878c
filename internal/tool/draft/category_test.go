package draft

import (
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	for want, list := range map[string][]Profile{
		"zh": {
			{Name: "Notion", Introduction: "Notion是一款集笔记、知识库于一体的软件"},
			{Name: "KubeSphere", Introduction: "基于 Kubernetes 与 Docker 的云原生容器平台"},
			{Name: "纷享销客", Introduction: "CRM", Keywords: []string{"客户管理", "销售管理"}},
			{Name: "木禾", Introduction: "好"},
			{Name: "木禾", Introduction: "茶"},
		},
		"en": {
			{Name: "瑞幸", Introduction: "Luckin (瑞幸) is a coffee chain with thousands of stores"},
			{Name: "Zorbly", Introduction: "Stuff"},
			{Name: "Юнона", Introduction: "Магазин детской одежды"},
			{Name: "りんご", Introduction: "東京のおいしいコーヒーのお店です"},
			{Name: "🍎", Introduction: "😀😀😀"},
			{Name: "Pocket", Introduction: "App", Keywords: []string{"笔记"}, CoreAudience: "students and office workers"},
		},
	} {
		for _, p := range list {
			expect.Equal(t, language(p), want, p.Name, p.Introduction, "read as")
		}
	}
}

// What is the brand? The kind found, and the first noun it is called by.
func TestCategory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, noun string
		p          Profile
	}{
		{"coffee", "精品咖啡", Profile{Name: "豆屿", Introduction: "豆屿是一家精品咖啡连锁品牌"}},
		{"accounting", "云端记账软件", Profile{Name: "账小二", Introduction: "账小二是一款面向小微企业的云端记账软件，支持自动对账。"}},
		{"vacuum", "扫拖机器人", Profile{Name: "星澜", ProductType: "other", Introduction: "面向养宠与小户型家庭的扫拖机器人，主打防缠绕滚刷与自清洁基站。"}},
		{"law", "律师事务所", Profile{Name: "明德", Introduction: "明德成立于2005年，是一家综合性律师事务所。"}},
		{"milkpowder", "奶粉", Profile{Name: "优护贝", Introduction: "优护贝专注婴幼儿配方奶粉二十年。"}},
		{"industry", "工业温度传感器", Profile{Name: "华锐", ProductType: "b2b", Introduction: "华锐专注于工业温度传感器的研发与生产，为半导体和新能源行业提供测温方案。"}},
		{"software", "收银系统", Profile{Name: "店小蜜", Introduction: "为咖啡店和餐厅提供收银系统的SaaS服务商", Keywords: []string{"会员营销"}}},
		{"service", "居家养老服务", Profile{Name: "安心居", Introduction: "安心居为老人提供居家养老服务。"}},
		{"other", "保温杯", Profile{Name: "暖暖", Introduction: "暖暖是一家做保温杯的公司，适合装咖啡和茶。", Keywords: []string{"咖啡杯"}}},
		{"service", "供应链金融服务", Profile{Name: "诺盈", Introduction: "诺盈为中小企业提供供应链金融服务。"}},
		{"software", "品牌可见度监测平台", Profile{Name: "声闻", Introduction: "声闻是一款品牌在AI助手中的可见度监测平台。", ProductType: "saas"}},
		{"other", "滑板", Profile{Name: "滑界", Introduction: "滑板"}},
		{"other", "和田玉", Profile{Name: "玉见", Introduction: "和田玉"}},
		{"other", "国货品牌", Profile{Name: "木禾", Introduction: "好"}},
		{"other", "国货品牌", Profile{Name: "木禾", Introduction: "让每个人享受更美好的生活"}},
		{"phone", "手机", Profile{Name: "小米", Introduction: "小米是一家以智能手机、智能硬件和 IoT 平台为核心的消费电子及智能制造公司。"}},

		{"note", "note-taking app", Profile{Name: "Inkwell", Introduction: "Inkwell is a fast, private note-taking app for students."}},
		{"shoes", "running shoes", Profile{Name: "Strive", Introduction: "Strive makes running shoes for everyday runners."}},
		{"hotel", "boutique hotel", Profile{
			Name:         "Harbor",
			Introduction: "Harbor is a boutique hotel in downtown Boston, steps from the waterfront.",
		}},
		{"crm", "CRM", Profile{Name: "Pipeway", Introduction: "CRM for real estate agents"}},
		{"software", "legal intake software", Profile{
			Name: "Acme", ProductType: "saas",
			Introduction: "We help small law firms win more clients.", Keywords: []string{"legal intake software"},
		}},
		{"other", "hand-poured soy candle", Profile{Name: "Luma", Introduction: "Luma sells hand-poured soy candles."}},
		{"industry", "industrial pressure sensor", Profile{
			Name:         "Corex",
			Introduction: "Corex manufactures industrial pressure sensors for the oil and gas industry.",
		}},
		{"other", "tarot reading", Profile{Name: "Arcana", Introduction: "Tarot readings online"}},
		{"other", "drone", Profile{Name: "Zorbly", Introduction: "Drones"}},
		{"other", "independent brand", Profile{Name: "Zorbly", Introduction: "Stuff"}},
		{"other", "independent brand", Profile{Name: "Zorbly", Introduction: "We make life better for everyone."}},
	} {
		r := read(c.p)
		if r.kind.id != c.kind || r.nouns[0].text != c.noun {
			t.Errorf("%s is %s, %s; want %s, %s", c.p.Introduction, r.kind.id, r.nouns[0].text, c.kind, c.noun)
		}
	}
}

// A brand named as its category is asked about without the word.
func TestCategoryIsTheName(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]Profile{
		"咖啡": {Name: "咖啡", Introduction: "咖啡连锁品牌"},
		"running shoes": {
			Name: "Running Shoes Co", Aliases: []string{"Running Shoes"},
			Introduction: "Running Shoes Co sells running shoes online.",
		},
		"推荐":   {Name: "推荐", Introduction: "一款面向学生的笔记软件"},
		"best": {Name: "Best", Introduction: "Best is a hotel chain."},
	} {
		d := must.Get(Offline(p, MaxCount, Existing{}))(t)
		for _, q := range prompts(d) {
			if !q.Branded && strings.Contains(Fold(q.Text), Fold(name)) {
				t.Errorf("%s: %s", name, q.Text)
			}
		}
	}
}
