package console

var promptWords = words{
	"近 30 天可见度": "Visibility, last 30 days", "不适用": "Does not apply",
	"用户会向 AI 助手提出的问题。只有已启用的会被监测。": "Questions users put to AI assistants. Only enabled ones are monitored.", "已启用": "Enabled", "已启用（全部品牌）": "enabled, all brands", "AI 生成 10 条": "Write 10 with AI", "新建意图词": "New prompts", "全部": "All", "建议": "Suggested", "已停用": "Disabled",
	"全部主题": "All topics", "搜索意图词": "Search prompts", "筛选": "Filter", "管理主题": "Manage topics", "导出 CSV": "Export CSV", "意图词列表": "List of prompts", "。停用一条，或升级套餐后再试。": ". Disable one or move to a larger plan, then try again.",
	"还没有意图词": "No prompts yet", "先写下一个顾客会问的问题，比如「给孩子煮粥选什么米？」。启用后，下一次监测会把它问给每个平台。": "Write down a question a customer would ask, such as “Which note app is good for students?”. Once enabled, the next run puts it to every platform.",
	"写第一个意图词": "Write the first prompt", "让 AI 生成 10 条": "Let AI write 10", "没有符合条件的意图词": "No prompt matches", "换个词，或清除筛选。": "Try another word, or clear the filters.", "清除筛选": "Clear filters",
	"：依据品牌简介与卖点。生成的意图词默认停用，逐条确认后启用。": ": from the introduction and selling points. They come as suggestions; enable those you like.", "上一次生成没有成功，可以再试一次。": "The last generation did not succeed; try once more.",
	"有 %d 条建议的意图词等待确认。": "%d suggested prompt[ is|s are] waiting for you. ", "只看建议": "Show suggestions", "全选": "All", "条选中": "selected", "启用": "Enable", "停用": "Disable", "删除": "Delete", "阶段": "Stage", "类型": "Counts for", "来源": "Source",
	"选择": "Select", "启用：%s": "Enable: %s", "应用": "Apply", "选择：%s": "Select: %s", "一行一条；可以一次粘贴很多。": "One a line; paste as many as you like.", "返回列表": "Back to the list", "养猫家庭选什么扫地机器人好？": "Which note app is best for a small team?",
	"像顾客那样提问。含品牌名的问题适合看情感，不适合看可见度。": "Ask as customers do. A question that names the brand is good for sentiment, not for visibility.", "立即启用，超出上限的存为建议": "Enable at once; those past the limit stay suggestions", "添加意图词": "Add prompts",
	"新主题的名称": "Name of the new topic", "例如：宠物家庭": "for example: students", "计入": "Counts for which analyses", "编辑意图词": "Edit prompt", "改动只影响之后的监测；已收集的回答保留原来的问法。": "Changes affect later runs only; answers collected so far keep the question as it was.",
	"保存意图词": "Save the prompt", "状态": "Status", "AI": "AI", "手动": "By hand", "认知": "Awareness", "考虑": "Consideration", "比较": "Comparison", "决策": "Decision", "使用": "Usage", "新主题…": "New topic…", "选「新主题」时填写": "for “New topic”",
	"意图词按主题分组，先起个名字": "Prompts are grouped by topic; give it a name", "没有选中意图词": "No prompt was selected", "已删除 %d 条意图词": "%d prompt[s] deleted", "已启用 %d 条意图词": "%d prompt[s] enabled", "已停用 %d 条意图词": "%d prompt[s] disabled",
	"一次最多 %d 条": "At most %d at once", "已添加 %d 条，其中 %d 条超出启用上限，存为建议": "%d added, %d of them past the limit and kept as suggestions", "已添加 %d 条意图词": "%d prompt[s] added",
	"意图词按主题分组，地区与语言随主题。": "Prompts are grouped by topic; region and language are the topic's.", "返回意图词": "Back to prompts", "主题列表": "List of topics", "还没有主题": "No topics yet", "写意图词时会一并建好，也可以先在右边建一个。": "They are made along with prompts, or here.",
	"删除主题": "Delete the topic", "还有意图词的主题不能删除。": "A topic that still has prompts cannot be deleted.", "新建主题": "New topic", "添加主题": "Add the topic", "名称": "Name", "说明": "Description", "地区": "Region", "已添加主题": "Topic added", "已删除主题": "Topic deleted",
}

