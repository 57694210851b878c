package draft

import (
	"regexp"
	"strings"
	"testing"
)

// trades are twelve trades, each with three introductions in Chinese and two in English; a city in an introduction is the
// place of a local business.
var trades = []struct {
	name   string
	zh     [3]string
	en     [2]string
	zhKeys string
	enKeys string
	local  bool
}{
	{
		"hotpot",
		[3]string{"成都牛油火锅连锁，主打现炒底料。", "重庆老火锅店，社区小店。", "西安的一家清油火锅店，适合家庭聚餐。"},
		[2]string{"A hotpot restaurant in Manchester with hand-made broths.", "A family-run Sichuan hotpot restaurant in Boston."},
		"火锅", "hotpot restaurant", true,
	},
	{
		"coffee",
		[3]string{"上海的精品咖啡馆，自己烘豆。", "杭州连锁咖啡店，外卖为主。", "昆明的咖啡馆，只用云南豆。"},
		[2]string{"A specialty coffee shop in Portland that roasts its own beans.", "A chain of coffee shops in Dublin."},
		"咖啡馆", "coffee shop", true,
	},
	{
		"vacuum",
		[3]string{"扫地机器人品牌，主打避障和自清洁基站。", "面向养宠家庭的扫拖机器人。", "平价扫地机器人，小户型适用。"},
		[2]string{"Robot vacuums for pet owners with self-emptying docks.", "Affordable robot vacuums for small apartments."},
		"扫地机器人", "robot vacuum", false,
	},
	{
		"accounting",
		[3]string{"面向小微企业的云端记账软件，支持一键报税。", "给电商卖家用的财务软件。", "会计事务所用的记账软件。"},
		[2]string{"Cloud accounting software for UK small businesses.", "Bookkeeping software for freelancers with invoicing and VAT returns."},
		"记账软件", "accounting software", false,
	},
	{
		"skincare",
		[3]string{"敏感肌护肤品牌，不加香精。", "主打抗老精华的护肤品。", "平价学生护肤品，成分简单。"},
		[2]string{"Fragrance-free skincare for sensitive skin.", "Anti-aging serums made in Switzerland."},
		"护肤品", "skincare", false,
	},
	{
		"law",
		[3]string{"北京的律师事务所，专做劳动争议。", "深圳知识产权律所。", "广州的律师事务所，服务中小企业。"},
		[2]string{"A law firm in London for employment disputes.", "A law firm in Chicago that works with startups."},
		"律师事务所", "law firm", true,
	},
	{
		"hotel",
		[3]string{"三亚的亲子酒店，自带沙滩。", "丽江古城里的精品酒店。", "北京的商务酒店，靠近地铁。"},
		[2]string{"A boutique hotel in Edinburgh near the castle.", "A family hotel in San Diego close to the beach."},
		"酒店", "hotel", true,
	},
	{
		"shoes",
		[3]string{"跑鞋品牌，主打碳板缓震。", "给大体重跑者的缓震跑鞋。", "越野跑鞋，鞋底防滑。"},
		[2]string{"Running shoes for beginners and marathon runners.", "Trail running shoes with grippy soles."},
		"跑鞋", "running shoes", false,
	},
	{
		"dental",
		[3]string{"武汉的口腔诊所，做种植牙和正畸。", "成都连锁牙科诊所。", "青岛的儿童牙科诊所。"},
		[2]string{"A dental clinic in Leeds for implants and braces.", "A children's dental clinic in Denver."},
		"牙科诊所", "dental clinic", true,
	},
	{
		"milk",
		[3]string{"婴幼儿配方奶粉，新西兰奶源。", "羊奶粉品牌，好吸收。", "有机婴儿奶粉。"},
		[2]string{"Organic infant formula from grass-fed cows.", "Goat milk formula for babies with sensitive stomachs."},
		"婴儿奶粉", "infant formula", false,
	},
	{
		"gym",
		[3]string{"上海的24小时健身房，按月付费。", "南京的私教健身房。", "长沙女性健身房。"},
		[2]string{"A 24-hour gym in Bristol without contracts.", "A women's gym in Toronto with small classes."},
		"健身房", "gym", true,
	},
	{
		"tea",
		[3]string{"现制茶饮品牌，鲜果茶不加糖浆。", "福鼎白茶，自有茶园。", "冷泡茶包，办公室泡着喝。"},
		[2]string{"Loose-leaf green tea from small farms.", "Herbal tea bags without caffeine."},
		"茶", "tea", false,
	},
}

// unread finds what a person would not type: a slot, an article before a gerund, a wrong article, a doubled word or mark.
var unread = regexp.MustCompile(`[{}\[\]|@]|(?i:\ba \w+ing (?:a|an|the|your)\b|\ba (?:[aei]\w|o[^n]|hour)|\ban (?:[bcdfgjklmpqrstvwxyz]\w)|\b(\w+) (?:a a|the the)\b)|？？|\?\?|，，|的的`)

// Sixty profiles of twelve trades: what is drafted asks for a choice, does not name the brand, reads like a question, is about the trade
// and, for a local business, is asked where it is.
func TestSixtyProfiles(t *testing.T) {
	t.Parallel()
	profiles := 0
	for _, trade := range trades {
		for i, intro := range append(trade.zh[:], trade.en[:]...) {
			p := Profile{Name: "客岚" + string(rune('甲'+i)), Introduction: intro, ProductType: "other", Keywords: []string{trade.zhKeys}}
			if i >= len(trade.zh) {
				p.Name, p.Keywords = "Kettlow", []string{trade.enKeys}
			}
			profiles++
			judged(t, trade.name, p, trade.local)
		}
	}
	if profiles != 60 {
		t.Errorf("%d profiles", profiles)
	}
}

func judged(t *testing.T, trade string, p Profile, local bool) {
	t.Helper()
	d, err := Offline(p, 10, Existing{})
	if err != nil {
		t.Fatal(trade, err)
	}
	cities, asked, about := 0, 0, 0
	place := lexica[language(p)]().pattern["city"].FindString(p.Introduction)
	for _, topic := range d.Topics {
		for _, q := range topic.Prompts {
			t.Logf("%s: %s", trade, q.Text)
			if unread.MatchString(q.Text) {
				t.Errorf("%s: no person types %q", trade, q.Text)
			}
			if q.Branded {
				continue
			}
			asked++
			if !AsksChoice(q.Text) || AsksKnowledge(q.Text) {
				t.Errorf("%s: %q asks for no choice", trade, q.Text)
			}
			if strings.Contains(q.Text, p.Name) {
				t.Errorf("%s: %q names the brand", trade, q.Text)
			}
			if place != "" && strings.Contains(q.Text, place) {
				cities++
			}
			if holdsAny(q.Text, p.Keywords) {
				about++
			}
		}
	}
	if asked < 8 || about == 0 {
		t.Errorf("%s: %d prompts for visibility, %d with the keyword", trade, asked, about)
	}
	if local != (place != "") || local && cities < 2 {
		t.Errorf("%s in %q: %d prompts are about the place", trade, place, cities)
	}
}
