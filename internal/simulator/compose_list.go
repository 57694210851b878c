package simulator

import (
	"slices"
	"strconv"
	"strings"

	"renown/internal/simulator/world"
)

// named are the brands that the world has this answer name. What is praised stands rather before what is blamed.
func (c *composer) named() []name {
	list := make([]name, 0, 8)
	for _, i := range c.answer.Named {
		list = append(list, name{
			text: c.w.Market.Brands[i].Name, brand: i, score: c.answer.Scores[i],
			order: c.answer.Order[i] + c.answer.Scores[i],
		})
	}
	return list
}

// inventedRate is how often an invented name of a market would be recommended.
const inventedRate = 0.22

// ranked adds invented names up to the number that the platform is in the habit of. What the world has named stays, however
// many that are.
func (c *composer) ranked(without []name) []name {
	list := slices.DeleteFunc(c.named(), func(n name) bool { return has(without, n.text) })
	d := c.answer.Draw
	want := c.habit.Names[0] + d.IntN(c.habit.Names[1]-c.habit.Names[0]+1)
	var invented []name
	for _, text := range c.market.Brands {
		taste := world.Unit("taste", c.question.Platform, text)
		n := name{
			text: text, brand: -1, score: max(-1, min(1, 0.4*d.Normal()+0.25)),
			order: c.w.Place(inventedRate*(0.5+taste), d.Float64()),
		}
		n.order += n.score
		if !has(list, text) && !has(without, text) {
			invented = append(invented, n)
		}
	}
	byOrder := func(a, b name) int {
		switch {
		case a.order > b.order:
			return -1
		case a.order < b.order:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(invented, byOrder)
	list = append(list, invented[:max(0, min(len(invented), want-len(list)))]...)
	slices.SortStableFunc(list, byOrder)
	return list
}

// turn is how a list is made hard to read, now and then.
type turn int

const (
	noTurn      turn = iota
	turnThought      // a lead-in names one that is not the first
	turnAvoid        // the last is one to avoid
	turnTable        // ranks in a table
	turnCircled      // ranks as characters
	turnBudgets      // two lists, each of which begins anew
	turnChain        // the order once more, as a chain
	turns
)

// turnFor chooses one that so many names allow.
func (c *composer) turnFor(names int) turn {
	if !c.draw.Chance(c.w.HardRate) || names < 4 {
		return noTurn
	}
	return 1 + turn(c.draw.IntN(int(turns)-1))
}

// recommend is a list with a lead-in, something about each, caveats and a choice. A question that names a brand and asks for
// others gets others.
func (c *composer) recommend() {
	names := c.ranked(c.asked)
	if len(names) == 0 {
		c.advise(c.words.Choose)
		return
	}
	hard := c.turnFor(len(names))
	var bad *name
	if last := len(names) - 1; hard == turnAvoid {
		bad, names = &names[last], names[:last]
	}
	c.names = names
	c.listLead(names, hard)
	spaced := c.items(names, hard)
	if bad != nil {
		c.mention(bad.text)
		if !spaced {
			c.aside("\n")
		}
		spaced = false
		c.sayOf(bad.text, c.about(c.words.Hard.Avoid, bad.text))
		c.aside("\n")
	}
	if !spaced {
		c.aside("\n")
	}
	if c.draw.Chance(0.4) {
		c.aside(c.fill(c.words.Recommend.Caveat) + c.stop + c.gap)
	}
	if hard == turnChain {
		c.slots[slotList] = joined(names, " > ")
		c.say(c.fill(c.words.Hard.Chain))
		return
	}
	c.choice(names)
}

func joined(names []name, by string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = n.text
	}
	return strings.Join(list, by)
}

func (c *composer) listLead(names []name, hard turn) {
	r := &c.words.Recommend
	switch {
	case len(c.asked) > 0:
		c.mention(c.asked[0].text)
		c.aside(c.about(r.Besides, c.asked[0].text) + "\n\n")
	case hard == turnThought:
		c.slots[slotB] = names[1+c.draw.IntN(len(names)-1)].text
		c.aside(c.fill(c.words.Hard.Thought) + "\n\n")
	default:
		c.aside(c.fill(r.Lead) + "\n\n")
	}
	if c.headed = c.draw.Chance(c.habit.Heading); c.headed {
		c.aside(c.fill(r.Heading) + "\n\n")
	}
}

// items are the list: numbered, with bullets, or with a heading for each, which leaves an empty line behind it.
func (c *composer) items(names []name, hard turn) (spaced bool) {
	form := c.draw.Float64()
	switch hard {
	case turnTable:
		c.rankTable(names)
		return false
	case turnBudgets:
		half := (len(names) + 1) / 2
		for i, part := range [][]name{names[:half], names[half:]} {
			c.aside(c.words.Hard.Budget[i].fill(&c.slots) + "\n\n")
			c.numbered(part)
			if i == 0 {
				c.aside("\n")
			}
		}
		return false
	case turnCircled:
		form = 2
	}
	if form < 0.6 {
		c.numbered(names)
		return false
	}
	level := "### "
	if c.headed {
		level = "#### "
	}
	for i := range names {
		n := &names[i]
		c.mention(n.text)
		switch {
		case form > 1:
			c.aside(string('①'+rune(i)) + " **" + n.text + "**" + c.colon)
		case form < 0.85:
			c.aside("- **" + n.text + "**" + c.colon)
		default:
			c.aside(level + strconv.Itoa(i+1) + ". **" + n.text + "**\n")
		}
		c.item(n)
		c.aside("\n")
		if form >= 0.85 {
			c.aside("\n")
		}
	}
	return form >= 0.85
}

func (c *composer) numbered(names []name) {
	for i := range names {
		n := &names[i]
		c.mention(n.text)
		c.aside(strconv.Itoa(i+1) + ". **" + n.text + "**" + c.colon)
		c.item(n)
		c.aside("\n")
	}
}

func (c *composer) rankTable(names []name) {
	c.aside(c.words.Hard.Table[0].fill(&c.slots) + "\n|---|---|---|\n")
	for i := range names {
		n := &names[i]
		n.said = c.judgement(n.score)
		c.mention(n.text)
		c.out.Passages = append(c.out.Passages, Passage{
			Text: "| " + strconv.Itoa(i+1) + " | **" + n.text + "** | " + sentence(n.said.text, c.language), Tail: " |", about: n.text,
		})
		c.aside("\n")
	}
}

// item says what there is to say about one brand: a judgement, perhaps more, what a page claims, or what an article says.
func (c *composer) item(n *name) {
	n.said = c.judgement(n.score)
	text := sentence(n.said.text, c.language)
	if n.score <= poor {
		c.slots[slotBad] = n.said.text
		text = c.inTurn(c.words.Recommend.Despite)[0].fill(&c.slots)
	}
	c.sayOf(n.text, text)
	c.said = n.said
	defer func() { c.said = nil }()
	switch {
	case c.fact(*n):
	case !c.turned && c.draw.Chance(c.w.HardRate/2):
		if !n.said.clashes(&price) {
			c.turnPhrase(n)
		}
	case c.draw.Chance(c.habit.Extra) && n.score > fine:
		c.sayOf(n.text, c.gap+c.fill(c.inTurn(c.words.Recommend.Extra)))
	}
}

// price is what some turns are about.
var price = remark{words: []string{"价格", "price"}}

// turnPhrase praises or blames in a way that words alone do not show. Another name may stand in it.
func (c *composer) turnPhrase(n *name) {
	list := c.words.Hard.Praise
	switch {
	case n.score < poor:
		list = c.words.Hard.Blame
	case n.score <= fine:
		return
	}
	for _, other := range c.names {
		if other.text != n.text {
			c.slots[slotB] = other.text
			c.turned = true
			c.sayOf(n.text, c.gap+c.about(list, n.text))
			return
		}
	}
}

// choice ends a list with an advice, and now and then with an offer. What was just blamed is not recommended.
func (c *composer) choice(names []name) {
	r := &c.words.Recommend
	first, second := -1, -1
	for i, n := range names {
		switch {
		case n.score > fine && first < 0:
			first = i
		case n.score > poor && (second < 0 || n.score > fine && names[second].score <= fine):
			second = i
		}
	}
	switch {
	case first < 0:
		c.slots[slotA] = names[0].text
		c.say(c.fill(r.Single))
	case second < 0:
		c.slots[slotA] = names[first].text
		c.say(c.fill(r.Single))
	default:
		c.slots[slotA], c.slots[slotB] = names[first].text, names[second].text
		trait := c.strongOn(&names[second])
		if c.slots[slotTrait] = trait; trait != "" && trait != c.strongOn(&names[first]) {
			c.say(world.Pick(c.draw, r.Close).fill(&c.slots))
		} else {
			c.say(c.fill(r.Pair))
		}
	}
	if c.draw.Chance(0.3) {
		c.aside("\n\n" + c.fill(r.Offer))
	}
}

// strongOn is the trait that a brand was praised for; "" is none.
func (c *composer) strongOn(n *name) string {
	if n.said == nil || n.score <= fine {
		return ""
	}
	for i := range c.market.weighed {
		if t := &c.market.weighed[i]; n.said.concerns(t) {
			return c.within(t.text)
		}
	}
	return ""
}

// sentence begins with a capital where the language has them.
func sentence(text string, l *language) string {
	if l.code == "en" && text[0] >= 'a' && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
