package answer

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// dropHomonyms leaves out entities whom the answer says to be something else: a planet, a film, or a business of another trade
// than what the question or the contexts speak of.
func (r *Reader) dropHomonyms(s *scratch, text, question string, mentions []candidate) []candidate {
	mentions = slices.DeleteFunc(mentions, func(m candidate) bool {
		other := r.placeFollows(s, text, question, m) || r.isPerson(text, m) || r.isNature(s, text, m)
		if other {
			s.leave(m, AsOther)
		}
		return other
	})
	if !s.tells(0, len(text), cueNature|cueTrade) && !strings.Contains(text, "是一") {
		return mentions
	}
	var other []bool
	for i := range mentions {
		m := mentions[i]
		if r.isOther(s, text, question, m) {
			if other == nil {
				other = make([]bool, len(r.ids))
			}
			other[m.entity] = true
		}
	}
	if other == nil {
		return mentions
	}
	kept := mentions[:0]
	for _, m := range mentions {
		if other[m.entity] {
			s.leave(m, AsOther)
		} else {
			kept = append(kept, m)
		}
	}
	return kept
}

// isOther tells whether a mention is defined as another thing, or begins the longer name of another business.
func (r *Reader) isOther(s *scratch, text, question string, m candidate) bool {
	next := nextWord(text[m.end:])
	capital := next != "" && isUpper(next[0])
	if capital { // Delta Air Lines
		for _, c := range s.cuesFrom(m.end, m.end+2) {
			if c.kind&cueTrade != 0 && isUpper(text[c.start]) {
				return question == "" && !r.tradeOf(m.entity, text[c.start:c.end], question) ||
					r.otherTrade(s, m.entity, text[c.start:c.end], question)
			}
		}
	}
	rest, ok := defined(text[m.end:min(len(text), m.end+partReach)])
	if !ok && capital { // Dove Cameron is a singer
		after := strings.TrimLeft(text[m.end:min(len(text), m.end+partReach)], " ")
		rest, ok = defined(after[len(next):])
	}
	if !ok {
		return false
	}
	from := min(len(text), m.end+partReach) - len(rest)
	clause := Extent{from, clauseOf(text, from, from).End}
	var last cue
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		if c.kind&(cueNature|cueTrade) != 0 && c.end <= clause.End {
			last = c
			if text[c.start] < utf8.RuneSelf && headNoun(text, c, clause) {
				break // English says first what it is
			}
		}
	}
	if last.end == 0 || !headNoun(text, last, clause) {
		return r.counted(s, text[from:clause.End], m.entity, question)
	}
	trade := text[last.start:last.end]
	if last.kind&cueNature != 0 {
		return !r.tradeOf(m.entity, trade, question)
	}
	return r.otherTrade(s, m.entity, trade, question)
}

// Institutions and landscapes that bear the names of places: 云岭小学, Amazon rainforest.
var (
	institutions      = either("小学|中学|高中|大学|学院|幼儿园|医院|街道|社区|水库|公园|机场|火车站|地铁站|派出所|村委会|自然保护区|国家公园|山脉|高速公路")
	institutionBegins = "小中高大学幼医街社水公机火地派村自国山"

	landscapes = either(" rainforest| river| basin| jungle| mountains| desert| valley| peninsula")
)

// placeFollows tells whether a name is only the beginning of a place's, and what was asked about is not of that kind.
func (r *Reader) placeFollows(s *scratch, text, question string, m candidate) bool {
	after := text[m.end:]
	switch {
	case after == "":
		return false
	case after[0] == ' ':
		return startsWith(after, landscapes)
	case after[0] < utf8.RuneSelf:
		return false
	}
	if !begins(after, institutionBegins) {
		return false
	}
	for _, kind := range institutions {
		if strings.HasPrefix(after, kind) {
			return r.otherTrade(s, m.entity, kind, question)
		}
	}
	return false
}

// Family names that begin brands, too, and how one calls who bears them.
var (
	families = "李王张刘陈杨黄赵周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余潘杜戴夏钟汪田任姜范方石姚谭邹熊陆郝孔白崔康毛邱秦江史顾侯邵孟段雷钱汤尹黎乔贺龚文"
	kin      = either("姨|爷|哥|姐|妹|弟|爸|妈|娘|友|人|者|师|孩|伯|叔|奶")
	titled   = either("先生|女士|老师|教练|夫妇|本人")
)

// isPerson tells whether a Chinese name is that of a person with a title: 李宁老师.
func (r *Reader) isPerson(text string, m candidate) bool {
	if strings.HasPrefix(text[m.end:], "们") && endsWith(text[m.start:m.end], kin) {
		return true // 沪上阿姨们
	}
	return r.names.patterns[m.pattern].rules&hanName != 0 && startsWith(text[m.end:], titled) && begins(text[m.start:m.end], families)
}

