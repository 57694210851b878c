package sentiment

import (
	"strings"

	"renown/internal/tool/text/char"
)

// maxGroup bounds the names that share one judgement.
const maxGroup = 32

// group is a run of names that stand together: "A, B and C".
type group struct {
	first, last int32 // tokens[first:last], all of them names but for a "nor"
	role        role
}

// role is the part a name plays in its clause.
type role uint8

const (
	subject  role = iota // what the clause is about
	measure              // only compared with: "than A", "unlike A"
	rejected             // turned down: "instead of A"
	replaced             // looked for substitutes of: "alternatives to A"
	taken                // turned to: "switched to A"
)

// groupsOf collects the names of a clause into r.groups and gives each its role.
func (r *Reader) groupsOf(c *clause) {
	r.groups = r.groups[:0]
	for i, left := c.first, c.names; left > 0; i++ {
		if !r.tokens[i].isName() {
			continue
		}
		left--
		if n := len(r.groups); n > 0 {
			last := &r.groups[n-1]
			near := i-last.last <= 1 && last.last-last.first < maxGroup
			if near && r.together(last.last-1, i) && !(c.kinds.has(gap) && r.tokenIn(i, c.last, gap)) {
				last.last = i + 1
				continue
			}
		}
		r.groups = append(r.groups, group{first: i, last: i + 1})
	}
	for n := range r.groups {
		r.groups[n].role = r.roleOf(c, n)
	}
}

// together tells whether only a comma or an "and" stands between two names.
func (r *Reader) together(a, b int32) bool {
	from, to := r.tokens[a].end, r.tokens[b].start
	return from >= to || joins(r.text[from:to])
}

// joins tells whether a text between two names makes them a list.
func joins(gap string) bool {
	switch {
	case len(gap) > 16:
		return false
	case gap == "、", gap == ", ", gap == " and ", gap == "和":
		return true // as nearly always
	}
	gap = strings.Trim(gap, " ,，、/&+*_()（）")
	switch gap {
	case "", "and", "or", "和", "与", "及", "或", "以及", "还有", "跟", "nor":
		return true
	}
	return false
}

// Reach in bytes of a word that gives the name beside it a role.
const roleReach = 9

func (r *Reader) roleOf(c *clause, n int) role {
	g := r.groups[n]
	before, after := r.beside(c, g)
	switch {
	case r.isMeasure(c, n, before, after):
		return measure
	case before.has(instead | fedUp):
		return rejected
	}
	if role := r.latinRole(c, n); role != subject {
		return role
	}
	switch {
	case before.has(substitute):
		return replaced
	case before.has(shift):
		return taken
	case c.kinds.has(shift) && r.tokenIn(g.last, c.last, shift):
		return rejected
	}
	return subject
}

// latinRole gives the role that an English word right before or behind a group gives it.
func (r *Reader) latinRole(c *clause, n int) role {
	if len(r.groups) == 1 && !c.kinds.has(instead) {
		return subject
	}
	g := r.groups[n]
	head := r.head(g)
	if latin := head != "" && char.IsLetter(head[len(head)-1]); !latin && !r.precedes(g, " over ") {
		return subject
	}
	switch {
	case n > 0 && hasSuffixAny(head, " over", " over the"):
		return rejected // B over A
	case r.precedes(g, " over ") && n+1 < len(r.groups) && r.follows(r.groups[n+1], " over", " over the"):
		return taken
	case hasSuffixAny(head, " to") && r.tokenIn(c.first, g.first, instead):
		return taken // from A to B
	case n > 0 && hasSuffixAny(head, " to") && r.follows(r.groups[n-1], "prefer", "prefers", "preferred", "preferring"):
		return rejected // prefer B to A
	case hasSuffixAny(head, leaving...) && n+1 < len(r.groups) && r.follows(r.groups[n+1], " for", " for the"):
		return rejected // leaving A for B
	case n > 0 && hasSuffixAny(head, " for", " for the") && r.follows(r.groups[n-1], leaving...):
		return taken
	case n > 0 && hasSuffixAny(head, " with", " by") && r.follows(r.groups[n-1], "replaced", "replacing", "replaces",
		"swapped", "swapping"):
		return taken // replaced A with B
	}
	return subject
}

// leaving stands before what is left; what is taken stands behind " for".
var leaving = []string{
	"leaving", "leave", "left", "quitting", "quit", "dropping", "dropped", "dumped", "dumping",
	"ditching", "ditched", "ditch", "abandoning", "abandoned", "trading", "traded", "swapping", "swapped", "deserting", "fleeing",
}

