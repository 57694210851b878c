package answer

import (
	"slices"
	"strings"
	"unicode"
)

// idle are words that ask or join and carry no meaning of their own in a search.
var idle = func() map[string]bool {
	list := strings.Fields(`的 了 吗 呢 啊 吧 呀 么 和 与 或 及 在 是 有 也 都 就 还 很 我 你 您 他 她 它 们 我们 你们 他们 这 那 这个 那个 什么 怎么 怎样 如何 哪 哪个 哪些 哪家 哪里
		哪种 多少 几 为什么 请问 一下 一个 一款 可以 能 会 要 想 给 对 把 被 从 到 比 比较 时 时候 该 应该 请 下 上 里 中 为 用 地 得 着 过 个 款 家 种 条 些 等 之 其 以 及其 并 而 但 更 最 谁
		a an the of in on at to for and or is are was were be do does did can could should would will i you we they it he she my your our their this that these those what which who how why when where with by from as
		me some any there`)
	all := make(map[string]bool, len(list))
	for _, w := range list {
		all[w] = true
	}
	return all
}()

// wordsMost bounds the words of one text; a search has a handful.
const wordsMost = 64

// Words cuts a short text into the words that carry its meaning, folded, each once, in the order of the text: Chinese by the dictionary,
// the rest by what stands between letters and digits. Function words are left out.
func Words(text string) []string {
	var words []string
	add := func(w string) {
		if len(words) < wordsMost && !idle[w] && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	var run []rune
	han := false
	flush := func() {
		if han {
			cutHan(run, add)
		} else if len(run) > 0 {
			add(string(run))
		}
		run = run[:0]
	}
	for _, r := range text {
		if invisible(r) {
			continue
		}
		r = foldRune(r)
		switch {
		case isHan(r):
			if !han {
				flush()
			}
			han, run = true, append(run, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if han {
				flush()
			}
			han, run = false, append(run, r)
		default:
			flush()
		}
		if len(run) >= runMost {
			flush()
		}
	}
	flush()
	return words
}

// runMost is the longest stretch that is cut at once.
const runMost = 512

// cutHan cuts Chinese characters where the dictionary finds the likeliest words.
func cutHan(run []rune, add func(string)) {
	score, from := make([]int, len(run)+1), make([]int, len(run)+1)
	for at := 1; at <= len(run); at++ {
		score[at] = -1 << 30
		for begin := max(0, at-hanLongest); begin < at; begin++ {
			s := hanScore(run[begin:at])
			if s == 0 && at-begin > 1 {
				continue
			}
			if n := score[begin] + max(s, hanUnknown) - hanTotal; n > score[at] {
				score[at], from[at] = n, begin
			}
		}
	}
	var ends []int
	for at := len(run); at > 0; at = from[at] {
		ends = append(ends, at)
	}
	slices.Reverse(ends)
	for i := 0; i < len(ends); i++ {
		begin := from[ends[i]]
		for i+1 < len(ends) && oneWord(run, begin, ends[i], ends[i+1]) {
			i++
		}
		add(string(run[begin:ends[i]]))
	}
}

// endings are characters that end a word which the dictionary does not hold: 新鲜|度, 滤|袋.
const endings = "度性袋店机率器盒型感味豆粉液膏霜笔"

// oneWord tells whether the character from end to next belongs to the word before it: it is an ending, or both are single
// characters that the dictionary knows no word for and that mean nothing alone (挂|耳).
func oneWord(run []rune, begin, end, next int) bool {
	if next-end != 1 || idle[string(run[end:next])] || idle[string(run[begin:end])] {
		return false
	}
	return strings.ContainsRune(endings, run[end]) || end-begin == 1
}
