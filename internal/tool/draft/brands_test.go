package draft

// brands are the profiles that the tests draft for: very different ones, rich and poor.
var brands = map[string]Profile{
	"coffee": {
		Name: "豆屿咖啡", Aliases: []string{"豆屿", "Douyu Coffee"},
		Introduction: "豆屿咖啡是一家面向都市上班族的精品咖啡连锁品牌，主打现磨咖啡与当季特调，全国门店超过300家。", ProductType: "餐饮",
		CoreAudience: "一线城市白领、大学生", Keywords: []string{"精品咖啡", "生椰拿铁", "现磨咖啡", "外卖", "性价比", "豆屿会员"},
		SellingPoints: []string{"阿拉比卡豆", "30分钟送达", "不加植脂末", "第二杯半价", "门店多"},
	},
	"saas": {
		Name: "账小二", Introduction: "账小二是一款面向小微企业的云端记账软件，支持自动对账、一键报税和多账套管理，对标畅捷通、精斗云。", ProductType: "saas",
		CoreAudience: "小微企业老板，代账会计，初创公司", Keywords: []string{
			"记账软件", "财务软件", "小微企业", "一键报税",
			"电子发票",
		}, SellingPoints: []string{"一键报税", "自动对账", "支持离线", "数据加密", "免费试用30天", "不懂会计也能用"}, MarketingGoal: "提升转化",
	},
	"ev": {
		Name: "澜途汽车", Aliases: []string{"澜途", "Lantu Auto"},
		Introduction: "澜途汽车是中国新能源汽车品牌，专注于为家庭用户提供高品质的增程与纯电SUV。", ProductType: "汽车", CoreAudience: "二胎家庭、注重安全的年轻父母",
		Keywords:      []string{"新能源汽车", "增程SUV", "智能驾驶", "家用SUV", "澜途L9"},
		SellingPoints: []string{"续航 1300 公里", "零重力座椅", "城市智驾", "五星安全", "15分钟快充"},
	},
	"milk": {
		Name: "优护贝", Introduction: "优护贝专注婴幼儿配方奶粉二十年，采用新西兰奶源，配方贴近母乳。", ProductType: "母婴",
		CoreAudience: "0-3岁宝宝妈妈，新手爸妈", Keywords: []string{
			"婴儿奶粉", "A2奶粉", "乳铁蛋白",
			"好吸收",
		}, SellingPoints: []string{"新西兰奶源", "添加乳铁蛋白", "不添加香精", "好消化"},
	},
	"law": {
		Name: "明德律师事务所", Aliases: []string{"明德律所"},
		Introduction: "明德律师事务所成立于2005年，是一家综合性律师事务所，擅长公司并购、知识产权与劳动争议。", ProductType: "法律服务",
		CoreAudience: "中小企业、创业公司、外资企业", Keywords: []string{"公司法律顾问", "知识产权律师", "劳动仲裁"},
		SellingPoints: []string{"一对一服务", "收费透明", "资深团队", "24小时响应"},
	},
	"robot": {
		Name: "星澜", Aliases: []string{"Xinglan"}, Introduction: "面向养宠与小户型家庭的扫拖机器人，主打防缠绕滚刷与自清洁基站。",
		ProductType: "other", CoreAudience: "养宠家庭、小户型家庭", SellingPoints: []string{"防缠绕滚刷", "自清洁基站", "续航 180 分钟"},
	},
	"notes": {
		Name:         "Inkwell",
		Introduction: "Inkwell is a fast, private note-taking app for students and researchers that works offline. A simple alternative to Evernote and Notion.", ProductType: "software", CoreAudience: "graduate students, researchers, Writers", Keywords: []string{"note-taking app", "Markdown", "offline notes", "knowledge base", "AI search"}, SellingPoints: []string{"Works offline", "end-to-end encryption", "Markdown support", "free for students", "syncs across devices", "lightweight"},
	},
	"shoes": {
		Name: "Strive", Introduction: "Strive makes running shoes for everyday runners and marathoners.",
		ProductType: "footwear", CoreAudience: "marathon runners, beginner runners",
		Keywords:      []string{"running shoes", "trail running", "carbon plate"},
		SellingPoints: []string{"carbon plate", "wide toe box", "free returns", "made in Portugal", "Lightweight"},
	},
	"hotel": {
		Name: "The Harbor House", Aliases: []string{"Harbor House"},
		Introduction: "The Harbor House is a boutique hotel in downtown Boston, steps from the waterfront.",
		ProductType:  "hotel", CoreAudience: "couples, business travelers",
		Keywords: []string{"boutique hotel", "waterfront", "rooftop bar"},
		SellingPoints: []string{
			"rooftop bar", "pet friendly rooms", "free breakfast",
			"Walking distance to the harbor",
		},
	},
	"minzh":  {Name: "木禾", Introduction: "好"},
	"minen":  {Name: "Zorbly", Introduction: "Stuff"},
	"minzh2": {Name: "木禾", Introduction: "茶叶"},
	"minen2": {Name: "Zorbly", Introduction: "Drones"},
	"hand":   {Name: "滑界", Introduction: "滑板", Keywords: []string{"😀", "长板", "!!!"}},
	"industry": {
		Name: "华锐传感", Introduction: "华锐传感专注于工业温度传感器的研发与生产，为半导体和新能源行业提供高精度测温方案。", ProductType: "b2b",
		CoreAudience: "设备厂商、产线工程师", Keywords: []string{"温度传感器", "热电偶", "国产替代"}, SellingPoints: []string{
			"精度0.01度",
			"支持小批量定制", "7天交货",
		},
	},
	"dental": {
		Name:         "BrightSmile Dental",
		Introduction: "BrightSmile Dental is a family-owned dental clinic offering Invisalign and implants.",
		CoreAudience: "Families, anxious patients", SellingPoints: []string{
			"same-day appointments",
			"transparent pricing", "Sedation available",
		},
	},
	"crmen": {
		Name: "Pipeway", Introduction: "CRM for real estate agents", ProductType: "saas",
		CoreAudience: "real estate agents", SellingPoints: []string{
			"Integrates with Gmail", "easy to use",
			"No per-seat pricing",
		},
	},
	"pos": {
		Name: "店小蜜", Introduction: "为咖啡店和餐厅提供收银系统的SaaS服务商", Keywords: []string{"收银系统", "会员营销"},
		SellingPoints: []string{"扫码点餐", "断网可用"},
	},
	"tutor": {
		Name: "Mathly", Introduction: "Online math tutoring for middle school students",
		CoreAudience: "parents", SellingPoints: []string{"certified teachers", "Available 24/7"},
	},
	"ebike": {
		Name: "Voltra", Introduction: "Voltra builds electric bikes designed for city commuters.",
		CoreAudience: "city commuters; parents with kids", SellingPoints: []string{"80-mile range", "hydraulic brakes"},
	},
	"catfood": {Name: "喵星粮仓", Introduction: "喵星粮仓生产无谷猫粮和冻干零食。", CoreAudience: "养猫新手、多猫家庭", SellingPoints: []string{"高蛋白", "不软便"}},
	"candle": {
		Name: "Luma", Introduction: "Luma sells hand-poured soy candles.",
		SellingPoints: []string{"hand-poured", "40-hour burn time"},
	},
}