// beside gives the kinds of the words right before and right after a group.
func (r *Reader) beside(c *clause, g group) (before, after kind) {
	if g.first > c.first {
		if t := r.tokens[g.first-1]; r.tokens[g.first].start-t.end <= roleReach {
			before = t.kinds
		}
	}
	if g.last < c.last {
		if t := r.tokens[g.last]; t.start-r.tokens[g.last-1].end <= roleReach {
			after = t.kinds
		}
	}
	return before, after
}

// isMeasure tells whether a group is only what something else is compared with.
func (r *Reader) isMeasure(c *clause, n int, before, after kind) bool {
	g := r.groups[n]
	switch {
	case before.has(than | versus), r.comparedAt(g), n > 0 && r.follows(g, " is no", "'s no", " was no"):
		return true
	case after.has(versus) && r.follows(g, "与", "和", "跟", "同", "较", "比"):
		return true // 与 A 相比
	case c.kinds.has(gap) && r.tokenIn(g.last, c.last, gap) && r.follows(g, "与", "和", "跟", "同", "离", "距", "距离"):
		return true // B 与 A 有差距
	case before.has(as) && r.tokenIn(c.first, g.first-1, as) && r.tokenIn(c.first, g.first-1, negator):
		return true // B is not as good as A
	}
	if !before.has(negator) || !r.follows(g, "没有", "没", "哪有") {
		return false
	}
	// B 没有 A 稳定, B 没有 A 那么贵
	return n > 0 && (r.goodIn(g.last, c.last) || r.lacks(c, g)) || r.precedes(g, "那么", "这么", "那样")
}

// lacks tells whether a clause ends with 没有, a name and a character that the tables do not know, which is what the name has more of:
// 没有 A 香.
func (r *Reader) lacks(c *clause, g group) bool {
	tail := strings.TrimRight(r.text[min(r.tokens[g.last-1].end, c.end):c.end], "。！!") // a name may go on behind its line
	return g.last == c.last && len(tail) == hanWidth && hanAt(tail, 0) != 0 && !strings.Contains("货版款店车机的了吗呢吧啊", tail) && r.follows(g, "没有")
}

// comparedAt tells whether words around a group make it the measure: 跟 A 比, 在 A 面前, 差 A 一截, everything A does.
func (r *Reader) comparedAt(g group) bool {
	after := r.text[r.tokens[g.last-1].end:]
	if strings.HasPrefix(after, " ") {
		return hasAny(after[1:], "does", "can", "offers") && r.follows(g, "everything")
	}
	switch hanAt(after, 0) {
	case '比':
		return r.follows(g, "与", "和", "跟", "同")
	case '面':
		return strings.HasPrefix(after, "面前") && r.follows(g, "在", "到")
	case '一', '几', '好', '不':
		return hasAny(after, "一口气", "一截", "一大截", "一筹", "一头", "一个档次", "几条街", "好几", "不少") &&
			r.follows(g, "差", "差了", "输", "输了", "逊", "逊色", "落后", "落后于")
	}
	return false
}

// head is the text right before a group, without blanks and marks between them.
func (r *Reader) head(g group) string {
	start := int(r.tokens[g.first].start)
	head := r.text[max(0, start-16):start]
	for head != "" {
		if c := head[len(head)-1]; c == ' ' || c == '*' || c == '"' {
			head = head[:len(head)-1]
		} else if strings.HasSuffix(head, "“") {
			head = head[:len(head)-len("“")]
		} else {
			break
		}
	}
	return head
}

// follows tells whether one of the words stands right before a group.
func (r *Reader) follows(g group, words ...string) bool {
	return hasSuffixAny(r.head(g), words...)
}

// precedes tells whether one of the words stands right after a group.
func (r *Reader) precedes(g group, words ...string) bool {
	return hasAny(r.text[r.tokens[g.last-1].end:], words...)
}

func (r *Reader) tokenIn(from, to int32, k kind) bool {
	r.steps += int(max(0, to-from))
	for i := from; i < to; i++ {
		if r.tokens[i].kinds.has(k) {
			return true
		}
	}
	return false
}

func (r *Reader) goodIn(from, to int32) bool {
	for i := from; i < to; i++ {
		if r.tokens[i].kinds.has(valued) && r.tokens[i].value > 0 {
			return true
		}
	}
	return false
}
