package draft

import (
	"slices"
	"strings"
	"unicode"
)

const maxCompetitors = 8

// competitors are the names the introduction itself measures the brand against, then well-known ones of its kind. A kind
// that the lexicon does not know has none: an empty list is honest.
func competitors(r *reading, existing []string) []Competitor {
	taken := map[string]bool{}
	for _, name := range existing {
		taken[Fold(name)] = true
	}
	var out []Competitor
	add := func(c Competitor) {
		spellings := append([]string{c.Name}, c.Aliases...)
		if len(out) == maxCompetitors || slices.ContainsFunc(spellings, func(s string) bool { return taken[Fold(s)] || r.names.same(s) }) {
			return
		}
		for _, s := range spellings {
			taken[Fold(s)] = true
		}
		out = append(out, c)
	}
	known := r.knownRivals()
	for _, name := range r.mentionedRivals() {
		c := Competitor{Name: name}
		for _, k := range known {
			if slices.ContainsFunc(append([]string{k.Name}, k.Aliases...), func(s string) bool { return Fold(s) == Fold(name) }) {
				c = k
			}
		}
		c.Description = map[string]string{"zh": "品牌简介中提到的同类品牌。", "en": "Named in the brand's introduction."}[r.voice.language]
		add(c)
	}
	for _, c := range known {
		add(c)
	}
	return out
}

// same tells whether a name is the brand's own, or part of it, or the other way round: 瑞幸 and 瑞幸咖啡.
func (n names) same(name string) bool {
	f, line := Fold(name), spaced(name)
	return slices.ContainsFunc(n.folded, func(own string) bool {
		if own == f || hasHan(own) && hasHan(f) && size(own) >= 2 && size(f) >= 2 && (strings.Contains(own, f) || strings.Contains(f, own)) {
			return true
		}
		return !hasHan(f) && len(own) > 1 && strings.Contains(line, " "+own+" ")
	}) || slices.ContainsFunc(n.words, func(w [2]string) bool { return len(f) > 2 && strings.Contains(w[0], line) && line != " " })
}

func (r *reading) knownRivals() []Competitor {
	var out []Competitor
	for _, it := range r.kind.lists["rivals"] {
		if !r.fits(it) {
			continue
		}
		name, rest, _ := strings.Cut(it.text, "(")
		c := Competitor{Name: name, Description: map[string]string{
			"zh": "同品类的知名品牌，按品类推测，请确认。", "en": "A well-known name in the same category; a guess to be confirmed.",
		}[r.voice.language]}
		for alias := range strings.SplitSeq(strings.TrimSuffix(rest, ")"), ",") {
			if alias != "" {
				c.Aliases = append(c.Aliases, alias)
			}
		}
		out = append(out, c)
	}
	return out
}

var (
	cuesZH = []string{"对标", "竞品包括", "竞品有", "竞品", "竞争对手包括", "竞争对手有", "竞争对手", "类似于", "类似", "区别于", "不同于", "相比于", "相比", "媲美", "替代"}
	cuesEN = []string{"alternative to ", "alternatives to ", "unlike ", "compared to ", "compared with ", "competes with ", "competitors include ", "competitors such as ", "similar to ", "instead of ", "better than ", "rivals ", "replacement for "}

	notNames = strings.Fields("传统 其他 其它 同类 市面 一般 普通 竞品 产品 品牌 软件 国际 国内 国外 一线 大牌 行业 市场 常规 同行 现有 人工 进口 国产 主流 包括 方案 竞争 对手 这 那 某 自己 以往 之前 于")
)

// mentionedRivals reads the names after words such as 对标 or "alternative to".
func (r *reading) mentionedRivals() []string {
	intro := r.profile.Introduction
	cues := cuesZH
	if r.voice.language == "en" {
		cues = cuesEN
	}
	var out []string
	for _, cue := range cues {
		i := strings.Index(lower(intro), cue)
		if i < 0 || len(lower(intro)) != len(intro) {
			continue
		}
		for _, name := range r.namesAt(strings.TrimLeft(intro[i+len(cue):], "：: 于")) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (r *reading) namesAt(tail string) []string {
	if r.voice.language == "zh" {
		return namesAtZH(tail)
	}
	return namesAtEN(tail)
}

func namesAtZH(tail string) []string {
	if i := strings.IndexAny(tail, "，。；！？,;!?（("); i >= 0 {
		tail = tail[:i]
	}
	tail, _, _ = strings.Cut(tail, "的")
	tail, _, _ = strings.Cut(tail, "等")
	var out []string
	for _, piece := range enumerated(tail) {
		piece = strings.Trim(tight(strings.TrimSpace(piece)), "“”\"《》")
		longest := 6
		if !hasHan(piece) {
			longest = 20
		}
		if n := size(piece); n < 2 || n > longest || !plain(piece) || containsAny(piece, notNames) {
			return out
		}
		out = append(out, piece)
	}
	return out
}

// namesAtEN takes runs of capitalised words, joined by commas, "and" or "or".
func namesAtEN(tail string) []string {
	var out []string
	var name []string
	flush := func() {
		if len(name) > 0 && len(name) <= 3 {
			out = append(out, strings.Join(name, " "))
		}
		name = nil
	}
	for w := range strings.FieldsSeq(tail) {
		word := strings.TrimRight(w, ",.;:!?)")
		if word == "and" || word == "or" {
			flush()
			continue
		}
		if word == "" || !unicode.IsUpper(rune(word[0])) && !unicode.IsDigit(rune(word[0])) || !plain(word) {
			break
		}
		name = append(name, word)
		if word != w {
			flush()
			if !strings.HasSuffix(w, ",") {
				break
			}
		}
	}
	flush()
	return out
}

// nameRivals gives the questions names to compare with: the confirmed competitors first.
func (r *reading) nameRivals(existing []string, guessed []Competitor) {
	for _, name := range existing {
		r.addRival(name, 0)
	}
	for _, c := range guessed {
		name := c.Name
		for _, a := range c.Aliases { // people type the short one
			if hasHan(a) == hasHan(name) && size(a) < size(name) {
				name = a
			}
		}
		r.addRival(name, kindBias)
	}
}

func (r *reading) addRival(name string, bias int) {
	name = clean(name)
	if n := size(name); n < 1 || n > 24 || !plain(name) || r.names.same(name) || r.voice.language == "en" && hasHan(name) || len(r.lists["rival"]) == maxCompetitors {
		return
	}
	r.lists["rival"] = append(r.lists["rival"], word{text: name, bias: bias, slots: map[string][]string{"rival": {name}}})
}
