package answer

import "strings"

// ignorant tells whether the words around a mention say that it is unknown: in its own clause, or in the next one of the
// sentence when that names nobody. What is not found must be the name, not a fault of it.
func (s *scratch) ignorant(text string, mentions []candidate, i int) bool {
	m := mentions[i]
	if s.goesOn(text, m) {
		return false
	}
	clause := s.turned(text, clauseOf(text, m.start, m.end), m)
	if s.tells(clause.Start, clause.End, cueFault) {
		return false
	}
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		if c.kind&cueUnknown != 0 && !besideThePoint(text, c, m) {
			return true
		}
	}
	sentence := sentenceOf(text, m.start, m.end)
	if s.told&(cueUnknown|cueLack) != 0 && absent(text, clause, m) || s.tells(clause.Start, clause.End, cueScarce) && s.tells(clause.Start, sentence.End, cueCannot) {
		return true
	}
	if endsWith(strings.ToLower(text[clause.Start:m.start]), searched) && s.tells(m.end, sentence.End, cueUnknown) {
		return true
	}
	if clause.End >= sentence.End {
		return s.saidNext(text, mentions, i, sentence.End)
	}
	_, mark := firstRune(text[clause.End:])
	next := clauseOf(text, clause.End+mark, clause.End+mark)
	if next.Start <= clause.Start || next.End > sentence.End {
		return false
	}
	if namesAnother(mentions, i, next.Start, next.End) {
		return false
	}
	return s.unknownIn(text, next) && !s.tells(next.Start, next.End, cueFault|cueTurn)
}

// unknownIn tells whether a clause that names nobody says that something is unknown, and not something of it: no information on shipping.
func (s *scratch) unknownIn(text string, clause Extent) bool {
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		if c.kind&cueUnknown != 0 && !ofSomething(text[c.end:max(c.end, clause.End)]) {
			return true
		}
	}
	return false
}

func ofSomething(rest string) bool {
	for _, about := range abouts {
		if what, ok := strings.CutPrefix(rest, about); ok {
			return !startsWith(what, itself)
		}
	}
	return false
}

var (
	abouts = either(" on | about | for | regarding ")
	itself = either("it|them|this|that|the brand|the company")
)

// searched lead to what was looked for.
var searched = either("searched for |looked for |looked up |looked into |researched |checked for |search for |searching for |搜索了|查了|查询了|检索了|搜了")

// saidNext tells whether the next sentence says it of what this one is about: X may be new; it isn't in my data.
func (s *scratch) saidNext(text string, mentions []candidate, i, end int) bool {
	_, mark := firstRune(text[min(end, len(text)):])
	start := end + mark
	if start >= len(text) || !startsWith(strings.ToLower(strings.TrimLeft(text[start:min(len(text), start+40)], " ")), pronouns) {
		return false
	}
	next := clauseOf(text, start, start)
	return !namesAnother(mentions, i, next.Start, next.End) && s.unknownIn(text, next) && !s.tells(next.Start, next.End, cueFault|cueTurn)
}

// Words around a name that say that there is no such thing.
var (
	noSuch    = either("没有|并没有|查无|没听过|不存在")
	suchAs    = either("这个|这家|这款|这一|这样|这种|此")
	unproven  = either("证实|确认|核实|验证|证明")
	exists    = either("的存在|是否存在|真实存在|这个品牌的存在")
	lacking   = either("没有|未发现|未见|缺乏|缺少|暂无|尚无|查不到|找不到|搜不到|没查|没找|未返回|没返回|无法|未能|没能")
	records   = either("信息|资料|数据|介绍|记录|内容|报道|来源|词条|条目|结果|踪迹|踪影|身影")
	thereIsNo = either("there's no|there is no|i have no|i see no")
	inMine    = either(" in my| in the data| in any| on record| on file| brand| company| product")
	confirms  = either("confirm|confirm that|confirm whether|confirm if|verify|verify that|verify whether|verify if")
	isReal    = either(" exists| actually exists| is a real| is real|'s existence| even exists")
)

