package simulator

import "strings"

// category is a market the simulator can talk about in both languages. Its brands are invented.
type category struct {
	keys     []string // words of questions about it, lower case
	noun     [2]string
	brands   [2][]string
	traits   [2][]string
	audience [2][]string
}

const (
	zh = 0
	en = 1
)

var categories = []category{
	{
		keys:   []string{"跑鞋", "运动鞋", "球鞋", "跑步", "running shoe", "sneaker", "runner"},
		noun:   [2]string{"跑鞋", "running shoes"},
		brands: [2][]string{{"云岭", "疾岚", "拓野", "步遥", "驰羽", "青程", "岩跃"}, {"Stridewell", "Norrun", "Cloudpine", "Velofoot", "Trailmark", "Kestra Run"}},
		traits: [2][]string{
			{"缓震", "回弹", "轻量化", "耐磨性", "透气性", "包裹感"},
			{"cushioning", "energy return", "weight", "durability", "breathability", "fit"},
		},
		audience: [2][]string{{"日常训练的跑者", "准备半马的人", "体重较大的跑者", "刚入门的新手"}, {"daily trainers", "half-marathon runners", "heavier runners", "beginners"}},
	},
	{
		keys:     []string{"咖啡", "coffee", "espresso", "拿铁"},
		noun:     [2]string{"咖啡", "coffee"},
		brands:   [2][]string{{"山隅咖啡", "半盏闲", "谷野", "晨澍", "鹿鸣焙", "拾焙"}, {"Harbor & Bean", "Mornwood", "Ninth Cup", "Fennel Roasters", "Slow Kettle", "Altaroma"}},
		traits:   [2][]string{{"豆子新鲜度", "出品稳定性", "价格", "门店环境", "奶咖风味", "配送速度"}, {"bean freshness", "consistency", "price", "store comfort", "milk drinks", "delivery"}},
		audience: [2][]string{{"通勤的上班族", "手冲爱好者", "学生", "习惯外卖的人"}, {"commuters", "pour-over fans", "students", "people who order in"}},
	},
	{
		keys:     []string{"手机", "平板", "耳机", "smartphone", "phone", "tablet", "earbud", "headphone", "laptop", "电脑"},
		noun:     [2]string{"数码产品", "consumer electronics"},
		brands:   [2][]string{{"星屿", "凌曜", "维澜", "光年数码", "启明芯", "墨点"}, {"Orbital", "Lumenix", "Paragon Mobile", "Quillon", "Aether Labs", "Nimbustone"}},
		traits:   [2][]string{{"续航", "影像", "性能", "屏幕素质", "系统流畅度", "售后"}, {"battery life", "camera", "performance", "display", "software", "support"}},
		audience: [2][]string{{"重度游戏玩家", "拍照爱好者", "给父母换机的人", "商务人士"}, {"heavy gamers", "photographers", "people buying for their parents", "business users"}},
	},
	{
		keys:     []string{"护肤", "面霜", "精华", "防晒", "美妆", "化妆品", "skincare", "sunscreen", "serum", "cosmetic", "beauty"},
		noun:     [2]string{"护肤品", "skincare"},
		brands:   [2][]string{{"初禾", "溯颜", "泊岸", "清漪", "润物", "白屿"}, {"Dewfield", "Marrow & Moss", "Halcyon Skin", "Ivory Root", "Plain Petal", "Sela Lab"}},
		traits:   [2][]string{{"温和度", "保湿力", "成分透明度", "肤感", "修护效果", "性价比"}, {"gentleness", "hydration", "ingredient transparency", "texture", "repair", "value"}},
		audience: [2][]string{{"敏感肌", "油皮", "熬夜人群", "学生党"}, {"sensitive skin", "oily skin", "night owls", "students"}},
	},
	{
		keys:     []string{"crm", "saas", "erp", "办公软件", "协作", "项目管理", "企业软件", "营销", "软件", "software", "collaboration", "project management", "marketing", "客服系统"},
		noun:     [2]string{"企业软件", "business software"},
		brands:   [2][]string{{"协云", "数栈通", "客澜", "轻舟办公", "明柱", "链启"}, {"Pipeline Nine", "Deskfold", "Tallyhive", "Corvus CRM", "Workbarn", "Opsline"}},
		traits:   [2][]string{{"易用性", "集成能力", "数据安全", "报价透明度", "实施周期", "客户服务"}, {"ease of use", "integrations", "data security", "pricing transparency", "time to launch", "support"}},
		audience: [2][]string{{"中小企业", "销售团队", "跨地区团队", "有定制需求的大公司"}, {"small businesses", "sales teams", "distributed teams", "large companies with custom needs"}},
	},
	{
		keys:     []string{"新能源", "电动车", "汽车", "suv", "轿车", "electric car", "electric vehicle", " ev", "car "},
		noun:     [2]string{"新能源车", "electric cars"},
		brands:   [2][]string{{"驭星", "远图", "凌霄汽车", "澄途", "岚山", "极曜"}, {"Voltaine", "Ridgeway EV", "Solenne", "Arcadian Motors", "Kite Auto", "Meridane"}},
		traits:   [2][]string{{"续航", "智能驾驶", "空间", "补能效率", "底盘质感", "保值率"}, {"range", "driver assistance", "space", "charging", "ride quality", "resale value"}},
		audience: [2][]string{{"多孩家庭", "城市通勤者", "长途用户", "首次购车的年轻人"}, {"families", "city commuters", "long-distance drivers", "first-time buyers"}},
	},
	{
		keys:     []string{"奶粉", "婴儿", "母婴", "纸尿裤", "童车", "baby", "infant", "diaper", "stroller", "formula"},
		noun:     [2]string{"母婴用品", "baby products"},
		brands:   [2][]string{{"芽米", "初啼", "暖小鹿", "贝田", "安澜母婴", "禾宝"}, {"Littlebrook", "Nestling", "Pip & Wren", "Tinyfold", "Mellow Moon", "Bramble Baby"}},
		traits:   [2][]string{{"安全标准", "配方", "吸收效果", "口碑", "价格", "购买渠道"}, {"safety standards", "formula", "comfort", "reputation", "price", "availability"}},
		audience: [2][]string{{"新手父母", "早产宝宝家庭", "过敏体质宝宝", "预算有限的家庭"}, {"new parents", "families with preterm babies", "babies with allergies", "families on a budget"}},
	},
	{
		keys:     []string{"扫地机", "空调", "冰箱", "洗衣机", "净水", "家电", "吸尘", "vacuum", "appliance", "fridge", "washer", "air purifier"},
		noun:     [2]string{"家电", "home appliances"},
		brands:   [2][]string{{"净岚", "居澜", "清境", "恒屋", "小屿电器", "简域"}, {"Hearthly", "Dustpoint", "Coolhaven", "Brightnest", "Omnihome", "Tidewell"}},
		traits:   [2][]string{{"清洁力", "噪音控制", "能耗", "智能联动", "耗材成本", "售后响应"}, {"cleaning power", "noise", "energy use", "smart features", "running cost", "after-sales"}},
		audience: [2][]string{{"养宠家庭", "小户型", "有老人的家庭", "租房人群"}, {"pet owners", "small flats", "families with elderly members", "renters"}},
	},
	{
		keys:     []string{"酒店", "民宿", "旅行", "旅游", "景区", "hotel", "travel", "airline", "resort"},
		noun:     [2]string{"酒店", "hotels"},
		brands:   [2][]string{{"栖迟", "云栈酒店", "山止", "漫屿", "归林", "泊舍"}, {"Lantern House", "Wayfarer Inn", "Greycliff", "Atlas Stay", "The Juniper", "Marlow Hotels"}},
		traits:   [2][]string{{"卫生", "隔音", "早餐", "位置", "服务", "价格"}, {"cleanliness", "quiet rooms", "breakfast", "location", "service", "price"}},
		audience: [2][]string{{"亲子出行", "商务差旅", "情侣度假", "背包客"}, {"families", "business trips", "couples", "backpackers"}},
	},
	{
		keys:     []string{"保险", "理财", "基金", "银行", "信用卡", "贷款", "insurance", "bank", "fund", "credit card", "broker"},
		noun:     [2]string{"金融服务", "financial services"},
		brands:   [2][]string{{"安渡", "守拙保险", "恒川金服", "稳舟", "明禾财富", "信岳"}, {"Anchorline", "Fairmont Trust", "Pennywise Bank", "Shoreward", "Northgate Mutual", "Lumen Finance"}},
		traits:   [2][]string{{"条款清晰度", "理赔速度", "费率", "客服", "App 体验", "资金安全"}, {"clear terms", "claims speed", "fees", "support", "app", "safety"}},
		audience: [2][]string{{"刚工作的年轻人", "有房贷的家庭", "自由职业者", "退休人群"}, {"young professionals", "families with a mortgage", "freelancers", "retirees"}},
	},
	{
		keys:     []string{"培训", "网课", "英语", "课程", "留学", "学习机", "course", "tutor", "language learning", "bootcamp", "education"},
		noun:     [2]string{"在线教育", "online courses"},
		brands:   [2][]string{{"知隅", "朗读者英语", "启步课堂", "学川", "木铎教育", "思栈"}, {"Learnwell", "Tutorbay", "Wordsmith Academy", "Brightpath", "Syllaba", "Openquill"}},
		traits:   [2][]string{{"师资", "课程体系", "互动性", "退费政策", "价格", "学习效果"}, {"teachers", "curriculum", "interaction", "refund policy", "price", "results"}},
		audience: [2][]string{{"零基础学员", "在职人士", "备考学生", "低龄儿童"}, {"absolute beginners", "working adults", "exam takers", "young children"}},
	},
}

// anything is what remains when no category fits.
var anything = category{
	noun:     [2]string{"这类产品", "this kind of product"},
	brands:   [2][]string{{"栎声", "远岫", "合玑", "知白", "千屿", "南桥"}, {"Oakline", "Farpoint", "Calder & Co", "Whitmore", "Thousand Isles", "Southbridge"}},
	traits:   [2][]string{{"品质", "价格", "服务", "口碑", "稳定性", "创新"}, {"quality", "price", "service", "reputation", "reliability", "innovation"}},
	audience: [2][]string{{"预算有限的用户", "追求品质的用户", "企业客户", "第一次购买的人"}, {"people on a budget", "quality seekers", "business customers", "first-time buyers"}},
}

// categoryOf finds the market by the first key that stands in the question.
func categoryOf(question string) *category {
	lower := strings.ToLower(question)
	for i := range categories {
		for _, key := range categories[i].keys {
			if strings.Contains(lower, key) {
				return &categories[i]
			}
		}
	}
	return &anything
}
