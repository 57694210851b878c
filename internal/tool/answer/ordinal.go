package answer

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// rankOrdinals reads ranks that stand beside names in prose: 第一推荐A，第二是B; A位居第三; B comes second; 🥇 C. Two must be stated.
func (s *scratch) rankOrdinals(text string, mentions []candidate) bool {
	if !strings.Contains(text, "第") && !strings.Contains(text, "🥇") && !s.tells(0, len(text), cueOrdinal) {
		return false
	}
	ranks := make([]int, len(mentions))
	stated, tied := 0, false
	for i, m := range mentions {
		from, to := 0, len(text)
		if i > 0 {
			from = min(mentions[i-1].end, m.start)
		}
		if i+1 < len(mentions) {
			to = max(mentions[i+1].start, m.end)
		}
		after := text[m.end:min(to, m.end+ordinalReach)]
		if ranks[i] = bareOrdinal(after); ranks[i] == 0 {
			ranks[i] = ordinalBefore(text[max(from, m.start-ordinalReach):m.start])
		}
		if ranks[i] == 0 {
			ranks[i] = ordinalAfter(after)
		}
		if ranks[i] > 0 {
			stated++
		}
	}
	if stated == 0 {
		return false
	}
	joined := func(i int) bool { // with the one before
		between := strings.Trim(text[min(mentions[i-1].end, mentions[i].start):mentions[i].start], " *、和与及&")
		return between == "" || between == "and"
	}
	for i := 1; i < len(ranks); i++ {
		if ranks[i] == 0 && ranks[i-1] > 0 && joined(i) {
			ranks[i], tied = ranks[i-1], true
			stated++
		}
	}
	for i := len(ranks) - 1; i > 0; i-- {
		if ranks[i-1] == 0 && ranks[i] > 0 && joined(i) { // A和B并列第一
			ranks[i-1], tied = ranks[i], true
			stated++
		}
	}
	if stated < 2 || !tied && !differ(ranks) { // 综合第一：A，音质第一：B
		return false
	}
	for i, rank := range ranks {
		if rank > 0 {
			s.setRank(mentions[i], rank)
		}
	}
	return true
}

// differ tells whether there are two stated ranks.
func differ(ranks []int) bool {
	first := 0
	for _, rank := range ranks {
		if rank > 0 && first > 0 && rank != first {
			return true
		}
		first = max(first, rank)
	}
	return false
}

const ordinalReach = 36 // bytes from the ordinal to the name

var (
	ordinalStops = "。！？，；\n,;|"
	// notOrdinal are counters behind numbers that are no ranks: 第三代.
	notOrdinal = "代次季年个大方步批版层天届款周月轮章节集部"
	rankVerbs  = wordsOf("rankVerbs")
	rankNouns  = either("place|spot|choice|pick|goes to|position|prize|option|:| is ")
)

// rankWord is a word with the rank that it stands for.
type rankWord struct {
	word string
	rank int
}

// englishOrdinals are ranks as English writes them.
var englishOrdinals = [...]rankWord{
	{"first", 1},
	{"second", 2},
	{"third", 3},
	{"fourth", 4},
	{"fifth", 5},
	{"1st", 1},
	{"2nd", 2},
	{"3rd", 3},
	{"4th", 4},
	{"5th", 5},
	{"top spot", 1},
	{"number one", 1},
	{"number two", 2},
	{"number three", 3},
	{"runner-up", 2},
	{"the crown", 1},
	{"gold", 1},
	{"silver", 2},
	{"bronze", 3},
	{"winner", 1},
}

// titles are those that winners are given.
var titles = [...]rankWord{
	{"冠军", 1},
	{"亚军", 2},
	{"季军", 3},
	{"榜首", 1},
	{"榜眼", 2},
	{"探花", 3},
	{"金奖", 1},
	{"银奖", 2},
	{"铜奖", 3},
	{"金牌", 1},
	{"银牌", 2},
	{"铜牌", 3},
	{"领跑", 1},
	{"领衔", 1},
	{"登顶", 1},
	{"夺冠", 1},
	{"居首", 1},
	{"次之", 2},
	{"头筹", 1},
	{"垫底", lastOfAll},
	{"殿后", lastOfAll},
	{"末位", lastOfAll},
}

// lastOfAll is the rank of who is said to come last.
const lastOfAll = 999

var (
	titleLeads = either("：|:|是|为|归|属于|给了|由|→|—")                 // from a title to a name: 亚军归
	titleWins  = either("夺|获|得|拿|摘|居|列|登|收|屈居|位|成为|是|（|(|：|:|—") // from a name to a title: 摘得银奖
)

// titleIn reads the rank of a title in what stands between a name and the last stop; lead are the words that join both.
func titleIn(part string, lead []string) int {
	for _, t := range titles {
		if strings.Contains(part, t.word) && (containsAny(part, lead) || strings.HasPrefix(part, t.word)) {
			return t.rank
		}
	}
	return 0
}

