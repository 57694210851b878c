package draft

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// phrasesZH sorts the profile's own words into the lists of the grammar: sp predicates that stand before 的, point nouns,
// who, who1 (without 的), person and org.
func phrasesZH(r *reading) {
	for _, s := range r.profile.SellingPoints {
		for _, piece := range piecesZH(r.names.without(clean(s)), "，。！？；、,!?;|｜") {
			r.pointZH(piece, true)
		}
	}
	for _, s := range r.profile.Keywords {
		r.keywordZH(s)
	}
	for _, piece := range piecesZH(r.names.without(clean(r.profile.CoreAudience)), "，。！？；、,!?;/|｜") {
		r.audienceZH(piece)
	}
}

// keywordZH lists a keyword that is not a noun of the category: a group of people, what a firm is good at, or a point.
func (r *reading) keywordZH(s string) {
	k := tight(r.names.without(s))
	switch {
	case !usableZH(k, 10) || r.isNoun(k) || r.endsAsKind(k):
	case k != tight(s) && (!hasHan(k) || size(k) < 3): // a model number, or too little, that stood beside the name
	case isDerivedZH(k) && !predicateZH(k): // another category, no point of this one
	case endsInAny(k, orgZH) || endsInAny(k, personZH):
		r.audienceZH(k)
	case r.class == "s" && !predicateZH(k) && !adjectiveZH(k):
		r.add("skill", k)
	default:
		r.pointZH(k, false)
	}
}

func piecesZH(s, separators string) []string {
	var out []string
	for _, piece := range strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(separators, c) }) {
		out = append(out, tight(strings.TrimSpace(piece)))
	}
	return out
}

// pointZH lists a selling point or a keyword by how it can stand in a sentence.
func (r *reading) pointZH(s string, selling bool) {
	s = strings.TrimSuffix(s, "的")
	switch {
	case !usableZH(s, 12) || boastZH(s):
	case containsAny(s, []string{"门店", "网点", "分店"}): // said of a chain, not of its goods
		r.addWord("sp", word{text: s, classes: "evsb", slots: map[string][]string{"sp": {s}}})
	case canZH(s):
		r.add("sp", "能"+s)
	case adjectiveZH(s) || predicateZH(s):
		r.add("sp", s)
	case !selling || endsInAny(s, abstractZH):
		r.add("point", s)
	case endsInAny(s, stuffZH):
		r.add("point", s)
		r.add("sp", "用"+s)
	case endsInAny(s, concreteZH) && size(s) < 8:
		r.add("point", s)
		r.add("sp", withZH(r.class)+s)
	default: // a clause or a slogan, which stands best as a quotation
		r.add("claim", s)
	}
}

// withZH is the verb of having: a thing comes with something, a firm or a place has it.
func withZH(class string) string {
	if class == "g" || class == "a" || class == "f" {
		return "带"
	}
	return "有"
}

// usableZH refuses sentences, addresses to the reader, and what is neither Han nor a short Latin term.
func usableZH(s string, longest int) bool {
	n := size(s)
	if n < 2 || n > longest || !plain(s) || strings.Contains(s, "的") {
		return false
	}
	if !hasHan(s) && (n > 8 || upper(s) < 2) { // AI, NFC, SaaS, but no iPhone
		return false
	}
	return !containsAny(s, []string{"我们", "您", "你", "如何", "怎么", "为什么", "什么", "是否", "吗", "让", "为了", "是"})
}

