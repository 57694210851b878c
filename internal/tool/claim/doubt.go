package claim

import "slices"

// What makes a value that differs be about something else than the fact: another offer, a part, another time, somebody else. It is looked
// at only where a contradiction was found, so that it never takes an agreement away.
var (
	// anywhere in the sentence
	hedges = runeWords("以为|误认|可能|也许|或许|似乎|好像|疑似|大概率|目标|力争|打算|准备|即将|明年|规划|有意|谣言|辟谣|不实|误区|误称|错误|更正|爆料|博主|评论区|有用户|有顾客|有买家|" +
		"many think|people think|commonly believed|perhaps|probably|possibly|likely|seems|appears|apparently|may be|may have|may cost|myth|incorrectly|mistakenly|wrongly|contrary to|leak|one reviewer|a reviewer|a customer|a user|target|goal|hopes|intends|next year|upcoming|rumo")
	// in the clause of the value or before it
	apiece = runeWords("平均|每家|每店|每间|人均|单店|on average|per store|each store|apiece")
	// in the clause of the value
	elsewhen = runeWords("去年|前年|年前|早期|初期|之初|刚成立|开业时|上市时|发布时|首发|年初|当时|届时|last year|years ago|year ago|back in|early days|first year|initially|as of|back then|at the time")
	others   = runeWords("行业|同行|同类|同价位|竞品|其他品牌|其它品牌|头部|大牌|友商|对手|别家|子品牌|子公司|姊妹|分公司|" +
		"industry|category|other brands|others|rival|similar|alternative|typical|sister|subsidiary|sub-brand")
	// of stores that are not one's own
	shelves = runeWords("平台|合作|渠道|签约|入驻|进驻|铺货|有售|商超|便利店|third-party|retailer|partner|franchise|available in|available at|available from|sold in|sold at|sold through|carried|stocked")
	shares  = runeWords("部分|某些|个别|少数|除|其余|剩余|另有|另外|还有|最大|最小|最贵|最便宜|最高|最低|" +
		"average|some |certain|except|select |limited|another |the rest|largest|smallest|cheapest|priciest|most expensive")
	offers = runeWords("学生|会员|折后|折扣|活动|优惠|促销|券|特价|首单|首月|首年|新人|新客|二手|翻新|团购|秒杀|礼盒|套装|组合|批发|预售|双十一|双11|618|拼团|到手|补贴|以旧换新|试用|运费|邮费|押金|定金|订金|加价|涨价|加购|分期|配送费|包装费|" +
		"student|member|promo|sale|discount|deal|coupon|refurb|used |pre-owned|second-hand|bundle|pack|set of|pair|wholesale|pre-order|black friday|trade-in|gift|rebate|credit|shipping|deposit|tax|installment|introductory|first month|first year|trial|financ|case|accessor|strap|cable")
	conditions = runeWords("开启|打开|关闭|配合|搭配|模式|充电|快充|待机|延保|额外|可选|加急|偏远|海外|国际|节假日|预约|定制|" +
		"with anc|noise cancell|with the case|charging|charge|standby|mode|extended|additional|optional|international|overseas|express|remote|holiday|custom|per charge|refurb|in the box")
	people     = runeWords("招聘|招募|裁员|离职|培训|报名|参加|到场|研发人员|工程师|recruit|hire|layoff|laid off|train|engineer|attend|volunteer|contractor")
	otherPlace = runeWords("研发|运营|营销|第二|制造|生产|仓|工厂|中国|国内|r&d|operation|manufactur|second |factory|warehouse|design |studio|china|asia|europe")
	founds     = runeWords("研究|子|分公司|基金|实验室|工厂|合资|首家|第一家|部门|事业部|中心|学院|团队|a |an |its |the first|research|lab|factory|foundation|joint|team")
	absent     = runeWords("零添加|零植|0植|拒绝|告别|杜绝|避免|替代|代替|取代|远离|抵制|不同于|区别于|free of|free from|instead of|rather than|unlike|avoid|eliminat|replac|removed|dropped|swap")
	bare       = runeWords("since|started in|只要|卖")
	ranked     = runeWords("第|前|no.|#|top |rank|排名|位列|编号|型号")
	manyOf     = runeWords("两|二|三|四|五|六|七|八|九|十|2|3|4|5|6|7|8|9|0|半")
)

