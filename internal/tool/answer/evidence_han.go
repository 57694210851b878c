package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// Words that stand beside people and the public, not beside brands.
var (
	personBefore = wordsOf("personBefore")
	personAfter  = wordsOf("personAfter")
	spokenTo     = either("，来|，给|，再来|，结账|，买单|，打包|，多少钱|，请|，帮|，我要|，我想|，加|，这个|，在吗|！|你好|，您")
	verbAfter    = either("到|起|了|为|的|于|成|着|过|在|一|个|管理|标准|规定|要求")
	thingBefore  = either("称为|称作|叫作|誉为|吃|煮|熬|泡|种|养|爬|登|游|看|捡|搬|切|洗|放|加入|一个|个|只|颗|粒|斤|克|棵|把|块|匹|一匹|像")
	abstracts    = either("这份|那份|一份|每份|这种|那种|一种|某种|这股|那股|一股|一丝|一番|这段|那段|一段")
	owned        = wordsOf("owned")
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
	if endsWith(before, abstracts) {
		return against // 这份荣耀
	}
	if s.usedAsWord(text, m, word) {
		return against
	}
	sentence := sentenceOf(text, m.start, m.end)
	const trade = bought &^ cueWorth
	if s.tells(sentence.Start, sentence.End, cueNature) && !s.tells(sentence.Start, m.start, trade) &&
		!s.tells(m.end, sentence.End, trade) {
		return against // 沙漠里骆驼不喝水
	}
	if s.tells(sentence.Start, m.start, bought) || s.tells(m.end, sentence.End, bought) {
		return hinted
	}
	return open
}

// usedAsWord tells whether what stands beside a word shows that it is no name.
func (s *scratch) usedAsWord(text string, m candidate, word wordKind) bool {
	before, after := around(text, m)
	switch word {
	case wordAdjective: // 理想的续航, 理想车型
		return strings.HasPrefix(after, "的") || strings.HasPrefix(after, "地") || s.tells(m.end, m.end+1, cueProduct)
	case wordPerson:
		return endsWith(before, personBefore) || startsWith(after, personAfter)
	case wordVerb:
		return startsWith(after, verbAfter) && !(strings.HasPrefix(after, "的") && s.tells(m.end+3, m.end+4, cueProduct|cueCompany))
	case wordRare:
		return !s.sells && wordAfter(text[m.end:]) == "" && wordBefore(text[:m.start]) == ""
	case wordThing, wordCommon:
		return endsWith(before, thingBefore) && !endsWith(before, lookAt) || startsWith(after, thingAfter) ||
			word == wordCommon && endsWith(before, degrees)
	}
	return false
}

// houseBefore tells whether a well-known brand stands right before a word, as before the name of its product: 腾讯元宝.
func houseBefore(before string) bool {
	for count, at := 0, len(before); at > 0 && count < hanLongest; count++ {
		r, size := utf8.DecodeLastRuneInString(before[:at])
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

// modelFollows tells whether a model code comes next: L7, 15 Pro, ID.4. A number with a measure is none.
func modelFollows(after string) bool {
	after = strings.TrimPrefix(strings.TrimPrefix(after, " "), "\u3000")
	if after == "" {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(after); r > utf8.RuneSelf && foldWidth(r) < utf8.RuneSelf && char.IsAlnum(byte(foldWidth(r))) {
		return true
	}
	if strings.HasPrefix(after, "(") || strings.HasPrefix(after, "（") {
		inner, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, "(（ "))
		return inner < utf8.RuneSelf && char.IsLetter(byte(inner)) // 理想（Li Auto）
	}
	if char.IsLetter(after[0]) {
		return true
	}
	n := 0
	for n < len(after) && char.IsDigit(after[n]) {
		n++
	}
	if n == 0 {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after[n:], " "))
	return !strings.ContainsRune(measures+"斤公里岁人", next)
}

// companyFollows tells whether a word that only follows a company comes next.
func (s *scratch) companyFollows(text string, m candidate, word wordKind) bool {
	at := m.end
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
