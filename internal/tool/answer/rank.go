package answer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// putBest puts first whom alone the prose calls the best choice.
func (s *scratch) putBest(text string, mentions []candidate) {
	const gap = 14 // bytes between the words and the name
	best, within := int32(unwatched), int32(unwatched)
	for i := range mentions {
		m := mentions[i]
		if m.state != Named {
			continue
		}
		top := s.toppedAt(text, m.end)
		if !top && !s.tells(m.start-3*gap, m.start, cueBest) {
			continue
		}
		clause := clauseOf(text, m.start, m.end)
		if top && !s.tells(clause.Start, clause.End, cueScene) && s.asideAt(text, mentions, i) == "" {
			if best != unwatched && best != m.entity {
				return
			}
			best = m.entity
			continue
		}
		for _, c := range s.cuesFrom(min(clause.Start, m.start-3*gap), m.start) {
			if c.kind&cueBest == 0 || c.end <= clause.Start && !colon(text, c.end, m.start) || c.end > m.start ||
				m.start-c.end > gap || s.asideAt(text, mentions, i) != "" {
				continue
			}
			if s.tells(clause.Start, c.start, cueScene) {
				if s.tells(clause.Start, clause.Start+1, cueTurn) {
					within = m.entity
				}
				continue
			}
			if best != unwatched && best != m.entity {
				return
			}
			best = m.entity
		}
	}
	if best == unwatched {
		best = within // A 和 B 都好，但新手更推荐 C
	}
	if e := s.entryOf(best); e != nil && best != unwatched {
		e.rank, e.low = 1, false
	}
}

// colon tells whether nothing but a colon stands between two places: 我的选择：A.
func colon(text string, start, end int) bool {
	between := strings.Trim(text[min(start, end):end], " *_`")
	return between == ":" || between == "："
}

