package answer

import (
	"slices"
	"strings"
)

const (
	// hanReach is how many characters on each side decide how a name is cut out of a sentence.
	hanReach = 4
	// hanNameScore is the frequency of any name: known to be talked about, but no everyday word.
	hanNameScore = 92 // 200 occurrences
	// hanUnknown is the frequency of a character that the dictionary does not hold.
	hanUnknown = 12
	// connecting is added where a word before the name wants a noun: 和美的 is 和|美的 although 和美 is a word too.
	connecting = 48
)

// connectors stand before a name as words of their own.
const connectors = "和与跟及或比选买用是在像有对从向把被让给找看若除含较至到问搜卖换"

// companyWords after a name, or the country before it, make a longer form of the name, not another word.
var companyWords = []string{
	"公司", "集团", "手机", "汽车", "电脑", "电器", "银行", "保险", "证券", "科技", "股份", "家电", "空调", "电视", "品牌", "基金", "人寿",
	"控股", "电子", "通信", "通讯", "可乐", "巴巴", "达斯", "网", "酒", "物流", "快递", "超市", "商城", "官网", "产品", "系列", "股票", "中国",
}

// hanWindow is a name with the Chinese characters around it, folded.
type hanWindow struct {
	runes      [2*hanReach + 4]rune
	n          int
	start, end int // of the name

	known [2*hanReach + 4][hanLongest + 1]int16 // by first character and length: 1 + frequency, 0 when it was not looked up yet
}

// acrossWords tells whether the characters of a name only meet by chance, the end of one word and the beginning of the
// next (完美|的, 上海|尔湾, 价格|力求), or lie inside a longer word (小米粥): the sentence reads better when it is cut so.
func (w *hanWindow) acrossWords() bool {
	if !w.crossed() {
		return false
	}
	whole := w.best(0, w.start, -1) + hanNameScore - hanTotal + w.best(w.end, w.n, -1)
	if own := hanScore(w.runes[w.start:w.end]); own > hanNameScore {
		whole += own - hanNameScore
	}
	if w.start > 0 && strings.ContainsRune(connectors, w.runes[w.start-1]) {
		whole += connecting
	}
	whole -= w.leftOver()
	return max(w.best(0, w.n, w.start), w.best(0, w.n, w.end)) > whole
}

// leftOver is what is taken off where a character would be left alone behind the name that hardly ever stands alone, and is the end of a
// word that begins within the name: 好丽友|谊.
func (w *hanWindow) leftOver() int {
	const alone = 100 // frequency of a character that stands alone now and then
	if w.end >= w.n || w.word(w.end-1, w.end+1) == 0 || w.end+1 < w.n && w.word(w.end, w.end+2) > 0 {
		return 0
	}
	if score := w.word(w.end, w.end+1); score < alone {
		return max(0, score-hanUnknown)
	}
	return 0
}

// crossed tells whether any word of the dictionary reaches over an edge of the name. Mostly none does.
func (w *hanWindow) crossed() bool {
	for from := max(0, w.start-hanLongest+1); from < w.end; from++ {
		for to := max(w.start+1, from+2); to <= min(w.n, from+hanLongest); to++ {
			over := from < w.start || to > w.end && from > w.start || from == w.start && to > w.end
			if over && w.word(from, to) > 0 {
				return true
			}
		}
	}
	return false
}

// word is the frequency of a stretch as a word; longer forms of the name do not count as words.
func (w *hanWindow) word(from, to int) int {
	known := &w.known[from][to-from]
	if *known > 0 {
		return int(*known) - 1
	}
	score := hanScore(w.runes[from:to])
	if score > 0 && from <= w.start && to >= w.end {
		rest := string(w.runes[from:w.start]) + string(w.runes[w.end:to])
		if slices.Contains(companyWords, rest) {
			score = 0
		}
	}
	*known = int16(score) + 1
	return score
}

// best is the score of the best way to cut a stretch into words, none of which begins at the given place.
func (w *hanWindow) best(from, to, not int) int {
	const never = -1 << 20
	var score [2*hanReach + 5]int
	for at := from + 1; at <= to; at++ {
		score[at] = never
		if at == not {
			continue
		}
		for begin := max(from, at-hanLongest); begin < at; begin++ {
			if begin == not || score[begin] == never {
				continue
			}
			s := w.word(begin, at)
			if s == 0 && at-begin > 1 {
				continue
			}
			score[at] = max(score[at], score[begin]+max(s, hanUnknown)-hanTotal)
		}
	}
	return score[to]
}
