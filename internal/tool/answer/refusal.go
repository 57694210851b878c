package answer

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Limits in code points. A refusal is short; one that goes on to answer is an answer.
const (
	refusalLongest = 500
	refusalContent = 40 // of other things than refusing and courtesy

	courtesyLongest = 130 // bytes of a sentence: 43 Chinese characters
)

// Words are compared in lower case, with simplified characters.
var (
	// Somebody who speaks or apologises, then cannot, then theTask, in one clause: that declines.
	speaker = wordsOf("我|本助手|本模型|抱歉|对不起|遗憾| i | i'm | we | we're |sorry|unfortunately|as an ai")
	cannot  = wordsOf("无法|不能|不便|不会|不可以|没办法|没有办法|难以|恕难|拒绝|不支持|没学会|没有学会|没学习|没有学习|" +
		"未学习|can't|cannot|can not|unable to|not able to|won't|will not|must decline|have to decline|" +
		"not allowed to|not permitted to|decline to|not comfortable")
	theTask = wordsOf("回答|提供|协助|帮助|帮您|帮你|讨论|评论|评价|回复|解答|处理|满足|生成|谈论|给出|给您|给你|完成|推荐|" +
		"分享|置评|发表|比较|答复|继续|help|assist|answer|provide|discuss|comment|comply|respond|recommend|" +
		"share|fulfill|fulfil|offer|do that|engage|support|give|continue|request|create|generate|compare")
	// aboutNames is the part of theTask that cannot be an opinion.
	aboutNames = wordsOf("回答|提供|讨论|评论|评价|解答|谈论|置评|answer|assist|help|provide|discuss|comment")
	// declines stands for itself.
	declines = wordsOf("换个话题|换一个话题|聊聊别的|换个问题|聊点别的|超出了我的|超出我的|不在我的服务范围|不在服务范围|不予置评|无可奉告|违反了相关|" +
		"涉及敏感|内容不合规|against my guidelines|against my policy|outside my scope|beyond my capabilities|" +
		"beyond my scope|beyond my current scope|talk about something else|换一个聊|换个聊|不支持回答|问题暂不支持|话题暂不支持|不方便讨论|不方便回答|不便讨论|" +
		"内容可能违反|内容违反|问题违反|可能涉及违规|内容不符合|change the subject|change the topic|can't discuss that|cannot discuss that")
	// courtesy may stand beside a refusal and says nothing.
	courtesy = wordsOf("抱歉|对不起|很遗憾|请谅解|谢谢|感谢|您好|你好|作为一个|作为ai|作为人工智能|作为一名|如果您|如果你|" +
		"如有|若您|若你|请咨询|建议您|建议你|建议咨询|您可以|你可以|欢迎|请问|请随时|请换|请尝试|其他问题|" +
		"我很乐意|我会尽力|换个|语言模型|sorry|apolog|unfortunately|as an ai|language model|let me know|" +
		"feel free|if you|please|thank|happy to help|i'm here to|you can|you may|instead, i can|" +
		"is there anything")
)

// breaks are the words of a service that did not answer, and of an assistant that says it cannot reach the web.
var breaks = wordsOf("服务器繁忙|服务繁忙|系统繁忙|网络繁忙|网络异常|网络错误|网络不稳定|请求过于频繁|操作过于频繁|访问过于频繁|请稍后再试|请稍后重试|稍后再试|服务暂时不可用|服务不可用|" +
	"系统维护|出错了|出了点问题|发生错误|发生了错误|系统错误|内部错误|加载失败|生成失败|请求失败|请求超时|响应超时|连接超时|会话已过期|未予显示|相关法律法规|法律法规和政策|" +
	"内容已被过滤|内容被过滤|内容安全|敏感内容|无法访问互联网|无法联网|不能联网|无法连接网络|无法浏览网页|无法浏览|无法打开链接|无法访问网页|无法访问该网|无法实时搜索|没有联网|" +
	"server is busy|servers are busy|server busy|something went wrong|an error occurred|error occurred|error generating|try again later|try again in a|please try again|" +
	"service unavailable|temporarily unavailable|rate limit|too many requests|internal server error|timed out|request timeout|network error|at capacity|high demand|" +
	"content filter|content was filtered|content has been filtered|response was filtered|blocked by our|removed for violating|violates our|may violate our|" +
	"can't browse|cannot browse|unable to browse|can't access the internet|cannot access the internet|don't have access to the internet|do not have access to the internet|" +
	"don't have internet|no internet access|can't access the web|cannot access the web|can't access websites|cannot access websites|don't have browsing|unable to access the web|" +
	"can't search the web|cannot search the web|unable to search the web|don't have real-time access|" +
	"稍候再试|稍候重试|无法显示|暂时无法显示|系统升级|升级维护|暂不可用|人数较多|人数过多|访问量过大|流量过大|开小差|重新发送|重新生成|点击重试|刷新重试|刷新页面|使用上限|次数已用完|次数已达|已达上限|额度已用|请先登录|请登录后|登录后再|登录已过期|登录已失效|会话已结束|连接中断|连接断开|连接失败|" +
	"服务器错误|服务异常|系统异常|响应失败|回答失败|生成已中断|生成中断|已停止生成|暂时无法展示|无法展示|暂无法显示|排队中|排队人数|安全验证|人机验证|" +
	"session has expired|session expired|session timed out|log in again|please log in|please sign in|sign in to continue|log in to continue|reached your limit|reached the limit|usage limit|" +
	"message limit|daily limit|limit reached|quota exceeded|exceeded your quota|unexpected error|refresh the page|reload the page|connection lost|connection was lost|failed to generate|" +
	"failed to load|unable to load|bad gateway|gateway timeout|overloaded|under maintenance|response was interrupted|generation was interrupted|generation stopped|heavy traffic|" +
	"unusual traffic|verify you are human|not available in your region|not available in your country")

