package draft

import "regexp"

// choosing finds what asks for a choice, knowing what asks how things are, and aside what looks like a choice between names and is
// one between faults, points or prices.
var (
	choosing = regexp.MustCompile(`(?i)推荐|推薦|哪家|哪个|哪款|哪些|哪种|哪所|哪位|哪间|哪台|哪双|哪件|哪支|哪瓶|哪套|哪部|哪辆|哪只|哪条|哪张|哪把|哪本|哪一|牌子|品牌|选谁|找谁|谁家|` +
		`排行榜|前十|值得试试|什么.{0,12}(?:比较好|合适|不出错|靠谱|值得)|` +
		`\b(?:best|recommend\w*|recommendations?|suggest\w*|which|top \d|alternatives?|shortlist|options|looking for|where can|any ideas)\b|\b(?:some|any|a) good\b|^good \S+`)
	knowing = regexp.MustCompile(`(?i)为什么|是什么|什么是|怎么|如何|影响|会不会|能不能|可不可以|是不是|区别|原理|吗？?$|` +
		`^(?:why|how|what is|what are|what does|what should|is |are |do |does |can |should |explain)`)
	aside = regexp.MustCompile(`(?i)误区|哪个更重要|和[^，]{1,12}哪[个款家](?:更)?好|哪些(?:坑|问题|方面|成分|参数|风险|顾虑|门道|要求|资料|费用)|\bbest way\b|good time|do i choose|look for (?:when|in)\b`)
)

// AsksChoice tells whether a question asks for names. One that does not can hardly be answered with a brand.
func AsksChoice(text string) bool { return choosing.MatchString(text) && !aside.MatchString(text) }

// AsksKnowledge tells a question about how things are, whose answers seldom name a brand.
func AsksKnowledge(text string) bool { return !AsksChoice(text) && knowing.MatchString(text) }
