package claim

import (
	"strconv"
	"strings"

	"renown/internal/tool/text/char"
)

// number is a value as a text writes it, before its unit.
type number struct {
	span
	value float64
	step  float64 // the unit of its leading figure: 400多 lies in [400, 500)
	vague bool    // 几百, hundreds
	year  bool    // four figures without a comma: perhaps a year
}

// readNumber reads the number that begins at i: figures, Chinese or English number words.
func readNumber(t []rune, i, end int) (number, bool) {
	r := t[i]
	switch {
	case char.IsDigit(r):
		if isLatin(at(t, i-1)) || char.IsDigit(at(t, i-1)) || at(t, i-1) == '.' && char.IsDigit(at(t, i-2)) {
			return number{}, false
		}
		return readFigures(t, i, end), true
	case isFigure(r):
		return readHan(t, i, end)
	case isLatin(r) && !isLatin(at(t, i-1)):
		return readWords(t, i, end)
	}
	return number{}, false
}

func readFigures(t []rune, i, end int) number {
	var b strings.Builder
	j, point := i, false
	for ; j < end; j++ {
		switch {
		case char.IsDigit(t[j]):
			b.WriteRune(t[j])
			continue
		case t[j] == ',' && char.IsDigit(at(t, j+1)) && char.IsDigit(at(t, j+2)) && char.IsDigit(at(t, j+3)) && !char.IsDigit(at(t, j+4)):
			continue
		case t[j] == '.' && !point && char.IsDigit(at(t, j+1)):
			point = true
			b.WriteRune('.')
			continue
		}
		break
	}
	if b.Len() > 15 {
		return number{span: span{i, j}, vague: true}
	}
	v, _ := strconv.ParseFloat(b.String(), 64)
	n := number{span: span{i, j}, value: v, step: leading(v), year: j-i == 4 && v >= 1800 && v <= 2100}
	return n.multiplied(t, end)
}

// leading is the unit of the first figure: 100 of 412.
func leading(v float64) float64 {
	step := 1.0
	for step*10 <= v {
		step *= 10
	}
	return step
}

var multipliers = []struct {
	word   []rune
	factor float64
}{
	{[]rune("万亿"), 1e12},
	{[]rune("亿"), 1e8},
	{[]rune("千万"), 1e7},
	{[]rune("百万"), 1e6},
	{[]rune("万"), 1e4},
	{[]rune("千"), 1e3},
	{[]rune("百"), 1e2},
	{[]rune("thousand"), 1e3},
	{[]rune("million"), 1e6},
	{[]rune("billion"), 1e9},
	{[]rune("k"), 1e3},
}

func (n number) multiplied(t []rune, end int) number {
	j := n.end
	for j < end && t[j] == ' ' {
		j++
	}
	for _, m := range multipliers {
		w := m.word
		if !hasAt(t, j, w) || j+len(w) > end || isLatin(w[0]) && (isLatin(at(t, j+len(w))) ||
			char.IsDigit(at(t, j+len(w)))) || w[0] == 'k' && j != n.end {
			continue
		}
		if len(w) == 1 && w[0] == '千' && (at(t, j+1) == '克' || at(t, j+1) == '米' || at(t, j+1) == '瓦') {
			continue
		}
		n.value, n.step, n.end, n.year = n.value*m.factor, n.step*m.factor, j+len(w), false
		break
	}
	return n
}

// hanFigures are what the characters of Chinese numbers stand for: ten and more for units, below zero for what is vague.
var hanFigures = map[rune]float64{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
	'十': 10, '百': 100, '千': 1000, '万': 1e4, '亿': 1e8, '半': 0.5, '几': -1, '数': -1,
}

// hanFigureBits has their low ten bits: most characters are none, and the map need not be asked.
var hanFigureBits = func() (set [16]uint64) {
	for r := range hanFigures {
		set[r>>6&15] |= 1 << (r & 63)
	}
	return set
}()

func isFigure(r rune) bool {
	if hanFigureBits[r>>6&15]&(1<<(r&63)) == 0 {
		return false
	}
	_, ok := hanFigures[r]
	return ok
}