var competitorWords = words{
	"在同一批回答里和谁比。份额与位次都由这份名单决定。": "Whom you compare with in the same answers. Share and position rest on this list.", "竞品列表": "List of competitors", "还没有竞品": "No competitors yet",
	"加上三五个常被一起比较的品牌，下一次监测就能看到份额与位次。": "Add a few brands that are often compared with yours; share and position follow with the next run.", "排除与语境": "Exclusions and contexts", "排除、语境与备注": "Exclusions, contexts and note", "%d 条排除 · %d 个语境词": "%d excluded · %d context terms",
	"编辑": "Edit", "移除": "Remove", "移除「%s」？": "Remove “%s”?", "之后的份额与位次不再和它比较。": "Share and position will no longer be compared with it.", "备注": "Note", "改动识别方式后，历史回答会重新读一遍，不必再问。": "When recognition changes, past answers are read anew; nothing is asked again.",
	"返回竞品": "Back to competitors", "保存竞品": "Save the competitor", "编辑竞品": "Edit competitor", "试一段文字": "Try a text", "看看会计到谁、为什么。不保存，也不消耗额度。": "See who would be counted, and why. Nothing is stored or spent.", "助手的回答": "An assistant's answer", "贴一段助手的回答": "Paste an assistant's answer", "试一试": "Try",
	"计到": "Counted", "位次": "Position", "没有计入的": "Not counted", "正面": "Positive", "负面": "Negative", "中性": "Neutral", "无法判断": "unjudged",
	"这条回答提到了你的品牌。": "This answer names your brand.", "这条回答只提到了竞品。": "This answer names competitors only.", "助手拒绝回答，不计入任何比例。": "The assistant declines to answer; it counts in no rate.", "没有可读的内容，不计入任何比例。": "There is nothing to read; it counts in no rate.",
	"这条回答没有提到名单上的任何品牌。": "This answer names nobody on the list.", "在排除的说法「%s」里": " is within the excluded phrase “%s”", "没有出现任何语境词": " none of the context terms is there", "是更长的词或名字的一部分": " is part of a longer word or name",
	"已添加竞品": "Competitor added", "已保存，历史回答会按新的识别方式重新读一遍": "Saved; past answers will be read anew", "已移除「%s」": "“%s” removed", "请贴一段 1 到 %d 字的文字": "Paste a text of 1 to %d characters",
}

var runWords = words{
	"把已启用的意图词问给每个平台，保存全部回答。": "Puts the enabled prompts to every platform and keeps all answers.", "进行中，完成后可再次发起": "in progress; another can follow when it ends", "发起监测": "Start a run", "去启用意图词": "Enable prompts", "历史": "History",
	"单次样本小，区间宽；比较请看 30 天": "one run is a small sample with wide intervals; compare 30 days", "还没有监测过": "No runs yet", "启用意图词后发起一次监测，几分钟后这里会出现第一组回答。": "Enable prompts and start a run; the first answers come within minutes.",
	"开始": "Start", "发起": "Started by", "方式": "Mode", "回答": "Answers", "失败": "Failed", "用时": "Took", "查看回答": "Answers of this run", "修改": "Change", "定时监测不占用每日检测次数；套餐到期后暂停。": "Scheduled runs do not count against the daily number; they pause when the plan expires.",
	"%s 发起": "started %s", "停止": "Stop", "停止这次监测？": "Stop this run?", "不再提问，已有的回答保留。已经问过的，这次检测次数不退回。": "Nothing more is asked; answers so far stay. A run that has asked something keeps its place in the daily number.", "停止监测": "Stop the run",
	"已处理的提问": "questions dealt with", "回答 %d · 失败 %d · 跳过 %d": "%d answered · %d failed · %d skipped", "前面还有别的监测，轮到时自动开始": "Other runs are ahead; it starts by itself", "剩 %d 条": "%d left", "用时 %s": "took %s",
	"监测 %s": "Run of %s", "全部监测": "All runs", "原文照录，标出提到的品牌": "word for word, with the brands named", "全部平台": "All platforms", "还在等第一条回答": "Waiting for the first answer", "页面会自动更新，可以离开再回来。": "The page refreshes itself; you can leave and come back.",
	"没有回答": "No answers", "原因见上面每个平台一行。": "The platforms' lines above say why.", "提到，第 %d 位": "named, position %d", "没有提到": "not named", "原文已按保存期限清除，统计仍在。": "The text was cleared when its time was up; the figures stay.", "%s 秒": "%s s",
	"返回": "Back", "与各家 App 一致，带来源": "as in the assistants' apps, with sources", "不联网，看模型记住了什么": "no web, what the model remembers", "联网并推理，较慢": "web and deep thinking, slower", "消耗": "Costs", "1 次检测": "1 run", "%s 重置": "resets %s",
	"两次间隔": "Between two runs of the account", "至少 %s": "at least %s", "今日次数已用完，%s 重置": "today's runs are used up; they reset %s", "%s 之后可再次发起": "again from %s", "开始监测 · 1 次检测": "Start · costs 1 run",
	"定时": "Schedule", "API": "API", "联网搜索": "Web search", "模型知识": "Model knowledge", "深度思考": "Deep thinking", "排队中": "Queued", "进行中": "In progress", "完成": "Completed", "已跳过": "Skipped", "已取消": "Cancelled",
	"%d 条回答，%d 条失败（原因见下）": "%d answer[s], %d failed (reasons below)", "%d 条回答，%d 条失败，%d 条跳过（原因见下）": "%d answer[s], %d failed, %d skipped (reasons below)", "%d 条回答，%d 条跳过（原因见下）": "%d answer[s], %d skipped (reasons below)", "%d 条回答": "%d answer[s]", "<1 秒": "<1 s", "已停止，已有的回答保留": "Stopped; answers so far stay", "已处理": "Done", "共": "Of",
}
