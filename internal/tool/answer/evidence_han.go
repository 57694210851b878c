package answer

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Words that stand beside people and the public, not beside brands.
var (
	personBefore = either("让|被|受|为|面向|适合|对|给|向|普通|广大|深受|满足|符合|跟|问|找|我|你|他|她|当|做|小|新|贴近|走进|走向|引发|获得|赢得|吸引|满足|多数|绝大多数|社会|各位|位|名|成|一个|自己|公司|企业|单位|店|厂|餐厅|餐馆|饭馆|民宿|商家|老")
	personAfter  = either("通常|往往|经常|一般会|普遍|都|们|对|认为|觉得|说|建议|问|喜|能|可以|接受|熟|的认|的需|的选|的审|的口|的消|的生|的眼|的视|的印|的喜|的心|买|越来|消费|娘|会|要|想|不|很|也|而言|来说|更|日常|出行|健康|口碑|媒体|心中|眼中|日益|对于|开始|已经|愿意|关注|追求|需求|谈|加|给|让|和员工|决定|亲自|答应|宣布涨")
	spokenTo     = either("，来|，给|，再来|，结账|，买单|，打包|，多少钱|，请|，帮|，我要|，我想|，加|，这个|，在吗|！|你好|，您")
	verbAfter    = either("到|起|了|为|的|于|成|着|过|在|一|个|管理|标准|规定|要求")
	acquired     = either("买的|入手的|在用的|用的|换的|推荐的") // what one has is a product
	thingBefore  = either("称为|称作|叫作|誉为|吃|煮|熬|泡|种|养|爬|登|游|看|捡|搬|切|洗|放|加入|一个|个|只|颗|粒|斤|克|棵|把|块|匹|一匹|像")
	abstracts    = either("这份|那份|一份|每份|这种|那种|一种|某种|这股|那股|一股|一丝|一番|这段|那段|一段")
	owned        = either("质保|保修|车机|销量|车主|车友|股价|市值|财报|营收|创始人|董事长|总裁|员工福利|官网|官方|旗舰店|专卖店|门店|经销商|4S店|客服|售后|发布会|新品|增程|纯电|混动|智驾|老款|新款|市场份额|总部|工厂|股票|广告|粉丝|业务")
	lookAt       = either("看看|可以看|考虑看|推荐看|不妨看|重点看|优先看|先看") // advice to buyers
	thingAfter   = either("粥|汤|糊|富含|含有|切|洗|泡|煮|熬|汁|树|味|搬运|是中国|是世界|脚下|上的|里有|营养")
)

// bought are cues of what is sold and of how one chooses it.
const bought = cueProduct | cueCompany | cueRecommend | cueBest | cueWorth | cueOrder

// hanProof weighs a Chinese word.
func (r *Reader) hanProof(s *scratch, text string, mentions []candidate, i int) proof {
	m := mentions[i]
	word := r.names.patterns[m.pattern].word
	before, after := around(text, m)
	if word == wordPerson && strings.TrimSpace(before) == "" && startsWith(after, spokenTo) {
		return against // 老板，来碗面
	}
	if modelFollows(after) || s.companyFollows(text, m, word) || r.beside(text, mentions, i) || aloneInItem(before, after) {
		return proven
	}
	if _, lined := slices.BinarySearch(s.lined, m.start); lined || houseBefore(before) {
		return proven
	}
	listed := listedBeside(text, m)
	if listed == proven || listed == against && (word != wordRare || !s.sells) {
		return listed
	}
	of := strings.HasPrefix(after, "的")
	if word != wordThing && word != wordRare && strings.HasSuffix(before, "的") {
		return against // 质的飞跃, 清晨的晨光
	}
	if endsWith(before, abstracts) {
		return against // 这份荣耀
	}
	switch word {
	case wordAdjective:
		if of || strings.HasPrefix(after, "地") || s.tells(m.end, m.end+1, cueProduct) {
			return against // 理想的续航, 理想车型
		}
	case wordPerson:
		if endsWith(before, personBefore) || startsWith(after, personAfter) {
			return against
		}
	case wordVerb:
		if startsWith(after, verbAfter) && !(of && s.tells(m.end+3, m.end+4, cueProduct|cueCompany)) {
			return against
		}
	case wordRare:
		if !s.sells && wordAfter(text[m.end:]) == "" && wordBefore(text[:m.start]) == "" {
			return against
		}
	case wordThing, wordCommon:
		if endsWith(before, thingBefore) && !endsWith(before, lookAt) || startsWith(after, thingAfter) || word == wordCommon && endsWith(before, degrees) {
			return against
		}
	}
	sentence := sentenceOf(text, m.start, m.end)
	const trade = bought &^ cueWorth
	if s.tells(sentence.Start, sentence.End, cueNature) && !s.tells(sentence.Start, m.start, trade) && !s.tells(m.end, sentence.End, trade) {
		return against // 沙漠里骆驼不喝水
	}
	if r.names.patterns[m.pattern].rules&adjective != 0 && strings.HasSuffix(before, "的") && !endsWith(before, acquired) && !s.tells(sentence.Start, m.start, bought) {
		if next, _ := firstRune(after); !isHan(next) || !s.tells(m.end, sentence.End, bought) {
			return against // 团队的荣耀, 这份荣耀属于大家
		}
	}
	if s.tells(sentence.Start, m.start, bought) || s.tells(m.end, sentence.End, bought) {
		return hinted
	}
	if namesBeside(r, mentions, i, sentence) {
		return hinted
	}
	return open
}

