package answer

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// sourceHeads stand alone in a line above a list of sources.
var sourceHeads = wordsOf("sourceHeads")

// outsideSources leaves out mentions in titles of sources: in a list of them at the end of an answer, in the label of a link to
// one, and in the title of a work. They say what was read, not what is recommended.
func (s *scratch) outsideSources(text string, mentions []candidate) []candidate {
	if len(mentions) == 0 {
		return mentions
	}
	begin, end := sourceList(text)
	note, label := nextNote(text, 0), nextLabel(text, 0)
	tables := sourceColumns(text)
	titles, credits := strings.Contains(text, "《"), s.told&cueSource != 0
	kept := mentions[:0]
	for _, m := range mentions {
		for note.End < m.start {
			note = nextNote(text, note.End)
		}
		for label.End < m.start {
			label = nextLabel(text, label.End+1)
		}
		for len(tables) > 0 && tables[0].end < m.start {
			tables = tables[1:]
		}
		switch {
		case m.start >= begin && m.start < end, m.start > note.Start && inNote(text, note.Start, m),
			m.end > label.Start && (s.inLabel(text, m) || inSourceColumn(text, tables, m)),
			titles && inTitle(text, m), credits && s.credited(text, m):
			s.leave(m, AsSource)
		default:
			kept = append(kept, m)
		}
	}
	return kept
}

// nextNote is the next line behind a place that may be a footnote; one behind the text when there is none.
func nextNote(text string, from int) Extent {
	n := strings.Index(text[from:], "\n[")
	if n < 0 {
		return Extent{len(text) + 1, len(text) + 1}
	}
	start, end := from+n+1, len(text)
	if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
		end = start + n
	}
	return Extent{start, end}
}

// inNote tells whether a mention stands in a footnote: in a line that begins with [^1]: or with a number that the text before refers to.
func inNote(text string, start int, m candidate) bool {
	line := text[start:m.start]
	shut := strings.IndexByte(line, ']')
	if shut < 2 || !allDigits(strings.TrimPrefix(line[1:shut], "^")) {
		return false
	}
	return strings.HasPrefix(line[shut+1:], ":") || strings.Contains(text[:start], line[:shut+1])
}

// nextLabel is the next stretch behind a place that may be a link's label: before ]( and without brackets and the end of a line; one
// behind the text when there is none.
func nextLabel(text string, from int) Extent {
	n := strings.Index(text[from:], "](")
	if n < 0 {
		return Extent{len(text) + 1, len(text) + 1}
	}
	from, end := max(from, from+n-labelLongest), from+n
	return Extent{from + strings.LastIndexAny(text[from:end], "[]\n") + 1, end}
}

// sourceList finds the last list of sources: from its heading to the next line that is neither an item nor blank.
func sourceList(text string) (begin, end int) {
	begin, end = len(text), len(text)
	for start := 0; start < len(text); {
		stop := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			stop = start + n
		}
		line := strings.TrimSpace(text[start:stop])
		switch {
		case isSourceHead(line):
			begin, end = start, len(text)
		case begin < start && end == len(text) && line != "" && strings.HasPrefix(line, "#"):
			end = start
		}
		start = stop + 1
	}
	return begin, end
}

var headingMarks = " *_#>:：-—【】[]（）()📚🔗📖"

func isSourceHead(line string) bool {
	const longest = 60 // bytes
	if len(line) > longest || line == "" {
		return false
	}
	return slices.Contains(sourceHeads, strings.ToLower(strings.Trim(line, headingMarks)))
}

// sourceWords in a label tell that it is the title of a page, not a name.
var sourceWords = wordsOf("sourceWords")

// labelLongest is how far from a name the ends of a label are, in bytes.
const labelLongest = 200

// inLabel tells whether a mention stands in the label of a link that is the title of a source.
func (s *scratch) inLabel(text string, m candidate) bool {
	const lead = 30 // bytes of the words before it
	rest := text[m.end:min(len(text), m.end+labelLongest)]
	shut := strings.Index(rest, "](")
	if shut < 0 {
		return false
	}
	open := strings.LastIndexByte(text[max(0, m.start-labelLongest):m.start], '[')
	if open < 0 {
		return false
	}
	open += max(0, m.start-labelLongest)
	if strings.ContainsAny(text[open+1:m.start], "]\n") || strings.ContainsAny(rest[:shut], "[]\n") {
		return false
	}
	label := foldString(text[open+1 : m.end+shut])
	return containsAny(label, sourceWords) || s.leadsToSource(text, open, lead) || aloneInBrackets(text, open, m.end+shut)
}