// twoFaced are proper names of the sky, the earth and its creatures that brands bear.
const twoFaced = " mercury venus mars jupiter saturn neptune pluto titan orion sirius amazon patagonia sahara everest columbia phoenix jaguar puma dove corona mustang falcon " +
	"lotus python cobra panther cougar kestrel osprey heron raven sparrow swift cardinal aurora nova comet eclipse vega polaris atlas apollo hermes nike ajax oasis delta sierra denali " +
	"fuji vesuvius etna tahoe yukon savannah bronco impala beetle caterpillar greyhound bison caribou tundra coral pearl amber jasper ruby sapphire onyx opal cobalt titanium iris dahlia jasmine sage basil " +
	"tesla ford disney chanel dior armani versace gucci prada porsche ferrari bosch siemens philips dyson heinz kellogg hershey lincoln edison bell gemini taurus aries virgo libra scorpio aquarius pisces capricorn "

// natureVerbs are what places and creatures do, and small words behind a name.
const natureVerbs = " is was are were has had have lies spans sits stretches rises flows belongs orbits comes lives hunts appears reaches covers takes in of and or to from on at by a the told said for with season sign carries carried drains feeds winds "

// isNature tells whether the sentence around such a name speaks of nature, and of nothing that is sold.
func (r *Reader) isNature(s *scratch, text string, m candidate) bool {
	if r.names.patterns[m.pattern].rules&twoFacedName == 0 {
		return false
	}
	if next := nextWord(text[m.end:]); next != "" && !strings.Contains(natureVerbs, " "+next+" ") {
		return false // Patagonia jackets, Amazon ships
	}
	sentence := sentenceOf(text, m.start, m.end)
	return s.tells(sentence.Start, sentence.End, cueWild) && !s.tells(sentence.Start, sentence.End, cueProduct|cueCompany|cueWorth|cueBest)
}

// Words of measure that are used of no brand, and the last characters of businesses.
var (
	countedThings = either("一位|一名|一座|一条|一只|一头|一匹|一首|一部|一本|一幅|一尊|一株|一棵|一朵")
	shopEndings   = either("店|屋|馆|厅|院|所|社|吧|坊|校|园|局|厂|铺|场|会所|公寓")
)

// counted tells by its measure, or by what kind of house it is, that a thing is another than what was asked for.
func (r *Reader) counted(s *scratch, definition string, entity int32, question string) bool {
	if startsWith(definition, countedThings) {
		return r.otherTrade(s, entity, definition, question)
	}
	kind, ok := strings.CutPrefix(definition, "一家")
	if !ok {
		return false
	}
	return endsWith(kind, shopEndings) && r.otherTrade(s, entity, kind, question)
}

var (
	definedMarks  = " ”」》\"*）)"
	definedBegins = "是指通一为iwra"
)

// defined cuts a definition after its verb: 是一家…, is a ….
func defined(after string) (string, bool) {
	after = strings.TrimLeft(after, definedMarks)
	if !begins(after, definedBegins) {
		return after, false
	}
	for _, verb := range [...]string{"是", "指的是", "通常指", "一般指", "为一", "is ", "was ", "refers to ", "are "} {
		if rest, ok := strings.CutPrefix(after, verb); ok {
			return rest, true
		}
	}
	return after, false
}

// headNoun tells whether a noun is what the definition comes down to: in Chinese the end of its clause, in English what comes
// before of, in, to, that or the end.
func headNoun(text string, c cue, clause Extent) bool {
	if text[c.start] >= utf8.RuneSelf {
		return clause.End-c.end <= 3*4 || strings.HasPrefix(text[c.end:], "，")
	}
	for _, aside := range [...]string{" for ", " with ", " about ", " to ", " in ", " on ", " that "} { // a service for movies is no movie
		if strings.Contains(text[clause.Start:c.start], aside) {
			return false
		}
	}
	next := nextWord(text[c.end:])
	return next == "" || strings.HasSuffix(text[c.start:c.end], " of") ||
		strings.Contains(" of in to that which starring featuring based by from with near and or for at by about between who where whose on set written directed published released founded visible known located found native often commonly usually typically left grown worn used common living growing made ", " "+next+" ")
}

// otherTrade tells whether a kind of business is another than the entity's. That must be known: by what the question wants to buy, or by
// contexts; and neither they nor the name may share a word with it: 青禾咖啡 may well be a 咖啡馆.
func (r *Reader) otherTrade(s *scratch, entity int32, kind, question string) bool {
	if !s.questionSells && len(r.trades[entity]) == 0 || r.tradeOf(entity, kind, question) {
		return false
	}
	known := foldString(question) + r.names.patterns[r.patternOf[entity]].folded + strings.Join(r.trades[entity], " ")
	runes := []rune(foldString(kind))
	for i := 0; i+1 < len(runes); i++ {
		if isHan(runes[i]) && isHan(runes[i+1]) && strings.Contains(known, string(runes[i:i+2])) {
			return false
		}
	}
	return true
}

// tradeOf tells whether the question or the contexts of an entity speak of a trade.
func (r *Reader) tradeOf(entity int32, trade, question string) bool {
	trade = foldString(trade)
	for _, known := range append([]string{foldString(question)}, r.trades[entity]...) {
		if known == "" {
			continue
		}
		if strings.Contains(known, trade) || len(known) >= 4 && strings.Contains(trade, known) {
			return true
		}
	}
	return false
}