func upper(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

// boastZH tells claims that a buyer would not type.
func boastZH(s string) bool { return containsAny(s, boastsZH) }

var boastsZH = strings.Fields("最 第一 唯一 顶级 领先 首选 百万 千万 亿 累计 荣获 信赖 冠军 销量 全网 独家 匠心 极致 赋能 卓越")

// canZH tells verb phrases that want 能 before them: 一键报税, 自动对账.
func canZH(s string) bool {
	for _, adverb := range []string{"一键", "自动", "实时", "批量", "远程", "随时", "在线", "快速"} {
		if rest, ok := strings.CutPrefix(s, adverb); ok {
			return adverb == "一键" || adverb == "随时" || endsInAny(rest, actionsZH)
		}
	}
	return false
}

var (
	actionsZH  = strings.Fields("点餐 下单 取餐 搜索 分析 剪辑 排版 检测 跟踪 追踪 预警 匹配 推送 录入 加密 上岗 评估 报税 对账 记账 同步 试用 质保 上门 取件 退款 退货 发货 配送 定制 导出 导入 备份 开票 识别 结账 生成 提醒 更新 升级 预约 查看 管理 协作 签约 支付 理赔 回收 安装 清洗 办公 取消 入住 开具 审批 打印 翻译 转写 排产 监控 控制 换电 充电 保养 上课 答疑 咨询 退换 包邮 到账 送达 收货 赔付 烘焙 现磨 烘干")
	verbStarts = []string{"支持", "可", "能", "不", "提供", "采用", "覆盖", "适合", "自带", "内置", "含", "添加", "免费"}
	startsZH   = []string{"无", "免", "有", "带", "防", "零", "低", "高", "超", "全自动", "多端", "纯", "现磨", "新鲜", "当天", "次日", "终身", "随", "好"}
	shortZH    = []string{"防", "零", "低", "高", "超", "纯", "好", "无", "新鲜"} // before a longer word they are part of a noun: 零重力座椅
	stuffZH    = strings.Fields("奶源 原料 豆 食材 面料 材质 水源 鲜奶 牛奶 果汁 棉 皮 木 钢 芯片 茶底 电池")
	endsZH     = strings.Fields("好 高 低 快 强 大 小 少 多 稳 准 优 长 轻 薄 久 香 甜 鲜 足 广 简单 方便 实惠 透明 灵活 丰富 齐全 及时 专业 安全 放心 省心 耐用 舒适 稳定 可靠 干净 健康 便宜 亲民 温和 清晰 流畅 便捷 轻便 显瘦 好用 好喝 好吃 省电 省油 静音 保暖 透气 防水 可用 能用 通用 可选 可调 可拆 可洗")
	abstractZH = strings.Fields("性价比 品质 质量 口感 服务 体验 价格 口碑 设计 安全 技术 效率 品牌 理念 文化 工艺 团队 经验 资质 实力 生态 风格 感 度 率 力 性")
	concreteZH = strings.Fields("基站 滚刷 刷头 座椅 屏幕 大屏 摄像头 功能 模式 系统 接口 按钮 传感器 引擎 面板 灯 表 包 箱 杯 刷 机 器 仪 卡 锁 盖 管 网 柜 床 桌 椅 板 盘 架 轮 泵 阀 屏 键 膜 垫 套 智驾 客服 导师 老师 教练 顾问 专家 报告 案例 课程 社群 证书 泳池 早餐 停车场 花园 包间 乐园 报表 模板 插件 底盘 电机 气囊 天窗 乳铁蛋白 益生菌 滤芯 团队")
	wholeZH    = strings.Fields("高端 平价 健康 环保 智能 便携 轻便 专业 国产 进口 天然 有机 时尚 年轻 精品 小众 新鲜 安全 省心 轻奢 极简 静音 省电 低碳 原创 正宗 地道 实惠 便宜 耐用 轻薄 可靠 温和 舒适 无糖 低糖 低脂 低卡 无添加 纯电 智能化 个性化")
)

func adjectiveZH(s string) bool { return slices.Contains(wholeZH, s) }

// figureEnd is a figure with its unit at the end: 续航180分钟.
var figureEnd = regexp.MustCompile(`[0-9][0-9.]*[\p{Han}%]{0,3}$`)

// isDerivedZH tells nouns that begin like a predicate.
func isDerivedZH(s string) bool {
	_, ok := derivedZH(s)
	return ok || containsAny(s, []string{"无人", "有限", "有机"})
}

// predicateZH tells what can be said of the noun as it stands: 支持离线, 续航180分钟, 性价比高.
func predicateZH(s string) bool {
	if strings.ContainsAny(s, "0123456789") && hasHan(s) {
		return figureEnd.MatchString(s) || !endsInAny(s, abstractZH)
	}
	if hasAnyPrefix(s, verbStarts...) && !containsAny(s, []string{"可乐", "能源"}) {
		return size(s) > 2
	}
	if isDerivedZH(s) {
		return false
	}
	for _, start := range startsZH {
		if strings.HasPrefix(s, start) && size(s) > size(start) && (size(s) <= 4 || !slices.Contains(shortZH, start) || endsInAny(s, endsZH)) {
			return !endsInAny(s, []string{"度", "率", "力", "科技", "技术", "团队", "服务", "平台"})
		}
	}
	return endsInAny(s, endsZH) || endsInAny(s, actionsZH)
}

func endsInAny(s string, list []string) bool {
	for _, e := range list {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}
