package markdown

import "strings"

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
// counted as it is written.
func Formatted(source string) bool { return effort(source) <= effortMax }

// effort estimates, without parsing and from above, what a text costs beyond its length. The parser looks from a mark to the
// end of its paragraph for what the mark belongs to, fills each row of a table up to the columns of its head, visits every open
// quotation and list on each line, and copies a definition into each link that names it.
func effort(source string) (units int) {
	var (
		at       piece
		depth    int // of quotations and lists that may be open
		blank    = true
		brackets int
		copied   int // the longest definition of a link
	)
	for line := range strings.Lines(source) {
		was := blank
		blank = strings.Trim(line, " \t\r\n") == "" // other spaces end no paragraph
		if blank || was || at.ends(line) {
			units += at.effort()
			copied = max(copied, at.definition)
			at = piece{}
		}
		if !blank {
			own := nesting(line)
			if !was { // may go on with a paragraph that is deeper
				own = max(own, depth)
			}
			depth = own
			at.add(line)
		}
		units += depth * (levelEffort + len(line)) // each level looks at the line
		brackets += strings.Count(line, "[")
		if units > effortMax {
			return units
		}
	}
	escaped := strings.Count(source, `\|`) // in tables, each is compared with every other
	return units + at.effort() + escaped*escaped + brackets*max(copied, at.definition)*copiedEffort
}

// piece is a stretch of lines that may be one paragraph or one table.
type piece struct {
	lines, bytes int
	span         int  // lines of the paragraph or row
	marks        int  // compared with each other
	scans, tags  int  // from each of which all that follows may be looked at
	ticks        int  // the same, line by line
	open         bool // a tag of HTML may be
	columns      int  // of a table, if it is one
	table        bool // surely one: each row is by itself
	rows         int  // effort of the rows that are complete
	head         string
	definition   int // the longest that a link may refer to
	since        int // bytes since the last "]:"; 0 is none
}

// ends tells whether a line surely begins something new: an item of a list, for no paragraph and no table goes on with it.
func (p *piece) ends(line string) bool {
	rest := strings.TrimLeft(line, " ")
	return len(line)-len(rest) <= 3 && len(rest) > 2 && strings.IndexByte("-*+", rest[0]) >= 0 && rest[1] == ' ' && strings.TrimSpace(rest[2:]) != ""
}

func (p *piece) add(line string) {
	switch {
	case p.lines == 0:
		p.head = line
	case p.lines == 1:
		p.table = isHead(p.head, line)
	case p.table && line[0] != '|':
		p.table = false
	}
	if p.table {
		p.rows += p.marked()
		p.bytes, p.span, p.marks, p.scans, p.tags, p.ticks = 0, 0, 0, 0, 0, 0
	}
	p.lines++
	p.span++
	p.bytes += len(line)
	p.columns = max(p.columns, strings.Count(line, "|")+1)
	p.count(line)
}

// count counts the marks of a line. A run of equal ones is one, but each tilde of a run is looked at by itself.
func (p *piece) count(line string) {
	var before byte
	for i := range len(line) {
		c := line[i]
		switch c {
		case '*', '_':
			if before != c {
				p.marks++
			}
		case '`':
			if before != c {
				p.ticks++
			}
		case '~':
			p.marks++
			p.scans++
		case '[', ']', '(', ':':
			p.bracket(before, c)
		case '<', '>':
			p.open = c == '<'
		case '"', '\'':
			if p.open { // up to here a tag ends soon; a value in quotation marks may be all that follows
				p.tags++
				p.open = false
			}
		}
		before = c
		if p.since > 0 {
			p.since++
			p.definition = max(p.definition, p.since)
		}
	}
}

func (p *piece) bracket(before, c byte) {
	if c == '[' || c == ']' {
		p.marks++
	}
	if before == ']' && c != ']' { // an address, a title, a label or a definition
		p.scans++
		if c == ':' {
			p.since = 1
		}
	}
}

func (p *piece) marked() int {
	return p.marks*p.marks + p.bytes*(p.scans+p.ticks+p.tags*tagEffort) + p.ticks*p.span*lineEffort
}

func (p *piece) effort() int {
	cells := 0
	if p.columns > 1 {
		cells = p.columns * p.lines
	}
	return p.rows + p.marked() + cells*cellEffort
}

// isHead tells whether two lines at the beginning of a piece surely begin a table. One that is written otherwise may begin one
// too, and is taken for a paragraph.
func isHead(head, rule string) bool {
	head, rule = strings.TrimRight(head, " \r\n"), strings.TrimRight(rule, " \r\n")
	columns := strings.Count(head, "|")
	if columns < 2 || len(rule) < 2 || head[0] != '|' || head[len(head)-1] != '|' || strings.Contains(head, `\`) || strings.Count(rule, "|") != columns ||
		rule[0] != '|' || rule[len(rule)-1] != '|' {
		return false
	}
	for cell := range strings.SplitSeq(rule[1:len(rule)-1], "|") {
		cell = strings.Trim(cell, " ")
		dashes := strings.TrimSuffix(strings.TrimPrefix(cell, ":"), ":")
		if dashes == "" || strings.Trim(dashes, "-") != "" {
			return false
		}
	}
	return true
}

// nesting bounds how many quotations and lists a line is in: those whose marks stand at its beginning, one that is a mark alone,
// and lists that it goes on with, each of which takes two columns.
func nesting(line string) (n int) {
	columns := 0
	spaced := func(after string) bool { return after != "" && (after[0] == ' ' || after[0] == '\t') }
	for {
		trimmed := strings.TrimLeft(line, " \t")
		for _, c := range []byte(line[:len(line)-len(trimmed)]) {
			if columns++; c == '\t' {
				columns += 3
			}
		}
		line = trimmed
		rest := strings.TrimLeft(line, "0123456789")
		switch {
		case strings.HasPrefix(line, ">"):
			line = line[1:]
		case line != "" && strings.IndexByte("-*+", line[0]) >= 0 && spaced(line[1:]):
			line = line[1:]
		case rest != line && rest != "" && (rest[0] == '.' || rest[0] == ')') && spaced(rest[1:]):
			line = rest[1:]
		default:
			return n + columns/2
		}
		n++
	}
}
