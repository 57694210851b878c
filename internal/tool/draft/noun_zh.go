package draft

import "strings"

// endingsZH tell class, measure word, verb and verb of buying by the end of a noun. The first match counts, so longer
// endings stand before shorter ones.
var endingsZH = endings(`
a/款/用 软件 系统 工具 平台 应用 小程序 app 插件 浏览器 输入法 大模型 saas erp crm 云盘 网盘 引擎
v/家/住/订 酒店 民宿 客栈 度假村 旅馆 公寓
v/家/去 健身房 瑜伽馆 医院 诊所 门诊部 乐园 影城 博物馆 书店 便利店 美容院 养老院 月子中心 俱乐部 4S店 超市 商场 理发店 琴行
e/家/去 餐厅 火锅店 咖啡店 咖啡馆 奶茶店 面馆 茶馆 酒吧 烧烤店 饭店 甜品店 面包店 蛋糕店
s/家/找 事务所 律所 公司 机构 中心 学校 学院 幼儿园 服务商 供应商 厂家 工作室 银行 旅行社 中介 团队 工厂
s/家/找 服务 咨询 代理 代运营 装修 搬家 物流 快递 外包 托管 代账 家政 保洁 维修 翻译 摄影 设计
s/个/上/报 课程 网课 培训班 训练营 夏令营 辅导班
i/款/买 保险 重疾险 医疗险 意外险 寿险 基金 理财产品
f/款/喝 咖啡 奶茶 果茶 茶饮 饮料 气泡水 果汁 矿泉水 牛奶 酸奶 豆浆 燕麦奶 啤酒 红酒 白酒 黄酒 茶叶 绿茶 红茶 茶
f/款/吃 零食 面包 蛋糕 饼干 坚果 巧克力 糖果 水果 牛肉 海鲜 预制菜 方便面 螺蛳粉 火锅底料 月饼 粽子 冰淇淋 麦片 代餐 食品 大米 蜂蜜 燕窝 保健品
g/款/选/买 奶粉 纸尿裤 婴儿车 安全座椅 辅食 猫粮 狗粮 猫砂 玩具 绘本
g/款/穿/买 跑鞋 运动鞋 球鞋 皮鞋 鞋 羽绒服 冲锋衣 内衣 衬衫 西装 裙子 裤子 童装 女装 男装 服装 卫衣 汉服
g/款/戴/买 手表 手环 眼镜 首饰 项链 戒指 假发
g/款/开/买 汽车 电动车 新能源车 轿车 越野车 房车 suv mpv
g/款/骑/买 自行车 摩托车 电动自行车 滑板车
g/款/用/买 手机 电脑 平板 耳机 音箱 相机 机器人 无人机 投影仪 显示器 键盘 打印机 充电宝 路由器 摄像头 门锁 空调 冰箱 洗衣机 净水器 净化器 加湿器 电饭煲 空气炸锅 油烟机 热水器 洗碗机 吸尘器 洗地机 电视 风扇 牙刷 剃须刀 吹风机 按摩椅 按摩仪 面膜 精华 面霜 防晒霜 口红 粉底液 洗面奶 护肤品 化妆品 彩妆 香水 洗发水 沐浴露 牙膏 洗衣液 纸巾 床垫 沙发 枕头 家具 椅子 书桌 灯具 台灯 地板 瓷砖 涂料 油漆 马桶 卫浴 窗帘 四件套 行李箱 背包 帐篷 睡袋 文具 钢笔 乐器 吉他 钢琴 机床 设备 仪器 传感器 阀门 轴承 电池 充电桩 光伏板 芯片 锅具 刀具 餐具 保温杯 水杯 数码产品 家电 装备 用品 模组 材料
`)

type ending struct{ suffix, spec string }

func endings(table string) []ending {
	var list []ending
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		for i := range max(len(fields)-1, 0) {
			list = append(list, ending{fields[i+1], fields[0]})
		}
	}
	return list
}

// nounZH reads "咖啡店/e/家/去", with a fifth part where buying has a verb of its own.
func nounZH(spec string) word {
	f := strings.Split(spec, "/")
	text, class, measure, verb := f[0], f[1], f[2], f[3]
	buy := verb
	switch {
	case len(f) > 4:
		buy = f[4]
	case strings.Contains("gf", class):
		buy = "买"
	}
	what := []string{"什么"}
	which := []string{"哪" + measure}
	switch class {
	case "g", "f":
		which = []string{"哪个牌子的", "哪" + measure}
	case "e", "v":
		what = []string{"什么", "什么样的"}
	case "s":
		what = []string{"什么样的"}
	}
	w := word{text: text, classes: class, slots: map[string][]string{
		"cat": {text}, "m": {measure}, "v": {verb}, "b": {buy}, "what": what, "which": which,
	}}
	if verb != "选" && verb != "买" {
		w.slots["u"] = []string{verb}
	}
	return w
}

func derivedZH(text string) (word, bool) {
	low := lower(text)
	for _, e := range endingsZH {
		if strings.HasSuffix(low, e.suffix) && nounable(text) {
			return nounZH(text + "/" + e.spec), true
		}
	}
	return word{}, false
}

func likeZH(text string, w word) word {
	return nounZH(strings.Join([]string{text, w.class(), w.slots["m"][0], w.slots["v"][0], w.slots["b"][0]}, "/"))
}

func plainNounZH(text string) (word, bool) {
	if !nounable(text) || size(text) > 8 || adjectiveZH(text) || containsAny(text, vagueZH) {
		return word{}, false
	}
	return nounZH(text + "/g/款/买/买"), true
}

// nounable refuses what can be no name of a category: too short, too long, a sentence, a particle at the end.
func nounable(text string) bool {
	n := size(text)
	return n >= 2 && n <= 12 && plain(text) && hasHan(text) && !bareZH[text] && !containsAny(text, askingZH) && !strings.ContainsAny(text, "的了着吗呢吧啊我你您他她它们这那让把被给请最更很") &&
		!strings.ContainsAny(text[:1], "-+&'./%0123456789")
}

// askingZH are words of a question, not of a thing.
var askingZH = []string{"怎么", "如何", "什么", "哪", "推荐", "排行", "教程", "攻略", "对比"}

// bareZH end the names of categories and are none themselves.
var bareZH = setOf("公司 机构 中心 平台 系统 工具 应用 设备 装备 用品 材料 模组 团队 工厂 服务商 供应商 厂家 服务 设计 咨询 代理 外包 学校 学院 仪器 中介 工作室 事务所")

// vagueZH are words that an introduction ends in but that name no category.
var vagueZH = strings.Fields("生活 体验 世界 未来 时代 方式 价值 梦想 解决方案 理念 品质 选择 伙伴 领导者 专家 先行者 追求 美好 幸福 健康 需求 问题 你好 测试 品牌 公司 产品 企业 介绍 简介 暂无 没有 东西 其他 其它 未知 努力 成长 发展 创新 科技 技术 时尚 快乐 用户 客户 客人 消费者 行业 领域 市场 城市 地区 团队 文化 精神 使命 愿景 内容")

func containsAny(s string, list []string) bool {
	for _, w := range list {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
