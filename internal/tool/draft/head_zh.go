package draft

import (
	"regexp"
	"strings"
)

var (
	leadsZH = strings.Fields("领先 知名 著名 专业 综合性 综合 全球 国内 中国 全国 本土 新兴 新锐 新一代 创新型 创新 一站式 优质 大型 中型 小型 年轻 国际 首家 顶级 头部 老牌 互联网 高品质 现代 连锁 上市 独立 一线 自有")
	tailsZH = strings.Fields("品牌商 领导品牌 品牌 公司 企业 厂商 提供商 服务提供商 制造商 生产商 商家 连锁店 连锁 集团 解决方案 运营商 开发商 供应商")
	verbsZH = strings.Fields("专注于 专注 主营 从事 提供 销售 经营 专营 致力于 聚焦于 聚焦 深耕")
	makesZH = strings.Fields("生产 主打 研发 制造 打造 设计 开发") // also parts of nouns, so only at the beginning
)

var (
	// customersZH is whom a brand serves, which says nothing of what it is.
	customersZH = regexp.MustCompile(`为[^，。；]{1,24}?提供|面向[^，。；]{1,24}?的|服务于[^，。；]{1,24}|帮助[^，。；]{1,24}`)
	// activityZH is what a maker does to its things: X的研发与生产.
	activityZH = regexp.MustCompile(`的(研发|生产|销售|制造|设计|服务|运营|推广)([、和与及](研发|生产|销售|制造|设计|服务|运营|推广))*$|(研发|生产|销售|制造)([、和与及](研发|生产|销售|制造|设计|服务))+$`)
	// makerZH is a company after the thing it makes: X的SaaS服务商.
	makerZH = regexp.MustCompile(`的[A-Za-z]*(知名|领先|专业|优质|创新|头部)*(服务商|提供商|供应商|公司|企业|品牌|厂商|制造商|机构|领导者|专家|服务平台)$`)
)

// headsZH finds what an introduction calls the brand: after 一家, 一款, …, after the last 的 of a clause, after a verb such
// as 提供, or the whole of a very short introduction. The sure ones end as category nouns do.
func headsZH(p Profile) (sure, weak []string) {
	names := newNames(p)
	intro := customersZH.ReplaceAllString(tight(clean(p.Introduction)), "")
	clauses := strings.FieldsFunc(intro, func(r rune) bool { return strings.ContainsRune("，。！？；：,.!?;:\n—（）()｜|", r) })
	for i, clause := range clauses {
		if i == 6 { // what a brand is stands at the beginning
			break
		}
		for _, c := range candidatesZH(names.without(clause), i == 0) {
			if _, ok := derivedZH(c); ok {
				sure = append(sure, c)
			} else if _, ok := plainNounZH(c); ok {
				weak = append(weak, c)
			}
		}
	}
	return sure, weak
}

func candidatesZH(clause string, opening bool) []string {
	clause = activityZH.ReplaceAllString(makerZH.ReplaceAllString(tight(clause), ""), "")
	var out []string
	tail, marked := clause, false
	for _, measure := range []string{"一家", "一款", "一个", "一种", "一间", "一支", "一所", "一套", "一类", "一名"} {
		if _, after, ok := strings.Cut(clause, measure); ok {
			tail, marked = after, true
			break
		}
	}
	if i := strings.LastIndex(tail, "的"); i >= 0 {
		tail, marked = tail[i+len("的"):], true
	}
	for _, verb := range verbsZH {
		if _, after, ok := strings.Cut(tail, verb); ok {
			tail, marked = after, true
		}
	}
	for _, verb := range makesZH {
		if after, ok := strings.CutPrefix(tail, verb); ok {
			tail, marked = after, true
		}
	}
	if !marked && (!opening || size(clause) > 10) {
		return nil
	}
	for _, piece := range enumerated(tail) {
		if t := trimHead(piece); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// trimHead takes praise off the front and 品牌, 公司 and the like off the end, as long as something is left.
func trimHead(s string) string {
	for _, verb := range []string{"是", "为", "做", "卖"} {
		s = strings.TrimPrefix(s, verb)
	}
	for changed := true; changed; {
		changed = false
		for _, lead := range leadsZH {
			if rest := strings.TrimPrefix(s, lead); rest != s && size(rest) >= 2 {
				s, changed = rest, true
			}
		}
		for _, tail := range tailsZH {
			if rest := strings.TrimSuffix(s, tail); rest != s && size(rest) >= 2 {
				s, changed = rest, true
			}
		}
	}
	return s
}

// tight removes the spaces that are typed around figures and Latin words in Chinese text.
func tight(s string) string {
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		if r == ' ' && i > 0 && i+1 < len(runes) && (isHan(runes[i-1]) || isHan(runes[i+1])) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// enumerated splits 咖啡、轻食和甜点等. A conjunction at the very beginning is part of a word (和田玉).
func enumerated(s string) []string {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "等等"), "等")
	var out []string
	var piece []rune
	for _, r := range s {
		if strings.ContainsRune("、/", r) || strings.ContainsRune("和与及", r) && len(piece) >= 2 {
			out = append(out, strings.TrimSuffix(string(piece), "以"))
			piece = nil
			continue
		}
		piece = append(piece, r)
	}
	return append(out, string(piece))
}