// houseBefore tells whether a well-known brand stands right before a word, as before the name of its product: 腾讯元宝.
func houseBefore(before string) bool {
	for count, at := 0, len(before); at > 0 && count < hanLongest; count++ {
		r, size := lastRune(before[:at])
		if !isHan(r) {
			return false
		}
		if at -= size; count == 0 {
			continue
		}
		if _, known := wellKnown()[foldString(before[at:])]; known {
			return true
		}
	}
	return false
}

// namesBeside tells whether the sentence names somebody whose name is no ordinary word.
func namesBeside(r *Reader, mentions []candidate, i int, sentence Extent) bool {
	for _, step := range [...]int{-1, 1} {
		for n := i + step; n >= 0 && n < len(mentions) && mentions[n].start >= sentence.Start && mentions[n].start < sentence.End; n += step {
			if mentions[n].entity != mentions[i].entity && r.names.patterns[mentions[n].pattern].rules&ordinaryName == 0 {
				return true
			}
		}
	}
	return false
}

// modelFollows tells whether a model code comes next: L7, 15 Pro, ID.4. A number with a measure is none.
func modelFollows(after string) bool {
	after = strings.TrimPrefix(strings.TrimPrefix(after, " "), "\u3000")
	if after == "" {
		return false
	}
	if r, _ := firstRune(after); r > utf8.RuneSelf && foldWidth(r) < utf8.RuneSelf && isAlnum(byte(foldWidth(r))) {
		return true
	}
	if strings.HasPrefix(after, "(") || strings.HasPrefix(after, "（") {
		inner, _ := firstRune(strings.TrimLeft(after, "(（ "))
		return inner < utf8.RuneSelf && isLetter(byte(inner)) // 理想（Li Auto）
	}
	if isLetter(after[0]) {
		return true
	}
	n := 0
	for n < len(after) && isDigit(after[n]) {
		n++
	}
	if n == 0 {
		return false
	}
	next, _ := firstRune(strings.TrimLeft(after[n:], " "))
	return !strings.ContainsRune(measures+"斤公里岁人", next)
}

// companyFollows tells whether a word that only follows a company comes next.
func (s *scratch) companyFollows(text string, m candidate, word wordKind) bool {
	at := afterMarkup(text, m.end)
	if rest := text[at:]; strings.HasPrefix(rest, "的") {
		if at += len("的"); word == wordAdjective {
			return startsWith(text[at:], owned) // 理想的教育 is one that one wishes for
		}
		return s.tells(at, at+1, cueCompany)
	} else if strings.HasPrefix(rest, " ") {
		at++
	}
	if s.tells(at, at+1, cueCompany) {
		return true
	}
	return word != wordAdjective && s.tells(at, at+1, cueProduct)
}

// afterMarkup passes over marks of emphasis that end at a place, and a space written as HTML.
func afterMarkup(text string, at int) int {
	const longest = len("</strong>")
	for {
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, "</"):
			end := strings.IndexByte(rest[:min(len(rest), longest)], '>')
			if end < 0 {
				return at
			}
			at += end + 1
		case strings.HasPrefix(rest, "*"):
			at++
		case strings.HasPrefix(rest, "&nbsp;"):
			at += len("&nbsp;")
		default:
			return at
		}
	}
}
