package console

var brandWords = words{
	"生成意图词、识别提及都依据这里。改动识别方式后，历史回答会重新读一遍，不必再问。": "Generation and the recognition of mentions rest on this. When recognition changes, past answers are read anew; nothing is asked again.",
	"介绍": "Introduction", "核心人群": "Core audience", "营销目标": "Marketing goal", "怎样算提到": "What counts as a mention", "每行一条": "one a line", "用一段文字试试会怎么计": "Try on a text what would be counted",
	"定时监测": "Scheduled monitoring", "概况": "At a glance", "主题": "Topics", "%d 条，启用 %d 条": "%d, of which %d enabled", "创建": "Created", "编号": "Id", "保存品牌资料": "Save the brand profile", "已保存": "Saved",
	"品牌名": "Brand name", "例如：星澜": "for example: Nimbus", "官网": "Website", "引用这个域名算作自有来源": "Citations of its domain count as your own", "简介": "Introduction text",
	"做什么、给谁用、有什么不同。写得越具体，生成的意图词越像顾客会问的。": "What it does, for whom, what is different. The more concrete, the closer the prompts come to what customers ask.",
	"关键词": "Keywords", "品类与场景，每行一个": "categories and uses, one a line", "卖点": "Selling points", "每行一个": "one each line", "别名": "Aliases", "答案里可能出现的其他写法": "other spellings that answers may use",
	"不算提到的说法": "Does not count", "同名但无关的词，例如：星澜路": "the same word for something else, as a street's name", "语境词": "Context terms",
	"名字是常用词时才填：答案里出现其中之一才算": "only for a name that is an ordinary word: it counts beside one of these",
	"频率": "How often", "不定时": "Not by itself", "每周一次": "Once a week", "每天一次": "Once a day", "星期": "Weekday", "每周一次时": "for once a week", "时刻": "Time", "北京时间": "Beijing time",
	"定时监测不占用每日检测次数。": "Scheduled runs do not count against the daily number.",
	"周一": "Monday", "周二": "Tuesday", "周三": "Wednesday", "周四": "Thursday", "周五": "Friday", "周六": "Saturday", "周日": "Sunday",
	"未设置定时": "no schedule", "每天 %02d:00（北京时间）": "every day at %02d:00, Beijing time", "每%s %02d:00（北京时间）": "every %s at %02d:00, Beijing time",

	"开始使用": "Get started", "稍后再说": "Later", "四步看到第一个结果": "Four steps to the first result", "套餐到 %s。": "Your plan runs until %s. ", "每一步之后都能修改。": "Every step can be changed later.",
	"品牌": "Brand", "叫什么，做什么": "its name and what it does", "%s · %d 个别名 · %d 条排除": "%s · %d alias[|es] · %d that do not count", "保存，下一步": "Save and go on",
	"顾客会怎么问": "what customers ask", "和谁比": "whom you compare with", "第一次监测": "First run", "选平台，开始提问": "choose platforms and ask", "先填好品牌。": "Describe the brand first.",
	"正在生成意图词": "Writing prompts", "：依据品牌简介与卖点，一般几秒钟。": ": from the introduction and selling points, usually within seconds.", "这次没有生成成功，可以再试一次。": "That did not work; try once more.",
	"依据简介生成 10 条顾客可能会问的问题，再由你挑选。": "We write 10 questions customers may ask, and you choose.", "生成意图词": "Write prompts", "自己写": "Write your own",
	"共 %d 条，先启用 3 到 5 条即可。像顾客那样提问，不必写品牌名。": "%d prompt[s]; 3 to 5 are enough to begin with. Ask as customers do, without your name.", "启用所选，下一步": "Enable these and go on",
	"条已选，套餐上限 %d 条": "chosen; the plan allows %d",
	"还没有竞品。份额与位次要有竞品才能比较，之后也可以再加。": "No competitors yet. Share and position need some to compare with; you can add them later.", "添加竞品": "Add a competitor",
	"一同观察的品牌。份额与位次都在同一批回答里比较；不勾选的会被移除。": "Brands watched beside yours, in the same answers. What is not ticked is removed.", "别名：%s": "also: %s", "确认，下一步": "Confirm and go on",
	"提问次数": "Questions", "%d 个意图词 × %d 个平台 = ": "%d prompt[s] × %d platforms = ", "今日剩余": "Left today", "%d 次": "%d", "第一天区间会很宽": "Intervals are wide on the first day", "连续 7 天后再比较": "compare after 7 days",
	"开始第一次监测": "Start the first run", "先启用至少一条意图词": "enable at least one prompt first", "%s，将跳过": "%s, will be skipped",
	"不支持这种方式": "this mode is not supported", "尚未配置密钥": "no key is configured", "未登录": "not logged in", "已被管理员暂停": "suspended by the operator", "平台账户余额不足": "the platform's account is empty", "暂时不可用": "not available now",
}
