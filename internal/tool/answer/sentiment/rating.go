package sentiment

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

const (
	ratingWeight = 1.2
	ratingGood   = 0.8 // share of the full mark from which a rating praises
	ratingBad    = 0.5 // share up to which it blames
)

// number reads figures. A mark out of five, ten or a hundred is a judgement.
func (s *scanner) number() {
	start := s.at
	for s.at < s.limit && (char.IsDigit(s.text[s.at]) || (s.text[s.at] == '.' || s.text[s.at] == ',') &&
		s.at+1 < s.limit && char.IsDigit(s.text[s.at+1])) {
		s.at++
	}
	rest := strings.TrimLeft(s.text[s.at:s.limit], " ")
	if strings.HasPrefix(rest, "-star") || strings.HasPrefix(rest, "star") {
		if mark, err := strconv.ParseFloat(s.text[start:s.at], 64); err == nil && mark <= 5 {
			s.rate(start, mark/5)
		}
		return
	}
	if strings.HasPrefix(rest, "rating") || hasSuffixAny(s.text[:start], "rating of ", "rated ", "scores ", "scored ", "score of ") {
		if mark, err := strconv.ParseFloat(s.text[start:s.at], 64); err == nil && mark <= 5 && s.at-start == len("4.8") {
			s.rate(start, mark/5)
			return
		}
	}
	if strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "％") {
		s.tokens = append(s.tokens, token{start: int32(start), end: int32(s.at), entity: noEntity, kinds: rising | falling})
		return
	}
	of, ok := strings.CutPrefix(rest, "/")
	if !ok {
		of, ok = strings.CutPrefix(rest, "out of ")
	}
	if !ok {
		return
	}
	rest = strings.TrimLeft(of, " ")
	for _, full := range [...]string{"100", "10", "5"} {
		tail, ok := strings.CutPrefix(rest, full)
		if !ok || tail != "" && (char.IsDigit(tail[0]) || tail[0] == '/') {
			continue
		}
		mark, err := strconv.ParseFloat(s.text[start:s.at], 64)
		top, _ := strconv.ParseFloat(full, 64)
		if err == nil && mark <= top {
			s.at = s.limit - len(tail)
			s.rate(start, mark/top)
		}
		return
	}
}

// Shares of a hundred from which, and up to which, an attribute is judged by its figure alone.
const (
	shareHigh     = 90
	shareNotable  = 10
	shareMarginal = 3
)

// shareValue judges an attribute by a figure with a percent sign: 98 % on time is praise, a failure rate of 0.2 % too, and one of
// 15 % is blame. What lies between tells nothing by itself.
func (r *Reader) shareValue(about, figure token) float32 {
	share, err := strconv.ParseFloat(r.text[figure.start:figure.end], 64)
	name := r.text[about.start:about.end]
	switch {
	case err != nil || share > 100:
	case about.kinds.has(attrGood) && share >= shareHigh, about.kinds.has(attrBad) && share <= shareMarginal:
		return directed
	case about.kinds.has(attrBad) && share >= shareNotable && (strings.HasSuffix(name, "率") || strings.HasSuffix(name, "rate")):
		return -directed
	}
	return 0
}

// stars reads a row of full and empty stars out of five.
func (s *scanner) stars() {
	start := s.at - len("★")
	s.at = start
	full, all := 0, 0
	for s.at < s.limit {
		r, width := utf8.DecodeRuneInString(s.text[s.at:])
		if r == '★' || r == '⭐' {
			full++
		} else if r != '☆' {
			break
		}
		all++
		s.at += width
	}
	if all > 1 { // a single star is an ornament
		s.rate(start, float64(full)/5)
	}
}

func (s *scanner) rate(start int, share float64) {
	value := float32(0)
	switch {
	case share >= ratingGood:
		value = ratingWeight
	case share <= ratingBad:
		value = -ratingWeight
	}
	if n := len(s.tokens); n > 0 && s.tokens[n-1].kinds == scarce && start-int(s.tokens[n-1].end) <= 1 {
		s.tokens = s.tokens[:n-1] // "just 2.1 out of 5" denies nothing
	}
	if value != 0 {
		s.tokens = append(s.tokens, token{
			start: int32(start), end: int32(s.at), entity: noEntity, kinds: valued, value: value,
		})
		s.lettered = true
		s.letters++
	}
}
