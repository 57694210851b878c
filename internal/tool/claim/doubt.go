package claim

import (
	"slices"
	"strings"
)

// What makes a value that differs be about something else than the fact: another offer, a part, another time, somebody else. It is looked
// at only where a contradiction was found, so that it never takes an agreement away.
var (
	// anywhere in the sentence
	hedges = runeWords("以为|误认|可能|也许|或许|似乎|好像|疑似|大概率|目标|力争|打算|准备|即将|明年|规划|有意|谣言|辟谣|不准确|有误|过时|旧数据|旧资料|不实|误区|误称|错误|更正|爆料|博主|评论区|有用户|有顾客|有买家|声称|宣称|没人相信|" +
		"many think|people think|commonly believed|perhaps|probably|possibly|likely|seems|appears|apparently|may be|may have|may cost|myth|incorrectly|mistakenly|wrongly|contrary to|inaccurate|outdated|obsolete|no longer true|not true|leak|according to|blog|one reviewer|a reviewer|a customer|a user|target|goal|hopes|intends|next year|upcoming|rumo|claimed|nobody believes")
	// in the clause of the value
	elsewhen = runeWords("去年|前年|年前|早期|初期|之初|刚成立|开业时|上市时|发布时|首发|年初|当时|届时|last year|years ago|year ago|back in|early days|first year|initially|as of|back then|at the time|今年|本年|本月|上月|季度|上半年|下半年|近一年|一年内|this year|this month|quarter")
	inMonth  = runeWords("in january|in february|in march|in april|in may|in june|in july|in august|in september|in october|in november|in december")
	others   = runeWords("行业|同行|同类|同价位|竞品|其他品牌|其它品牌|头部|大牌|友商|对手|别家|子品牌|子公司|姊妹|分公司|" +
		"industry|category|other brands|others|rival|similar|alternative|typical|sister|subsidiary|sub-brand")
	shares = runeWords("部分|某些|个别|少数|除|其余|剩余|另有|另外|还有|最大|最小|最贵|最便宜|最高|最低|" +
		"average|some |certain|except|select |limited|another |the rest|largest|smallest|cheapest|priciest|most expensive")
	conditions = runeWords("开启|打开|关闭|配合|搭配|模式|充电|快充|待机|延保|延长|续保|追加|扩容|升级|加装|额外|可选|加急|偏远|海外|国际|节假日|预约|定制|" +
		"with anc|noise cancell|with the case|charging|charge|standby|mode|extend|extra |add |adding |upgrade|expand|additional|optional|international|overseas|express|remote|holiday|custom|per charge|refurb|in the box")
	otherPlace = runeWords("研发|运营|营销|第二|制造|生产|仓|工厂|中国|国内|r&d|operation|manufactur|second |factory|warehouse|design |studio|china|asia|europe")
	founds     = runeWords("研究|子|分公司|基金|实验室|工厂|合资|首家|第一家|部门|事业部|中心|学院|团队|a |an |its |the first|research|lab|factory|foundation|joint|team")
	absent     = runeWords("零添加|零植|0植|拒绝|告别|杜绝|避免|替代|代替|取代|远离|抵制|不同于|区别于|free of|free from|instead of|rather than|unlike|avoid|eliminat|replac|removed|dropped|swap")
	departs    = runeWords("卸任|辞任|辞去|离任|离职|退休|前任|接替|取代|former|stepped down|resigned|departed|retired|succeeded|replaced|until ")
	bare       = runeWords("since|started in|只要|卖")
	ranked     = runeWords("第|前|no.|#|top |rank|排名|位列|编号|型号")
	manyOf     = runeWords("两|二|三|四|五|六|七|八|九|十|2|3|4|5|6|7|8|9|0|半")
)

