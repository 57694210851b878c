package claim

import (
	_ "embed"
	"strings"

	"renown/internal/tool/text/char"
)

// unit is what a number counts: amounts of one dimension can be compared after multiplying by factor.
type unit struct {
	dimension string
	factor    float64
}

//go:embed data/units.txt
var unitText string

// units by spelling. Factors of a dimension share a base: gram, metre, litre, second, byte, watt, one.
var units = parseUnits(unitText)

func parseUnits(text string) map[string]unit {
	all := map[string]unit{}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		fields := strings.Fields(line)
		factor := 0.0
		for i, f := range fields {
			switch i {
			case 0:
			case 1:
				factor = parseFloat(f)
			default:
				all[f] = unit{fields[0], factor}
			}
		}
	}
	all["成"] = unit{"percent", 10}
	return all
}

// unitMax is the longest spelling of a unit.
const unitMax = 12

// currencies are the dimensions of money.
var currencies = map[string]bool{"cny": true, "usd": true, "eur": true, "gbp": true, "hkd": true, "jpy": true}

// unitAt reads the unit that begins at i; a measure word or a noun that is not in the table is a dimension of its own.
func unitAt(t []rune, i, end int) (unit, int) {
	for n := min(unitMax, end-i); n > 0; n-- {
		u, ok := units[string(t[i:i+n])]
		if !ok || isLatin(t[i+n-1]) && isLatin(at(t, i+n)) {
			continue
		}
		if n == 1 && t[i] == '日' && at(t, i+1) == '元' {
			continue
		}
		return u, i + n
	}
	switch {
	case i < end && char.IsHan(t[i]) && !isFigure(t[i]) && !strings.ContainsRune("的是在于到至和与及或多余左上以起内", t[i]):
		return unit{string(t[i : i+1]), 1}, i + 1
	case i < end && isLatin(t[i]):
		word, j := wordAt(t, i, end)
		if len(word) > 2 && !joining[word] {
			return unit{strings.TrimSuffix(word, "s"), 1}, j
		}
	}
	return unit{}, i
}

var joining = map[string]bool{
	"and": true, "the": true, "for": true, "with": true, "per": true, "from": true,
	"that": true, "which": true, "while": true, "but": true, "not": true, "less": true, "more": true, "off": true,
	"each": true, "was": true, "are": true, "than": true, "over": true,
}

// periods are per-what, in both languages.
var periods = map[string]string{
	"month": "月", "mo": "月", "year": "年", "yr": "年", "annum": "年", "week": "周", "day": "天", "night": "晚", "cup": "杯",
	"bag": "袋", "bottle": "瓶", "box": "盒", "piece": "件", "person": "人", "user": "人",
	"个月": "月", "month's": "月",
}

func period(s string) string {
	s = strings.TrimSpace(s)
	if first, second, both := strings.Cut(s, "/"); both { // person/month
		return period(first) + "/" + period(second)
	}
	if p, ok := periods[s]; ok {
		return p
	}
	return s
}

// parseUnit reads the unit of a fact: 元/袋, $/month, mL.
func parseUnit(s string) (u unit, per string) {
	s = strings.TrimSpace(foldText(s))
	head, per, _ := strings.Cut(s, "/")
	if per == "" {
		head, per, _ = strings.Cut(s, " per ")
	}
	if per == "" {
		head, per, _ = strings.Cut(s, "每")
	}
	head = strings.TrimSpace(head)
	if known, ok := units[head]; ok {
		return known, period(per)
	}
	if head == "¥" {
		return unit{"cny", 1}, period(per)
	}
	return unit{strings.TrimSuffix(head, "s"), 1}, period(per)
}
