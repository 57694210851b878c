package answer

import (
	"strings"
	"unicode/utf8"
)

// Limits in code points. A refusal is short; one that goes on to answer is an answer.
const (
	refusalLongest = 500
	refusalContent = 40 // of other things than refusing and courtesy

	courtesyLongest = 130 // bytes of a sentence: 43 Chinese characters
)

// Words are compared in lower case, with simplified characters.
var (
	// A speaker or an apology, then cannot, then theTask, in one clause: that declines.
	speaker = either("我|本助手|本模型|抱歉|对不起|遗憾| i | i'm | we | we're |sorry|unfortunately|as an ai")
	cannot  = wordsOf("cannot")
	theTask = wordsOf("theTask")
	// aboutNames is the part of theTask that cannot be an opinion.
	aboutNames = wordsOf("aboutNames")
	// declines stands for itself.
	declines = wordsOf("declines")
	// courtesy may stand beside a refusal and says nothing.
	courtesy = wordsOf("courtesy")
)

// breaks are the words of a service that did not answer, and of an assistant that says it cannot reach the web.
var breaks = wordsOf("breaks")

// broken tells whether a text names no entity and is hardly more than the words of a service that failed.
func broken(text string, entities []Finding) bool {
	for i := range entities {
		if entities[i].Named() {
			return false
		}
	}
	if longer(text, refusalLongest) {
		return false
	}
	content, found := 0, false
	for clause := range clauses(text) {
		folded := foldString(text[clause.Start:clause.End])
		switch {
		case containsAny(folded, breaks):
			found = true
		case !containsAny(folded, courtesy):
			if content += utf8.RuneCountInString(folded); content > refusalContent {
				return false
			}
		}
	}
	return found
}

// refused tells whether the assistant declines. Names count against it unless they only stand in the words of refusal.
func refused(text string, mentions []candidate) bool {
	if longer(text, refusalLongest) || len(mentions) > 0 && !refusesAt(text, mentions[0]) {
		return false
	}
	content, found, at := 0, false, 0
	for clause := range clauses(text) {
		folded := foldString(text[clause.Start:clause.End])
		first := at
		for at < len(mentions) && mentions[at].start < clause.End {
			at++
		}
		if at > first {
			// Refused is then to speak of the name: 我无法评价小米, but neither 我不会推荐小米 nor 小米无法提供.
			if !declining(foldString(text[clause.Start:mentions[first].start]), aboutNames) {
				return false
			}
			found = true
			continue
		}
		switch {
		case declining(folded, theTask):
			found = true
		case len(folded) > courtesyLongest || !containsAny(folded, courtesy):
			if content += utf8.RuneCountInString(folded); content > refusalContent {
				return false
			}
		}
	}
	return found
}

// refusesAt tells whether the clause of the first mention declines to speak of it. Mostly it does not, and no other need be read.
func refusesAt(text string, m candidate) bool {
	for clause := range clauses(text) {
		if m.start < clause.End {
			return declining(foldString(text[clause.Start:max(clause.Start, m.start)]), aboutNames)
		}
	}
	return true // as behind all clauses
}

// longer tells whether a text has more code points than n.
func longer(text string, n int) bool {
	return len(text) > n*utf8.UTFMax || utf8.RuneCountInString(text) > n
}

func declining(clause string, task []string) bool {
	if containsAny(clause, declines) {
		return true
	}
	if !containsAny(clause, cannot) {
		return false
	}
	for _, word := range cannot {
		if i := strings.Index(clause, word); i >= 0 && (i == 0 || containsAny(" "+clause[:i], speaker)) && containsAny(clause[i:], task) {
			return true
		}
	}
	return false
}

// clauses cuts at the ends of sentences, at line ends, and before a turn (but, 但, 不过).
func clauses(text string) func(func(Extent) bool) {
	return func(yield func(Extent) bool) {
		start := 0
		for i := 0; i < len(text); {
			r, size := utf8.DecodeRuneInString(text[i:])
			end := 0
			switch r {
			case '。', '！', '？', '!', '?', '\n', '；', ';':
				end = i + size
			case '.':
				if i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n' {
					end = i + size
				}
			}
			i += size
			if end > 0 {
				if strings.TrimSpace(text[start:end]) != "" && !yield(Extent{start, end}) {
					return
				}
				start = end
			}
		}
		if strings.TrimSpace(text[start:]) != "" {
			yield(Extent{start, len(text)})
		}
	}
}
