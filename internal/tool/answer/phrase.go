package answer

import (
	_ "embed"
	"strings"
	"sync"
)

// phraseFile lists names that are ordinary words, what kind of word the Chinese ones are, and everyday phrases that contain them.
//
//go:embed data/phrases.tsv
var phraseFile string

// everydayNouns after 理想的 and the like leave no room for a name.
var everydayNouns = []string{
	"选择", "状态", "方案", "情况", "效果", "结果", "条件", "环境", "生活", "人生", "目标", "伴侣", "地方", "办法", "方式", "工具",
	"候选", "替代", "时间", "位置", "场所", "人选", "搭配", "价格", "温度", "伙伴", "入门", "解决", "工作", "对象", "答案", "之选", "材料", "世界", "未来",
	"前途", "道路", "时代", "季节", "童话",
}

// wordKind is how an ordinary word is used when it is no name.
type wordKind uint8

const (
	noWord wordKind = iota
	wordThing
	wordAdjective
	wordPerson
	wordVerb
	wordCommon // a thing or any word of the dictionary; as a brand not known to everybody
	wordRare   // a word of the dictionary that few use: the answer must speak of something that is sold
)

// commonScore is from where the dictionary's frequency, some two hundred in sixty million, makes a word everybody's.
const commonScore = 90

// everydayScore is from where even a well-known brand is mostly the word: 坦克, 石头.
const everydayScore = 120

// wordOf tells what kind of ordinary word a Chinese name is, if any. Brands that everybody knows stand in dictionaries, too.
func wordOf(folded string) wordKind {
	_, brand := wellKnown()[folded]
	p, listed := phrases()[folded]
	switch {
	case !allHan(folded), houseName(folded):
		return noWord // dictionaries hold 中国银行, too
	case listed && (brand && hanScore([]rune(folded)) < everydayScore || p.kind != wordThing):
		return p.kind
	case listed, !brand && hanScore([]rune(folded)) >= commonScore:
		return wordCommon
	case !brand && hanScore([]rune(folded)) > 0:
		return wordRare
	}
	return noWord
}

// houses end the names of houses that are nothing else.
var houses = wordsOf("houses")

// houseName tells whether a name says by its end what kind of house bears it.
func houseName(folded string) bool {
	const least = 4 * 3 // bytes: two characters of its own
	return len(folded) >= least && allHan(folded) && endsWith(folded, houses)
}

var wordKinds = map[string]wordKind{
	"noun": wordThing, "adjective": wordAdjective, "person": wordPerson,
	"verb": wordVerb, "either": wordThing,
}

type phrase struct {
	kind      wordKind
	adjective bool
	texts     []string
}

var phrases = sync.OnceValue(func() map[string]phrase {
	table := map[string]phrase{}
	for line := range strings.Lines(phraseFile) {
		name, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		kind, texts, _ := strings.Cut(rest, "\t")
		p := phrase{kind: wordKinds[kind], adjective: kind == "adjective" || kind == "either", texts: strings.Fields(texts)}
		for i := range p.texts {
			p.texts[i] = strings.ReplaceAll(p.texts[i], "_", " ")
		}
		if p.adjective && !strings.HasSuffix(name, "的") {
			for _, noun := range everydayNouns {
				p.texts = append(p.texts, name+"的"+noun)
			}
		}
		table[name] = p
	}
	return table
})

// phrasesOf gives the everyday phrases with a name. A longer one that ends with an adjective is part of what is said
// with that, too: 北京现代 of 北京现代文学馆; and a trade is no house: 中国银行业.
func phrasesOf(folded string) []string {
	if houseName(folded) {
		return []string{folded + "业", folded + "间"}
	}
	const last = 2 * 3 // bytes of two characters
	texts := phrases()[folded].texts
	if len(folded) <= last {
		return texts
	}
	own, tail := folded[:len(folded)-last], folded[len(folded)-last:]
	for _, text := range phrases()[tail].texts {
		if phrases()[tail].adjective && strings.HasPrefix(text, tail) {
			texts = append(texts[:len(texts):len(texts)], own+text)
		}
	}
	return texts
}

// brandFile lists well-known brands with their product lines.
//
//go:embed data/brands.tsv
var brandFile string

// wellKnown holds, by any folded spelling of a well-known brand, its product lines.
var wellKnown = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(brandFile) {
		names, lines, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		var list []string
		if lines != "" {
			list = strings.Split(lines, "|")
		}
		for name := range strings.SplitSeq(names, "|") {
			table[foldString(name)] = append(table[foldString(name)], list...)
		}
	}
	return table
})
