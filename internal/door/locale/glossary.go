package locale

// Term is a figure or a notion that figures are read by: what it is called and what it means, as sentences to be said by T.
type Term struct {
	Key     string // the figure's name in the API
	Name    string
	Meaning string
}

// Key marks a sentence that is said elsewhere.
func Key(sentence string) string { return sentence }

// Glossary is how to read the figures, for every door.
func Glossary() []Term {
	return []Term{
		{"visibility", Key("可见度"), Key("提到品牌的回答 ÷ 全部回答，只计「可见度」类问题")},
		{"share_of_voice", Key("声量份额"), Key("品牌提及 ÷ 品牌与竞品提及之和，每条回答每家计一次")},
		{"average_position", Key("平均位次"), Key("品牌在回答里第几个出现，1 为最先；没提到的不计，提到不足 10 条或位次全都一样时不给均值")},
		{"first_rate", Key("首位率"), Key("最先提到品牌的回答 ÷ 全部回答")},
		{"top3_rate", Key("前三率"), Key("品牌排在前三的回答 ÷ 全部回答")},
		{"sentiment", Key("情感得分"), Key("提到品牌的回答，从 −1（负面）到 1（正面）；判不出的不计，判出不足 10 条或全都一样时不给均值")},
		{"negative_share", Key("负面占比"), Key("判为负面的回答 ÷ 判定过情感的回答")},
		{"own_citation_rate", Key("自有引用"), Key("引用自有网站或投放文章的回答 ÷ 全部回答；两者都引用的计一次")},
		{"own_site_rate", Key("自有网站"), Key("引用自有网站的回答 ÷ 全部回答")},
		{"placed_rate", Key("投放文章"), Key("引用投放文章的回答 ÷ 全部回答")},
		{"citation_rate", Key("引用率"), Key("引用了任何网页的回答 ÷ 全部回答；说的是平台，不是品牌")},
		{"unknown_rate", Key("不了解率"), Key("助手说不了解这个品牌的回答 ÷ 全部回答")},
		{"contradicted", Key("有误的回答"), Key("与事实表不符的回答 ÷ 提到品牌的回答；只按事实表核对")},
		{"contradicted_by_model", Key("模型判断的错误"), Key("规则判断不了、由模型判为与事实相反的回答 ÷ 模型看过的回答；不与规则的数字合并")},
		{"article_inspection", Key("文章检查"), Key("稿件里与事实表相反、没有依据或规则禁止的说法；声明缺失也算。说明看了什么，不是法律意见")},
		{"campaign_effect", Key("成效"), Key("目标问题的变化减对照问题的变化，从发布后几天算起到判断日；区间里的每个数都与数据相容，含 0 就是看不出")},
		{"absorbed", Key("用了文章的原话"), Key("回答里有文章独有的说法（发布前没有回答说过的连续 8 个字，至少三段），引用与否都算")},
		{"interval", Key("区间"), Key("AI 的回答每次不同，数字是估计。括号 ( • ) 是这些问题的误差范围（95%），问得越多越窄；后面的细线是同类问题的，问题越多越窄。")},
		{"significant", Key("显著"), Key("只拿两期都问过的问题 × 平台自己和自己比，差别大到不像偶然（5% 水平）才说显著；任何一期不足 30 条回答或 3 个问题，就不可比。")},
	}
}
