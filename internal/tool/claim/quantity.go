package claim

import (
	"strconv"

	"renown/internal/tool/text/char"
)

func parseFloat(s string) float64 { v, _ := strconv.ParseFloat(s, 64); return v }

type bound int

const (
	exact bound = iota
	about
	nearly  // just under
	atLeast // over, 以上
	atMost  // under, within
	within  // 400多: up to the next step
)

// quantity is a number with its unit as a text states it.
type quantity struct {
	span
	lo, hi   float64 // in base units of the dimension
	unit     unit
	per      string
	bound    bound
	vague    bool
	change   bool // one end of a change: not what is
	unitless bool
}

var (
	aboutBefore   = listed("aboutBefore")
	nearlyBefore  = listed("nearlyBefore")
	atLeastBefore = listed("atLeastBefore")
	atMostBefore  = listed("atMostBefore")
	aboutAfter    = listed("aboutAfter")
	atLeastAfter  = listed("atLeastAfter")
	atMostAfter   = listed("atMostAfter")
	rangeWords    = [][]rune{
		[]rune("-"), []rune("–"), []rune("—"), []rune("~"), []rune("～"), []rune("至"),
		[]rune("到"), []rune(" to "), []rune(" and "), []rune("与"), []rune("和"),
	}
	betweenWords = listed("betweenWords")
	perWords     = [][]rune{[]rune("/"), []rune("每"), []rune(" per "), []rune(" a "), []rune(" an "), []rune(" each "), []rune("一")}
	signs        = map[string]string{
		"us$": "usd", "hk$": "hkd", "rmb": "cny", "cny": "cny", "usd": "usd",
		"eur": "eur", "$": "usd", "€": "eur", "£": "gbp", "¥": "cny",
	}
)

// quantities lists the numbers of a sentence with their units. Years and dates are left to dates.
func quantities(t []rune, s span, taken []dated) (list []quantity) {
	for i := s.start; i < s.end; i++ {
		if d, ok := takenAt(taken, i); ok {
			i = d.end - 1
			continue
		}
		n, ok := readNumber(t, i, s.end)
		if !ok {
			continue
		}
		q := measure(t, s, n)
		if second, ok := rangeEnd(t, s, q); ok {
			q = q.joined(t, s, second)
		}
		list = append(list, q)
		i = max(q.end, n.end) - 1
	}
	return list
}

func takenAt(list []dated, i int) (dated, bool) {
	for _, d := range list {
		if d.holds(i) {
			return d, true
		}
	}
	return dated{}, false
}

// measure gives a number its unit, its currency and its bound.
func measure(t []rune, s span, n number) quantity {
	q := quantity{span: n.span, lo: n.value, hi: n.value, vague: n.vague}
	sign := ""
	for length := 3; length > 0 && sign == ""; length-- {
		at := q.start - length
		if at >= s.start && signs[string(t[at:q.start])] != "" {
			sign = string(t[at:q.start])
		} else if at-1 >= s.start && t[q.start-1] == ' ' && length > 1 && signs[string(t[at-1:q.start-1])] != "" {
			sign = string(t[at-1:q.start-1]) + " "
		}
	}
	percent := hasAt(t, q.start-3, []rune("百分之"))
	q.start -= len([]rune(sign))
	j := n.end
	if r := at(t, j); (r == '多' || r == '余') && j < s.end {
		q.bound, j = within, j+1
		q.hi = n.value + n.step
		if m := (number{span: span{j, j}, value: 1}).multiplied(t, s.end); m.end > j { // 3千多万 is rare; 三十多万 is not
			q.lo, q.hi, j = q.lo*m.value, q.hi*m.value, m.end
		}
	}
	if at(t, j) == '+' {
		q.bound, j = atLeast, j+1
	}
	switch {
	case percent:
		q.start -= 3
		q.unit = unit{"percent", 1}
	case sign != "":
		q.unit = unit{signs[trimSpace(sign)], 1}
		q.per, j = persAfter(t, j, s.end)
	default:
		k := j
		for k < s.end && (t[k] == ' ' || t[k] == '-' && k == j && isLatin(at(t, k+1))) {
			k++
		}
		if u, end := unitAt(t, k, s.end); end > k {
			q.unit, j = u, end
			if u.dimension == "time" {
				q.lo, q.hi, j = q.withHalf(t, j)
			}
			if currencies[u.dimension] {
				q.per, j = persAfter(t, j, s.end)
			}
		} else {
			q.unitless = true
		}
	}
	q.end = max(j, n.end)
	if q.unit.factor != 0 {
		q.lo, q.hi = q.lo*q.unit.factor, q.hi*q.unit.factor
	}
	if currencies[q.unit.dimension] && q.per == "" {
		q.per = perBefore(t, s.start, q.start)
	}
	q.setBound(t, s)
	return q
}

