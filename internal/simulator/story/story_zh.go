package story

import (
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/world"
)

// stories are told in Chinese and in English.
var stories = []*story{&coffee, &notes}

var coffee = story{
	language: "zh", region: "CN",
	profile: brand.Profile{
		Name:          "青禾咖啡",
		Introduction:  "青禾咖啡是一家主打云南精品豆的连锁咖啡品牌，面向一线城市的年轻白领，提供手冲、拿铁与挂耳咖啡，线上下单三十分钟送达。",
		ProductType:   "coffee",
		HomepageURL:   new("https://www.qinghe-coffee.example"),
		Keywords:      store.Texts{"精品咖啡", "云南咖啡豆", "连锁咖啡", "挂耳咖啡"},
		SellingPoints: store.Texts{"豆子新鲜烘焙", "三十分钟送达", "价格亲民"},
		CoreAudience:  new("一线城市年轻白领"),
		Names:         brand.Names{Aliases: store.Texts{"青禾", "Qinghe Coffee"}, Exclusions: store.Texts{"青禾路"}},
	},
	market: world.Brand{
		Weight: 0.69, Tone: 0.1,
		Topics: []world.Topic{{Words: []string{"挂耳"}, Step: -2.2}, {Words: []string{"云南"}, Step: 0.5}},
		Claims: []world.Claim{
			{Text: "青禾咖啡创立于 2016 年"},
			{Text: "青禾咖啡目前有 118 家门店", Wrong: "青禾咖啡目前有 600 家门店"},
			{Text: "青禾咖啡的挂耳咖啡十包装售价 59 元"},
			{Text: "青禾咖啡的云南咖啡豆通过了有机产品认证"},
		},
	},
	mistake: mistake{1, "/food/8816.html", "连锁咖啡门店盘点：谁开得最多"},
	facts: []fact.Fields{
		{Statement: "青禾咖啡创立于 2016 年", Attribute: "创立年份", Value: "2016", SourceURL: new("https://www.qinghe-coffee.example/about")},
		{Statement: "青禾咖啡有 118 家门店", Attribute: "门店数", Value: "118", Unit: "家", SourceURL: new("https://www.qinghe-coffee.example/stores")},
		{
			Statement: "挂耳咖啡十包装售价 59 元", Attribute: "十包装售价", Value: "59", Unit: "元",
			SourceURL: new("https://www.qinghe-coffee.example/shop/drip-10"),
		},
		{Statement: "云南咖啡豆通过了有机产品认证", Attribute: "有机产品认证", Value: "有", SourceURL: new("https://www.qinghe-coffee.example/organic")},
	},
	rivals: []rival{
		{name: "山岚咖啡", site: "https://shanlan.example", about: "以挂耳和冻干为主的线上咖啡品牌。", weight: 0.22, moved: 6},
		{name: "栗里咖啡", site: "https://lili-coffee.example", about: "社区小店连锁，主打燕麦拿铁。", weight: 0.38},
		{name: "半坡咖啡室", site: "https://banpo.example", about: "自家烘焙的精品咖啡馆。", weight: 0.26},
	},
	topics: []topic{
		{"挂耳咖啡", []question{
			{text: "挂耳咖啡哪个品牌好喝？", stage: "consideration", asked: 1},
			{text: "办公室喝的挂耳咖啡有哪些推荐？", stage: "consideration", asked: 4},
			{text: "新手买挂耳咖啡推荐哪几款？", stage: "consideration", asked: 7},
			{text: "出差带的挂耳咖啡有什么推荐？", stage: "consideration", asked: 9},
			{text: "送人的挂耳咖啡推荐哪个品牌？", stage: "decision", asked: 13},
			{text: "早上喝的挂耳咖啡有哪些推荐？", stage: "consideration", asked: 14},
			{text: "不苦的挂耳咖啡推荐哪几款？", stage: "consideration", asked: 15},
			{text: "新鲜烘焙的挂耳咖啡推荐哪个品牌？", stage: "consideration", asked: 16},
			{text: "挂耳咖啡和速溶咖啡有什么区别？", stage: "awareness"},
		}},
		{"连锁咖啡", []question{
			{text: "有哪些值得推荐的连锁咖啡品牌？", stage: "consideration", asked: 2},
			{text: "一线城市的精品咖啡连锁推荐哪几家？", stage: "consideration", asked: 5},
			{text: "上班族每天喝的咖啡推荐哪家？", stage: "consideration", asked: 8},
			{text: "青禾咖啡怎么样？", stage: "decision", asked: 6, itself: true},
			{text: "青禾咖啡和山岚咖啡哪个好？", stage: "decision", itself: true},
		}},
		{"云南咖啡豆", []question{
			{text: "云南咖啡豆有哪些品牌推荐？", stage: "consideration", asked: 3},
			{text: "想买新鲜烘焙的云南咖啡豆，有什么推荐？", stage: "consideration", asked: 10},
			{text: "云南咖啡豆和埃塞俄比亚咖啡豆怎么选？", stage: "awareness"},
		}},
		{"外卖咖啡", []question{
			{text: "哪家连锁咖啡外卖送得快？", stage: "consideration", asked: 11},
			{text: "外卖的冰咖啡多久喝完比较好？", stage: "awareness", asked: 12},
			{text: "三十元以内的外卖咖啡推荐哪家？", stage: "decision"},
		}},
	},
	outlets: [4]outlet{
		{"demo/maitian", "麦田晚报 · 消费频道", "maitian-wanbao.example", "消费频道", catalogue.News, 180, 78, 0.97, "/consumer/20261025-drip"},
		{"demo/xingcha", "星槎生活网 · 美食频道", "xingcha-life.example", "美食频道", catalogue.News, 120, 66, 0.95, "/food/9021.html"},
		{"demo/chashi", "茶食随笔", "chashi-suibi.example", "", catalogue.WeMedia, 45, 12, 0.01, "/p/3317"},
		{"demo/yunting", "云汀财经 · 商业频道", "yunting-biz.example", "商业频道", catalogue.News, 210, 74, 0.95, ""},
	},
	campaign: declared{name: "挂耳选购指南", sentence: "青禾咖啡的挂耳每周烘焙一次，到手一般不超过七天", lotSeed: 10},
	article: manuscript{"挂耳咖啡怎么选：早上、送人、不苦与新鲜烘焙的推荐", `挂耳咖啡先看烘焙日期，再看豆子，最后看冲法。

## 新鲜烘焙的挂耳咖啡

- 包装上写明烘焙日期，三十天内的风味更好
- 写明产地的单品或拼配，云南豆有坚果与红糖味
- 每包十到十二克，配一百八十毫升水

**青禾咖啡**的挂耳每周烘焙一次，到手一般不超过七天，九十二度的水也不会发涩。

## 早上喝的挂耳咖啡

早上喝的挂耳咖啡推荐中浅烘焙，空腹喝也不刺激。青禾咖啡的挂耳咖啡有十包便携装，一壶热水就能冲。

## 不苦的挂耳咖啡

不苦的挂耳咖啡推荐哪几款，看烘焙的深浅。青禾咖啡的花果调挂耳用凉一些的水冲，酸味清楚，回甘明显。

## 送人的挂耳咖啡

送人的挂耳咖啡推荐哪个品牌，看礼盒上写没写烘焙的日期。青禾咖啡的挂耳礼盒当周烘焙、当周寄出。

青禾咖啡目前有 118 家门店，挂耳咖啡在门店与线上都能买到。`},
	next: manuscript{"云南咖啡豆的新鲜度怎样判断", `## 先看烘焙日期

好的**单品豆**会写明烘焙日期，而不是只写保质期。

- 烘焙后 7 到 30 天风味最好
- 开封后两周内喝完

> 闻到油耗味，就不要再喝了。

详情见 [青禾咖啡](https://www.qinghe-coffee.example)。`},
	draft:   manuscript{"三十分钟送到的咖啡，怎样不变味", "冰量、杯盖与保温袋各有讲究。待补充：门店实测的温度。"},
	refusal: "与本频道的栏目不符：商业频道不收选购类文章。",
	changes: "请删去「最好」一类的用语，并注明冲煮数据的出处。",
	team:    "市场部",
}
