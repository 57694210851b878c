package simulator

var (
	openings = [2][]string{
		{"综合近期评测和用户反馈，%s可以重点关注以下几个品牌：", "选%s时建议先明确需求，目前口碑较好的品牌有：", "根据公开资料整理，%s里比较常被推荐的是："},
		{"Based on recent reviews and user feedback, these are the %s worth a look:", "If you are choosing %s, start with these names:", "Here are the %s that come up most often in current tests:"},
	}
	goods = [2][]string{
		{"%s表现突出，%s也比较均衡，适合%s，值得推荐", "以%s见长，%s口碑很好，性价比高，适合%s", "%s在同价位里领先，%s稳定可靠，%s可以优先考虑"},
		{"outstanding %s and solid %s, recommended for %s", "known for its %s, with good %s and excellent value for %s", "leads its price range in %s, reliable %s, a top choice for %s"},
	}
	mixeds = [2][]string{
		{"%s不错，但%s方面评价不一", "%s够用，%s中规中矩", "胜在%s，不过%s仍有提升空间"},
		{"good %s, but opinions on its %s are divided", "adequate %s and average %s", "strong on %s, although its %s leaves room for improvement"},
	}
	bads = [2][]string{
		{"%s一般，%s方面的投诉较多，不太推荐", "近期%s被不少用户吐槽，%s也不稳定", "%s偏弱，%s与价格不匹配，容易踩坑"},
		{"mediocre %s and frequent complaints about %s, hard to recommend", "recently criticised for its %s, and the %s is unreliable", "weak %s, and the %s does not justify the price"},
	}
	extras = [2][]string{
		{"评测普遍提到它的%s，%s的反馈也印证了这一点", "如果你在意%s，可以参考%s的长期使用评价", "官方近期更新了产品线，%s有所改进，%s可以留意"},
		{"Most tests mention its %s, and feedback from %s confirms it", "If %s matters to you, look for long-term reviews by %s", "The range was updated recently with better %s, which %s may notice"},
	}
	closings = [2][]string{
		{"如果只选一个，可以先看%s；更看重%s的话，也可以试试%s", "整体来看%s最稳妥，关注%s的用户可以对比%s"},
		{"If you want a single pick, start with %s; if %s matters most to you, also consider %s", "Overall %s is the safest choice; for %s, compare it with %s"},
	}
	faceOffs = [2][]string{
		{"%s和%s的定位不太一样，简单对比如下：", "%s与%s各有侧重，可以从下面几个方面看："},
		{"%s and %s are aimed at different people. A short comparison:", "%s and %s each have their strengths:"},
	}
	duels = [2][]string{
		{"%s更强，%s够用", "%s明显占优，%s略逊一筹", "%s口碑更好，%s评价一般"},
		{"%s is ahead, %s is good enough", "%s clearly wins, %s falls slightly behind", "%s has the better reputation, %s gets average reviews"},
	}
	verdicts = [2][]string{
		{"总的来说，%s更适合选%s，%s则可以选%s"},
		{"In short, %s should choose %s, while %s may prefer %s"},
	}
	tones = [3][2][]string{
		{{"%s在%s里的口碑偏弱，购买前建议多看看差评", "关于%s，近期围绕%s的负面反馈不少，需要谨慎"}, {"%s has a rather weak reputation among %s, so read the critical reviews first", "Recent feedback on %s has been negative for %s; be careful"}},
		{{"%s在%s里属于中规中矩的选择，优缺点都比较明显", "%s的评价有好有坏，在%s中算中等水平"}, {"%s is a middle-of-the-road choice for %s with clear pros and cons", "Reviews of %s are mixed; among %s it is average"}},
		{{"%s在%s里口碑不错，属于值得推荐的品牌", "整体来看%s表现优秀，在%s用户中认可度较高"}, {"%s has a good reputation among %s and is worth recommending", "Overall %s performs very well and is trusted by buyers of %s"}},
	}
	labels  = [2][2]string{{"**优点**", "**不足**"}, {"**Pros**", "**Cons**"}}
	praises = [2][]string{
		{"%s出色，用户满意度高", "%s在同级里有优势", "%s稳定，使用体验好"},
		{"excellent %s with high user satisfaction", "%s is better than its peers", "dependable %s and a pleasant experience"},
	}
	blames = [2][]string{
		{"%s偏弱，有一定投诉", "%s不够稳定", "%s与宣传有差距"},
		{"weak %s with some complaints", "%s is inconsistent", "%s falls short of the promises"},
	}
	advices = [2][]string{
		{"%s可以考虑%s；如果不放心，也可以对比一下%s"},
		{"For %s, %s is worth considering; if in doubt, compare it with %s"},
	}
	refusals = [2][]string{
		{"抱歉，这个问题我暂时无法给出具体的品牌推荐，建议您参考专业机构的意见。", "很抱歉，我不能对此提供建议。如有需要，请咨询相关领域的专业人士。"},
		{"I'm sorry, but I can't recommend specific brands for this. Please consult a professional.", "Sorry, I'm not able to help with that question."},
	}
	thoughts = [2][]string{
		{"用户想了解%s，先看评测和口碑，再按%s归纳。", "需要对%s给出中立的建议，重点核对%s的说法是否一致。"},
		{"The user asks about %s. I should look at tests and reviews first and then sum up by %s.", "A neutral view of %s is needed; check whether sources agree on %s."},
	}
	titles = [2][]string{
		{"%s怎么样？%s选购指南", "%s深度体验：%s横评", "2026 年%s与热门%s对比", "%s等%s品牌口碑盘点"},
		{"Is %s any good? A guide to %s", "%s review: the best %s compared", "%s and the best %s of 2026", "What owners say about %s and other %s"},
	}
	snippets = [2][]string{
		{"本文从多个角度评测%s，%s是其中的亮点……", "不少用户反馈%s的%s值得关注……"},
		{"We tested %s for a month and looked closely at its %s…", "Owners of %s talk about %s…"},
	}
)