// withHalf reads what follows a unit of time: 一年半, "a year and a half".
func (q quantity) withHalf(t []rune, j int) (lo, hi float64, end int) {
	switch {
	case at(t, j) == '半':
		return q.lo + 0.5, q.hi + 0.5, j + 1
	case hasAt(t, j, andHalf):
		return q.lo + 0.5, q.hi + 0.5, j + len(andHalf)
	}
	return q.lo, q.hi, j
}

func trimSpace(s string) string {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// persAfter reads what an amount is for, twice where it is said twice: "a person a month", "每人每月".
func persAfter(t []rune, i, end int) (string, int) {
	per, j := perAfter(t, i, end)
	if per == "" {
		return "", i
	}
	if second, k := perAfter(t, j, end); second != "" {
		return per + "/" + second, k
	}
	return per, j
}

// perAfter reads "/杯", "每杯", "一袋", " per month", " a month", "/month".
func perAfter(t []rune, i, end int) (string, int) {
	for _, w := range perWords {
		if !hasAt(t, i, w) || i+len(w) >= end {
			continue
		}
		k := i + len(w)
		if isLatin(t[k]) {
			word, j := wordAt(t, k, end)
			if periods[word] != "" {
				return periods[word], j
			}
			continue
		}
		if char.IsHan(t[k]) && w[0] != ' ' {
			if w[0] == '一' && !hanMeasure(t[k]) {
				continue
			}
			return string(t[k : k+1]), k + 1
		}
	}
	return "", i
}

func hanMeasure(r rune) bool {
	return r == '袋' || r == '杯' || r == '瓶' || r == '盒' || r == '件' || r == '包' || r == '个' || r == '台' || r == '份' || r == '月' || r == '年'
}

// perBefore reads "每袋" or "每袋售价" just before an amount.
func perBefore(t []rune, start, i int) string {
	for k := i - 1; k >= max(start, i-8); k-- {
		if t[k] == '每' && k+1 < i && char.IsHan(t[k+1]) {
			return string(t[k+1 : k+2])
		}
	}
	return ""
}

func (q *quantity) setBound(t []rune, s span) {
	before := func(words *wordList) bool {
		for i := q.start; i > max(s.start, q.start-3); i-- { // "约 400", "约为400"
			if words.before(t, s.start, i) {
				return true
			}
			if r := t[i-1]; r != ' ' && r != '有' && r != '为' {
				break
			}
		}
		return words.before(t, s.start, max(s.start, q.start-2)) && blank(t, max(s.start, q.start-2), q.start)
	}
	after := func(words *wordList) bool {
		return words.at(t, q.end) > 0 || at(t, q.end) == ' ' && words.at(t, q.end+1) > 0
	}
	switch {
	case before(nearlyBefore):
		q.bound = nearly
	case before(atMostBefore):
		q.bound = atMost
	case before(atLeastBefore):
		q.bound = max(q.bound, atLeast)
	case q.bound != exact:
	case before(aboutBefore), after(aboutAfter):
		q.bound = about
	case after(atLeastAfter):
		q.bound = atLeast
	case after(atMostAfter):
		q.bound = atMost
	}
}

func blank(t []rune, start, end int) bool {
	for i := start; i < end; i++ {
		if t[i] != ' ' && t[i] != '有' && t[i] != '为' {
			return false
		}
	}
	return true
}

// rangeEnd reads the second number of "5 到 7 天" and "$230 to $260".
func rangeEnd(t []rune, s span, q quantity) (quantity, bool) {
	j := q.end
	for _, w := range rangeWords {
		k := j
		if at(t, k) == ' ' && w[0] != ' ' {
			k++
		}
		if !hasAt(t, k, w) {
			continue
		}
		k += len(w)
		for k < s.end && (t[k] == ' ' || t[k] == '$' || t[k] == '¥' || t[k] == '€' || t[k] == '£') {
			k++
		}
		if k >= s.end {
			continue
		}
		n, ok := readNumber(t, k, s.end)
		if !ok || n.vague {
			continue
		}
		between := string(w) == " and " || string(w) == "和" || string(w) == "与"
		if between && !hasAny(t, span{max(s.start, q.start-12), q.start}, betweenWords) {
			continue
		}
		second := measure(t, s, n)
		if q.unitless || second.unit.dimension == q.unit.dimension {
			return second, true
		}
	}
	return quantity{}, false
}

// joined makes a range of two quantities; the first takes the unit of the second when it has none.
func (q quantity) joined(t []rune, s span, second quantity) quantity {
	if q.unitless && second.unit.factor != 0 {
		q.lo *= second.unit.factor
	}
	q.change = hasAny(t, span{s.start, second.end}, changeWords)
	q.unit, q.per, q.unitless = second.unit, second.per, second.unitless
	q.lo, q.hi = min(q.lo, second.lo), max(q.lo, second.hi)
	q.end = second.end
	q.bound = exact
	if hasAny(t, span{max(s.start, q.start-6), q.start}, aboutBefore) {
		q.bound = about
	}
	return q
}