// doubtful tells whether a value that differs may be about something else than the fact.
func (w *reading) doubtful(s *sentence, value span, f int) bool {
	row := &w.facts[f]
	clause := s.clause(value.start)
	near := span{max(clause.start, value.start-14), min(clause.end, value.end+8)}
	has := func(in span, lists ...wordList) bool {
		return slices.ContainsFunc(lists, func(l wordList) bool { return hasAnyBut(w.t, in, l, row.words()) })
	}
	if has(s.span, hedges) || has(span{s.start, clause.end}, apiece) || w.foreign(s, clause, value) || has(clause, elsewhen, others) || ranked.before(w.t, clause.start, value.start) {
		return true
	}
	switch row.Kind {
	case Price:
		return has(clause, offers, shares) || w.several(clause, value)
	case Number:
		return has(clause, shares) || has(s.span, conditions) || w.inCity(s, clause, row) || row.unit.dimension == "people" && has(clause, people) || row.unit.dimension == "place" && has(clause, shelves) || ordinal(w.t, value.start) || has(near, bare)
	case Date:
		return has(near, founds, bare) || w.ofSomething(s, value)
	case Place:
		return has(span{max(clause.start, value.start-12), value.start}, otherPlace)
	case Feature:
		return has(span{max(clause.start, value.start-12), value.start}, absent) || has(clause, shares)
	}
	return has(clause, shares)
}

// inCity tells whether the clause before names a city that what is counted may be in: "在重庆，…".
func (w *reading) inCity(s *sentence, clause span, f *fact) bool {
	i := slices.Index(s.clauses, clause)
	return i > 0 && !currencies[f.unit.dimension] && !isPhysical(f.unit.dimension) && len(cityTrie.find(w.t, s.clauses[i-1])) > 0
}

// ofSomething tells whether what is said belongs to something of the subject that is not the attribute: 青禾咖啡的天猫店 2020 年成立.
func (w *reading) ofSomething(s *sentence, value span) bool {
	for _, h := range slices.Backward(s.names) {
		if h.end > value.start {
			continue
		}
		i := h.end
		switch {
		case at(w.t, i) == '的':
			i++
		case hasAt(w.t, i, []rune("'s ")):
			i += 3
		default:
			return false
		}
		return i < value.start && !slices.ContainsFunc(s.cues, func(c hit) bool { return c.start <= i+1 && c.end > i })
	}
	return false
}

// leads begin a clause that speaks of the name in the next one.
var leads = runeWords("作为|以|拥有|凭借|有着|现有|共|坐拥|身为|with|at |boasting|employing|having|from|as |weighing|founded|established|priced|based|headquartered|in |by ")

// foreign tells whether a value stands in a clause of its own before the first name, which has somebody else to speak of.
func (w *reading) foreign(s *sentence, clause, value span) bool {
	if s.carries || slices.ContainsFunc(s.names, func(h hit) bool { return h.end <= value.start || clause.holds(h.start) }) {
		return false
	}
	i := skipSpace(w.t, clause.start, clause.end)
	return leads.at(w.t, i) == 0 && !isDigit(at(w.t, i)) && !slices.ContainsFunc(s.cues, func(h hit) bool { return h.start <= i+1 && h.start >= clause.start })
}

// hasAnyBut is hasAny for words that are no part of how the attribute is called.
func hasAnyBut(t []rune, s span, words wordList, own []string) bool {
	for i := s.start; i < s.end; i++ {
		for _, word := range words[t[i]] {
			if i+len(word) > s.end || !hasAt(t, i, word) || isLatin(word[0]) && isLatin(at(t, i-1)) {
				continue
			}
			if !slices.ContainsFunc(own, func(o string) bool { return index([]rune(o), span{0, len([]rune(o))}, word) >= 0 }) {
				return true
			}
		}
	}
	return false
}

// several tells whether an amount is for more than one: 两袋 100 元, 100 元三袋.
func (w *reading) several(clause, value span) bool {
	for _, in := range []span{{max(clause.start, value.start-5), value.start}, {value.end, min(clause.end, value.end+4)}} {
		for i := in.start + 1; i < in.end; i++ {
			if hanMeasure(w.t[i]) && w.t[i] != '月' && w.t[i] != '年' && manyOf.at(w.t, skipBack(w.t, i)) > 0 {
				return true
			}
		}
	}
	return false
}

// skipBack is the place before i that is no space.
func skipBack(t []rune, i int) int {
	for i--; i > 0 && t[i] == ' '; i-- {
	}
	return i
}

// ordinal tells whether a number is one of an order: 第 500 家, the 500th.
func ordinal(t []rune, start int) bool {
	j := start
	for j < len(t) && (isDigit(t[j]) || t[j] == ',') {
		j++
	}
	return at(t, skipBack(t, start)) == '第' || hasAt(t, j, []rune("th ")) || hasAt(t, j, []rune("st ")) || hasAt(t, j, []rune("nd "))
}

// variants are words behind a product's name that make it another product.
var variants = runeWords(" pro| max| mini| lite| ultra| plus| se| ii| iii|pro|max|mini|lite|ultra|plus|二代|三代|升级版|限定|迷你|青春版|旗舰版|礼盒")

// variantsOf marks what is called like a subject and something more: it is somebody else.
func (w *reading) variantsOf(names []hit) []hit {
	for i, h := range names {
		if n := variants.at(w.t, h.end); n > 0 && int(h.terms[0]) < w.subjects && !isLatin(at(w.t, h.end+n)) {
			names[i].terms = []int32{1 << 30}
		}
	}
	return names
}