// aloneInBrackets tells whether a link is all that a bracket holds: ([REI guide](https://…)).
func aloneInBrackets(text string, open, shut int) bool {
	const longest = 400 // bytes of a target
	rest := text[shut:min(len(text), shut+longest)]
	end := strings.IndexByte(rest, ')')
	if end < 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:open])
	after, _ := utf8.DecodeRuneInString(rest[end+1:])
	return before == '(' && after == ')' || before == '（' && after == '）'
}

// sourceColumn is a table with a column of sources.
type sourceColumn struct {
	start, end int
	column     int // strokes before it
}

// sourceColumns finds the tables in which a column is headed as sources are.
func sourceColumns(text string) (tables []sourceColumn) {
	if !strings.Contains(text, "](") || !strings.HasPrefix(text, "|") && !strings.Contains(text, "\n|") {
		return nil
	}
	within, open := false, false
	for start := 0; start < len(text); {
		stop := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			stop = start + n
		}
		row := text[start] == '|'
		if row && !within {
			column := headedSource(text[start:stop])
			if open = column > 0; open {
				tables = append(tables, sourceColumn{stop, stop, column})
			}
		} else if row && open {
			tables[len(tables)-1].end = stop
		}
		within = row
		start = stop + 1
	}
	return tables
}

// headedSource is the column of a table's head that says that sources stand below it, 0 for none.
func headedSource(head string) int {
	column := 0
	for cell := range strings.SplitSeq(head, "|") {
		if isSourceHead(cell) {
			return column
		}
		column++
	}
	return 0
}

// inSourceColumn tells whether a mention stands in the column of sources of the first table that ends behind it.
func inSourceColumn(text string, tables []sourceColumn, m candidate) bool {
	if len(tables) == 0 || m.start < tables[0].start {
		return false
	}
	const longest = 2000 // bytes of a row before the name
	from := max(0, m.start-longest)
	line := strings.LastIndexByte(text[from:m.start], '\n')
	return line >= 0 && strings.Count(text[from+line:m.start], "|") == tables[0].column
}

// creditWords lead to who is read, in a bracket or at the beginning of a line: （数据来源：海尔官网）.
var creditWords = wordsOf("creditWords")

var creditBegins, creditEnds, colons = "\n（(【", "）)】。！？", ":："

// credited tells whether a mention only says where something was read.
func (s *scratch) credited(text string, m candidate) bool {
	const longest = 120 // bytes from the words to the name
	if !s.tells(m.start-longest, m.start, cueSource) {
		return false
	}
	start := max(0, m.start-longest)
	from := strings.LastIndexAny(text[start:m.start], creditBegins) + start
	switch {
	case from < start && start > 0, strings.ContainsAny(text[max(from, start):m.start], creditEnds):
		return false
	case from >= start:
		_, size := utf8.DecodeRuneInString(text[from:])
		start = from + size
	}
	head := strings.TrimLeft(text[start:m.start], headingMarks)
	colon := strings.IndexAny(head, colons)
	return colon > 0 && slices.Contains(creditWords, strings.ToLower(strings.Trim(head[:colon], " *_")))
}

// leadsToSource tells whether the words right before a place name a source.
func (s *scratch) leadsToSource(text string, at, reach int) bool {
	clause := clauseOf(text, at, at)
	if r, _ := utf8.DecodeLastRuneInString(text[:clause.Start]); (r == ':' || r == '：') && at-clause.Start < 4 {
		clause = clauseOf(text, clause.Start-1, clause.Start-1)
	}
	return s.tells(max(clause.Start, at-reach), at, cueSource)
}

// inTitle tells whether a mention stands in the title of a work that says more than the name.
func inTitle(text string, m candidate) bool {
	const longest = 120 // bytes
	before := text[max(0, m.start-longest):m.start]
	open := strings.LastIndex(before, "《")
	if open < 0 || strings.Contains(before[open:], "》") || strings.Contains(before[open:], "\n") {
		return false
	}
	rest := text[m.end:min(len(text), m.end+longest)]
	shut := strings.Index(rest, "》")
	return shut >= 0 && (shut > 0 || open+len("《") < len(before)) && !strings.Contains(rest[:shut], "\n")
}
