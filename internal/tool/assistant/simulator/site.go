package simulator

import (
	"strings"

	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator/world"
)

// site is a place platforms cite. In a path, # is a digit and @ a letter or digit.
type site struct{ name, path string }

var sites = map[string]site{
	"zhihu":      {"知乎", "https://www.zhihu.com/question/#########"},
	"zhuanlan":   {"知乎专栏", "https://zhuanlan.zhihu.com/p/#########"},
	"toutiao":    {"今日头条", "https://www.toutiao.com/article/73###############/"},
	"douyin":     {"抖音", "https://www.douyin.com/video/73###############"},
	"baijiahao":  {"百家号", "https://baijiahao.baidu.com/s?id=18#################"},
	"baike":      {"百度百科", "https://baike.baidu.com/item/@@@@@@/########"},
	"zhidao":     {"百度知道", "https://zhidao.baidu.com/question/##########.html"},
	"weixin":     {"微信公众号", "https://mp.weixin.qq.com/s/@@@@@@@@@@@@@@@@@@@@@@"},
	"qqnews":     {"腾讯新闻", "https://news.qq.com/rain/a/2026091#A@@@@@@"},
	"sohu":       {"搜狐", "https://www.sohu.com/a/#########_######"},
	"netease":    {"网易", "https://www.163.com/dy/article/@@@@@@@@@@@@@@@@.html"},
	"sina":       {"新浪", "https://finance.sina.com.cn/roll/2026-09-1#/doc-in@@@@@@@#######.shtml"},
	"smzdm":      {"什么值得买", "https://post.smzdm.com/p/a@@@@@@@/"},
	"bilibili":   {"哔哩哔哩", "https://www.bilibili.com/video/BV1@@@@@@@@@"},
	"csdn":       {"CSDN", "https://blog.csdn.net/@@@@@@@@/article/details/#########"},
	"kr36":       {"36氪", "https://36kr.com/p/2###############"},
	"ithome":     {"IT之家", "https://www.ithome.com/0/8##/###.htm"},
	"taobao":     {"淘宝", "https://item.taobao.com/item.htm?id=7###########"},
	"jd":         {"京东", "https://item.jd.com/1000########.html"},
	"xhs":        {"小红书", "https://www.xiaohongshu.com/explore/66######@@@@@@@@@@@@@@@@"},
	"people":     {"人民网", "http://www.people.com.cn/n1/2026/091#/c####-########.html"},
	"reddit":     {"Reddit", "https://www.reddit.com/r/BuyItForLife/comments/1@@@@@/"},
	"wikipedia":  {"Wikipedia", "https://en.wikipedia.org/wiki/@@@@@@@@"},
	"wirecutter": {"Wirecutter", "https://www.nytimes.com/wirecutter/reviews/best-@@@@@@/"},
	"rtings":     {"RTINGS.com", "https://www.rtings.com/reviews/best/@@@@@@"},
	"verge":      {"The Verge", "https://www.theverge.com/######/@@@@@@@@"},
	"techradar":  {"TechRadar", "https://www.techradar.com/best/@@@@@@@"},
	"cnet":       {"CNET", "https://www.cnet.com/best/@@@@@@/"},
	"youtube":    {"YouTube", "https://www.youtube.com/watch?v=@@@@@@@@@@@"},
	"forbes":     {"Forbes", "https://www.forbes.com/advisor/best-@@@@@@/"},
	"quora":      {"Quora", "https://www.quora.com/Which-@@@@@@-is-best"},
	"g2":         {"G2", "https://www.g2.com/categories/@@@@@@"},
	"x":          {"X", "https://x.com/@@@@@@@/status/19################"},
	"amazon":     {"Amazon", "https://www.amazon.com/dp/B0@@@@@@@@"},
	"consumer":   {"Consumer Reports", "https://www.consumerreports.org/best-@@@@@@/"},
}

// tastes are the sites each platform likes, the favourite first.
var tastes = map[string][]string{
	"doubao":       {"toutiao", "douyin", "baijiahao", "sohu", "zhihu", "smzdm", "jd"},
	"doubao_app":   {"toutiao", "douyin", "zhihu", "xhs", "sohu", "smzdm"},
	"deepseek":     {"zhihu", "csdn", "sohu", "netease", "kr36", "sina", "people"},
	"qwen":         {"zhuanlan", "sina", "smzdm", "taobao", "netease", "ithome", "baijiahao"},
	"yuanbao":      {"weixin", "qqnews", "zhihu", "sohu", "bilibili", "kr36"},
	"kimi":         {"zhuanlan", "kr36", "bilibili", "xhs", "ithome", "sina"},
	"ernie":        {"baijiahao", "baike", "zhidao", "sohu", "people", "jd"},
	"baidu_search": {"baijiahao", "baike", "zhidao", "zhihu", "sohu"},
	"glm":          {"zhihu", "sohu", "csdn", "netease", "ithome", "kr36"},
	"chatgpt":      {"reddit", "wikipedia", "wirecutter", "techradar", "verge", "consumer"},
	"chatgpt_chat": {"reddit", "wikipedia", "techradar", "forbes", "cnet"},
	"perplexity":   {"reddit", "youtube", "rtings", "wirecutter", "g2", "quora"},
	"gemini":       {"youtube", "reddit", "forbes", "quora", "amazon", "cnet"},
	"claude":       {"wirecutter", "consumer", "wikipedia", "rtings", "techradar"},
	"grok":         {"x", "reddit", "verge", "youtube", "cnet"},
}

var (
	chinese = []string{"zhihu", "sohu", "baijiahao", "smzdm", "sina", "kr36"}
	foreign = []string{"reddit", "wikipedia", "techradar", "forbes", "cnet", "youtube"}
)

// sitesFor is the platform's taste; a Chinese platform cites Chinese pages whatever the language.
func sitesFor(p *assistant.Platform, language int) []string {
	if list, ok := tastes[p.ID]; ok {
		return list
	}
	if language == zh {
		return chinese
	}
	return foreign
}

// address fills a site's path. A market has few pages on each site, so that the same page is cited again and again.
func address(d *world.Draw, key, noun string) string {
	s := sites[key]
	page := world.NewDraw(world.Hash(11, key, noun) + uint64(d.IntN(6)))
	var b strings.Builder
	b.Grow(len(s.path))
	for i := range len(s.path) {
		switch c := s.path[i]; c {
		case '#':
			b.WriteByte("0123456789"[page.IntN(10)])
		case '@':
			b.WriteByte("abcdefghjkmnpqrstuvwxyz0123456789"[page.IntN(33)])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
