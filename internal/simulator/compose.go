package simulator

import (
	"slices"
	"strings"

	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// composer writes one answer: the world says what, the language how.
type composer struct {
	*language
	w        *world.World
	question world.Question
	cell     world.Cell
	answer   world.Answer
	habit    world.Habit
	draw     *world.Draw // of words, which are other ones every day
	market   *market
	kind     Kind
	asked    []name // the brands that the question names
	relevant []int
	slots    slots
	lower    string               // the question in lower case
	hand     [slotCount][]*remark // each list in the order of dealing
	dealt    [slotCount]int
	repeated int // how many patterns were taken in turn

	retrieval assistant.Retrieval
	pages     []world.Found
	borrowed  *world.Page // an article of which a sentence is used without saying so
	names     []name      // of the list that is being written
	said      *remark     // what was said last, while more is said of the same brand
	headed    bool        // it has a heading
	turned    bool        // something hard was said in it
	out       Draft
}

// name is a brand in an answer.
type name struct {
	text  string
	brand int // its number in the market; -1: invented
	score float64
	order float64
	said  *remark // what a list said of it
}

func newComposer(w *world.World, day int, platform, question string) *composer {
	lower := strings.ToLower(question)
	c := &composer{language: languageOf(question), lower: lower, w: w, habit: w.Habit(platform), relevant: w.Relevant(question)}
	c.market = c.marketOf(lower)
	c.asked = c.namedIn(question)
	c.kind = kindOf(lower, len(c.asked))
	c.question = world.Question{Text: question, Platform: platform, Day: day, Lean: w.Kinds[string(c.kind)]}
	c.cell = w.Cell(c.question)
	c.answer = w.Answer(c.question, c.cell)
	c.draw = world.NewDraw(world.Hash(w.Seed+uint64(w.Drawn(day)), "words", platform, question))
	c.slots[slotQuestion], c.slots[slotNoun] = strings.TrimRight(question, "?？。. "), c.noun(lower)
	if c.code == "en" {
		c.slots[slotQuestion] = strings.TrimSpace(question)
	}
	c.slots[slotYear] = world.YearOf(day)
	c.repeated = c.draw.IntN(64)
	c.out.Passages = make([]Passage, 0, 32)
	return c
}

// marketOf is the market of the longest key in the question, else that of an invented brand in it, else that of a brand that
// answers it, else the one for all.
func (c *composer) marketOf(question string) *market {
	if m, found := c.byKey.longest(question); found > 0 {
		return m
	}
	if m, found := c.byBrand.longest(question); found > 0 {
		return m
	}
	for _, i := range c.relevant {
		for _, term := range c.w.Market.Brands[i].Terms {
			if m, found := c.byKey.longest(strings.ToLower(term)); found > 0 {
				return m
			}
		}
	}
	return c.other()
}

// noun is what the thing is called: by the longest word for it in the question, of its market's or of brands' keywords; else as its
// market does, or, where none foresaw it, as the first keyword does.
func (c *composer) noun(question string) string {
	noun, longest := c.market.Noun, 0
	for _, thing := range c.market.Things {
		key, name, renamed := strings.Cut(thing, "=")
		if len(key) > longest && strings.Contains(question, key) {
			if noun, longest = key, len(key); renamed {
				noun = name
			}
		}
	}
	unforeseen := c.market == c.other()
	if c.code == "en" && !unforeseen {
		return noun // keywords are seldom plurals
	}
	for _, i := range c.relevant {
		for _, term := range c.w.Market.Brands[i].Terms {
			if len(term) > max(longest, 6) && len(term) < 40 && strings.Contains(question, strings.ToLower(term)) {
				noun, longest = c.several(term), len(term)
			}
		}
	}
	if unforeseen && longest == 0 && len(c.relevant) > 0 {
		if terms := c.w.Market.Brands[c.relevant[0]].Terms; len(terms) > 0 && len(terms[0]) < 40 {
			noun = c.several(terms[0])
		}
	}
	return noun
}

// namedIn finds the brands a question names, in its order.
func (c *composer) namedIn(question string) (list []name) {
	for _, i := range c.relevant {
		if b := c.w.Market.Brands[i].Name; strings.Contains(question, b) && !has(list, b) {
			list = append(list, name{text: b, brand: i})
		}
	}
	for _, b := range c.market.Brands {
		if strings.Contains(question, b) && !has(list, b) {
			list = append(list, name{text: b, brand: -1, score: 0.3})
		}
	}
	slices.SortStableFunc(list, func(a, b name) int { return strings.Index(question, a.text) - strings.Index(question, b.text) })
	return list
}

func has(list []name, text string) bool {
	return slices.ContainsFunc(list, func(n name) bool { return n.text == text })
}

// compose chooses the form by what is asked for.
func (c *composer) compose() {
	c.out.Reasoning = c.fill(c.words.Thought)
	if c.draw.Chance(c.habit.Echoes) {
		c.aside(c.fill(c.words.Echo) + "\n\n")
	}
	switch c.kind {
	case Comparison:
		c.compare(c.asked[0], c.asked[1])
	case Review:
		c.review(c.asked[0])
	case Price:
		c.price()
	case Aftersales:
		c.aftersales()
	case Howto:
		c.advise(c.words.Howto)
	case Choose:
		c.advise(c.words.Choose)
	case Knowledge:
		c.advise(c.words.Knowledge)
	default:
		c.recommend()
	}
	// which lists them in any case
	if c.retrieval == assistant.RetrievalCited && c.draw.Chance(c.habit.Listing) && c.question.Platform != "kimi" {
		c.list()
	}
	c.order()
}

// fill chooses a pattern and fills its slots; those for traits, people, tips and judgements anew.
func (c *composer) fill(list []pattern) string {
	p := world.Pick(c.draw, list)
	for _, part := range p {
		switch part.slot {
		case slotTrait:
			c.slots[slotTrait] = c.trait()
		case slotWho:
			c.slots[slotWho] = c.another(slotWho, c.market.Who).text
		case slotTip:
			c.slots[slotTip] = world.Pick(c.draw, c.market.Tips).text
		case slotGood:
			c.slots[slotGood] = c.deal(slotGood, c.market.Good).text
		case slotMild:
			c.slots[slotMild] = c.deal(slotMild, c.market.Mild).text
		case slotBad:
			c.slots[slotBad] = c.deal(slotBad, c.market.Bad).text
		}
	}
	return p.fill(&c.slots)
}

// inTurn is the next of patterns that an answer uses more than once.
func (c *composer) inTurn(list []pattern) []pattern {
	c.repeated++
	at := c.repeated % len(list)
	return list[at : at+1]
}

// deal takes the next of a list, what the question is about first, so that an answer does not say the same twice before it has
// said all.
func (c *composer) deal(of slot, list []remark) *remark {
	if c.hand[of] == nil {
		c.hand[of] = c.arranged(list)
	}
	r := c.hand[of][c.dealt[of]%len(list)]
	c.dealt[of]++
	return r
}

// arranged shuffles a list, and puts what the question is about before the rest.
func (c *composer) arranged(list []remark) []*remark {
	hand := make([]*remark, len(list))
	fitting := 0
	for i := range list {
		hand[i] = &list[i]
		if hand[i].fits(c.lower) > 0 {
			hand[fitting], hand[i] = hand[i], hand[fitting]
			fitting++
		}
	}
	for _, part := range [2][]*remark{hand[:fitting], hand[fitting:]} {
		for i := range part {
			j := i + c.draw.IntN(len(part)-i)
			part[i], part[j] = part[j], part[i]
		}
	}
	return hand
}

// apart takes so many of a list that are about other things than each other and what was said before; one in any case.
func (c *composer) apart(of slot, list []remark, n int, before []*remark) (out []*remark) {
	for range list {
		r := c.deal(of, list)
		if len(out) < n && !slices.ContainsFunc(before, r.clashes) && !slices.ContainsFunc(out, r.clashes) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		out = append(out, c.deal(of, list))
	}
	return out
}

// about fills a pattern that names a brand.
func (c *composer) about(list []pattern, brand string) string {
	c.slots[slotBrand], c.slots[slotA] = brand, brand
	return c.fill(list)
}

// another deals one that is about other things than what was said last.
func (c *composer) another(of slot, list []remark) *remark {
	r := c.deal(of, list)
	for i := 0; i < len(list) && c.said != nil && c.said.concerns(r); i++ {
		r = c.deal(of, list)
	}
	return r
}

// trait is one as it stands within a sentence.
func (c *composer) trait() string {
	return c.within(c.another(slotTrait, c.market.weighed).text)
}

func (c *composer) within(t string) string {
	if c.code == "en" && !strings.HasPrefix(t, "App") {
		return strings.ToLower(t[:1]) + t[1:]
	}
	return t
}

// aside is text that states nothing and is never cited.
func (c *composer) aside(text string) { c.out.Passages = append(c.out.Passages, Passage{Text: text}) }

// say is a sentence that may be cited.
func (c *composer) say(text string) { c.sayOf("", text) }

// sayOf is one about a brand.
func (c *composer) sayOf(brand, text string) {
	c.out.Passages = append(c.out.Passages, Passage{Text: text, Tail: c.stop, about: brand})
}

func (c *composer) refuse() {
	c.out.Refused = true
	c.out.Reasoning = c.fill(c.words.Thought)
	c.aside(c.fill(c.words.Refuse))
}

// mention notes a brand that the answer names.
func (c *composer) mention(brand string) {
	if !slices.Contains(c.out.Named, brand) {
		c.out.Named = append(c.out.Named, brand)
	}
}

// order puts the named brands into the order in which a reader meets them.
func (c *composer) order() {
	if len(c.out.Named) < 2 {
		return
	}
	at := make([]int, len(c.out.Named))
	for i, brand := range c.out.Named {
		at[i] = c.firstMention(brand)
		for j := i; j > 0 && at[j] < at[j-1]; j-- { // few: by insertion
			at[j], at[j-1] = at[j-1], at[j]
			c.out.Named[j], c.out.Named[j-1] = c.out.Named[j-1], c.out.Named[j]
		}
	}
}

// firstMention numbers the places of the text: by passages, and within one by bytes. No name stands across two.
func (c *composer) firstMention(brand string) int {
	const longest = 1 << 20 // bytes of a passage
	for i := range c.out.Passages {
		if at := strings.Index(c.out.Passages[i].Text, brand); at >= 0 {
			return i*longest + at
		}
	}
	return len(c.out.Passages) * longest
}

// Scores above which a brand is praised, and up to which it is blamed.
const fine, poor = 0.1, -0.25

// judgement says something about a brand that fits its score.
func (c *composer) judgement(score float64) *remark {
	switch {
	case score > fine:
		return c.deal(slotGood, c.market.Good)
	case score > poor:
		return c.deal(slotMild, c.market.Mild)
	}
	return c.deal(slotBad, c.market.Bad)
}