func readHan(t []rune, i, end int) (number, bool) {
	if isFigure(at(t, i-1)) && at(t, i-1) != '数' {
		return number{}, false
	}
	j, vague, units := i, false, 0
	for ; j < end && isFigure(t[j]); j++ {
		v := hanFigures[t[j]]
		vague = vague || v < 0
		if v >= 10 {
			units++
		}
	}
	word := t[i:j]
	if vague {
		return number{span: span{i, j}, vague: true}, units > 0 // 数十, but not 数 alone
	}
	if len(word) == 1 && hanFigures[word[0]] >= 100 && !strings.ContainsRune("近超逾过破足", at(t, i-1)) { // 近百, 超千, 不足万
		return number{}, false
	}
	if units == 0 && len(word) > 1 { // 二〇一六: figure by figure
		v := 0.0
		for _, r := range word[:min(len(word), 12)] {
			v = v*10 + hanFigures[r]
		}
		return number{span: span{i, j}, value: v, step: leading(v), year: len(word) == 4}, true
	}
	v := hanValue(word)
	if j+2 <= end && t[j] == '个' && t[j+1] == '半' { // 四个半小时
		v, j = v+0.5, j+2
	}
	return number{span: span{i, j}, value: v, step: leading(v)}, true
}

// hanValue reads 一千二百, 三千二, 十二, 两万五千.
func hanValue(word []rune) float64 {
	var total, section, digit, last float64
	has := false
	for k, r := range word {
		v := hanFigures[r]
		switch {
		case v >= 1e4:
			if has {
				section += digit
			}
			if section == 0 {
				section = 1
			}
			total, section, digit, has, last = (total+section)*v, 0, 0, false, v
		case v >= 10:
			if !has {
				digit = 1
			}
			section, digit, has, last = section+digit*v, 0, false, v
		default:
			digit, has = v, true
			if r == '零' || r == '〇' {
				last = 10
			}
			if k == len(word)-1 && last >= 100 && v >= 1 { // 三千二 is 3200
				digit = v * last / 10
			}
		}
	}
	if has {
		section += digit
	}
	return total + section
}

var wordFigures = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90, "half": 0.5, "hundred": 100, "thousand": 1000, "million": 1e6, "billion": 1e9, "dozen": 12,
}

var andHalf = []rune(" and a half")

func wordAt(t []rune, i, end int) (string, int) {
	j := i
	for j < end && isLatin(t[j]) && j-i < 12 {
		j++
	}
	return string(t[i:j]), j
}

// readWords reads "two hundred and forty-nine", "half a", "a hundred", "hundreds of".
func readWords(t []rune, i, end int) (number, bool) {
	word, j := wordAt(t, i, end)
	if word == "hundreds" || word == "thousands" || word == "dozens" || word == "millions" || word == "several" {
		return number{span: span{i, j}, vague: true}, true
	}
	if word == "a" && at(t, j) == ' ' {
		next, k := wordAt(t, j+1, end)
		if units[next].dimension == "time" && hasAt(t, k, andHalf) { // a year and a half
			return number{span: span{i, j}, value: 1, step: 1}, true
		}
		if next != "hundred" && next != "thousand" && next != "million" && next != "dozen" {
			return number{}, false
		}
		word, j = next, k
	}
	if _, ok := wordFigures[word]; !ok {
		return number{}, false
	}
	var total, section float64
	last := i
	for count := 0; count < 12; count++ {
		v, ok := wordFigures[word]
		if !ok {
			break
		}
		last = j
		switch {
		case v >= 1000:
			total, section = total+max(section, 1)*v, 0
		case v == 100 || v == 12 && word == "dozen":
			section = max(section, 1) * v
		default:
			section += v
		}
		k := j
		if at(t, k) == ' ' || at(t, k) == '-' {
			k++
		}
		if hasAt(t, k, []rune("and ")) && (total+section) >= 100 {
			k += 4
		}
		if k == j {
			break
		}
		word, j = wordAt(t, k, end)
	}
	v := total + section
	if hasAt(t, last, andHalf) && last+len(andHalf) <= end { // two and a half hours
		v, last = v+0.5, last+len(andHalf)
	}
	if v == 0.5 && hasAt(t, last, []rune(" a")) {
		if _, k := wordAt(t, last+1, end); k <= last+3 {
			last = k
		}
	}
	return number{span: span{i, last}, value: v, step: leading(v)}, true
}