// doubtful tells whether a value that differs may be about something else than the fact.
func (w *reading) doubtful(s *sentence, value span, f int) bool {
	row := &w.facts[f]
	clause := s.clause(value.start)
	near := span{max(clause.start, value.start-14), min(clause.end, value.end+8)}
	has := func(in span, lists ...*wordList) bool {
		return slices.ContainsFunc(lists, func(l *wordList) bool { return hasAnyBut(w.t, in, l, row.own) })
	}
	if has(s.span, hedges) || w.foreign(s, clause, value) || has(clause, elsewhen, others) || ranked.before(w.t, clause.start, value.start) ||
		row.Kind != Date && has(clause, inMonth) {
		return true
	}
	switch row.Kind {
	case Price, Number:
		return w.loose(s, clause, value, row) || w.alsoRight(s, value, row) || has(s.span, conditions) || w.several(clause, value) || ordinal(w.t, value.start)
	case Date:
		return has(near, founds, bare) || w.ofSomething(s, value)
	case Place:
		return w.strange(s, w.between(s, clause, value, row), value, row) || has(span{max(clause.start, value.start-12), value.start}, otherPlace)
	case Text:
		return has(s.span, departs) || has(clause, shares)
	case Feature:
		return w.conditioned(s, clause, row) || has(span{max(clause.start, value.start-12), value.start}, absent) || has(clause, shares)
	}
	return has(clause, shares) || row.Kind == Choice && w.conditioned(s, clause, row)
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
func hasAnyBut(t []rune, s span, words *wordList, own []string) bool {
	for i := s.start; i < s.end; i++ {
		for _, word := range words.of(t[i]) {
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

// alsoRight tells whether the right value stands in the sentence too: then the other is about something else.
func (w *reading) alsoRight(s *sentence, value span, f *fact) bool {
	in := s.span
	if s.row {
		in = s.clause(value.start)
	}
	return slices.ContainsFunc(quantities(w.t, in, s.dates), func(q quantity) bool {
		return q.start != value.start && !q.unitless && !q.vague && q.bound == exact && q.unit.dimension == f.unit.dimension && q.against(f) == Agrees
	})
}

// plain are words that may stand between a name and what is said of it without making it somebody or something else's.
var plain = runeWords("的|我们|则|而|全国|全球|目前|现在|如今|截至|现有|现|公司|品牌|官方|官网|旗下|共有|总共|共计|共|合计|累计|拥有|已有|已经|已|有|约|大约|只有|只|仅|仍|总|是|为|于|在|每年|全年|每月|每|一|单|整机|整|额定|正式|开出|开设|达到|达|覆盖|服务|提供|支持|配备|采用|产自|种植|生长|多达|高达|长达|之间|介于|以下|以上|以内|左右|上下|多|余|不足|不到|少于|突破|超过|低于|高于|接近|将近|并非|不是|没有|时间|办理|到|来到|下单后|下单|烘焙后|付款后|后|才|逾|近|超|袋|瓶|盒|需要|需支付|需|要交|要|支付|收取|收|最新|中国|国内|门店|规模|数量|通常|一般|标准|容量|内|里|元|可|能|会|也|都|就|还|了|着|过|起|售|卖|买|办|本|其|它|该|这|款|家|个|名|位|人|年|月|日|号|" +
	"the |a |an |not |between |below |above |exceeding |available |cost |price |prices |is |are |was |were |has |have |had |its |their |now |still |currently |today |also |only |just |about |around |over |under |than |more |less |fewer |within |we |our |carries |handles |annually |yearly |at |in |on |of |for |to |with |and |some |roughly |nearly |almost |up |official |total |global |worldwide |company |brand |standard |regular |single |full |current |each |every |per |by |as |be |been |will |can |you |it |they |which |that |who |team |users |people |retails |sells |costs |runs |weighs |lasts |gets |gives |offers |comes |includes |provides |promises |guarantees |supports |serves |employs |operates |accepts |delivers |boasts |features |holds |ships |starts |remains |reaches |stands |goes |rated |priced |listed |sold |made |expect |pay |buy |here |there |us |s ")

// loose tells whether words that are not plain stand in the clause of a value, or in one before it that names nobody: 滤芯质保一年, "the
// Lumen One case weighs", "in winter", "after incentives".
func (w *reading) loose(s *sentence, clause, value span, f *fact) bool {
	return w.conditioned(s, clause, f) || slices.ContainsFunc(s.names, func(h hit) bool { return clause.holds(h.start) && int(h.terms[0]) >= w.subjects }) ||
		w.strange(s, clause, value, f)
}

// conditioned tells whether a clause before the value's names nobody and says something: "packed, the desk weighs …".
func (w *reading) conditioned(s *sentence, clause span, f *fact) bool {
	for _, c := range s.clauses {
		if c.start >= clause.start || s.row { // cells are not about each other
			break
		}
		if !slices.ContainsFunc(s.names, func(h hit) bool { return c.holds(h.start) }) && w.strange(s, c, span{c.start, c.start}, f) {
			return true
		}
	}
	if i := slices.IndexFunc(s.names, func(h hit) bool { return clause.holds(h.start) }); i >= 0 { // the legs of the desk
		return w.strange(s, span{clause.start, s.names[i].start}, span{}, f)
	}
	return false
}

// between is what stands between the name in a clause and what is said first, the attribute or its value.
func (w *reading) between(s *sentence, clause, value span, f *fact) span {
	in := span{clause.start, value.start}
	for _, h := range s.names {
		if clause.holds(h.start) && h.end <= value.start {
			in.start = h.end
		}
	}
	for _, c := range s.cues {
		if in.holds(c.start) && w.speaks(c, f.group) {
			in.end = c.start
		}
	}
	return in
}

// strange tells whether a clause has words that are neither plain nor names, the value or words of the attribute.
func (w *reading) strange(s *sentence, clause, value span, f *fact) bool {
	own := f.own
	for i := clause.start; i < clause.end; {
		switch skip := w.known(s, i, value, f); {
		case skip > i:
			i = skip
		case isLatin(w.t[i]):
			word, j := wordAt(w.t, i, clause.end)
			if len(word) > 1 && (word != "year" || f.Kind != Number) && (at(w.t, j) == '-' || !slices.ContainsFunc(own, func(o string) bool { return strings.Contains(o, word) })) {
				return true
			}
			i = max(j, i+1)
		case isHan(w.t[i]) && !isFigure(w.t[i]) && !slices.ContainsFunc(own, func(o string) bool { return strings.ContainsRune(o, w.t[i]) }):
			return true
		default:
			i++
		}
	}
	return false
}

// known is the end of what stands at i and is known: a name, the value, a cue, a date or a plain word; i when nothing is.
func (w *reading) known(s *sentence, i int, value span, f *fact) int {
	if value.holds(i) {
		return value.end
	}
	for _, h := range s.names {
		if h.holds(i) {
			return h.end
		}
	}
	for _, c := range s.cues {
		if c.start == i && w.speaks(c, f.group) {
			return c.end
		}
	}
	if d, ok := takenAt(s.dates, i); ok {
		return d.end
	}
	if isLatin(w.t[i]) {
		if word, j := wordAt(w.t, i, len(w.t)); !isLatin(at(w.t, i-1)) && plain.at(append([]rune(word), ' '), 0) == len([]rune(word))+1 {
			return j
		}
		return i
	}
	return i + plain.at(w.t, i)
}
