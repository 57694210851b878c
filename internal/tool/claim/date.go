package claim

import (
	"strconv"
	"strings"
	"time"

	"renown/internal/tool/text/char"
)

// dated is a date as a text writes it: the days it may mean, both included.
type dated struct {
	span
	from, to string // YYYY-MM-DD
}

var months = map[string]int{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
	"october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}

// datesIn lists the dates of a sentence.
func datesIn(t []rune, s span) (list []dated) {
	for i := s.start; i < s.end; i++ {
		d, ok := decadeAt(t, i, s.end)
		if !ok {
			d, ok = dateAt(t, i, s)
		}
		if ok {
			list = append(list, d)
			i = d.end - 1
		}
	}
	return list
}

func days(year, month, day int) (string, string) {
	switch {
	case month == 0:
		return ymd(year, 1, 1), ymd(year, 12, 31)
	case day == 0:
		last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
		return ymd(year, month, 1), ymd(year, month, last)
	}
	return ymd(year, month, day), ymd(year, month, day)
}

func ymd(year, month, day int) string {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

var centuries = []struct {
	word []rune
	base int
}{{[]rune("上世纪"), 1900}, {[]rune("20世纪"), 1900}, {[]rune("二十世纪"), 1900}, {[]rune("21世纪"), 2000}, {[]rune("本世纪"), 2000}}

// decadeAt reads 上世纪90年代, 20世纪九十年代, "the 1990s".
func decadeAt(t []rune, i, end int) (dated, bool) {
	for _, c := range centuries {
		if !hasAt(t, i, c.word) {
			continue
		}
		j := i + len(c.word)
		for j < end && t[j] == ' ' {
			j++
		}
		if j >= end {
			return dated{}, false
		}
		n, ok := readNumber(t, j, end)
		if !ok || n.value > 99 || !hasAt(t, n.end, []rune("年代")) {
			return dated{}, false
		}
		year := c.base + int(n.value)
		return dated{span{i, n.end + 2}, ymd(year, 1, 1), ymd(year+9, 12, 31)}, true
	}
	if i+5 <= end && char.IsDigit(t[i]) && !char.IsDigit(at(t, i-1)) && t[i+4] == 's' && !isLatin(at(t, i+5)) {
		year, err := strconv.Atoi(string(t[i : i+4]))
		if err == nil && year%10 == 0 && year >= 1800 && year <= 2100 {
			return dated{span{i, i + 5}, ymd(year, 1, 1), ymd(year+9, 12, 31)}, true
		}
	}
	return dated{}, false
}

// dateAt reads 2016年5月20日, 二〇一六年, 2016-05-20, "May 2016", and a bare year after a word that leads to one.
func dateAt(t []rune, i int, s span) (dated, bool) {
	if isLatin(t[i]) && !isLatin(at(t, i-1)) {
		word, j := wordAt(t, i, s.end)
		month := months[word]
		if month == 0 {
			return dated{}, false
		}
		for j < s.end && (t[j] == ' ' || t[j] == '.' || t[j] == ',') {
			j++
		}
		if year, ok := yearAt(t, j, s.end); ok {
			from, to := days(year, month, 0)
			return dated{span{i, j + 4}, from, to}, true
		}
		return dated{}, false
	}
	if !char.IsDigit(t[i]) && !isFigure(t[i]) || char.IsDigit(at(t, i-1)) || isLatin(at(t, i-1)) ||
		strings.ContainsRune("$€£¥.", at(t, i-1)) {
		return dated{}, false
	}
	n, ok := readNumber(t, i, s.end)
	if !ok || !n.year {
		return dated{}, false
	}
	year, j := int(n.value), n.end
	if k := skipSpace(t, j, s.end); at(t, k) == '年' && at(t, k+1) != '代' {
		return hanDate(t, i, k+1, year, s.end), true
	}
	if sep := at(t, j); (sep == '-' || sep == '/' || sep == '.') && char.IsDigit(at(t, j+1)) {
		if d, ok := numericDate(t, i, j, year, s.end); ok {
			return d, true
		}
	}
	if !leadsToYear(t, i, s) || char.IsDigit(at(t, j)) {
		return dated{}, false
	}
	if k := skipSpace(t, j, s.end); k < s.end { // "in 2000 stores" is no year
		if u, end := unitAt(t, k, s.end); end > k && (char.IsHan(t[k]) || units[string(t[k:end])] == u) {
			return dated{}, false
		}
	}
	from, to := days(year, 0, 0)
	return dated{span{i, j}, from, to}, true
}

func yearAt(t []rune, i, end int) (int, bool) {
	if i+4 > end || char.IsDigit(at(t, i+4)) {
		return 0, false
	}
	year, err := strconv.Atoi(string(t[i : i+4]))
	return year, err == nil && year >= 1800 && year <= 2100
}

func skipSpace(t []rune, i, end int) int {
	for i < end && t[i] == ' ' {
		i++
	}
	return i
}

func hanDate(t []rune, start, j, year, end int) dated {
	month, day := 0, 0
	stop := j
	for _, part := range []struct {
		mark  rune
		value *int
		limit float64
	}{{'月', &month, 12}, {'日', &day, 31}} {
		k := skipSpace(t, stop, end)
		if k >= end {
			break
		}
		n, ok := readNumber(t, k, end)
		if !ok || n.value < 1 || n.value > part.limit || at(t, skipSpace(t, n.end, end)) != part.mark {
			break
		}
		*part.value, stop = int(n.value), skipSpace(t, n.end, end)+1
	}
	from, to := days(year, month, day)
	return dated{span{start, stop}, from, to}
}

func numericDate(t []rune, start, j, year, end int) (dated, bool) {
	sep := t[j]
	n := readFigures(t, j+1, min(end, j+3))
	if n.value < 1 || n.value > 12 || n.end-j < 2 {
		return dated{}, false
	}
	stop, day := n.end, 0
	if at(t, stop) == sep && char.IsDigit(at(t, stop+1)) {
		if d := readFigures(t, stop+1, min(end, stop+3)); d.value >= 1 && d.value <= 31 {
			day, stop = int(d.value), d.end
		}
	}
	from, to := days(year, int(n.value), day)
	return dated{span{start, stop}, from, to}, true
}

// leadsToYear tells whether four figures at i are a year by what stands before them.
func leadsToYear(t []rune, i int, s span) bool {
	before := string(t[max(s.start, i-12):i])
	for _, w := range []string{
		"in ", "since ", "of ", "by ", "until ", "founded ", "established ", "year ", "年份:",
		"年份：", "时间:", "时间：", "于", "于 ", "year: ", "founded: ", "year:", "(", "（", "|", "| ", "circa ", "around ", "about ",
	} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// parseDate reads a fact's date: 2016, 2016-05, 2016-05-20, 2016年.
func parseDate(s string) (dated, bool) {
	t := fold("in " + strings.TrimSpace(s) + " ")
	list := datesIn(t, span{0, len(t)})
	if len(list) != 1 {
		return dated{}, false
	}
	return list[0], true
}