// toppedAt tells whether the words right behind a name put it first, and not only for something: A 最好 does, A 最好的款式 does not.
func (s *scratch) toppedAt(text string, at int) bool {
	for _, c := range s.cuesFrom(at, at+2) {
		rest := text[c.end:]
		if c.kind&cueTop == 0 || strings.HasPrefix(rest, " for ") {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(rest); !strings.Contains(text[c.start:c.end], "最") ||
			cutAt(text, c.end, r) != noCut || rest == "" || !isHan(r) {
			return true
		}
	}
	return false
}

// setRank gives the name of a mention its stated rank.
func (s *scratch) setRank(m candidate, rank int) {
	if e := s.entryOf(m.entity); e != nil && e.rank == unranked && m.state == Named {
		e.rank = rank
	}
}

// rankColumn reads a table with a column of ranks or, where there is none, of marks.
func (s *scratch) rankColumn(text string, mentions []candidate) bool {
	const best = 1 << 20
	column, names, marks, found := -1, -1, false, 0
	begun := len(s.entries)
	for n, item := range s.items {
		if item.kind != row {
			column = -1
			continue
		}
		cells := strings.Split(strings.Trim(text[item.start:item.end], " |>\t"), "|")
		if n+1 < len(s.items) && s.items[n+1].rule { // the head
			column, names, marks = slices.IndexFunc(cells, isRankHead), -1, false
			for _, other := range s.items[n+2:] {
				if other.kind == row && other.first >= 0 {
					names = strings.Count(strings.TrimLeft(text[other.start:mentions[other.first].start], " |>\t"), "|")
					break
				}
			}
			if column < 0 {
				column, marks = slices.IndexFunc(cells, isMarkHead), true
			}
			continue
		}
		if column < 0 || column >= len(cells) || item.rule {
			continue
		}
		number := leadingNumber(strings.Trim(cells[column], " *_`第名NnOo.#TtPp"))
		if stars := strings.Count(cells[column], "★") + strings.Count(cells[column], "⭐"); stars > 0 {
			number = (11-min(stars, 10))*len(s.items) + n // the more the better, then by the row
		} else if marks {
			number = best - hundredths(strings.Trim(cells[column], " *_`"))
		}
		switch {
		case number == 0 || number == best:
		case item.first < 0 && (names < 0 || names >= len(cells) || !shortHead(strings.Trim(cells[names], " *_`"))):
		case item.first < 0:
			s.entries = append(s.entries, entry{unwatched, false, number, item.start})
		default:
			found++
			s.setRank(mentions[item.first], number)
		}
	}
	if found == 0 || found == 1 && len(s.entries) == begun {
		s.entries = s.entries[:begun]
		return false
	}
	return true
}

func isRankHead(cell string) bool {
	switch strings.ToLower(strings.Trim(cell, " *_`")) {
	case "排名", "名次", "位次", "排行", "序号", "rank", "ranking", "#", "no.", "no", "position", "place", "推荐顺序", "顺位", "推荐顺位", "排序", "推荐排序",
		"综合排名", "总排名", "推荐排名", "推荐次序", "overall rank", "our rank", "standing", "pos.", "pos":
		return true
	}
	return false
}

func isMarkHead(cell string) bool {
	if i := strings.IndexAny(cell, "(（"); i > 0 { // 评分（满分10）
		cell = cell[:i]
	}
	switch strings.ToLower(strings.Trim(cell, " *_`")) {
	case "推荐指数", "推荐度", "推荐星级", "综合推荐", "综合推荐指数", "评分", "得分", "综合得分", "综合评分", "总分", "总评分", "总得分", "推荐分", "score",
		"overall score", "our score", "total score", "rating", "overall rating", "our rating", "total":
		return true
	}
	return false
}

// hundredths reads how many points a cell gives: 9.3, 93分, 4.5/5.
func hundredths(cell string) int {
	n := 0
	for n < min(len(cell), 6) && (char.IsDigit(cell[n]) || cell[n] == '.') {
		n++
	}
	points, _ := strconv.ParseFloat(cell[:n], 64)
	return int(100 * points)
}

func leadingNumber(s string) int {
	n := 0
	for i := 0; i < len(s) && i < 3 && char.IsDigit(s[i]); i++ {
		n = 10*n + int(s[i]-'0')
	}
	if n > 0 {
		return n
	}
	r, _ := utf8.DecodeRuneInString(s)
	if i := strings.IndexRune(char.HanDigits, r); i >= 0 && r != utf8.RuneError {
		return i/3 + 1
	}
	return 0
}

// rankItems ranks by a numbered list whose items begin with names, in their order, or by their numbers where these count down.
func (s *scratch) rankItems(text string, mentions []candidate) bool {
	naming, strict, depth := 0, 0, 1<<30
	for _, item := range s.items {
		if item.kind == numbered && item.head && item.first >= 0 {
			naming++
			depth = min(depth, item.depth)
			if item.bare {
				strict++
			}
		}
	}
	if naming == 0 || naming == 1 && strict == 0 {
		return false
	}
	down, shared, skips, last, heads := true, true, false, 0, 0
	for _, item := range s.items {
		if item.kind == numbered && item.depth <= depth && (item.head || item.short) {
			heads++
			down = down && item.number > 0 && (last == 0 || item.number == last-1)
			shared = shared && (item.number == heads || item.number == last)
			skips = skips || heads > 1 && item.number == heads
			last = item.number
		}
	}
	if heads < 2 {
		return false
	}
	down = down && last == 1
	several := s.severalLists(text, depth)
	count := 0
	for _, item := range s.items {
		if item.kind != numbered || item.depth > depth || !item.head && !item.short {
			continue
		}
		if s.warns(text, item.lead) {
			continue
		}
		count++
		rank := count
		if down || shared && skips { // 1, 1, 3
			rank = item.number
		}
		if item.first < 0 || !item.head {
			if !several {
				s.entries = append(s.entries, entry{unwatched, false, rank, item.start})
			}
			continue
		}
		s.rankTied(text, mentions, item, rank)
	}
	return true
}

// severalLists tells whether the numbering begins again under another line: the first of one list is not behind
// unwatched names of the others.
func (s *scratch) severalLists(text string, depth int) bool {
	begun := Extent{}
	for _, item := range s.items {
		if item.kind != numbered || item.depth > depth || item.number != 1 {
			continue
		}
		if begun.End > 0 && item.lead != begun && !s.warns(text, begun) && !s.warns(text, item.lead) {
			return true
		}
		begun = item.lead
	}
	return false
}

// rankInline reads a numbered list within a line: 1）A 2）B, (1) A, (2) B, ①A ②B, and one that counts down: #3 A, #2 B, #1 C.
func (s *scratch) rankInline(text string, mentions []candidate) bool {
	const most = 30 // items
	wide := containsAny(text, firstMarks) || containsAny(text, secondMarks)
	for i := range mentions {
		if i > 0 && mentions[i].start-mentions[i-1].start <= partReach &&
			strings.IndexByte(text[mentions[i-1].start:mentions[i].start], '\n') < 0 {
			continue // the line was read
		}
		line := lineOf(text, mentions[i].start, mentions[i].end)
		holds := func(digit byte, marks []string) bool {
			line := text[line.Start:line.End]
			return strings.IndexByte(line, digit) >= 0 || wide && containsAny(line, marks)
		}
		if !holds('1', firstMarks) || !holds('2', secondMarks) {
			continue // no two items
		}
		var marks [most]Extent
		count := inlineMarks(text, line, &marks, false)
		down := count < 2
		if down {
			count = inlineMarks(text, line, &marks, true)
		}
		named := 0
		for n := i; n < len(mentions) && mentions[n].start < line.End; n++ {
			if markBefore(text, marks[:count], mentions[n].start) > 0 {
				named++
			}
		}
		if count < 2 || named == 0 {
			continue
		}
		rankOf := func(mark int) int {
			if down {
				return count - mark + 1
			}
			return mark
		}
		ranked := [most + 1]bool{}
		for n := i; n < len(mentions) && mentions[n].start < line.End; n++ {
			if mark := markBefore(text, marks[:count], mentions[n].start); mark > 0 {
				s.setRank(mentions[n], rankOf(mark))
				ranked[mark] = true
			}
		}
		for n := range count {
			if !ranked[n+1] {
				s.entries = append(s.entries, entry{unwatched, false, rankOf(n + 1), marks[n].Start})
			}
		}
		return true
	}
	return false
}

// inlineMarks finds the marks 1, 2, 3 … of a line, of which the first may stand anywhere, or those that count down to 1.
func inlineMarks(text string, line Extent, marks *[30]Extent, down bool) (count int) {
	last := 0
	for at := line.Start; at < line.End && count < len(marks) && !(down && last == 1); {
		for at < line.End && !markBegins[text[at]] {
			at++
		}
		if at == line.End {
			break
		}
		n, number := 0, 0
		if at == line.Start || !char.IsAlnum(text[at-1]) {
			if n = marked(text[at:line.End]); n > 0 {
				number = itemNumber(text[at:line.End])
			}
		}
		if number > 0 && (!down && number == last+1 || down && (number == last-1 || last == 0 && number > 1 && number <= len(marks))) {
			marks[count], last = Extent{at, at + n}, number
			count++
			at += n
			continue
		}
		at++
	}
	if down && last != 1 {
		return 0
	}
	return count
}

// firstMarks and secondMarks are what the mark of a first and of a second item holds where it has no digit.
var firstMarks, secondMarks = either("一|①|❶|🥇"), either("二|②|❷|🥈")

// markBefore gives the number of the mark that stands right before a place, 0 for none.
func markBefore(text string, marks []Extent, at int) int {
	const reach = 8 // bytes of blanks and emphasis
	for n, mark := range marks {
		if mark.End <= at && at-mark.End <= reach && strings.Trim(text[mark.End:at], " *_`“\"") == "" {
			return n + 1
		}
	}
	return 0
}

// rankTied ranks the name that heads an item, and those joined to it.
func (s *scratch) rankTied(text string, mentions []candidate, item listItem, rank int) {
	first := mentions[item.first]
	s.setRank(first, rank)
	for i := item.first + 1; i < len(mentions) && mentions[i].start < item.end; i++ {
		switch strings.Trim(text[min(mentions[i-1].end, mentions[i].start):mentions[i].start], " *_`") {
		case "", "、", "和", "与", "及", "/", "／", "&", "and", ",", "，", "或", "or", "+", "=", "＝":
			s.setRank(mentions[i], rank)
		default:
			if mentions[i].start != first.start {
				return
			}
		}
	}
}

var (
	chainMarks = "<＜>＞→≻≥≧≤≦"
	chainTies  = "≈=＝≒"
	noMerit    = wordsOf("noMerit") // of which less is not worse
)

// rankChain reads A > B > C, A → B → C, A ≈ B > C and, the other way round, A < B < C.
func (s *scratch) rankChain(text string, mentions []candidate) bool {
	for i := range mentions {
		m := mentions[i]
		rest := strings.TrimLeft(text[m.end:min(len(text), m.end+partReach)], " *_`")
		goesOn := begins(rest, chainMarks)
		if !goesOn && !begins(rest, chainTies) {
			continue
		}
		whole := lineOf(text, m.start, m.end)
		line := text[m.start:whole.End]
		if !goesOn && !strings.ContainsAny(line, chainMarks) || containsAny(text[whole.Start:m.start], noMerit) {
			continue
		}
		pieces := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("<＜>＞→≻≥≧≤≦", r) })
		up := startsWith(line[len(pieces[0]):], []string{"<", "＜", "≤", "≦"})
		count, at := len(pieces), m.start
		for n := range count {
			at += strings.Index(text[at:], pieces[n])
			rank := n + 1
			if up {
				rank = count - n
			}
			if !s.rankPiece(text, mentions[i:], Extent{at, at + len(pieces[n])}, rank) {
				s.entries = append(s.entries, entry{unwatched, false, rank, at})
			}
		}
		return true
	}
	return false
}

// rankPiece ranks the name that begins a part of a chain, and those that are put equal to it.
func (s *scratch) rankPiece(text string, mentions []candidate, piece Extent, rank int) (named bool) {
	const reach = 40 // bytes
	at := piece.Start
	for _, m := range mentions {
		switch {
		case m.start < at:
		case m.start >= piece.End || m.start-at >= reach, named && !begins(strings.TrimLeft(text[at:], " *_`"), chainTies):
			return named
		default:
			s.setRank(m, rank)
			named, at = true, m.end
		}
	}
	return named
}

var sentenceMarks = "，。,;；!！?？、…"

// shortHead tells whether the words of an item may be a name: few, and no sentence.
func shortHead(head string) bool {
	const longest = 24 // code points
	return head != "" && len(head) <= longest*utf8.UTFMax && utf8.RuneCountInString(head) <= longest &&
		!strings.ContainsAny(head, sentenceMarks) && strings.IndexFunc(head, isScript) >= 0
}

// isScript tells whether a character is a letter of any script. Most are Chinese, and need not be looked up.
func isScript(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF || unicode.IsLetter(r) }