// ordinalBefore reads a rank that leads to a name: 第二是, second place goes to, 🥈.
func ordinalBefore(before string) int {
	if r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " *_`")); r >= '🥇' && r <= '🥉' {
		return int(r-'🥇') + 1
	}
	if i := strings.LastIndex(before, "第"); i >= 0 {
		rest := before[i+len("第"):]
		n := digits(rest)
		if n > 0 && !strings.ContainsAny(rest, ordinalStops) && !begins(rest[n:], notOrdinal) {
			return ordinalOf(before[:i], rest)
		}
		return 0
	}
	if rank := appositive(before); rank > 0 {
		return rank
	}
	if i := strings.IndexAny(before, ordinalStops); i >= 0 { // what stands before the last stop is not about the name
		for ; i >= 0; i = strings.IndexAny(before, ordinalStops) {
			_, size := utf8.DecodeRuneInString(before[i:])
			before = before[i+size:]
		}
	}
	if rank := titleIn(before, titleLeads); rank > 0 {
		return rank
	}
	before = strings.ToLower(before)
	for _, o := range englishOrdinals {
		if i := strings.LastIndex(before, o.word); i >= 0 &&
			(containsAny(before[i+len(o.word):], rankNouns) || strings.Trim(before[i+len(o.word):], " *_`") == "to") {
			return o.rank
		}
	}
	return 0
}

// appositive reads a rank with a comma before a name: the runner-up, X.
func appositive(before string) int {
	before, ok := strings.CutSuffix(strings.TrimRight(before, " *_`"), ",")
	if !ok {
		return 0
	}
	start := len(before)
	for start > 0 && !begins(before[start-1:], ordinalStops) {
		start--
	}
	words := strings.Fields(strings.ToLower(before[start:]))
	for len(words) > 0 && strings.Contains(" and the our my in a close ", " "+words[0]+" ") {
		words = words[1:]
	}
	if n := len(words); n > 1 && strings.Contains(" place spot pick choice ", " "+words[n-1]+" ") {
		words = words[:n-1]
	}
	if len(words) != 1 {
		return 0
	}
	for _, o := range englishOrdinals {
		if words[0] == o.word {
			return o.rank
		}
	}
	return 0
}

// ordinalOf reads the number behind 第; 倒数第一 comes behind everybody.
func ordinalOf(before, rest string) int {
	const fromTheEnd = 1000
	if strings.HasSuffix(before, "倒数") {
		return fromTheEnd - leadingNumber(rest)
	}
	return leadingNumber(rest)
}

// ordinalAfter reads a rank that follows a name: 位居第三, comes second.
func ordinalAfter(after string) int {
	if i := strings.IndexAny(after, ordinalStops); i >= 0 {
		after = after[:i]
	}
	if i := strings.Index(after, "第"); i >= 0 {
		rest := after[i+len("第"):]
		if n := digits(rest); n > 0 && !begins(rest[n:], notOrdinal) {
			return ordinalOf(after[:i], rest)
		}
		return 0
	}
	if rank := titleIn(after, titleWins); rank > 0 {
		return rank
	}
	after = strings.ToLower(after)
	if !startsWith(after, rankVerbs) {
		return 0
	}
	for _, o := range englishOrdinals {
		if i := strings.Index(after, " "+o.word); i >= 0 && endsWord(after[i+1+len(o.word):]) {
			return o.rank
		}
	}
	return 0
}

// bareOrdinal is the rank that is all that stands between a name and the next stop: A first, B second, C last.
func bareOrdinal(after string) int {
	if !strings.HasPrefix(after, " ") {
		return 0
	}
	if i := strings.IndexAny(after, ordinalStops); i >= 0 {
		after = after[:i]
	}
	word := strings.ToLower(strings.Trim(after, " *_`."))
	if word == "last" {
		return lastOfAll
	}
	for _, o := range englishOrdinals {
		if word == o.word {
			return o.rank
		}
	}
	return 0
}

// statedJoins are marks and the letters of the words (是, 依次为, 然后, and then) between the names of an announced order.
const statedJoins = " *_`、，,:：是为依次然后再最andthe>＞/"

// upward are words of an order that ends with the best.
var upward = wordsOf("upward")

// rankStated reads an order that the answer announces: 综合排序：A、B、C.
func (s *scratch) rankStated(text string, mentions []candidate) bool {
	for _, c := range s.cues {
		if c.kind&cueOrder == 0 {
			continue
		}
		first := sort.Search(len(mentions), func(i int) bool { return mentions[i].start >= c.end })
		end, at := first, c.end
		for end < len(mentions) && mentions[end].start-at <= ordinalReach &&
			strings.Trim(text[min(at, mentions[end].start):mentions[end].start], statedJoins) == "" {
			at = mentions[end].end
			end++
		}
		if end-first < 2 {
			continue
		}
		up := containsAny(text[c.start:c.end], upward)
		for i := first; i < end; i++ {
			if rank := i - first + 1; up {
				s.setRank(mentions[i], end-first-rank+1)
			} else {
				s.setRank(mentions[i], rank)
			}
		}
		return true
	}
	return false
}