// broken tells whether a text names nobody and is hardly more than the words of a service that failed.
func broken(text string, entities []Finding) bool {
	for i := range entities {
		if entities[i].Named() {
			return false
		}
	}
	if longer(text, refusalLongest) {
		return false
	}
	content, found := 0, false
	for clause := range clauses(text) {
		folded := foldString(text[clause.Start:clause.End])
		switch {
		case breaks.in(folded):
			found = true
		case !courtesy.in(folded):
			if content += utf8.RuneCountInString(folded); content > refusalContent {
				return false
			}
		}
	}
	return found
}

// refused tells whether the assistant declines. Names count against it unless they only stand in the words of refusal.
func refused(text string, mentions []candidate) bool {
	if longer(text, refusalLongest) || len(mentions) > 0 && !refusesAt(text, mentions[0]) {
		return false
	}
	content, found, at := 0, false, 0
	for clause := range clauses(text) {
		folded := foldString(text[clause.Start:clause.End])
		first := at
		for at < len(mentions) && mentions[at].start < clause.End {
			at++
		}
		if at > first {
			// Refused is then to speak of the name: 我无法评价小米, but neither 我不会推荐小米 nor 小米无法提供.
			if !declining(foldString(text[clause.Start:mentions[first].start]), aboutNames) {
				return false
			}
			found = true
			continue
		}
		switch {
		case declining(folded, theTask):
			found = true
		case len(folded) > courtesyLongest || !courtesy.in(folded):
			if content += utf8.RuneCountInString(folded); content > refusalContent {
				return false
			}
		}
	}
	return found
}

// refusesAt tells whether the clause of the first mention declines to speak of it. Mostly it does not, and no other need be read.
func refusesAt(text string, m candidate) bool {
	for clause := range clauses(text) {
		if m.start < clause.End {
			return declining(foldString(text[clause.Start:max(clause.Start, m.start)]), aboutNames)
		}
	}
	return true // as behind all clauses
}

// longer tells whether a text has more code points than n, without counting them all.
func longer(text string, n int) bool {
	const ones = 0x0101010101010101
	for ; len(text) >= 8 && n >= 0; text = text[8:] {
		x := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		n -= 8 - bits.OnesCount64(x>>7&^(x>>6)&ones) // bytes within a character begin with 10
	}
	return runeCount(text[:min(len(text), 8)]) > n
}

func declining(clause string, task *wordList) bool {
	if declines.in(clause) {
		return true
	}
	if !cannot.in(clause) {
		return false
	}
	for _, word := range cannot.words {
		if i := strings.Index(clause, word); i >= 0 && (i == 0 || speaker.in(" "+clause[:i])) && task.in(clause[i:]) {
			return true
		}
	}
	return false
}

// clauses cuts at the ends of sentences, at line ends, and before a turn (but, 但, 不过).
func clauses(text string) func(func(Extent) bool) {
	return func(yield func(Extent) bool) {
		start := 0
		for i := 0; i < len(text); {
			r, size := firstRune(text[i:])
			end := 0
			switch r {
			case '。', '！', '？', '!', '?', '\n', '；', ';':
				end = i + size
			case '.':
				if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n' {
					end = i + size
				}
			case '，', ',':
				if contrasts(text[i+size:]) {
					end = i + size
				}
			}
			i += size
			if end > 0 {
				if strings.TrimSpace(text[start:end]) != "" && !yield(Extent{start, end}) {
					return
				}
				start = end
			}
		}
		if strings.TrimSpace(text[start:]) != "" {
			yield(Extent{start, len(text)})
		}
	}
}

func contrasts(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	for _, word := range [...]string{"但", "不过", "然而", "可以", "but ", "however"} {
		if len(rest) >= len(word) && strings.EqualFold(rest[:len(word)], word) {
			return true
		}
	}
	return false
}
