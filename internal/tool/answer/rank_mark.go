package answer

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// markReach is how far behind a name its mark stands, in bytes.
const markReach = 48

// markWords say that the figure behind them is a mark.
var markWords = wordsOf("markWords")

// markSigns are what a text with marks has one of.
var markSigns = wordsOf("markSigns")

// rankMarks ranks by the marks or stars that stand right behind names in prose, of a line: A得分9.0，B得分8.1, 综合得分：A 8.9，B 9.3.
func (s *scratch) rankMarks(text string, mentions []candidate) bool {
	if len(mentions) < 2 || !containsAny(text, markSigns) {
		return false
	}
	for i := 0; i < len(mentions); {
		line := lineOf(text, mentions[i].start, mentions[i].end)
		end := i + 1
		for end < len(mentions) && mentions[end].start < line.End {
			end++
		}
		if s.rankMarked(text[line.Start:line.End], line.Start, mentions[i:end]) {
			return true
		}
		i = end
	}
	return false
}

// rankMarked ranks the names of a line if all of them have marks.
func (s *scratch) rankMarked(line string, start int, mentions []candidate) bool {
	const most = 64 // names
	if len(mentions) < 2 || len(mentions) > most {
		return false
	}
	var marks [most]int
	headed := headedMark(line[:mentions[0].start-start])
	lowest, highest := 1<<30, 0
	for i, m := range mentions {
		to := min(len(line), m.end-start+markReach)
		if i+1 < len(mentions) {
			to = min(to, max(mentions[i+1].start, m.end)-start)
		}
		mark := markBehind(line[min(m.end-start, to):to])
		if headed {
			mark = max(mark, -mark) // what stands above says that a figure is a mark
		}
		if mark <= 0 {
			return false
		}
		marks[i], lowest, highest = mark, min(lowest, mark), max(highest, mark)
	}
	for i, m := range mentions {
		if lowest < highest {
			s.setRank(m, highest-marks[i]+1)
		}
	}
	return lowest < highest
}

// markBehind reads the mark right behind a name, in hundredths, negative where it is a figure alone; a star counts as one.
func markBehind(after string) int {
	if end := strings.IndexAny(after, ordinalStops); end >= 0 {
		after = after[:end]
	}
	after = strings.TrimLeft(after, " *_`（(：:")
	stars := 0
	for strings.HasPrefix(after, "★") || strings.HasPrefix(after, "⭐") {
		_, size := utf8.DecodeRuneInString(after)
		after = after[size:]
		stars++
	}
	if stars > 0 {
		return 100 * stars
	}
	bare := strings.TrimLeft(after, "的综合总体最终为是达到了有：: ")
	worded := false
	for _, word := range markWords {
		if rest, ok := strings.CutPrefix(bare, word); ok {
			bare, worded = strings.TrimLeft(rest, "为是达到了有：: "), true
			break
		}
	}
	n := 0
	for n < len(bare) && (char.IsDigit(bare[n]) || bare[n] == '.') {
		n++
	}
	rest := strings.TrimSpace(strings.Trim(bare[n:], "*_`）)"))
	points := hundredths(bare)
	switch {
	case n == 0 || n > len("100.0") || rest != "" && rest != "分" && rest != "/10" && rest != "/100" && rest != "/5":
		return 0
	case worded || rest != "":
		return points
	}
	return -points
}

// headedMark tells whether a line says before its names that their marks follow: 综合得分：.
func headedMark(before string) bool {
	colon := strings.IndexAny(before, colons)
	return colon > 0 && isMarkHead(strings.Trim(before[:colon], " *_`"))
}
