package markdown

import (
	"regexp"
	"strings"
)

// effortMax is how much parsing and rendering may cost beyond what grows with the length alone. A unit is a few nanoseconds and
// a byte at worst: about a fifth of a second and 50 MB, none of it kept. It is 1,000 links in one paragraph of 50 kB; what
// is meant to be read does not come near.
const effortMax = 50_000_000

// What costs more than a step, in units.
const (
	tagEffort    = 40    // a byte under the regular expression for elements of HTML
	levelEffort  = 250   // a line in one more quotation or list
	cellEffort   = 2_500 // a cell of a table: a node, and elements to write and to check
	lineEffort   = 250   // a line that is looked at for the end of code: a node
	copiedEffort = 25    // a byte that a link takes from a definition elsewhere
)

// Formatted tells whether a text is rendered as Markdown. One that would take too long or grow too large is shown and
// counted as it is written. It is a property of the text alone, as its length is: a time limit would depend on the machine,
// and the parser cannot be stopped.
func Formatted(source string) bool { return effort(source) <= effortMax }

// effort estimates, without parsing and from above, what a text costs beyond its length. The parser looks from a mark to the
// end of its paragraph for what the mark belongs to, fills each row of a table up to the columns of its head, visits every open
// quotation and list on each line, and copies a definition into each link that names it.
func effort(source string) (units int) {
	var start, end, depth, definition int // start and end of what may be one paragraph or table; depth of quotations and lists
	blank := true
	for line := range strings.Lines(source + "\n\n") {
		was := blank
		blank = strings.Trim(line, " \t\r\n") == "" // other spaces end no paragraph
		if blank || was || begins(line) {
			block := source[start:min(end, len(source))]
			units += blockEffort(block)
			if _, defined, found := strings.Cut(block, "]:"); found {
				definition = max(definition, len(defined))
			}
			start = end
		}
		switch own := nesting(line); {
		case blank: // may go on
		case was:
			depth = own
		default: // may go on with a paragraph that is deeper
			depth = max(depth, own)
		}
		units += depth * (levelEffort + len(line)) // each level looks at the line
		if units > effortMax {
			return units
		}
		end += len(line)
	}
	escaped := strings.Count(source, `\|`) // in tables, each is compared with every other
	return units + escaped*escaped + strings.Count(source, "[")*definition*copiedEffort
}

// begins tells whether a line surely begins something new: an item of a list, for no paragraph and no table goes on with it.
func begins(line string) bool {
	rest := strings.TrimLeft(line, " ")
	return len(line)-len(rest) <= 3 && len(rest) > 2 && strings.IndexByte("-*+", rest[0]) >= 0 && rest[1] == ' ' &&
		strings.TrimSpace(rest[2:]) != ""
}

// nesting bounds how many quotations and lists a line is in: those whose marks stand at its beginning, and lists that it goes on
// with, each of which takes two columns.
func nesting(line string) int {
	lead := line[:len(line)-len(strings.TrimLeft(line, " \t>-*+.)0123456789"))]
	return countAny(lead, ">-*+.)") + strings.Count(lead, " ")/2 + strings.Count(lead, "\t")*2
}

// surelyTable finds the first two lines of a table. One that is written otherwise may be one too, and is taken for a paragraph.
var surelyTable = regexp.MustCompile(`^(\|[^\\\n]*\|) *\r?\n(\|(?: *:?-+:? *\|)+) *\r?(?:\n|$)`)

func blockEffort(block string) (units int) {
	columns, lines := 1, 0
	for line := range strings.Lines(block) {
		columns, lines = max(columns, strings.Count(line, "|")+1), lines+1
	}
	if columns > 1 {
		units = columns * lines * cellEffort
	}
	if head := surelyTable.FindStringSubmatch(block); head != nil && strings.Count(head[1], "|") == strings.Count(head[2], "|") {
		for { // each row is by itself
			row, rest, _ := strings.Cut(block, "\n")
			if !strings.HasPrefix(rest, "|") {
				break
			}
			units += marksEffort(row)
			block = rest
		}
	}
	return units + marksEffort(block)
}

// marksEffort is about marks that are compared with each other, those from which all that follows may be looked at, once or line
// by line, and tags whose values in quotation marks may be all that follows.
func marksEffort(text string) int {
	marks, ticks := countAny(text, "*_~[]"), strings.Count(text, "`")
	tags := min(strings.Count(text, "<"), countAny(text, `"'`))
	return marks*marks + len(text)*(countAny(text, "]~`")+tags*tagEffort) + ticks*(strings.Count(text, "\n")+1)*lineEffort
}

func countAny(text, marks string) (n int) {
	for i := range len(marks) {
		n += strings.Count(text, marks[i:i+1])
	}
	return n
}