// absent tells whether a clause says that what it names is not there: 没有 X 这个品牌, 无法证实 X 的存在, can't confirm that X exists.
func absent(text string, clause Extent, m candidate) bool {
	before, after := strings.TrimRight(text[clause.Start:m.start], " “\"「'*"), strings.TrimLeft(text[m.end:max(m.end, clause.End)], "”\"」*")
	switch {
	case endsWith(before, noSuch) && startsWith(strings.TrimLeft(after, " '"), suchAs):
		return true
	case endsWith(before, unproven) && startsWith(strings.TrimLeft(after, " '"), exists):
		return strings.Contains(before, "没有") || strings.Contains(before, "无") || strings.Contains(before, "未") || strings.Contains(before, "不能") || strings.Contains(before, "难以")
	case strings.HasPrefix(after, "的") && containsAny(after[:min(len(after), 30)], records):
		return containsAny(before[max(0, len(before)-30):], lacking)
	case endsWith(strings.ToLower(before), thereIsNo) && startsWith(after, inMine):
		return true
	case endsWith(before, confirms) && startsWith(after, isReal):
		return containsAny(strings.ToLower(before), cannots)
	}
	return false
}

var cannots = either("can't|cannot|couldn't|could not|unable to|not able to|wasn't able")

// goesOn tells whether the sentence turns to say something of the name after all: 我了解不多，但它的质保少见.
func (s *scratch) goesOn(text string, m candidate) bool {
	sentence := sentenceOf(text, m.start, m.end)
	for _, c := range s.cuesFrom(m.end, sentence.End) {
		if c.kind&cueTurn == 0 {
			continue
		}
		rest := strings.ToLower(strings.TrimLeft(text[min(c.end, sentence.End):sentence.End], " ，"))
		return startsWith(rest, pronouns) && !s.tells(c.end, clauseOf(text, c.end, c.end).End, cueHypothetical)
	}
	return false
}

var pronouns = either("它|其|该品牌|这个牌子|这个品牌|its |it |they |their |the brand |the company ")

// hearsay are those to whom a name may be new without the assistant saying so of itself.
var hearsay = either("很多人|不少人|许多人|多数人|有些人|有人|大家|消费者|用户|网友|国人|你可能|您可能|你或许|您或许|也许你|people|you may|you might|you've|you have|consumers|users|buyers|who ")

var (
	onlySo      = either(" only| solely| just| outside| merely")
	knowledge   = either("相关|任何|有关|信息|资料|记录|结果|匹配|的|它|其|关于|可靠|具体")
	particulars = either("门店|地址|价格|报价|加盟|营业时间|优惠|电话|库存") // of a name that is known
)

// besideThePoint tells whether what is not known is something about the name: how good it is, or what it does not mention itself;
// whether it is others who do not know it; or whether something else does not exist: 不存在虚标.
func besideThePoint(text string, c cue, m candidate) bool {
	clause := clauseOf(text, c.start, c.end)
	if containsAny(foldString(text[clause.Start:c.start]), hearsay) {
		return true
	}
	if startsWith(text[c.end:], onlySo) || strings.HasPrefix(text[c.start:], "查无此人") {
		return true
	}
	if next, _ := firstRune(text[c.end:]); strings.HasSuffix(text[c.start:c.end], "存在") && isHan(next) && !strings.ContainsRune("的于在", next) {
		return true
	}
	if c.start == m.end && strings.HasSuffix(text[c.start:c.end], "到") { // X没有找到代言人
		next, _ := firstRune(text[c.end:])
		return isHan(next) && !startsWith(text[c.end:], knowledge)
	}
	if c.end <= m.start {
		between := text[c.end:m.start]
		if containsAny(text[m.end:max(m.end, clause.End)], particulars) {
			return true
		}
		return strings.Contains(between, " how ") || strings.Contains(between, " why ") || strings.Contains(between, " what ")
	}
	return strings.Contains(text[c.start:c.end], "mention")
}

// turned cuts a clause at a "but": what is said on the other side is not said of the name.
func (s *scratch) turned(text string, clause Extent, m candidate) Extent {
	for _, c := range s.cuesFrom(clause.Start, clause.End) {
		switch {
		case c.kind&cueTurn == 0:
		case c.end <= m.start:
			clause.Start = c.end
		case c.start >= m.end:
			clause.End = c.start
			return clause
		}
	}
	return clause
}

// unknownUnnamed tells whether an answer to a question that names an entity says, without the name, that it is not known.
func (s *scratch) unknownUnnamed(text string) bool {
	for _, c := range s.cues {
		if c.kind&cueUnknown == 0 {
			continue
		}
		part := sentenceOf(text, c.start, c.end)
		if !s.tells(part.Start, part.End, cueFault) {
			return true
		}
	}
	return false
}
