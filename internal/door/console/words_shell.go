package console

var shellWords = words{
	"声闻": "Renown", "跳到正文": "Skip to content", "主导航": "Main navigation", "打开导航": "Open navigation", "语言": "Language", "账号": "Account",
	"分析": "Analysis", "总览": "Overview", "可见度": "Visibility", "情感": "Sentiment", "引用来源": "Citations",
	"采集": "Collection", "意图词": "Prompts", "竞品": "Competitors", "监测": "Runs", "品牌资料": "Brand profile",
	"发布": "Publishing", "媒体库": "Media", "内容": "Contents", "订单": "Orders", "积分": "Points",
	"接入": "Integration", "API 密钥": "API keys", "接口文档": "API reference",
	"运营": "Operator", "审核": "Review", "媒体管理": "Media editing", "用户": "Users", "平台": "Platforms", "失败任务": "Failed jobs",
	"今日检测": "Runs today", "试用版": "Trial", "标准版": "Standard", "专业版": "Professional", " · 已到期": " · expired", " · %s 到期": " · until %s",
	"还没有品牌": "No brand yet", "新建品牌": "New brand", "%d 条意图词": "%d prompt[s]",
	"个人空间": "Personal space", "团队：%s": "Team: %s", "账号与安全": "Account and security", "套餐与用量": "Plan and usage", "团队空间": "Team spaces",
	"退出登录":    "Log out",
	"外观：跟随系统": "Appearance: system", "外观：浅色": "Appearance: light", "外观：深色": "Appearance: dark",
	"当前在团队空间「%s」。API 密钥只能看到个人空间，看不到这里的品牌与订单。": "You are in the team space “%s”. API keys see your personal space only, not the brands and orders here.",
	"套餐已到期": "Your plan has expired",
	"：数据与设置仍可查看和修改，发起监测、生成意图词与提交订单已暂停，定时监测也已停下。": ": data and settings can still be read and changed; runs, generation and orders are paused, and so is scheduled monitoring.",
	"查看套餐": "See the plan",

	"出错了": "Something went wrong", "找不到这个页面": "There is no such page", "没能完成": "That did not work", "这一步没有做成": "This step was not done",
	"不是你的操作问题。稍后重试；若仍不行，请附上下面的编号。": "This is not your doing. Try again in a while; if it persists, tell us the number below.",
	"它不存在，或不在当前空间里。":               "It does not exist, or not in the space at hand.", "请求编号": "Request", "重试": "Try again", "回到首页": "Go to the first page",

	"今天 %s": "today %s", "昨天 %s": "yesterday %s", "明天 %s": "tomorrow %s", "%d 秒": "%d s", "%d 分 %02d 秒": "%d min %02d s", "%d 小时": "%d h", "%d 小时 %d 分": "%d h %d min",
	"（%s后可再试）": " (try again in %s)",

	"请填写": "This is needed", "最多 %s 个字": "At most %s characters", "最多 %s 条": "At most %s entries", "不能小于 %s": "Not less than %s", "不能大于 %s": "Not more than %s",
	"请填整数": "A whole number is needed", "请从列出的选项中选择": "Choose one of the options", "请以 http:// 或 https:// 开头": "Begin with http:// or https://",
	"请检查这一项": "Look at this once more", "选填": "optional",

	"已回答 %d，失败 %d，跳过 %d，共 %d": "%d answered, %d failed, %d skipped, of %d", "%s%s，95%% 区间 %s 至 %s": "%s%s, 95%% interval %s to %s",
	"未测": "not measured", "样本不足": "too few answers", "无从比较": "Nothing to compare", "无显著变化": "No clear change", "显著靠前": "Clearly ahead",
	"显著靠后": "Clearly behind", "显著上升": "Clear rise", "显著下降": "Clear fall", "上期无数据": "no data before", "%s 点": "%s pts", "%s 位": "%s places",
	"%s–%s，共 %s": "%s–%s of %s", "分页": "Pages", "上一页": "Previous", "下一页": "Next", "已复制": "Copied", "复制": "Copy", "取消": "Cancel", "关闭": "Close", "操作": "Actions",
	"保存": "Save", "所选时段内没有回答": "no answers in this period", "%s：%d / %d 条回答，样本不足": "%s: %d / %d answers, too few for a rate",
	"%s：%s%%，区间 %s 至 %s%%，%d / %d 条回答": "%s: %s%%, interval %s to %s%%, %d / %d answers",
	"日期": "Day", "数值": "Value", "区间": "Interval",
}
